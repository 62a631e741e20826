//! The commands that print and end: what they say, where, and with which status.

use expect_test::expect;

use super::{Ended, Folder, strata};

/// The command line makes no sense; how clap says so is its own affair.
#[track_caller]
fn is_misused(line: impl AsRef<str>, hint: &str) {
    let output = strata(&line, b"");
    assert_eq!(output.status.code(), Some(2), "{}", line.as_ref());
    let errors = output.errors();
    assert!(errors.contains(hint), "{errors}");
}

#[track_caller]
fn json(line: impl AsRef<str>, input: &[u8]) -> serde_json::Value {
    serde_json::from_str(&strata(line, input).out(0)).expect("the output is JSON")
}

#[test]
fn a_layout_as_dt_writes_it() {
    strata("layout _etw_data_source 6.3 x64", b"").prints(&expect![[r#"
        struct _ETW_DATA_SOURCE, 3 elements, 0x20 bytes  // 6.3/x64
           +0x000 Unknown_0x00     : Ptr64 _KEVENT  // unknown pointer to KEVENT
           +0x008 Unknown_0x08     : _EX_PUSH_LOCK  // unknown EX_PUSH_LOCK
           +0x010 NotificationQueue : _LIST_ENTRY  // inferred
    "#]]);
}

#[test]
fn a_layout_is_exported() {
    let consumer = "export etw_realtime_consumer win7 x64";
    let header = strata(format!("{consumer} --depth 0"), b"").out(0);
    assert!(
        header.contains("ETW_REALTIME_CONSUMER at 6.1/x64"),
        "{header}"
    );
    assert!(header.contains("Links[16]; /* LIST_ENTRY */"), "{header}");
    assert!(
        header.contains("struct _KEVENT *DisconnectEvent"),
        "{header}"
    );
    let header = strata(format!("{consumer} --pointers integers"), b"").out(0);
    assert!(
        header.contains("strata_u64 DisconnectEvent; /* KEVENT *"),
        "{header}"
    );
    let own = format!("{consumer} --prefix W7_ --windows-types included");
    let header = strata(own, b"").out(0);
    assert!(header.contains("} W7_ETW_REALTIME_CONSUMER;"), "{header}");
    assert!(!header.contains("} LIST_ENTRY;"), "{header}");
    is_misused(format!("{consumer} --prefix 7"), "--prefix");
}

#[test]
fn exports_are_written_to_files() {
    let folder = Folder::new("exports");
    let here = "export ETW_PMC_SUPPORT 2004 x64";
    let printed = folder.strata(here, b"").out(0);
    let written = folder.strata(format!("{here} --output pmc.h"), b"");
    assert_eq!(written.out(0), "");
    assert_eq!(folder.text("pmc.h"), printed);
    for chosen in [here, "export ETW_PMC_SUPPORT", "export"] {
        let line = format!("{chosen} --archive pmc.zip");
        folder.strata(line, b"").out(0);
        let bytes = std::fs::read(folder.0.join("pmc.zip")).unwrap();
        assert!(bytes.starts_with(b"PK"), "{chosen:?}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn an_image_is_exported_as_a_whole() {
    let image = "export --image ntoskrnl-5.1.2600.5512-x86";
    let said = |more: &str| strata(format!("{image} {more}"), b"").out(0);
    let header = said("");
    assert!(header.starts_with("/*\n * All types of ntoskrnl-5.1.2600.5512-x86\n"));
    assert_eq!(header.matches("typedef struct _EPROCESS {").count(), 1);
    assert!(said("--pointers integers").contains("Pointers are integers"));
    let isf: serde_json::Value = serde_json::from_str(&said("--format isf")).expect("JSON");
    assert_eq!(isf["metadata"]["windows"]["pe"]["revision"], 2600);
    let all = json(format!("{image} --json"), b"");
    assert_eq!(
        all["types"].as_array().map(Vec::len),
        all["image"]["types"].as_u64().map(|it| it as usize)
    );
    strata(format!("{image} --format rust"), b"").fails(&expect![[r#"
        strata: there is no rust of an image as a whole: expected --json, or --format c or isf
    "#]]);
    is_misused("export --json", "--image");
    is_misused(format!("{image} --depth 1"), "--depth");
}

#[test]
fn what_cannot_be_exported_is_told() {
    strata("export ETW_PMC_SUPPORT", b"").fails(&expect![[r#"
        strata: name a version and an architecture, or --archive FILE for all layouts
    "#]]);
    strata("export ETW_PMC_SUPPORT 2004", b"").fails(&expect![[r#"
        strata: `2004` names no architecture: expected x86, x64 or arm64 behind it, or an image, which has one. There is: 2004/x86, 2004/x64.
    "#]]);
    is_misused("export --format cpp", "possible values: c");
    is_misused("export --depth 17", "0..=16");
    let nowhere = strata("export ETW_PMC_SUPPORT 2004 x64 -o /dev/null/x.h", b"");
    nowhere.out(1);
    let said = nowhere.errors();
    assert!(
        said.starts_with("strata: cannot write /dev/null/x.h: "),
        "{said}"
    );
}

#[test]
fn structures_and_their_versions_are_listed() {
    strata("list --source article", b"").prints(&expect![[r#"
        ETW_DATA_SOURCE        struct  Queue in which the kernel holds the notifications that were sent to a process until the process fetches them.
        ETW_PMC_SUPPORT        struct  What the kernel keeps for an event logger that also records the processor's performance counters.
        ETW_REALTIME_CONSUMER  struct  What the kernel keeps for a program that has connected to an event logger to receive its events in real time.
        ETW_SILODRIVERSTATE    struct  What Event Tracing for Windows keeps once for each silo.
        ETW_UM_LOGGER_CONTEXT  struct  What NTDLL, and ADVAPI32 before it, keeps for an event logger whose trace buffers are managed in user mode.
    "#]]);
    strata("list etw_data_source", b"").prints(&expect![[r#"
        ETW_DATA_SOURCE: Queue in which the kernel holds the notifications that were sent to a process until the process fetches them.
        x86   0x30   6.0 6.1 6.2
        x86   0x10   6.3 10.0 1511 1607 1703 1709 1803 1809 1903 1909 2004
        x64   0x50   6.0 6.1 6.2
        x64   0x20   6.3 10.0 1511 1607 1703 1709 1803 1809 1903 1909 2004
    "#]]);
    let all = json("list --json", b"");
    assert!(all["items"].as_array().map(Vec::len) > Some(2_400));
    strata("list --match silo --kind enum", b"").prints(&expect![[r#"
        _SERVERSILO_STATE  enum    1 layout
    "#]]);
    strata(
        "list --changed-in 11-23H2 --image ntoskrnl-10.0.22621.2428-x64",
        b"",
    )
    .prints(&expect![[r#"
        _CC_NUMA_NODE                             struct  7 layouts
        _CC_PARTITION                             struct  14 layouts
        _CM_KCB_LAYER_INFO                        struct  3 layouts
        _CM_UOW_SET_SD_DATA                       struct  3 layouts
        _DMA_IOMMU_INTERFACE_EX                   struct  2 layouts
        _DMA_IOMMU_INTERFACE_V3                   struct  1 layout
        _EPROCESS                                 struct  55 layouts
        _EXT_IOMMU_S1_X64_DOMAIN_SETTINGS         struct  3 layouts
        EmptyCVariant_FeatureStaging_CSD_Servicing  enum    1 layout
        EmptyCVariant_featurestaging_moments      enum    1 layout
        _FILE_INFORMATION_CLASS                   enum    16 layouts
        _FSINFOCLASS                              enum    7 layouts
        _GROUP_FAULT_REFERENCE                    struct  1 layout
        _HAL_HV_DMA_DOMAIN_CONFIG_X64             struct  2 layouts
        _HAL_HV_SYSTEM_PASID_CAPABILITIES         struct  2 layouts
        _HAL_INTEL_ENLIGHTENMENT_INFORMATION      struct  12 layouts
        _HV_X64_HYPERVISOR_FEATURES               struct  12 layouts
        _INTERRUPT_REMAPPING_INFO                 struct  3 layouts
        _IOMMU_BUS_INTERFACE                      struct  1 layout
        _IOMMU_DEVICE_CREATION_CONFIGURATION      struct  3 layouts
        _IOMMU_DEVICE_CREATION_CONFIGURATION_PASID  struct  1 layout
        _IOMMU_DEVICE_CREATION_CONFIGURATION_TYPE  enum    3 layouts
        _IOMMU_DEVICE_PROPERTIES                  union   2 layouts
        _IOMMU_DMA_DEVICE                         struct  3 layouts
        _IOMMU_DMA_DEVICE_CREATION_STATE          enum    1 layout
        _IOMMU_DMA_DEVICE_INFORMATION             struct  1 layout
        _IOMMU_DMA_DOMAIN                         struct  3 layouts
        _IOMMU_DMA_DOMAIN_TYPE                    enum    2 layouts
        _IOMMU_PASID_CONFIGURATION_TYPE           enum    1 layout
        _IOMMU_PASID_TABLE_OBJECT                 struct  2 layouts
        _IOMMU_SVM_CAPABILITIES                   union   3 layouts
        _IOMMU_TRACKED_DEVICE                     struct  3 layouts
        _IO_STACK_LOCATION                        struct  9 layouts
        _KPRCB                                    struct  57 layouts
        _MI_HARDWARE_STATE                        struct  24 layouts
        _MI_SYSTEM_INFORMATION                    struct  29 layouts
        _POWER_INFORMATION_LEVEL_INTERNAL         enum    13 layouts
        _PRIVATE_VOLUME_CACHEMAP                  struct  5 layouts
        _PROCESSOR_POWER_STATE                    struct  31 layouts
        _PROC_PERF_DOMAIN                         struct  26 layouts
        _PS_MITIGATION_OPTION                     enum    12 layouts
        _REFS_SET_VOLUME_COMPRESSION_INFO_FLAGS   enum    2 layouts
        _RTL_FEATURE_CONFIGURATION_PRIORITY       enum    6 layouts
        _SKSERVICE                                enum    13 layouts
    "#]]);
    let one = json("list _ETW_PMC_SUPPORT --json", b"");
    assert_eq!(one["items"][0]["points"][0], "6.2/x86");
    strata("list nothing", b"").fails(&expect![[r#"
        strata: There is no structure `nothing`.
    "#]]);
}

#[test]
fn json_is_one_word_everywhere() {
    let layout = "layout ETW_PMC_SUPPORT 6.2 x64";
    let diff = "diff ETW_PMC_SUPPORT 6.2/x64 6.3/x64";
    for command in [layout, diff] {
        let short = format!("{command} --json");
        let long = format!("{command} --format json");
        assert_eq!(json(&short, b""), json(&long, b""));
        is_misused(format!("{short} --format json"), "--format");
    }
}

#[test]
fn a_base_may_be_written_as_debuggers_write_it() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x64 --json --base";
    for base in ["0xffffe001`12345670", "ffffe00112345670"] {
        let answer = json(format!("{decode} {base}"), &[0; 32]);
        assert_eq!(answer["input"]["base"], "0xffffe00112345670");
    }
}

#[test]
fn the_number_of_a_build_leads_to_what_is_known_of_it() {
    let consumer = |version| format!("layout ETW_REALTIME_CONSUMER {version} x64");
    strata(consumer("19041"), b"").fails(&expect![[r#"
        strata: There is no version `19041`; builds from 19041 on belong to 2004: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. There is: 2004, 10.0.19041.264/x64, 10.0.19041.329/x64, 10.0.19041.388/x64, 10.0.19041.450/x64.
    "#]]);
    strata(consumer("6.1.7601.24000"), b"").fails(&expect![[r#"
        strata: ETW_REALTIME_CONSUMER has no layout at 6.1.7601.24000/x64: not stated, for no symbol file of that build, which is one of 6.1, is in the data. There is: 6.1.7601.24540/x64, 6.1.7601.17514/x64, 6.1/x64, 6.1/x86, 6.0/x64.
    "#]]);
    strata(consumer("10.0.18362.721"), b"").fails(&expect![[r#"
        strata: ETW_REALTIME_CONSUMER has no layout at 10.0.18362.721/x64: not stated, for no symbol file of that build, which is one of 1903, is in the data. There is: 10.0.18362.720/x64, 10.0.18362.778/x64, 10.0.18362.657/x64, 10.0.18362.836/x64, 10.0.18362.592/x64.
    "#]]);
    strata(consumer("'Windows 7'"), b"").fails(&expect![[r#"
        strata: There is no version `Windows 7`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. There is: 6.1.
    "#]]);
}

#[test]
fn a_layout_as_the_api_gives_it() {
    let layout = json("layout ETW_REALTIME_CONSUMER 6.1 x64 --format json", b"");
    assert_eq!(
        (&layout["size"], &layout["gaps"][0]["offset"]),
        (&136.into(), &95.into())
    );
}

#[test]
fn a_diff_for_people_and_for_scripts() {
    let diff = "diff ETW_REALTIME_CONSUMER 6.1/x86 6.2/x86";
    strata(diff, b"").prints(&expect![[r#"
        ETW_REALTIME_CONSUMER 6.1/x86 → 6.2/x86
        3 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped, the tail moved by −0x4; size 0x50 → 0x4c

        ~ 0x30              ULONG LoggerId → USHORT LoggerId  (size 0x04 → 0x02)
        : 0x34 → 0x32:0     BOOLEAN ShutDownRequested → ShutDownRequested : 1 in Flags
        : 0x35 → 0x32:1     BOOLEAN NewBuffersLost → NewBuffersLost : 1 in Flags
        : 0x36 → 0x32:2     BOOLEAN Disconnected → Disconnected : 1 in Flags
        + 0x32              UCHAR Flags
        + 0x32:3            Notified : 1 in Flags
        > 0x38 → 0x34       moved by −0x4: ReservedBufferSpaceBitMap, ReservedBufferSpace, ReservedBufferSpaceSize, UserPagesAllocated, UserPagesReused
    "#]]);
    let diff = json(format!("{diff} --format json"), b"");
    assert_eq!(diff["size"]["to"], 76);
}

const DUMP: &str = "kd> db ffffe001`2c3d4e50 L20\n\
    ffffe001`2c3d4e50  50 4e 3d 2c 01 e0 ff ff-50 4e 3d 2c 01 e0 ff ff  PN=,....PN=,....\n\
    ffffe001`2c3d4e60  05 00 00 00 03 00 00 00-00 00 00 00 00 00 00 00  ................\n";

#[test]
fn offsets_of_chosen_members_are_a_header_or_a_table() {
    let offsets =
        "offsets etw_realtime_consumer --member LoggerId --member Disconnected --point 6.2/x64";
    let header = format!("{offsets} --format header");
    strata(&header, b"").prints(&expect![[r#"
        /* 6.2/x64 */
        #define ETW_REALTIME_CONSUMER_LoggerId_6_2_x64 0x58
        #define ETW_REALTIME_CONSUMER_Disconnected_6_2_x64 0x5a /* bit 2 of UCHAR */
    "#]]);
    let answer = json(format!("{offsets} --json"), b"");
    assert_eq!(answer["points"][0]["members"][0]["offset"], 88);
    let before = offsets.trim_end_matches("6.2/x64");
    for words in ["6.2 x64", "'6.2 x64'", "6.2 amd64"] {
        assert_eq!(
            json(format!("{before} {words} --json"), b""),
            answer,
            "{words:?}"
        );
    }
    let printed = strata(&header, b"").stdout;
    assert_eq!(strata(format!("{header} -o -"), b"").stdout, printed);
    let folder = Folder::new("offsets-output");
    let output = folder.strata(format!("{header} -o offsets.h"), b"");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(folder.text("offsets.h").as_bytes(), printed);
    strata("offsets etw_pmc_support --member Nothing", b"").fails(&expect![[r#"
        strata: ETW_PMC_SUPPORT has no member `Nothing` at any point
    "#]]);
}

#[test]
fn many_structures_are_a_table_of_numbers() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x86 --csv --count 2";
    let csv = strata(decode, &[1; 0x20]).out(0).replace("\r\n", "\n");
    expect![[r#"
        offset,address,event,lock.Locked,lock.Waiting,lock.Waking,lock.MultipleShared,lock.Shared,lock.Value,lock.Ptr,NotificationQueue.Flink,NotificationQueue.Blink
        0x0,,0x1010101,0x1,0x0,0x0,0x0,0x101010,0x1010101,0x1010101,0x1010101,0x1010101
        0x10,,0x1010101,0x1,0x0,0x0,0x0,0x101010,0x1010101,0x1010101,0x1010101,0x1010101
    "#]].assert_eq(&csv);
    is_misused(format!("{decode} --json"), "--csv");
}

#[test]
fn many_structures_are_an_object_a_line() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x86 --count 2";
    let lines = strata(format!("{decode} --ndjson"), &[1; 0x20]).out(0);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let whole = json(format!("{decode} --json"), &[1; 0x20]);
    assert_eq!(
        serde_json::Value::Array(lines.collect()),
        whole["instances"]
    );
    // The second is cut short.
    strata(format!("{decode} --ndjson"), &[1; 0x18]).out(3);
}

#[test]
fn bytes_and_dumps_are_told_apart_by_looking() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x64";
    strata(decode, DUMP.as_bytes()).prints(&expect![[r#"
        ETW_DATA_SOURCE 6.3/x64 size 0x20
        at 0x00 = 0xffffe0012c3d4e50
          +0x000 (event)                  0xffffe0012c3d4e50 kernel -> 0x00
          +0x008 (lock)                   _EX_PUSH_LOCK
            +0x008 Locked                   bit 0 width 1: 0x0
            +0x008 Waiting                  bit 1 width 1: 0x0
            +0x008 Waking                   bit 2 width 1: 0x0
            +0x008 MultipleShared           bit 3 width 1: 0x0
            +0x008 Shared                   bit 4 width 60: 0xffffe0012c3d4e5
            +0x008 Value                    0xffffe0012c3d4e50 (18446708894374645328)
            +0x008 Ptr                      0xffffe0012c3d4e50 kernel -> 0x00
          +0x010 NotificationQueue        flink 0x300000005 user, blink 0x0 null
        warning: pointer-misaligned at 0x10: `NotificationQueue.Flink` is 0x300000005, but what it points to begins at multiples of 8
    "#]]);
    let from_dump = json(format!("{decode} --json"), DUMP.as_bytes());
    assert_eq!(from_dump["input"]["dialect"], "windbg-db");
    let member = "--json --address 0xffffe0012c3d4e60 --from NotificationQueue";
    let from_member = json(format!("{decode} {member}"), DUMP.as_bytes());
    assert_eq!(from_member["instances"], from_dump["instances"]);
    let from_bytes = json(format!("{decode} --json --base 0x1000"), &[0; 32]);
    assert_eq!(from_bytes["input"]["dialect"], "raw");
    assert_eq!(from_bytes["input"]["base"], "0x1000");
    let forced = json(format!("{decode} --json --input bytes"), &[b'0'; 32]);
    assert_eq!(forced["input"]["bytes"], 32);
    let several = format!("{decode} --json --count 2 --at 0x10");
    let several = json(&several, &[0; 80]);
    assert_eq!(several["instances"][1]["offset"], 48);
}

/// A consumer of Windows 8 on x64, which on Windows 7 has the same size: logger 5, flags 0x0c.
fn consumer() -> Vec<u8> {
    let mut bytes = vec![0; 0x88];
    for (at, value) in [
        (0x00, 0xffff_e001_1234_5670_u64),
        (0x08, 0xffff_e001_1234_9ab0),
        (0x18, 0xffff_e001_00aa_b080),
        (0x58, 0x000c_0005),
    ] {
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

#[test]
fn what_fits_is_told() {
    let identify = "identify --structure etw_realtime_consumer --arch x64";
    strata(identify, &consumer()).prints(&expect![[r#"
        Best fit: ETW_REALTIME_CONSUMER 6.2 on x64: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2.

        1. ETW_REALTIME_CONSUMER 6.2 x64 size 0x88: fits (+14 bits)
           + +0x00 `Links` has Flink 0xffffe00112345670 and a Blink like it, as a list would
           + +0x18 `ProcessObject` is 0xffffe00100aab080, a kernel address, as expected of a pointer
           + the length, 0x88 bytes, is exactly that of the structure
           + +0x5a `Flags` is 0xc: every bit that is set has a name

        2. ETW_REALTIME_CONSUMER 6.3 to 1511 x64 size 0x98: fits (+10 bits)
           + +0x00 `Links` has Flink 0xffffe00112345670 and a Blink like it, as a list would
           + +0x18 `ProcessObject` is 0xffffe00100aab080, a kernel address, as expected of a pointer
           + +0x5a `Flags` is 0xc: every bit that is set has a name
           - the structure has 0x98 bytes, and fewer are there

        2. ETW_REALTIME_CONSUMER 1607 to 2004 x64 size 0xa0: fits (+10 bits)
           + +0x00 `Links` has Flink 0xffffe00112345670 and a Blink like it, as a list would
           + +0x18 `ProcessObject` is 0xffffe00100aab080, a kernel address, as expected of a pointer
           + +0x5a `Flags` is 0xc: every bit that is set has a name
           - the structure has 0xa0 bytes, and fewer are there

        2. ETW_REALTIME_CONSUMER 20H2 to 11-24H2 x64 size 0xa0: fits (+10 bits)
           + +0x00 `Links` has Flink 0xffffe00112345670 and a Blink like it, as a list would
           + +0x18 `ProcessObject` is 0xffffe00100aab080, a kernel address, as expected of a pointer
           + +0x5a `Flags` is 0xc: every bit that is set has a name
           - the structure has 0xa0 bytes, and fewer are there
    "#]]);
    let json = json(format!("{identify} --json"), &consumer());
    assert_eq!(json["candidates"][0]["versions"][0], "6.2");
    strata("identify --arch x64", &[0xab; 0x200]).out(3);
    strata("identify --structure etw_realtime", &consumer()).fails(&expect![[r#"
        strata: There is no structure `etw_realtime`. There is: ETW_REALTIME_CONSUMER.
    "#]]);
    is_misused("identify --dialect db", "windbg-db");
}

#[test]
fn decoding_as_the_wrong_version_is_told_on_the_side() {
    let wrong = "decode ETW_REALTIME_CONSUMER 6.1 x64";
    let output = strata(wrong, &consumer());
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        strata: Does not fit 6.1: at +0x58 `LoggerId` is 0xc0005, which looks like two numbers beside one another. Fits 6.2: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2.
    "#]].assert_eq(&String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.starts_with(b"ETW_REALTIME_CONSUMER 6.1/x64"));
    let answer = json(format!("{wrong} --json"), &consumer());
    assert_eq!(answer["advice"]["better"]["versions"][0], "6.2");
}

#[test]
fn what_is_decoded_with_reservations_is_a_status_of_its_own() {
    let decode = "decode ETW_DATA_SOURCE 6.3 x64";
    // Bytes too few.
    assert!(!strata(decode, &[0; 0x10]).out(3).is_empty());
    let noisy = format!("{DUMP}and what else there was\n");
    let skipped = strata(decode, noisy.as_bytes());
    skipped.out(3);
    let errors = skipped.errors();
    assert!(errors.contains("line 4 is passed over"), "{errors}");
    strata(format!("{decode} --dialect raw"), &[b'0'; 32]).out(0);
    strata(format!("{decode} --dialect xxd"), b"no dump").out(1);
}

#[test]
fn what_is_not_there_is_said_in_a_sentence() {
    strata("layout etw_pcm_support 6.1 x64", b"").fails(&expect![[r#"
        strata: There is no structure `etw_pcm_support`. There is: ETW_PMC_SUPPORT, _ETW_IPT_SUPPORT, _ETW_LBR_SUPPORT, _PM_SUPPORT.
    "#]]);
    strata("layout etw_pmc_support 6.1 x64", b"").fails(&expect![[r#"
        strata: ETW_PMC_SUPPORT has no layout at 6.1/x64: absent, for the source has it from 6.2 on. There is: 6.2/x64, 6.2/x86, 6.3/x64, 6.3/x86, 10.0/x64.
    "#]]);
    strata("diff etw_pmc_support 6.2/x64 11/x64", b"").fails(&expect![[r#"
        strata: `11` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. There is: 11-21H2, 11-22H2, 11-23H2, 11-24H2.
    "#]]);
    strata("decode etw_pmc_support 6.2 x64", b"").fails(&expect![[r#"
        strata: the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
    strata("decode etw_pmc_support 6.2 x64", b"no bytes").fails(&expect![[r#"
        strata: no bytes found. Line 1: `no` is not hexadecimal: expected two digits a byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
    let missing = "decode etw_pmc_support 6.2 x64 /nowhere/blob.bin";
    let errors = strata(missing, b"").errors();
    assert!(
        errors.starts_with("strata: cannot read /nowhere/blob.bin: "),
        "{errors}"
    );
    strata("layout etw_pmc_support 6.2 x64 --data /nowhere", b"").out(1);
}

/// A release and a build with an architecture, an image and a PDB without: in every command that takes a point.
#[test]
fn a_point_is_typed_in_four_ways_in_every_command() {
    const ID: &str = "ntoskrnl-10.0.19041.2965-x64";
    const PDB: &str = "89284D0C-A6AC-C827-4B9A-44BD5AF9290B";
    let text = |line: String| {
        let output = strata(&line, &[0; 0xa40]);
        assert_ne!(output.status.code(), Some(2), "{line}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for name in ["nt!_EPROCESS", "EPROCESS"] {
        for command in ["layout", "export", "decode"] {
            let at = |point: &str| text(format!("{command} {name} {point}"));
            let expected = at("19045.2965 x64");
            assert!(expected.contains("_EPROCESS"), "{command}: {expected}");
            for point in [
                ID,
                &format!("{ID} x64"),
                PDB,
                &format!("{PDB} x64"),
                "89284D0CA6ACC8274B9A44BD5AF9290B1",
                "10.0.19041.2965/x64",
            ] {
                // A PDB is called by what it is.
                let same = |text: &str| text.lines().skip(8).map(str::to_owned).collect::<Vec<_>>();
                assert_eq!(same(&at(point)), same(&expected), "{command} {point}");
            }
        }
        for to in [
            "19045.2965/x64",
            ID,
            PDB,
            "ntoskrnl-10.0.19041.2965-x64/x64",
        ] {
            let diff = text(format!("diff {name} 1903/x64 {to}"));
            assert!(diff.contains("0x880 → 0xa40"), "{to}: {diff}");
            let offsets = text(format!("offsets {name} --member Token --point {to}"));
            assert!(offsets.contains("0x4b8"), "{to}: {offsets}");
        }
    }
    let header = text(format!("export EPROCESS {ID}"));
    for point in [
        format!("--at {ID}"),
        format!("--at {PDB}"),
        format!("--version {ID}"),
        format!("--version {PDB} --arch x64"),
    ] {
        let check = format!("check - --structure nt!_EPROCESS {point}");
        let output = strata(&check, header.as_bytes());
        assert!(output.status.success(), "{point}: {output:?}");
    }
    let folder = Folder::new("process").with("process.bin", [0; 0xa40]);
    let file = folder.0.join("process.bin").display().to_string();
    let piped = text(format!("decode EPROCESS {ID}"));
    assert_eq!(text(format!("decode EPROCESS {ID} {file}")), piped);
    assert_eq!(text(format!("decode EPROCESS {ID} x64 {file}")), piped);
}

#[test]
fn what_is_no_point_is_told() {
    strata("layout EPROCESS 1903", b"").fails(&expect![[r#"
        strata: `1903` names no architecture: expected x86, x64 or arm64 behind it, or an image, which has one. There is: 1903/x86, 1903/x64.
    "#]]);
    strata("layout EPROCESS ntoskrnl-10.0.19041.2965-x64 x86", b"").fails(&expect![[r#"
        strata: `ntoskrnl-10.0.19041.2965-x64` is an image for x64. There is: x64.
    "#]]);
    strata("diff EPROCESS 1903/x64 ntoskrnl-10.0.19041.2966-x64", b"").fails(&expect![[r#"
        strata: There is no image `ntoskrnl-10.0.19041.2966-x64`: expected an id such as ntoskrnl-10.0.19041.264-x64. There is: ntoskrnl-10.0.19041.2965-x64, ntoskrnl-10.0.19041.1466-x64, ntoskrnl-10.0.19041.1766-x64, ntoskrnl-10.0.19041.2006-x64, ntoskrnl-10.0.19041.2364-x64.
    "#]]);
    strata("export EPROCESS 00284D0CA6ACC8274B9A44BD5AF9290B1", b"").fails(&expect![[r#"
        strata: No image with the PDB `00284D0CA6ACC8274B9A44BD5AF9290B1` is in the data.
    "#]]);
    strata("decode EPROCESS 1903 dump.bin", b"").fails(&expect![[r#"
        strata: There is no architecture `dump.bin`: expected x86, x64 or arm64. There is: x86, x64.
    "#]]);
    strata("images --module foo", b"").fails(&expect![[r#"
        strata: There is no module `foo`: expected ntoskrnl.
    "#]]);
    strata("search zzzzqqqq", b"").fails(&expect![[r#"
        strata: nothing fits `zzzzqqqq`
    "#]]);
    strata("resolve nonsense", b"").fails(&expect![[r#"
        strata: There is no version `nonsense`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
    "#]]);
}

#[test]
fn what_the_api_finds_is_found_here() {
    let found = strata("search LoggerId 6.1 --limit 2", b"");
    assert_eq!(found.stderr, b"strata: 9 more: pass --limit\n");
    expect![[r#"
        member     ETW_REALTIME_CONSUMER LoggerId  ULONG LoggerId  +0x30 on x86, 6.1  +0x58 on x64, 6.1
        member     ETW_UM_LOGGER_CONTEXT LoggerId  ULONG LoggerId  +0x14 on x86, 6.1 to 10.0  +0x14 on x64, 6.1 to 10.0
    "#]]
    .assert_eq(&found.out(0));
    let at = "lookup 0x58 x64 --version 6.2 --size 2";
    strata(format!("{at} --limit 9"), b"").prints(&expect![[r#"
        member     ETW_REALTIME_CONSUMER LoggerId  USHORT LoggerId  +0x58 on x64, 6.2 to 11-24H2
        member     _HEAP SegmentAllocatorBackTraceIndex  USHORT SegmentAllocatorBackTraceIndex  +0x58 on x64, 6.0 to 11-24H2
        member     _HEAP_SEGMENT SegmentAllocatorBackTraceIndex  USHORT SegmentAllocatorBackTraceIndex  +0x58 on x64, 6.0 to 11-24H2
    "#]]);
    strata("resolve 19045.2965", b"").prints(&expect![[r#"
        19045.2965: version of 2004, 20H2, 21H1, 21H2, 22H2
        ntoskrnl-10.0.19041.2965-x86  exact
        ntoskrnl-10.0.19041.2965-x64  exact
        ntoskrnl-10.0.19041.2965-x64  sha256 eace65a06bab6b67461ed29783cde9367c3ddd2a31b2594c59d22d77460d4f4b, time stamp 0xf71f414a, size 0x1046000
        10.0.19045.2965 is the version of a system: its kernel's file version is 10.0.19041.2965.
    "#]]);
    let near = strata("resolve 10.0.19041.2966", b"").out(0);
    assert!(near.contains("before, 1 revision away\n"), "{near}");
    assert!(near.contains("after, 358 revisions away\n"), "{near}");
    for args in [
        "search LoggerId --json",
        "lookup 88 x64 --json --version ntoskrnl-10.0.19041.2965-x64",
        "resolve 1903 --json",
    ] {
        assert!(json(args, b"").is_object(), "{args:?}");
    }
}

#[test]
fn a_command_line_that_makes_no_sense_is_another_status() {
    is_misused("layout etw_pmc_support", "VERSION");
    is_misused("layout etw_pmc_support 6.2 x64 --format xml", "dt");
    is_misused("diff etw_pmc_support 6.2 6.3/x64", "6.1/x64");
    is_misused("decode etw_pmc_support 6.2 x64 --base 4096", "an address");
    is_misused("decode etw_pmc_support 6.2 x64 --count 0", "from 1 to");
    is_misused("nothing", "unrecognized");
    for address in ["8080", ":8080", "localhost", "localhost:http", "::1:8080:"] {
        is_misused(
            format!("serve --listen {address}"),
            "such as 127.0.0.1:8080",
        );
    }
}

#[test]
fn every_command_tells_its_statuses() {
    for (command, statuses) in [
        ("check", "0 done; 1 not"),
        ("decode", "0 decoded; 1 not"),
        ("diff", "0 done; 1 not"),
        ("offsets", "0 done; 1 not"),
        ("identify", "0 something fits; 1 not"),
        ("layout", "0 done; 1 not"),
        ("list", "0 done; 1 not"),
        ("lookup", "0 done; 1 not"),
        ("resolve", "0 done; 1 not"),
        ("search", "0 done; 1 not"),
        ("serve", "0 done; 1 not"),
    ] {
        let text = strata(format!("{command} --help"), b"").out(0);
        let statuses = format!("Exit status: {statuses}");
        assert!(text.contains(&statuses), "{command}: {text}");
    }
}

const LAYOUT: &str = include_str!("../../src/api/examples/layout.txt");

#[test]
fn a_layout_is_compared_with_ours() {
    let decode = |version, arch| format!("decode ETW_PMC_SUPPORT {version} {arch}");
    strata(decode("6.2", "x64"), LAYOUT.as_bytes()).prints(&expect![[r#"
        the listing agrees with ETW_PMC_SUPPORT 6.2/x64 about every member (5)
        it agrees with 6.2 to 1607 on x64
    "#]]);
    let other = strata(decode("6.2", "x86"), LAYOUT.as_bytes());
    expect![[r#"
        the listing has pointers of 8 bytes, and 6.2/x86 has pointers of 4: choose the other architecture
        it agrees with 6.2 to 1607 on x64
    "#]].assert_eq(&other.out(3));
    let moved = LAYOUT.replace("+0x01c", "+0x018");
    let moved = strata(decode("6.2", "x64"), moved.as_bytes());
    expect![[r#"
        the listing does not agree with ETW_PMC_SUPPORT 6.2/x64: 4 of 5 members agree, and the first difference is that `CountersCount` lies at 0x18 in the listing and at 0x1c here
          line 5: `CountersCount` lies at 0x18 in the listing and at 0x1c here
        it agrees with no version that is known here
    "#]].assert_eq(&moved.out(3));
    let noisy = format!("{LAYOUT}   and a word\n");
    let noisy = strata(decode("6.2", "x64"), noisy.as_bytes());
    noisy.out(3);
    let errors = noisy.errors();
    assert!(errors.contains("line 7 is passed over"), "{errors}");
    let json = json(decode("6.2", "x64") + " --json", LAYOUT.as_bytes());
    assert_eq!(
        (&json["kind"], &json["comparison"]["agrees"]),
        (&"listing".into(), &true.into())
    );
}

#[test]
fn a_layout_is_told_its_versions() {
    strata("identify", LAYOUT.as_bytes()).prints(&expect![[r#"
        This listing agrees with ETW_PMC_SUPPORT 6.2 to 1607 on x64.

        1. ETW_PMC_SUPPORT 6.2 to 1607 x64 size 0x28: agrees
    "#]]);
    let moved = LAYOUT.replace("+0x01c", "+0x018");
    let moved = strata("identify --arch x64 --all", moved.as_bytes());
    expect![[r#"
        This listing agrees with no version that is known here. The nearest is ETW_PMC_SUPPORT 6.2 to 1607 on x64: the listing does not agree with ETW_PMC_SUPPORT 6.2/x64: 4 of 5 members agree, and the first difference is that `CountersCount` lies at 0x18 in the listing and at 0x1c here.

        1. ETW_PMC_SUPPORT 6.2 to 1607 x64 size 0x28: does not agree (1 differ)
           - line 5: `CountersCount` lies at 0x18 in the listing and at 0x1c here

        2. ETW_PMC_SUPPORT 1703 to 1809 x64 size 0x38: does not agree (6 differ)
           - line 2: `Source` is `[4] _KPROFILE_SOURCE` in the listing and `[8] _KPROFILE_SOURCE` here
           - line 3: `HookIdCount` lies at 0x10 in the listing and at 0x20 here
           - line 4: `HookId` lies at 0x14 in the listing and at 0x24 here
           - line 5: `CountersCount` lies at 0x18 in the listing and at 0x2c here

        2. ETW_PMC_SUPPORT 1903 to 11-24H2 x64 size 0x20: does not agree (6 differ)
           - line 2: `Source` is `[4] _KPROFILE_SOURCE` in the listing and `Ptr64 _KPROFILE_SOURCE` here
           - line 3: `HookIdCount` lies at 0x10 in the listing and at 0x08 here
           - line 4: `HookId` lies at 0x14 in the listing and at 0x0c here
           - line 5: `CountersCount` lies at 0x18 in the listing and at 0x14 here
    "#]].assert_eq(&moved.out(3));
}

#[test]
fn what_is_odd_about_lines_that_were_read_is_told_on_the_side() {
    let row = |at: u64, bytes: usize| format!("ffffe001`0000{at:04x}  {}\n", "00 ".repeat(bytes));
    let decode = "decode ETW_DATA_SOURCE 6.3 x64";
    let cut = [row(0x00, 16), row(0x10, 12), row(0x20, 16), row(0x30, 16)].concat();
    let typed = [row(0x00, 16), row(0x910, 16), row(0x20, 16), row(0x30, 16)].concat();
    let first = [row(0x9000, 16), row(0x10, 16), row(0x20, 16), row(0x30, 16)].concat();
    let told = |dump: &str| strata(decode, dump.as_bytes()).errors();
    expect![[r#"
        strata: read as windbg-db: 4 rows of an address and single bytes; a back-tick in the address
        strata: line 2: it ends 4 bytes before the next row begins, and other rows have so many more: it may have been cut short
        strata: read as windbg-db: 4 rows of an address and single bytes; a back-tick in the address
        strata: line 2: it says 0xffffe00100000910, but lines 1 and 3 leave exactly 0x10 bytes at 0xffffe00100000010: the address looks mistyped. Its bytes are kept at the address that it says
        strata: read as windbg-db: 4 rows of an address and single bytes; a back-tick in the address
        strata: line 1: it says 0xffffe00100009000, but lines 2 to 4 continue one another, and before them lies 0xffffe00100000000: the address looks mistyped. Its bytes are kept at the address that it says
    "#]].assert_eq(&[told(&cut), told(&typed), told(&first)].concat());
    let answer = json(format!("{decode} --json"), first.as_bytes());
    assert_eq!(answer["instances"][0]["address"], "0xffffe00100000010");
    assert_eq!(answer["input"]["notes"][0]["line"], 1);
}

#[test]
fn offsets_that_a_tool_keeps_are_judged() {
    let table = b"ETW_REALTIME_CONSUMER LoggerId 0x58\n_EPROCESS Protection 0x87a\n";
    let judged = strata("validity --at 22H2/x64 --at '2004 x64'", table);
    expect![[r#"
        at 22H2/x64: 1 same, 1 same offset but other type
        at 2004/x64: 1 same, 1 same offset but other type
        ETW_REALTIME_CONSUMER LoggerId 0x58
          2004 to 22H2/x64: same, type changed: ULONG until 6.1, USHORT since
        _EPROCESS Protection 0x87a
          2004 to 22H2/x64: same
    "#]]
    .assert_eq(&judged.out(3));
    let moved = strata("validity - --at 1507/x64 --json", table).out(3);
    let answer: serde_json::Value = serde_json::from_str(&moved).unwrap();
    expect![[r#"[{"point":"10.0/x64","same":0,"same_other_type":1,"moved":1,"retyped":0,"absent":0,"not_stated":0}]"#]]
        .assert_eq(&answer["at"].to_string());
    strata(
        "validity --at 1507/x64 --rewrite table",
        b"_KTHREAD.Teb 0xf0",
    )
    .prints(&expect![[r#"
        # at 10.0/x64
        _KTHREAD Teb 0xf0
    "#]]);
    strata("validity", b"nothing\n").fails(&expect![[r#"
        strata: line 1: no structure and no member is called so: expected `STRUCTURE Member 0x58`
    "#]]);
    strata("validity --at 22H2", table).fails(&expect![[r#"
        strata: `22H2` is not a release and an architecture: expected both, as in 22H2/x64.
    "#]]);
}

#[test]
fn shells_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = strata(format!("completions {shell}"), b"").out(0);
        assert!(
            script.contains("validity") && script.contains("export-site"),
            "{shell}"
        );
    }
    assert!(strata("man", b"").out(0).contains("strata\\-validity"));
    let folder = Folder::new("man");
    folder.strata("man .", b"").out(0);
    let page = folder.text("strata-decode.1");
    assert!(page.contains("strata\\-decode"), "{page}");
}

#[test]
fn a_dash_is_standard_output() {
    let plain = strata("export _LIST_ENTRY 22H2 x64", b"").out(0);
    let dash = strata("export _LIST_ENTRY 22H2 x64 --output -", b"").out(0);
    assert_eq!(plain, dash);
}
