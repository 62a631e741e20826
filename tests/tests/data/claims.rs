//! Tests of claims as tools keep them: headers, debuggers, disassemblers, assertions, dictionaries, tables.

use strata_core::offsets::wire::OffsetTable;
use strata_core::offsets::{Bracketing, Column, ImageFilter, Table, print};
use strata_core::validity::offsets::{Format, offsets_of};
use strata_core::validity::wire;
use strata_core::validity::wire::offsets::Offsets;
use strata_core::validity::{Claim, ClaimedMember, ClaimedType, Verdict, claims, located};
use strata_core::{ByteOffset, Point};
use strata_tests::data::dataset;

fn shown(claim: &Claim<'_>) -> String {
    let structure = claim.structure.name.as_str();
    let structure = structure.strip_prefix("ETW_").unwrap_or(structure);
    let member = match &claim.member {
        Some(ClaimedMember::Path(path)) => path.to_string(),
        Some(ClaimedMember::Row(row)) => format!("<{row}>"),
        None => "*".to_owned(),
    };
    let offset = claim.offset.map_or("?".to_owned(), |it| it.to_string());
    let arch = claim.arch.map(|arch| format!(" {arch}"));
    let said = claim.ty.as_ref().map(|said| match said {
        ClaimedType::Type(ty) | ClaimedType::Declared(ty) => format!(" {ty}"),
        ClaimedType::Size(size) => format!(" {}", size.get()),
        ClaimedType::Sized(ty, size) => format!(" {ty} {}", size.get()),
    });
    let (arch, said) = (arch.unwrap_or_default(), said.unwrap_or_default());
    format!("{structure} {member} {offset}{arch}{said}")
}

/// Checks the claims in a text, then the refused lines.
#[track_caller]
fn check(text: &str, expected: &str) {
    let read = claims(dataset(), text, None);
    let mut lines: Vec<String> = read.claims.iter().map(shown).collect();
    let refused = read.refused.iter();
    lines.extend(refused.map(|it| format!("line {} «{}» {}", it.line, it.text, it.why)));
    assert_eq!(lines.join(" | "), expected, "{text}");
}

#[test]
fn a_mark_of_byte_order_means_nothing() {
    check(
        "\u{feff}ETW_REALTIME_CONSUMER LoggerId 0x58",
        "REALTIME_CONSUMER LoggerId 0x58",
    );
}

#[test]
fn what_dt_prints() {
    check(
        "0: kd> dt nt!_ETW_REALTIME_CONSUMER\n   +0x000 Links            : _LIST_ENTRY\n   \
         +0x010 ProcessHandle    : Ptr64 Void\n   +0x058 LoggerId         : Uint2B\n   \
         +0x05a ShutDownRequested : Pos 0, 1 Bit\n",
        "REALTIME_CONSUMER Links 0x00 LIST_ENTRY | REALTIME_CONSUMER ProcessHandle 0x10 VOID * | \
         REALTIME_CONSUMER LoggerId 0x58 USHORT | REALTIME_CONSUMER ShutDownRequested 0x5a",
    );
    check(
        "ntdll!_ETW_REALTIME_CONSUMER\n+0x058 LoggerId : Uint4B",
        "REALTIME_CONSUMER LoggerId 0x58 ULONG",
    );
}

/// An unfolded member has its offset in the whole; the target of a pointer belongs to the pointed-to type.
#[test]
fn what_dt_unfolds() {
    check(
        "0: kd> dt -r1 nt!_ETW_REALTIME_CONSUMER\n   +0x000 Links            : _LIST_ENTRY\n      \
         +0x000 Flink            : Ptr64 _LIST_ENTRY\n      +0x008 Blink            : Ptr64 _LIST_ENTRY\n   \
         +0x018 ProcessObject    : Ptr64 _EPROCESS\n      +0x000 Pcb              : _KPROCESS\n   \
         +0x060 ReservedBufferSpaceBitMap : _RTL_BITMAP\n      +0x000 SizeOfBitMap     : Uint4B\n      \
         +0x008 Buffer           : Ptr64 Uint4B\n   +0x084 Wow              : UChar\n",
        "REALTIME_CONSUMER Links 0x00 LIST_ENTRY | REALTIME_CONSUMER Links.Flink 0x00 LIST_ENTRY * | \
         REALTIME_CONSUMER Links.Blink 0x08 LIST_ENTRY * | REALTIME_CONSUMER ProcessObject 0x18 EPROCESS * | \
         _EPROCESS Pcb 0x00 KPROCESS | REALTIME_CONSUMER ReservedBufferSpaceBitMap 0x60 RTL_BITMAP | \
         REALTIME_CONSUMER ReservedBufferSpaceBitMap.SizeOfBitMap 0x60 ULONG | \
         REALTIME_CONSUMER ReservedBufferSpaceBitMap.Buffer 0x68 ULONG * | REALTIME_CONSUMER Wow 0x84 UCHAR",
    );
}

/// A tool's prefix on constants is ignored where the rest is a member, and reported.
#[test]
fn constants_with_a_prefix_of_their_own() {
    let silo = dataset().structure("ETW_SILODRIVERSTATE");
    for (line, about) in [
        ("#define SILO_EtwpCounters 0xff8", silo),
        ("#define SILO_EtwpCounters 0xff8", None),
        ("const ULONG OFF_SILO_ETWP_COUNTERS = 0xff8;", silo),
        ("SILO_EtwpCounters_OFFSET = 0xff8", silo),
    ] {
        let read = claims(dataset(), line, about);
        assert!(read.refused.is_empty(), "{line}: {:?}", read.refused);
        let [claim] = read.claims.as_slice() else {
            panic!("{line}: {:?}", read.claims);
        };
        assert_eq!(shown(claim), "SILODRIVERSTATE EtwpCounters 0xff8", "{line}");
        let note = claim.note.as_deref().unwrap_or_default();
        assert!(
            note.ends_with("SILO_` is not a structure and is ignored"),
            "{line}: {note}"
        );
    }
    // An earlier line does not determine the structure of a later one.
    let after = "ETW_REALTIME_CONSUMER LoggerId 0x58\n#define SILO_EtwpCounters 0xff8";
    let read = claims(dataset(), after, None);
    let last = read.claims.last().map(shown);
    assert_eq!(last.as_deref(), Some("SILODRIVERSTATE EtwpCounters 0xff8"));
    // The rest is a member of several structures, or of none.
    for line in ["#define X_LoggerId 0x58", "#define SILO_Nonsense 0x58"] {
        assert!(claims(dataset(), line, None).claims.is_empty(), "{line}");
    }
}

