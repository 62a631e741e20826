meta:
  id: etw_silodriverstate
  title: "ETW_SILODRIVERSTATE at 1511/x86, 0xa80 bytes"
  ks-version: 0.9
  endian: le
  bit-endian: le
doc: |
  ETW_SILODRIVERSTATE at 1511/x86, 0xa80 bytes
  Written by Strata from data 0000000000000000
  Source of ETW_SILODRIVERSTATE: chappell-etw-silodriverstate: ETW_SILODRIVERSTATE, Geoff Chappell
    https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_silodriverstate.htm
  Source of ETW_HASH_BUCKET, ETW_GUID_ENTRY, EX_PUSH_LOCK, TRACE_ENABLE_INFO, ETW_LAST_ENABLE_INFO,
    LARGE_INTEGER, Unnamed_c59b2893, GUID, LIST_ENTRY: vergilius-kernels-data: kernels-data: types of Windows
    kernels from Microsoft's public symbol files, Vergilius Project
    https://github.com/VergiliusProject/kernels-data
  Erratum etwp-logger-rundown-declaration: declaration published as EX_RUNDOWN_REF_CACHE_AWARE EtwpLoggerRundown
    [0x10];, corrected to EX_RUNDOWN_REF_CACHE_AWARE *EtwpLoggerRundown [0x40]; (1511 to 1703);
    EX_RUNDOWN_REF_CACHE_AWARE **EtwpLoggerRundown; (1709 and higher); nothing else fits
doc-ref:
  - "https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_silodriverstate.htm"
  - "https://github.com/VergiliusProject/kernels-data"
seq:
  - id: etwp_security_provider_guid_entry # 0x0000
    -orig-id: EtwpSecurityProviderGuidEntry
    type: etw_guid_entry
    size: 360
  - id: etwp_logger_rundown # 0x0168
    -orig-id: EtwpLoggerRundown
    type: u4
    repeat: expr
    repeat-expr: 64
    doc: "EX_RUNDOWN_REF_CACHE_AWARE *; erratum etwp-logger-rundown-declaration"
  - id: wmip_logger_context # 0x0268
    -orig-id: WmipLoggerContext
    type: u4
    repeat: expr
    repeat-expr: 64
    doc: "WMI_LOGGER_CONTEXT *"
  - id: etwp_guid_hash_table # 0x0368
    -orig-id: EtwpGuidHashTable
    type: etw_hash_bucket
    size: 28
    repeat: expr
    repeat-expr: 64
  - id: etwp_security_loggers # 0x0a68
    -orig-id: EtwpSecurityLoggers
    type: u2
    repeat: expr
    repeat-expr: 8
    doc: "USHORT"
  - id: etwp_security_provider_enable_mask # 0x0a78
    -orig-id: EtwpSecurityProviderEnableMask
    type: u1
    doc: "UCHAR"
  - id: etwp_shutdown_in_progress # 0x0a79
    -orig-id: EtwpShutdownInProgress
    type: u1
    doc: "BOOLEAN"
  - id: padding_0xa7a # 0x0a7a
    size: 2
  - id: etwp_security_provider_pid # 0x0a7c
    -orig-id: EtwpSecurityProviderPID
    type: u4
    doc: "ULONG"
