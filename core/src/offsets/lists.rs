//! The tables of members that others keep by hand.

/// The members that System Informer's driver keeps (kphdyn.xml): what it calls each, the member, and whether its value is the
/// first bit of a bit field.
pub const KPHDYN: [(&str, &str, bool); 35] = [
    ("EgeGuid", "_ETW_GUID_ENTRY.Guid", false),
    ("EpObjectTable", "_EPROCESS.ObjectTable", false),
    ("EpSectionObject", "_EPROCESS.SectionObject", false),
    ("EreGuidEntry", "_ETW_REG_ENTRY.GuidEntry", false),
    (
        "HtHandleContentionEvent",
        "_HANDLE_TABLE.HandleContentionEvent",
        false,
    ),
    ("OtName", "_OBJECT_TYPE.Name", false),
    ("OtIndex", "_OBJECT_TYPE.Index", false),
    (
        "ObDecodeShift",
        "_HANDLE_TABLE_ENTRY.ObjectPointerBits",
        true,
    ),
    ("ObAttributesShift", "_HANDLE_TABLE_ENTRY.Attributes", true),
    (
        "AlpcCommunicationInfo",
        "_ALPC_PORT.CommunicationInfo",
        false,
    ),
    ("AlpcOwnerProcess", "_ALPC_PORT.OwnerProcess", false),
    ("AlpcAttributes", "_ALPC_PORT.PortAttributes", false),
    ("AlpcPortContext", "_ALPC_PORT.PortContext", false),
    ("AlpcPortObjectLock", "_ALPC_PORT.PortObjectLock", false),
    ("AlpcSequenceNo", "_ALPC_PORT.SequenceNo", false),
    ("AlpcState", "_ALPC_PORT.u1", false),
    (
        "AlpcConnectionPort",
        "_ALPC_COMMUNICATION_INFO.ConnectionPort",
        false,
    ),
    (
        "AlpcServerCommunicationPort",
        "_ALPC_COMMUNICATION_INFO.ServerCommunicationPort",
        false,
    ),
    (
        "AlpcClientCommunicationPort",
        "_ALPC_COMMUNICATION_INFO.ClientCommunicationPort",
        false,
    ),
    (
        "AlpcHandleTable",
        "_ALPC_COMMUNICATION_INFO.HandleTable",
        false,
    ),
    ("AlpcHandleTableLock", "_ALPC_HANDLE_TABLE.Lock", false),
    ("AlpcAttributesFlags", "_ALPC_PORT_ATTRIBUTES.Flags", false),
    ("KtInitialStack", "_KTHREAD.InitialStack", false),
    ("KtStackLimit", "_KTHREAD.StackLimit", false),
    ("KtStackBase", "_KTHREAD.StackBase", false),
    ("KtKernelStack", "_KTHREAD.KernelStack", false),
    ("KtReadOperationCount", "_KTHREAD.ReadOperationCount", false),
    (
        "KtWriteOperationCount",
        "_KTHREAD.WriteOperationCount",
        false,
    ),
    (
        "KtOtherOperationCount",
        "_KTHREAD.OtherOperationCount",
        false,
    ),
    ("KtReadTransferCount", "_KTHREAD.ReadTransferCount", false),
    ("KtWriteTransferCount", "_KTHREAD.WriteTransferCount", false),
    ("KtOtherTransferCount", "_KTHREAD.OtherTransferCount", false),
    ("MmSectionControlArea", "_SECTION.u1", false),
    ("MmControlAreaListHead", "_CONTROL_AREA.ListHead", false),
    ("MmControlAreaLock", "_CONTROL_AREA.ControlAreaLock", false),
];

/// The addresses and members that EDRSandblast keeps, in its order.
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