#[test]
fn a_heading_names_the_structure_below() {
    for heading in [
        "struct _ETW_REALTIME_CONSUMER {",
        "typedef struct _ETW_REALTIME_CONSUMER //0x88 bytes (sizeof)\n{",
        "public static class ETW_REALTIME_CONSUMER",
        "class ETW_REALTIME_CONSUMER:",
        "class ETW_REALTIME_CONSUMER(Structure):",
        "[ETW_REALTIME_CONSUMER]",
        "ETW_REALTIME_CONSUMER:",
        "\"ETW_REALTIME_CONSUMER\": {",
        "'ETW_REALTIME_CONSUMER' = {",
        "ETW_REALTIME_CONSUMER",
    ] {
        for line in [
            "LoggerId = 0x58",
            "  LoggerId: 88",
            "    \"LoggerId\": 0x58,",
            "public const int LoggerId = 0x58;",
            "LoggerId:\n  offset: 0x58",
        ] {
            check(
                &format!("ETW_DATA_SOURCE List 0\n{heading}\n{line}\n}};"),
                "DATA_SOURCE List 0x00 | REALTIME_CONSUMER LoggerId 0x58",
            );
        }
    }
}

#[test]
fn members_of_c_with_their_offsets_as_remarks() {
    check(
        "//0x88 bytes (sizeof)\nstruct _ETW_REALTIME_CONSUMER\n{\n    struct _LIST_ENTRY Links;    //0x0\n    \
         ULONG LoggerId;    //0x58\n    /* 0x5e */ BOOLEAN Disconnected;\n    union\n    {\n        UCHAR Flags;   // 0x5a\n    };\n}; ",
        "REALTIME_CONSUMER Links 0x00 LIST_ENTRY | REALTIME_CONSUMER LoggerId 0x58 ULONG | \
         REALTIME_CONSUMER Disconnected 0x5e BOOLEAN | REALTIME_CONSUMER Flags 0x5a UCHAR",
    );
}

/// Types under other names are those of the symbols.
#[test]
fn members_of_c_with_types_by_other_names() {
    check(
        "struct _ETW_REALTIME_CONSUMER {\n    unsigned long BuffersLost; // 0x50\n    uint32_t LoggerId; // 0x58\n    \
         PEPROCESS ProcessObject; // 0x18\n    unsigned __int64 Spare[2]; // 0x20\n};",
        "REALTIME_CONSUMER BuffersLost 0x50 ULONG | REALTIME_CONSUMER LoggerId 0x58 ULONG | \
         REALTIME_CONSUMER ProcessObject 0x18 EPROCESS * | REALTIME_CONSUMER Spare 0x20 ULONGLONG [2]",
    );
}

#[test]
fn dictionaries_on_one_line_and_on_many() {
    check(
        "{\"ETW_REALTIME_CONSUMER\":{\"LoggerId\":88,\"Wow\":\"0x84\"}}",
        "REALTIME_CONSUMER LoggerId 0x58 | REALTIME_CONSUMER Wow 0x84",
    );
    check(
        "offsets = {'ETW_REALTIME_CONSUMER': {'LoggerId': 0x58}}\n# later\noffsets['ETW_REALTIME_CONSUMER']['Wow'] = 0x11\n\
         X = dict(LoggerId=0x58, Wow=0x84)\n",
        "REALTIME_CONSUMER LoggerId 0x58 | REALTIME_CONSUMER Wow 0x11 | \
         line 4 «X = dict(LoggerId=0x58, Wow=0x84)» a second offset, `0x84`: expected one claim per line",
    );
    check(
        "struct,field,offset,size,type\nETW_REALTIME_CONSUMER,LoggerId,0x58,4,USHORT\n",
        "REALTIME_CONSUMER LoggerId 0x58 USHORT 4",
    );
    check(
        "'ETW_REALTIME_CONSUMER': {'ProcessHandle': 0x10}",
        "REALTIME_CONSUMER ProcessHandle 0x10",
    );
    check(
        "import os\nOFFSETS = {\n    'ETW_REALTIME_CONSUMER': {'ProcessHandle': 0x10},  # Windows 7\n}\n",
        "REALTIME_CONSUMER ProcessHandle 0x10 | \
         line 1 «import os» There is no structure `import`. Did you mean _IMAGE_IMPORT_CONTROL_TRANSFER_DYNAMIC_RELOCATION?",
    );
    check(
        "OFFSETS = {\n    'x64': {\n        'ETW_REALTIME_CONSUMER': {\n            'LoggerId': 0x58,  # so\n            \
         'Links': {'Blink': 8},\n        },\n    },\n}\n",
        "REALTIME_CONSUMER LoggerId 0x58 x64 | REALTIME_CONSUMER Links.Blink 0x08 x64",
    );
    check(
        "[\n  {\"structure\": \"ETW_REALTIME_CONSUMER\", \"member\": \"LoggerId\", \"offset\": 88, \"type\": \"ULONG\"},\n  \
         {\"struct\": \"ETW_REALTIME_CONSUMER\", \"field\": \"Wow\",\n   \"arch\": \"x64\", \"version\": \"6.2\", \"offset\": \"0x84\", \"size\": 1},\n  \
         {\"name\": \"LoggerId\", \"structure\": \"ETW_DATA_SOURC\", \"offset\": 3}\n]",
        "REALTIME_CONSUMER LoggerId 0x58 ULONG | REALTIME_CONSUMER Wow 0x84 x64 1 | \
         line 5 «LoggerId» There is no structure `ETW_DATA_SOURC`. Did you mean ETW_DATA_SOURCE?",
    );
    check(
        "[[\"ETW_REALTIME_CONSUMER\", \"LoggerId\", 88]]",
        "REALTIME_CONSUMER LoggerId 0x58",
    );
    check(
        "{\"ETW_REALTIME_CONSUMER\": {\"LoggerId\": 88",
        "REALTIME_CONSUMER LoggerId 0x58 | \
         line 1 «» a bracket is opened here and not closed: it was read as if it ended with the text",
    );
}

