meta:
  id: etw_realtime_consumer
  title: "ETW_REALTIME_CONSUMER at 6.2/x64, 0x88 bytes"
  ks-version: 0.9
  endian: le
  bit-endian: le
doc: |
  ETW_REALTIME_CONSUMER at 6.2/x64, 0x88 bytes
  Written by Strata from data 0000000000000000
  Source of ETW_REALTIME_CONSUMER: chappell-etw-realtime-consumer: ETW_REALTIME_CONSUMER, Geoff Chappell
    https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_realtime_consumer.htm
  Source of RTL_BITMAP, LIST_ENTRY: vergilius-kernels-data: kernels-data: types of Windows kernels from
    Microsoft's public symbol files, Vergilius Project https://github.com/VergiliusProject/kernels-data
  Erratum shut-down-requested-bit-name: name published as ShutDownRequest, corrected to ShutDownRequested;
    nothing else fits
doc-ref:
  - "https://www.geoffchappell.com/studies/windows/km/ntoskrnl/inc/ntos/etwp/etw_realtime_consumer.htm"
  - "https://github.com/VergiliusProject/kernels-data"
seq:
  - id: links # 0x0000
    -orig-id: Links
    type: list_entry
    size: 16
  - id: process_handle # 0x0010
    -orig-id: ProcessHandle
    type: u8
    doc: "HANDLE"
  - id: process_object # 0x0018
    -orig-id: ProcessObject
    type: u8
    doc: "EPROCESS *"
  - id: next_not_delivered # 0x0020
    -orig-id: NextNotDelivered
    type: u8
    doc: "PVOID"
  - id: realtime_connect_context # 0x0028
    -orig-id: RealtimeConnectContext
    type: u8
    doc: "PVOID"
  - id: disconnect_event # 0x0030
    -orig-id: DisconnectEvent
    type: u8
    doc: "KEVENT *"
  - id: data_available_event # 0x0038
    -orig-id: DataAvailableEvent
    type: u8
    doc: "KEVENT *"
  - id: user_buffer_count # 0x0040
    -orig-id: UserBufferCount
    type: u8
    doc: "ULONG *"
  - id: user_buffer_list_head # 0x0048
    -orig-id: UserBufferListHead
    type: u8
    doc: "SINGLE_LIST_ENTRY *"
  - id: buffers_lost # 0x0050
    -orig-id: BuffersLost
    type: u4
    doc: "ULONG"
  - id: empty_buffers_count # 0x0054
    -orig-id: EmptyBuffersCount
    type: u4
    doc: "ULONG"
  - id: logger_id # 0x0058
    -orig-id: LoggerId
    type: u2
    doc: "USHORT"
  - id: flags # 0x005a
    -orig-id: Flags
    type: u1
    doc: "UCHAR"
  - id: padding_0x5b # 0x005b
    size: 5
  - id: reserved_buffer_space_bit_map # 0x0060
    -orig-id: ReservedBufferSpaceBitMap
    type: rtl_bitmap
    size: 16
  - id: reserved_buffer_space # 0x0070
    -orig-id: ReservedBufferSpace
    type: u8
    doc: "UCHAR *"
  - id: reserved_buffer_space_size # 0x0078
    -orig-id: ReservedBufferSpaceSize
    type: u4
    doc: "ULONG"
  - id: user_pages_allocated # 0x007c
    -orig-id: UserPagesAllocated
    type: u4
    doc: "ULONG"
  - id: user_pages_reused # 0x0080
    -orig-id: UserPagesReused
    type: u4
    doc: "ULONG"
  - id: padding_0x84 # 0x0084
    size: 4
instances:
  bits_0x5a:
    pos: 0x005a
    type: bits_0x5a
    size: 1
  shut_down_requested:
    -orig-id: ShutDownRequested
    value: bits_0x5a.shut_down_requested
    doc: "UCHAR; erratum shut-down-requested-bit-name"
  new_buffers_lost:
    -orig-id: NewBuffersLost
    value: bits_0x5a.new_buffers_lost
    doc: "UCHAR"
  disconnected:
    -orig-id: Disconnected
    value: bits_0x5a.disconnected
    doc: "UCHAR"
  notified:
    -orig-id: Notified
    value: bits_0x5a.notified
    doc: "UCHAR"
  wow:
    -orig-id: Wow
    value: bits_0x5a.wow
    doc: "UCHAR"
types:
  list_entry:
    doc: "struct LIST_ENTRY, 0x10 bytes"
    seq:
      - id: flink # 0x0000
        -orig-id: Flink
        type: u8
        doc: "LIST_ENTRY *"
      - id: blink # 0x0008
        -orig-id: Blink
        type: u8
        doc: "LIST_ENTRY *"
  rtl_bitmap:
    doc: "struct RTL_BITMAP, 0x10 bytes"
    seq:
      - id: size_of_bit_map # 0x0000
        -orig-id: SizeOfBitMap
        type: u4
        doc: "ULONG"
      - id: padding_0x04 # 0x0004
        size: 4
      - id: buffer # 0x0008
        -orig-id: Buffer
        type: u8
        doc: "ULONG *"
  bits_0x5a:
    doc: "bits of UCHAR"
    seq:
      - id: shut_down_requested # 0x005a:0
        type: b1
      - id: new_buffers_lost # 0x005a:1
        type: b1
      - id: disconnected # 0x005a:2
        type: b1
      - id: notified # 0x005a:3
        type: b1
      - id: wow # 0x005a:4
        type: b1
      - type: b3
