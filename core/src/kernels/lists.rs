//! Lists of members that other projects maintain by hand.

macro_rules! rows {
    ($($own:ident: $ty:ident . $member:ident $(as $bit:ident)?,)*) => {
        [$((stringify!($own), concat!(stringify!($ty), ".", stringify!($member)), rows!(@ $($bit)?)),)*]
    };
    (@ bit) => { true };
    (@) => { false };
}

/// The members that System Informer's driver uses (kphdyn.xml): name there, member, and whether the value is the first
/// bit of a bit field.
pub const KPHDYN: [(&str, &str, bool); 35] = rows! {
    EgeGuid: _ETW_GUID_ENTRY.Guid,
    EpObjectTable: _EPROCESS.ObjectTable,
    EpSectionObject: _EPROCESS.SectionObject,
    EreGuidEntry: _ETW_REG_ENTRY.GuidEntry,
    HtHandleContentionEvent: _HANDLE_TABLE.HandleContentionEvent,
    OtName: _OBJECT_TYPE.Name,
    OtIndex: _OBJECT_TYPE.Index,
    ObDecodeShift: _HANDLE_TABLE_ENTRY.ObjectPointerBits as bit,
    ObAttributesShift: _HANDLE_TABLE_ENTRY.Attributes as bit,
    AlpcCommunicationInfo: _ALPC_PORT.CommunicationInfo,
    AlpcOwnerProcess: _ALPC_PORT.OwnerProcess,
    AlpcAttributes: _ALPC_PORT.PortAttributes,
    AlpcPortContext: _ALPC_PORT.PortContext,
    AlpcPortObjectLock: _ALPC_PORT.PortObjectLock,
    AlpcSequenceNo: _ALPC_PORT.SequenceNo,
    AlpcState: _ALPC_PORT.u1,
    AlpcConnectionPort: _ALPC_COMMUNICATION_INFO.ConnectionPort,
    AlpcServerCommunicationPort: _ALPC_COMMUNICATION_INFO.ServerCommunicationPort,
    AlpcClientCommunicationPort: _ALPC_COMMUNICATION_INFO.ClientCommunicationPort,
    AlpcHandleTable: _ALPC_COMMUNICATION_INFO.HandleTable,
    AlpcHandleTableLock: _ALPC_HANDLE_TABLE.Lock,
    AlpcAttributesFlags: _ALPC_PORT_ATTRIBUTES.Flags,
    KtInitialStack: _KTHREAD.InitialStack,
    KtStackLimit: _KTHREAD.StackLimit,
    KtStackBase: _KTHREAD.StackBase,
    KtKernelStack: _KTHREAD.KernelStack,
    KtReadOperationCount: _KTHREAD.ReadOperationCount,
    KtWriteOperationCount: _KTHREAD.WriteOperationCount,
    KtOtherOperationCount: _KTHREAD.OtherOperationCount,
    KtReadTransferCount: _KTHREAD.ReadTransferCount,
    KtWriteTransferCount: _KTHREAD.WriteTransferCount,
    KtOtherTransferCount: _KTHREAD.OtherTransferCount,
    MmSectionControlArea: _SECTION.u1,
    MmControlAreaListHead: _CONTROL_AREA.ListHead,
    MmControlAreaLock: _CONTROL_AREA.ControlAreaLock,
};

/// The addresses and members that EDRSandblast uses, in its order.
pub const EDRSANDBLAST: [&str; 11] = [
    "nt!PspCreateProcessNotifyRoutine",
    "nt!PspCreateThreadNotifyRoutine",
    "nt!PspLoadImageNotifyRoutine",
    "_EPROCESS.Protection",
    "nt!EtwThreatIntProvRegHandle",
    "_ETW_REG_ENTRY.GuidEntry",
    "_ETW_GUID_ENTRY.ProviderEnableInfo",
    "nt!PsProcessType",
    "nt!PsThreadType",
    "_OBJECT_TYPE.CallbackList",
    "nt!SeCiCallbacks",
];