#[test]
fn what_disassemblers_list() {
    check(
        "00000000 ETW_REALTIME_CONSUMER struc ; (sizeof=0x88, align=0x8)\n00000058 LoggerId        dw ?\n\
         0000005A Flags           db ?\n0000005B                 db ? ; undefined\n00000060 ReservedBufferSpaceBitMap RTL_BITMAP ?\n\
         00000088 ETW_REALTIME_CONSUMER ends\n",
        "REALTIME_CONSUMER LoggerId 0x58 2 | REALTIME_CONSUMER Flags 0x5a 1 | \
         REALTIME_CONSUMER ReservedBufferSpaceBitMap 0x60 RTL_BITMAP",
    );
}

#[test]
fn assertions_and_constants() {
    for text in [
        "C_ASSERT(FIELD_OFFSET(ETW_REALTIME_CONSUMER, LoggerId) == 0x58);",
        "static_assert(offsetof(struct _ETW_REALTIME_CONSUMER, LoggerId) == 0x58, \"LoggerId moved from 0x58\");",
        "assert_eq!(core::mem::offset_of!(ETW_REALTIME_CONSUMER, LoggerId), 0x58);",
        "pub const ETW_REALTIME_CONSUMER_LOGGER_ID: usize = 0x58;",
        "const ULONG ETW_REALTIME_CONSUMER_LoggerId = 0x58;",
        "static constexpr std::size_t ETW_REALTIME_CONSUMER_LoggerId = 0x58u;",
        "#define ETW_REALTIME_CONSUMER_LoggerId 0x58",
        "#define _ETW_REALTIME_CONSUMER_LoggerId 0x58",
        "#define ETW_REALTIME_CONSUMER_LOGGER_ID_OFFSET 58h",
        "constexpr auto k = offsetof(ETW_REALTIME_CONSUMER, LoggerId); // 0x58",
        "DWORD_PTR ETW_REALTIME_CONSUMER_LoggerId = 0x58;",
        "ETW_REALTIME_CONSUMER LoggerId 0n88",
    ] {
        check(text, "REALTIME_CONSUMER LoggerId 0x58");
    }
    // A constant of a point is of its architecture.
    for (text, arch) in [
        (
            "#define ETW_REALTIME_CONSUMER_LoggerId_6_2_x64 0x58 /* USHORT */",
            "x64",
        ),
        (
            "constexpr etw_realtime_consumer_LoggerId_server_2022_x64 = 88;",
            "x64",
        ),
        (
            "ETW_REALTIME_CONSUMER_LoggerId_10_0_19041_264_x86 0x58",
            "x86",
        ),
    ] {
        check(text, &format!("REALTIME_CONSUMER LoggerId 0x58 {arch}"));
    }
    // A comment with another offset is the claim; nothing is invented.
    check(
        "constexpr auto k = offsetof(_EPROCESS, Token); // 0x4b8",
        "_EPROCESS Token 0x4b8",
    );
    check(
        "DWORD_PTR EPROCESS_UniqueProcessId = 0x440;",
        "_EPROCESS UniqueProcessId 0x440",
    );
}

/// A key that is a build is the version for which the offsets inside it are stated.
#[test]
fn offsets_by_build() {
    let text = "{\"19041\": {\"_EPROCESS\": {\"Token\": 1208}}, \"18362\": {\"_EPROCESS\": {\"Token\": 864}}}";
    check(text, "_EPROCESS Token 0x4b8 | _EPROCESS Token 0x360");
    let read = claims(dataset(), text, None);
    let answer = wire::answer(dataset(), &read, None);
    let stated: Vec<&[Point]> = answer.items.iter().map(|it| &*it.stated_for).collect();
    assert!(
        stated[0].contains(&"2004/x64".parse().unwrap()),
        "{stated:?}"
    );
    assert!(
        stated[1].contains(&"1903/x64".parse().unwrap()),
        "{stated:?}"
    );
}

/// What `strata offsets` writes for EDRSandblast, and as CSV with a line for each image.
#[test]
fn tables_with_a_column_for_each_member() {
    let text = "ntoskrnlVersion,PsProcessType,_EPROCESS_Protection,_ETW_REG_ENTRY_GuidEntry,_OBJECT_TYPE_CallbackList\n\
                ntoskrnl_17763-379.exe,5432d0,6ca,20,c8\n\
                ntoskrnl_19041-264.exe,0,87a,20,0\n";
    check(
        text,
        "_EPROCESS Protection 0x6ca x64 | _ETW_REG_ENTRY GuidEntry 0x20 x64 | _OBJECT_TYPE CallbackList 0xc8 x64 | \
         _EPROCESS Protection 0x87a x64 | \
         line 1 «ntoskrnlVersion,PsProcessType,_EPROCESS_Protection,_ETW_REG_ENTRY_GuidEntry,_OBJ…» no offsets of members, which are not judged: PsProcessType",
    );
    let versions = claims(dataset(), text, None);
    assert_eq!(versions.claims[1].versions.len(), 2);
    check(
        "image,module,arch,version,_EPROCESS.Token,bracketed,source\n\
         ntoskrnl-10.0.19041.264-x64,ntoskrnl,x64,10.0.19041.264,0x4b8,,vergilius-kernels-data\n\
         ntoskrnl-5.0.2195.1-x86,ntoskrnl,x86,5.0.2195.1,absent,,\n",
        "_EPROCESS Token 0x4b8 x64",
    );
}