types:
  list_entry:
    doc: "struct LIST_ENTRY, 0x08 bytes"
    seq:
      - id: flink # 0x0000
        -orig-id: Flink
        type: u4
        doc: "LIST_ENTRY *"
      - id: blink # 0x0004
        -orig-id: Blink
        type: u4
        doc: "LIST_ENTRY *"
  guid:
    doc: "struct GUID, 0x10 bytes"
    seq:
      - id: data1 # 0x0000
        -orig-id: Data1
        type: u4
        doc: "ULONG"
      - id: data2 # 0x0004
        -orig-id: Data2
        type: u2
        doc: "USHORT"
      - id: data3 # 0x0006
        -orig-id: Data3
        type: u2
        doc: "USHORT"
      - id: data4 # 0x0008
        -orig-id: Data4
        type: u1
        repeat: expr
        repeat-expr: 8
        doc: "UCHAR"
  unnamed_c59b2893:
    doc: "struct Unnamed_c59b2893, 0x08 bytes"
    seq:
      - id: low_part # 0x0000
        -orig-id: LowPart
        type: u4
        doc: "ULONG"
      - id: high_part # 0x0004
        -orig-id: HighPart
        type: s4
        doc: "LONG"
  large_integer:
    doc: "union LARGE_INTEGER, 0x08 bytes"
    seq:
      - id: low_part # 0x0000
        -orig-id: LowPart
        type: u4
        doc: "ULONG"
      - id: high_part # 0x0004
        -orig-id: HighPart
        type: s4
        doc: "LONG"
    instances:
      u:
        -orig-id: u
        pos: 0x0000
        type: unnamed_c59b2893
        size: 8
      quad_part:
        -orig-id: QuadPart
        pos: 0x0000
        type: s8
        doc: "LONGLONG"
  etw_last_enable_info:
    doc: "struct ETW_LAST_ENABLE_INFO, 0x10 bytes"
    seq:
      - id: enable_flags # 0x0000
        -orig-id: EnableFlags
        type: large_integer
        size: 8
      - id: logger_id # 0x0008
        -orig-id: LoggerId
        type: u2
        doc: "USHORT"
      - id: level # 0x000a
        -orig-id: Level
        type: u1
        doc: "UCHAR"
      - id: enabled # 0x000b:0
        -orig-id: Enabled
        type: b1
        doc: "UCHAR"
      - id: internal_flag # 0x000b:1
        -orig-id: InternalFlag
        type: b7
        doc: "UCHAR"
      - id: padding_0x0c # 0x000c
        size: 4
  trace_enable_info:
    doc: "struct TRACE_ENABLE_INFO, 0x20 bytes"
    seq:
      - id: is_enabled # 0x0000
        -orig-id: IsEnabled
        type: u4
        doc: "ULONG"
      - id: level # 0x0004
        -orig-id: Level
        type: u1
        doc: "UCHAR"
      - id: reserved1 # 0x0005
        -orig-id: Reserved1
        type: u1
        doc: "UCHAR"
      - id: logger_id # 0x0006
        -orig-id: LoggerId
        type: u2
        doc: "USHORT"
      - id: enable_property # 0x0008
        -orig-id: EnableProperty
        type: u4
        doc: "ULONG"
      - id: reserved2 # 0x000c
        -orig-id: Reserved2
        type: u4
        doc: "ULONG"
      - id: match_any_keyword # 0x0010
        -orig-id: MatchAnyKeyword
        type: u8
        doc: "ULONGLONG"
      - id: match_all_keyword # 0x0018
        -orig-id: MatchAllKeyword
        type: u8
        doc: "ULONGLONG"
  ex_push_lock:
    doc: "struct EX_PUSH_LOCK, 0x04 bytes"
    seq:
      - id: locked # 0x0000:0
        -orig-id: Locked
        type: b1
        doc: "ULONG"
      - id: waiting # 0x0000:1
        -orig-id: Waiting
        type: b1
        doc: "ULONG"
      - id: waking # 0x0000:2
        -orig-id: Waking
        type: b1
        doc: "ULONG"
      - id: multiple_shared # 0x0000:3
        -orig-id: MultipleShared
        type: b1
        doc: "ULONG"
      - id: shared # 0x0000:4
        -orig-id: Shared
        type: b28
        doc: "ULONG"
    instances:
      value:
        -orig-id: Value
        pos: 0x0000
        type: u4
        doc: "ULONG"
      ptr:
        -orig-id: Ptr
        pos: 0x0000
        type: u4
        doc: "VOID *"
  etw_guid_entry:
    doc: "struct ETW_GUID_ENTRY, 0x168 bytes"
    seq:
      - id: guid_list # 0x0000
        -orig-id: GuidList
        type: list_entry
        size: 8
      - id: ref_count # 0x0008
        -orig-id: RefCount
        type: s4
        doc: "LONG"
      - id: guid # 0x000c
        -orig-id: Guid
        type: guid
        size: 16
      - id: reg_list_head # 0x001c
        -orig-id: RegListHead
        type: list_entry
        size: 8
      - id: security_descriptor # 0x0024
        -orig-id: SecurityDescriptor
        type: u4
        doc: "VOID *"
      - id: last_enable # 0x0028
        -orig-id: LastEnable
        type: etw_last_enable_info
        size: 16
      - id: provider_enable_info # 0x0038
        -orig-id: ProviderEnableInfo
        type: trace_enable_info
        size: 32
      - id: enable_info # 0x0058
        -orig-id: EnableInfo
        type: trace_enable_info
        size: 32
        repeat: expr
        repeat-expr: 8
      - id: filter_data # 0x0158
        -orig-id: FilterData
        type: u4
        doc: "ETW_FILTER_HEADER *"
      - id: host_silo # 0x015c
        -orig-id: HostSilo
        type: u1
        doc: "UCHAR"
      - id: padding_0x15d # 0x015d
        size: 3
      - id: lock # 0x0160
        -orig-id: Lock
        type: ex_push_lock
        size: 4
      - id: lock_owner # 0x0164
        -orig-id: LockOwner
        type: u4
        doc: "ETHREAD *"
    instances:
      match_id:
        -orig-id: MatchId
        pos: 0x0028
        type: u8
        doc: "ULONGLONG"
  etw_hash_bucket:
    doc: "struct ETW_HASH_BUCKET, 0x1c bytes"
    seq:
      - id: list_head # 0x0000
        -orig-id: ListHead
        type: list_entry
        size: 8
        repeat: expr
        repeat-expr: 3
      - id: bucket_lock # 0x0018
        -orig-id: BucketLock
        type: ex_push_lock
        size: 4