#[test]
fn columns_in_any_order() {
    check(
        "offset;type;member;arch;structure;version\n0x58;ULONG;LoggerId;x64;ETW_REALTIME_CONSUMER;6.1\n\
         0x58;USHORT;LoggerId;x64;\"ETW_REALTIME_CONSUMER\";6.2\n0x58;USHORT;LoggerId;x64;ETW_REALTIME_CONSUMER;6.3\n\
         zz;;LoggerId;x64;ETW_REALTIME_CONSUMER;6.3\n",
        "REALTIME_CONSUMER LoggerId 0x58 x64 ULONG | REALTIME_CONSUMER LoggerId 0x58 x64 USHORT | \
         line 5 «zz;;LoggerId;x64;ETW_REALTIME_CONSUMER;6.3» `zz` is not an offset: expected hexadecimal such as 0x58, or decimal",
    );
}

#[test]
fn a_bare_offset_and_a_bare_member() {
    check(
        "+0x58 x64\nLoggerId\nLoggerId 0x58 x86\nETW_DATA_SOURCE List\nnonsense\0\u{202e}",
        "REALTIME_CONSUMER * 0x58 x64 | UM_LOGGER_CONTEXT * 0x58 x64 | REALTIME_CONSUMER LoggerId ? | \
         UM_LOGGER_CONTEXT LoggerId ? | REALTIME_CONSUMER LoggerId 0x58 x86 | UM_LOGGER_CONTEXT LoggerId 0x58 x86 | \
         DATA_SOURCE List ? | \
         line 5 «nonsense\\u0000\\u202e» it names no known structure: expected `STRUCTURE Member 0x58`",
    );
}

#[test]
fn what_the_site_writes_is_read_back_wholly() {
    for structure in dataset().audited() {
        let located = located(dataset(), structure, None, &[]).expect("all members");
        let points: Vec<_> = structure.layouts().iter().map(|it| it.point).collect();
        let json = serde_json::to_string(&Offsets::new(dataset(), structure, &located, &points));
        let stated = |at: &Point| {
            let mut places = located.iter().flat_map(|it| &it.places.points);
            places.any(|it| it.offset.is_some() && it.points.contains(at))
        };
        assert!(points.iter().all(stated));
        let formats = Format::ALL.map(|format| offsets_of(structure, &located, &points, format));
        for text in formats.iter().chain(&json.ok()) {
            let read = claims(dataset(), text, None);
            let name = structure.name.as_str();
            assert_eq!(
                read.refused,
                [],
                "{name} {}",
                text.get(..200).unwrap_or(text)
            );
            assert_eq!(read.omitted, 0, "{name}");
            for claim in &read.claims {
                assert_eq!(claim.structure.name.as_str(), name);
                assert!(claim.arch.is_some(), "{}", shown(claim));
            }
            for it in &located {
                let places = it.places.points.iter();
                for place in places.filter(|it| it.points.iter().any(|at| points.contains(at))) {
                    let Some(offset) = place.offset else { continue };
                    let there =
                        |claim: &&Claim<'_>| claim.offset.is_some_and(|it| it.get() == offset);
                    assert!(
                        read.claims.iter().any(|claim| there(&claim)),
                        "{name} {}",
                        it.places.member
                    );
                }
            }
        }
    }
}

/// A table of members in every image holds wherever it says so; one in a format for programs is refused as a whole, as
/// the size of a type is.
#[test]
fn tables_of_images_are_read_back() {
    let names = [
        "_EPROCESS.Token",
        "_EPROCESS.JobNotReallyActive",
        "_EPROCESS",
    ];
    let images = ImageFilter::read(dataset(), "10.0.17763..,x64").expect("images");
    let table = |bracketing| {
        let columns = Column::find_all(dataset(), &names).expect("columns");
        Table::new(dataset(), columns, &images, bracketing)
    };
    let json = OffsetTable::new(dataset(), &table(Bracketing::Include), &[]);
    let json = [
        serde_json::to_string(&json),
        serde_json::to_string_pretty(&json),
    ];
    let mut texts: Vec<(String, bool)> = json
        .into_iter()
        .map(|it| (it.expect("JSON"), false))
        .collect();
    for format in print::Format::ALL {
        let text = print::print(&table(format.bracketing()), dataset(), ("", &[]), format);
        let is_for_programs = matches!(
            format,
            print::Format::C | print::Format::Rust | print::Format::Python
        );
        texts.push((text, !is_for_programs));
    }
    for (text, is_read) in texts {
        let read = claims(dataset(), &text, None);
        let head = text.get(..200).unwrap_or_default();
        assert_eq!(
            !read.claims.is_empty(),
            is_read,
            "{head}: {:?}",
            read.refused
        );
        assert!(!read.refused.is_empty(), "{head}");
        assert!(
            read.refused
                .iter()
                .all(|it| !is_read || it.text.contains("EPROCESS"))
        );
        for item in wire::answer(dataset(), &read, None).items {
            assert!(!item.stated_for.is_empty(), "{head}");
            for point in &item.stated_for {
                let mut there = item.points.iter().filter(|it| it.points.contains(point));
                assert!(
                    there.any(|it| it.verdict == Verdict::Same),
                    "{head}: {item:?}"
                );
            }
        }
    }
}

/// Members can have the names of types: `Token`, `Peb`. Only `Token+0x58` is a claim about the type.
#[test]
fn a_member_with_the_name_of_a_type() {
    for text in [
        "{\"_EPROCESS\": {\"Peb\": {\"offset\": 1360}}}",
        "{\"_EPROCESS\":\n {\"Peb\": 1360}}",
        "{\"name\": \"_EPROCESS\", \"members\": [{\"name\": \"Peb\", \"offset\": 1360}]}",
        "{'_EPROCESS': [0x4d0, {'Peb': [0x550, ['pointer64', ['_PEB']]]}]}",
        "{\"$STRUCTS\": {\"_EPROCESS\": [2176, {\"Peb\": [1360, [\"Pointer\", {\"target\": \"_PEB\"}]]}]}}",
        "## EPROCESS\n\n| Field | Offset |\n|---|---:|\n| Peb | 0x550 |",
        "[offsets.eprocess]\nPeb = 0x550",
        "X(EPROCESS, Peb, 0x550)",
        "#define PEB_OFFSET 0x550 // nt!_EPROCESS.Peb",
        "#define MY_OFF_EPROCESS_Peb 0x550",
        "EPROCESS::PebOffset = 0x550;",
        "g_ctx.EPROCESS_Peb = 0x550;",
    ] {
        check(text, "_EPROCESS Peb 0x550");
    }
    let only_a_type =
        "is a type, or a member of an unknown structure: write `Peb+0x58`, or `STRUCTURE Peb 0x58`";
    for text in [
        "Peb = 0x550",
        "constexpr auto Peb = 0x550;",
        "{\"Peb\": {\"offset\": 1360}}",
    ] {
        let read = claims(dataset(), text, None);
        assert!(read.claims.is_empty(), "{text}");
        assert!(
            read.refused[0].why.ends_with(only_a_type),
            "{text}: {:?}",
            read.refused
        );
    }
    check("Peb+0x10", "_PEB * 0x10");
    // A member whose name ends with that of a member of another structure.
    check(
        "_EPROCESS.Token = 0x358\nunique_process_id = 0x2e0\nKTHREAD: {\n PARENT_TEB: 0xf0,\n}",
        "_EPROCESS Token 0x358 | _EPROCESS UniqueProcessId 0x2e0 | _KTHREAD PARENT_TEB 0xf0",
    );
    let other = "LDTE_LINKS = 0x00";
    assert!(claims(dataset(), other, None).claims.is_empty());
}

/// Arithmetic, other comparisons and numbers whose radix is open state no offset.
#[test]
fn what_states_no_offset_is_refused() {
    let asserted = "only `offsetof(STRUCTURE, Member) == 0x58` states an offset";
    for (text, why) in [
        (
            "C_ASSERT((FIELD_OFFSET(_EPROCESS, Token) & 7) == 0);",
            asserted,
        ),
        (
            "C_ASSERT(sizeof(X) == FIELD_OFFSET(_EPROCESS, Token) + 8);",
            asserted,
        ),
        (
            "static_assert(offsetof(_EPROCESS, Token) >= 0x4b8);",
            asserted,
        ),
        (
            "static_assert(0x4b8 != offsetof(_EPROCESS, Token));",
            asserted,
        ),
        (
            "static_assert(8 + 0x4b0 == offsetof(_EPROCESS, Token));",
            asserted,
        ),
        (
            "static_assert(offsetof(_EPROCESS, Token) == 0x4b0 + 8);",
            asserted,
        ),
        (
            "_EPROCESS Token +448",
            "`+448` is hexadecimal to a debugger and decimal to C: write 0x448, or the member",
        ),
        (
            "_EPROCESS Token 0448",
            "`0448` is octal to C and hexadecimal in a dump: write 0x0448",
        ),
        (
            "_KTHREAD State\n0,",
            "neither a structure nor a member: expected `STRUCTURE Member 0x58`",
        ),
        (
            "struct _OFFSETS_XQ {\n ULONG EPROCESS_Token;\n};",
            "it declares a variable for an offset, and states none",
        ),
    ] {
        let read = claims(dataset(), text, None);
        assert!(
            read.claims.iter().all(|it| it.offset.is_none()),
            "{text}: {:?}",
            read.claims
        );
        assert!(
            read.refused.iter().any(|it| it.why == why),
            "{text}: {:?}",
            read.refused
        );
    }
    check(
        "static_assert(0x4b8 == offsetof(_EPROCESS, Token));",
        "_EPROCESS Token 0x4b8",
    );
    check(
        "Structure,Member,Offset\n_EPROCESS,Token,4B8\n_EPROCESS,UniqueProcessId,440",
        "_EPROCESS Token 0x4b8 | _EPROCESS UniqueProcessId 0x440",
    );
}

/// Comments and types beside members, lines that a compiler removes, and the member of a path.
#[test]
fn declarations_and_listings_as_tools_write_them() {
    check(
        "typedef struct _KPCR {\n/*0x000*/ struct _NT_TIB NtTib; // 8 elements, 0x38 bytes (sizeof)\n\
         /*0x018*/ struct _KPCR* Self;\n};",
        "_KPCR NtTib 0x00 NT_TIB | _KPCR Self 0x18 KPCR *",
    );
    check(
        "nt!_EPROCESS\n [+0x460] Flags2 : 0x1 [Type: unsigned long]\n [+0x460 ( 0: 0)] JobNotReallyActive : 0x0 [Type: unsigned long]",
        "_EPROCESS Flags2 0x460 ULONG | _EPROCESS JobNotReallyActive 0x460",
    );
    check(
        "0: kd> dt nt!_KTHREAD ApcState.Process\n   +0x098 ApcState         : \n      +0x020 Process          : Ptr64 _KPROCESS",
        "_KTHREAD ApcState 0x98 | _KTHREAD ApcState.Process 0xb8 KPROCESS *",
    );
    check(
        "#if 0\n#define EPROCESS_TOKEN 0x360\n#endif\n/*\n#define EPROCESS_TOKEN 0x358\n*/\n\
         #ifdef _M_ARM64\n#define EPROCESS_TOKEN 0x4b0\n#else\n#define EPROCESS_TOKEN 0x4b8\n#endif",
        "_EPROCESS TOKEN 0x4b0 arm64 | _EPROCESS TOKEN 0x4b8",
    );
    let text = "Structure,Member,Offset,Version\n_EPROCESS,Token,0x4b8,Windows 11 22H2\n_EPROCESS,Token,0x4b8,Vistula";
    let read = claims(dataset(), text, None);
    assert_eq!(read.claims[0].versions.len(), 1);
    let note = read.claims[1].note.as_deref();
    assert_eq!(
        note,
        Some("the version `Vistula` is not known and is ignored")
    );
}

/// Attributes of C#, blocks of Rust, Volatility's shell, YAML, and constants and columns with a version.
#[test]
fn members_and_versions_as_other_tools_write_them() {
    let both = "_EPROCESS UniqueProcessId 0x440 | _EPROCESS Token 0x4b8";
    for text in [
        "public unsafe struct _EPROCESS\n{\n [FieldOffset(0x440)] public IntPtr UniqueProcessId;\n \
         [FieldOffset(1208)] public EX_FAST_REF Token;\n}",
        "public struct _EPROCESS\n{\n [FieldOffset(0x440)]\n public IntPtr UniqueProcessId;\n [FieldOffset(1208)]\n \
         public EX_FAST_REF Token;\n}",
        "impl EPROCESS {\n pub const UNIQUE_PROCESS_ID: usize = 0x440;\n pub const Token: usize = 0x4b8;\n}",
        "mod eprocess {\n pub const UNIQUE_PROCESS_ID: usize = 0x440;\n pub const Token: usize = 0x4b8;\n}",
        "/// `nt!_EPROCESS` offsets (22H2)\npub const UNIQUE_PROCESS_ID: usize = 0x440;\npub const Token: usize = 0x4b8;",
        "(layer_name) >>> dt('_EPROCESS')\nsymbol_table_name1!_EPROCESS (2624 bytes):\n  \
         0x440 :   UniqueProcessId    *symbol_table_name1!void\n  0x4b8 :   Token   symbol_table_name1!_EX_FAST_REF",
        ">>> dt(\"_EPROCESS\")\n'_EPROCESS' (1232 bytes)\n0x440 : UniqueProcessId   ['unsigned int']\n\
         0x4b8 : Token     ['_EX_FAST_REF', {'is_utc': True}]",
        "_EPROCESS:\n  - name: UniqueProcessId\n    offset: 0x440\n  - name: Token\n    type: _EX_FAST_REF\n    \
         size: 8\n    offset: 0x4b8",
        "- structure: _EPROCESS\n  members:\n  - name: UniqueProcessId\n    offset: 0x440\n  - name: Token\n    offset: 0x4b8",
        "### EPROCESS 字段偏移（22H2）\n\n| 字段 | 偏移 |\n|---|---|\n| UniqueProcessId | 0x440 |\n| Token | 0x4b8 |",
        "## EPROCESS\n\n| Field | Offset | Purpose |\n|---|---|---|\n| UniqueProcessId | 0x440 | PID |\n| Token | 0x4b8 | rights |",
    ] {
        check(text, both);
    }
    // Each value is stated for its version.
    for text in [
        "| Member | 1809 | Win10 22H2 |\n|---|---|---|\n| _EPROCESS.Token | 0x358 | 0x4b8 |\n| _EPROCESS.Peb | - | |",
        "## EPROCESS\n\n| Build | Token | Peb |\n|---|---|---|\n| 1809 | 0x358 | - |\n| 19045+ (22H2) | 0x4b8 | - |",
        "'17763':\n  _EPROCESS:\n    Token: 0x358\n19045:\n  _EPROCESS:\n    Token: 0x4b8",
        "case 17763:\n EPROCESS_TOKEN = 0x358;\n break;\ncase 19045: // 22H2\n EPROCESS_TOKEN = 0x4b8;\n break;",
        "#define EPROCESS_TOKEN_OFFSET_W10_1809 0x358\n#define EPROCESS_TOKEN_OFFSET_22H2 0x4b8",
    ] {
        let read = claims(dataset(), text, None);
        assert_eq!(read.refused, [], "{text}");
        let stated = |it: &Claim<'_>| (it.offset.map(ByteOffset::get), it.versions[0].to_string());
        let stated: Vec<_> = read.claims.iter().map(stated).collect();
        let expected = [(0x358, "1809"), (0x4b8, "22H2")];
        let expected = expected.map(|(offset, version)| (Some(offset), version.to_owned()));
        assert_eq!(stated, expected, "{text}");
    }
    check(
        "Member,22H2 x64\n_EPROCESS.Token,0x4b8",
        "_EPROCESS Token 0x4b8 x64",
    );
}

/// A second structure whose name is that of a member of the first, and members of inner structures.
#[test]
fn a_structure_with_the_name_of_a_member() {
    for text in [
        "nt!_EPROCESS\n   +0x4b8 Token            : _EX_FAST_REF\nnt!_TOKEN\n   +0x040 Privileges       : Uint8B",
        "[EPROCESS]\nToken=0x4b8\n[TOKEN]\nPrivileges=0x40",
        "EPROCESS:\n  Token: 0x4b8\nTOKEN:\n  Privileges: 0x40",
        "namespace EPROCESS {\n auto Token = 0x4b8;\n}\nnamespace TOKEN {\n auto Privileges = 0x40;\n}",
        "EPROCESS Token 0x4b8\nTOKEN Privileges 0x40",
        "EPROCESS.Token = 0x4b8\nTOKEN.Privileges = 0x40",
    ] {
        let read = claims(dataset(), text, None);
        let found = read
            .claims
            .iter()
            .map(|it| (it.structure.name.as_str(), it.offset));
        let places = [("_EPROCESS", 0x4b8), ("_TOKEN", 0x40)]
            .map(|(name, offset)| (name, Some(ByteOffset::new(offset))));
        assert_eq!(found.collect::<Vec<_>>(), places, "{text}");
    }
    check(
        "_EPROCESS Token 0x4b8\nTOKEN Nonsense 0x40",
        "_EPROCESS Token 0x4b8 | \
         line 2 «TOKEN Nonsense 0x40» `TOKEN Nonsense` is not a member of a known structure: expected `STRUCTURE Member 0x58`",
    );
    check(
        "struct _IO_STACK_LOCATION {\n UCHAR Flags; //0x2\n union {\n  struct {\n   ULONG Options; //0x10\n  } Create; //0x8\n } Parameters; //0x8\n};",
        "_IO_STACK_LOCATION Flags 0x02 UCHAR | _IO_STACK_LOCATION Parameters.Create.Options 0x10 ULONG",
    );
    check(
        "> 0: kd> dt nt!_KTHREAD Tcb\n>    +0x098 ApcState         : \n>       +0x020 Process          : Ptr64 _KPROCESS",
        "_KTHREAD ApcState 0x98 | _KTHREAD ApcState.Process 0xb8 KPROCESS *",
    );
    check(
        "_FAULT_INFORMATION Arm64 0x8",
        "_FAULT_INFORMATION Arm64 0x08",
    );
    // Names that only the file gives to inner structures, one of them that of a type.
    check(
        "struct _KLDR_DATA_TABLE_ENTRY {\n union {\n  UINT16 SignatureLevel : 4;\n } u;\n PVOID SectionPointer; // 0x80\n};",
        "_KLDR_DATA_TABLE_ENTRY SignatureLevel ? | _KLDR_DATA_TABLE_ENTRY SectionPointer 0x80 PVOID",
    );
    // A comment names the member of a number.
    check(
        "// EPROCESS offsets of 22H2\n  0x440, // UniqueProcessId\n  0x7d0, // Other",
        "_EPROCESS UniqueProcessId 0x440 | \
         line 3 «0x7d0, // Other» an offset alone names no member: expected `STRUCTURE Member 0x58`",
    );
    // Offsets on lines of their own, before or after the members.
    check(
        "struct _EPROCESS {\n // 0x550\n PEB* Peb;\n /* +0x464 */\n ULONG Flags;\n};",
        "_EPROCESS Peb 0x550 PEB * | _EPROCESS Flags 0x464 ULONG",
    );
    check(
        "struct _EPROCESS {\n PEB* Peb;\n // 0x550\n ULONG Flags;\n // 0x464\n};",
        "_EPROCESS Peb ? PEB * | _EPROCESS Flags ? ULONG",
    );
    // The type after the offset, and the target of a pointer.
    check(
        "_EPROCESS Peb 0x550 PEB *\n_EPROCESS Job 0x510 PEJOB\n_EPROCESS Flags 0x464 ULONG*\nTEB+0x60 -> PEB",
        "_EPROCESS Peb 0x550 PEB * | _EPROCESS Job 0x510 _EJOB * | _EPROCESS Flags 0x464 ULONG * | _TEB * 0x60",
    );
    // A comment that names no member.
    check(
        "EPROCESS: {\n  UNIQUE_PROCESS_ID: 0x440, // KPROCESS.DTB of the process\n},",
        "_EPROCESS UniqueProcessId 0x440",
    );
    check(
        "static_assert(offsetof(EPROCESS, Token) == 0x4b8 && offsetof(EPROCESS, Peb) == 0x550, \"x\");",
        "_EPROCESS Token 0x4b8 | _EPROCESS Peb 0x550",
    );
    check(
        "Structure,Member,Offset,Arch\n_EPROCESS,Token,0x4b8,AMD64",
        "_EPROCESS Token 0x4b8 x64",
    );
}

/// A declaration may state less than symbols, and a point that an article describes is not that of a symbol file.
#[test]
fn declarations_are_compared_as_headers_are() {
    let judged = |text: &str, at: &str| {
        let points = [at.parse().unwrap()];
        let claims = claims(dataset(), text, None);
        let answer = wire::answer_at(dataset(), &claims, None, &points);
        let answer = answer.at(dataset().catalogue(), &points);
        answer.at[0].to_string()
    };
    let header = "struct _EPROCESS {\n PPEB Peb; //0x550\n ULONGLONG CreateTime; //0x468\n PVOID ObjectTable; //0x570\n};";
    assert_eq!(judged(header, "22H2/x64"), "at 22H2/x64: 3 same");
    let other = "struct _EPROCESS {\n ULONG Peb; //0x550\n};";
    assert_eq!(judged(other, "22H2/x64"), "at 22H2/x64: 1 retyped");
    let described = "ETW_REALTIME_CONSUMER ShutDownRequested 0x5c";
    assert_eq!(judged(described, "6.0/x64"), "at 6.0/x64: 1 same");
}

/// A title, and the end of its block, end the lines about a structure.
#[test]
fn what_ends_the_lines_about_a_structure() {
    for text in [
        "### EPROCESS offsets\n\n| Field | Offset |\n|---|---|\n| Token | 0x4b8 |\n\n### OB_CALLBACK_ENTRY offsets\n\n\
         | Field | Offset |\n|---|---|\n| Peb | 0x28 |",
        "// EPROCESS offsets for Windows 11\n\nconstexpr u64 Token = 0x4b8;\n\n// win32k tagWND\nconstexpr u64 Peb = 0x30;",
        "; _EPROCESS\nToken equ 0x4b8\n; my own struct\nPeb equ 8",
        "**EPROCESS**\n- Token 0x4b8\n\n**CALLBACK_ENTRY (undocumented)**\n- Peb 0x14",
        "namespace EPROCESS {\n constexpr auto Token = 0x4b8;\n}\nconstexpr auto Peb = 0x2;",
    ] {
        let read = claims(dataset(), text, None);
        let found: Vec<String> = read.claims.iter().map(shown).collect();
        assert_eq!(found, ["_EPROCESS Token 0x4b8"], "{text}");
        assert_eq!(read.refused.len(), 1, "{text}: {:?}", read.refused);
    }
    // A comment about a member, disabled code and inner blocks end nothing.
    check(
        "struct _EPROCESS {\n  PEB* Peb; // 0x550\n  union {\n    ULONG Flags; // 0x464\n  };\n  // the token\n  \
         EX_FAST_REF Token; // 0x4b8\n};",
        "_EPROCESS Peb 0x550 PEB * | _EPROCESS Flags 0x464 ULONG | _EPROCESS Token 0x4b8 EX_FAST_REF",
    );
    check(
        "// EPROCESS\n// of 22H2\nToken = 0x4b8\n// Job = 0x10\n// Peb of the process\nPeb = 0x550",
        "_EPROCESS Token 0x4b8 | _EPROCESS Peb 0x550",
    );
}

/// Only `TYPE+0x58` names an offset in a type, a variable's first value is no offset, and what is compiled for one
/// architecture is not claimed of the other.
#[test]
fn what_is_claimed_of_nothing_else() {
    for text in [
        "Token +0x248",
        "- Peb: +0x2e0",
        "+0x248 Token",
        "| Field | Offset |\n|---|---|\n| Token | +0x248 |",
        "inline std::uint64_t eprocess_peb = 0;",
        "EPROCESS.Peb = 0xffffffff;",
        "_EPROCESS.ActiveProcessLinks+0x8",
        "#define KTHREAD_APC_PROCESS 0xb8 // KAPC_STATE.Process",
        "#define EPROCESS_TOKEN 0x4b8 // EX_FAST_REF.Object",
    ] {
        let read = claims(dataset(), text, None);
        assert!(read.claims.is_empty(), "{text}: {:?}", read.claims);
        assert_eq!(read.refused.len(), 1, "{text}");
    }
    for (condition, expected) in [
        ("ifdef _WIN64", "_PEB Ldr 0x18 x64 | _PEB Ldr 0x0c x86"),
        ("ifndef _M_AMD64", "_PEB Ldr 0x18 x86 | _PEB Ldr 0x0c x64"),
    ] {
        let text = "#define PEB_Ldr 0x18\n#else\n#define PEB_Ldr 0xc\n#endif";
        check(&format!("#{condition}\n{text}"), expected);
    }
}

/// A bit that a text states is compared, too.
#[test]
fn a_stated_bit_is_compared() {
    let judged = |text: &str| {
        let points = ["22H2/x64".parse().unwrap()];
        let answer = wire::answer(dataset(), &claims(dataset(), text, None), None);
        let answer = answer.at(dataset().catalogue(), &points);
        answer.at[0].to_string()
    };
    let dt = |bits: &str| format!("nt!_EPROCESS\n   +0x460 ExitProcessReported : {bits}");
    assert_eq!(judged(&dt("Pos 3, 1 Bit")), "at 22H2/x64: 1 same");
    assert_eq!(judged(&dt("Pos 5, 1 Bit")), "at 22H2/x64: 1 moved");
    assert_eq!(judged(&dt("Pos 3, 2 Bits")), "at 22H2/x64: 1 retyped");
    for text in [
        "_EPROCESS ExitProcessReported 0x460 # bit 5",
        "Structure,Member,Offset,Bit\n_EPROCESS,ExitProcessReported,0x460,5",
        "{\"_EPROCESS\": {\"ExitProcessReported\": {\"offset\": 1120, \"type\": {\"kind\": \"bitfield\", \"bit_position\": 5}}}}",
        "struct _EPROCESS {\n/* 0x0460 */ unsigned long ExitProcessReported : 1; /* bit position: 5 */\n};",
    ] {
        assert_eq!(judged(text), "at 22H2/x64: 1 moved", "{text}");
    }
    // The fields of an integer of 1809.
    let fields = "Initialized:1 DeletePending:1 PoolInitialized:1 DynamicVaInitialized:1 WsInitialized:1 PoolDestroyed:1 \
                  ObjectInitialized:1 LeakedPoolDeliberately:1 Filler:24";
    let fields = fields.split(' ').map(|it| format!("  ULONG {it}; //0x0\n"));
    let text = format!(
        "struct _MM_SESSION_SPACE_FLAGS {{\n{}}};",
        fields.collect::<String>()
    );
    assert_eq!(judged(&text), "at 22H2/x64: 7 same, 1 moved, 1 retyped");
}

/// A header or prose without a known type is reported once.
#[test]
fn what_names_no_known_type_is_told_once() {
    check(
        "typedef struct _XQZT {\n  LIST_ENTRY Links;\n  ULONG Count;\n} XQZT;",
        "line 1 «typedef struct _XQZT {» There is no structure `_XQZT`.",
    );
    check(
        "_XQZT {\nFirst 0x10\n}\n_YQZT {\nSecond 0x10\n}",
        "line 1 «_XQZT {» none of the types that it names is known here: _XQZT, _YQZT",
    );
    check("a b c d", "line 1 «a b c d» There is no structure `a`.");
}
