//! Pasted listings and their parsed forms.

use expect_test::{Expect, expect};

use super::{Listing, ListingMember, parse};

/// Prints the parsed listing of a text.
fn show(text: &str) -> String {
    let Some(listing) = parse(text) else {
        return "no listing\n".to_owned();
    };
    let Listing {
        tool,
        name,
        size,
        elements: _,
        pointer,
        partial,
        members,
        skipped,
    } = &listing;
    let mut shown = tool.as_str().to_owned();
    shown += &name
        .as_ref()
        .map_or_else(String::new, |name| format!(" {name}"));
    shown += &size.map_or_else(String::new, |size| format!(" size {size}"));
    shown += &pointer.map_or_else(String::new, |size| format!(" pointers {size}"));
    shown += if *partial { " partial\n" } else { "\n" };
    fn add(shown: &mut String, members: &[ListingMember], depth: usize) {
        for member in members {
            let bits = member.bits.map_or_else(String::new, |bits| {
                format!(":{}+{}", bits.bit(), bits.width())
            });
            let ty = member
                .ty
                .as_ref()
                .map_or_else(|| "?".to_owned(), ToString::to_string);
            let indent = "  ".repeat(depth);
            *shown += &format!(
                "{:3} {indent}{}{bits} {} <{ty}> {}\n",
                member.line, member.offset, member.name, member.text
            );
            add(shown, &member.members, depth + 1);
        }
    }
    add(&mut shown, members, 0);
    for line in skipped {
        shown += &format!("line {}: `{}`: {}\n", line.line, line.text, line.reason);
    }
    shown
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&show(text));
}

#[test]
fn dt_without_values() {
    check(
        "kd> dt nt!_DRIVER_OBJECT\n   +0x000 Type             : Int2B\n   +0x004 DeviceObject     : Ptr32 _DEVICE_OBJECT\n   +0x02c DriverInit       : Ptr32     long \n   +0x038 MajorFunction    : [28] Ptr32     long \nkd> g\n",
        &expect![[r#"
            windbg-dt DRIVER_OBJECT pointers 0x04
              2 0x00 Type <SHORT> Int2B
              3 0x04 DeviceObject <DEVICE_OBJECT *> Ptr32 _DEVICE_OBJECT
              4 0x2c DriverInit <?> Ptr32     long
              5 0x38 MajorFunction <?> [28] Ptr32     long
        "#]],
    );
    check(
        "lkd> dt -r1 nt!_X fffff803`451e0c86\nntdll!_X\n   +0x000 Links            : _LIST_ENTRY\n      +0x000 Flink            : Ptr64 _LIST_ENTRY\n      +0x008 Blink            : Ptr64 _LIST_ENTRY\n   +0x010 RefCnt           : Pos 0, 3 Bits\n   +0x010 Value            : Uint8B\n",
        &expect![[r#"
            windbg-dt X pointers 0x08
              3 0x00 Links <LIST_ENTRY> _LIST_ENTRY
              4   0x00 Flink <LIST_ENTRY *> Ptr64 _LIST_ENTRY
              5   0x08 Blink <LIST_ENTRY *> Ptr64 _LIST_ENTRY
              6 0x10:0+3 RefCnt <?> Pos 0, 3 Bits
              7 0x10 Value <ULONGLONG> Uint8B
        "#]],
    );
    // Lost blanks, comments after the types, omitted members.
    check(
        "ntdll!_EPROCESS\n+0x000 Pcb : _KPROCESS\n+0x06c ProcessLock : _EX_PUSH_LOCK ; a note\n...\n+0x084 UniqueProcessId : Ptr32 Void // the id\n--snip--\n+0x090 QuotaUsage : [3] Uint4B <---- here\nand so on\nnt!_KPROCESS\n+0x000 Header : _DISPATCHER_HEADER\n",
        &expect![[r#"
            windbg-dt EPROCESS pointers 0x04 partial
              2 0x00 Pcb <KPROCESS> _KPROCESS
              3 0x6c ProcessLock <EX_PUSH_LOCK> _EX_PUSH_LOCK
              5 0x84 UniqueProcessId <VOID *> Ptr32 Void
              7 0x90 QuotaUsage <ULONG [3]> [3] Uint4B
            line 8: `and so on`: it has no offset, unlike a member (`+0x010 Name : Type` or `[+0x010] Name [Type: …]`)
            line 9: `nt!_KPROCESS`: it belongs to the listing of another type: paste each type separately
            line 10: `+0x000 Header : _DISPATCHER_HEADER`: it belongs to the listing of another type: paste each type separately
        "#]],
    );
    // The blanks of the first line were not copied.
    check(
        "+0x000 A                : Uint4B\n   +0x004 B                : _EVENT\n      +0x000 Type             : UChar\n   +0x00c C                : Uint4B\n",
        &expect![[r#"
            windbg-dt
              1 0x00 A <ULONG> Uint4B
              2 0x04 B <EVENT> _EVENT
              3   0x00 Type <UCHAR> UChar
              4 0x0c C <ULONG> Uint4B
        "#]],
    );
    check(
        "struct _LIST_ENTRY, 2 elements, 0x10 bytes\n   +0x000 Flink            : Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes\n   +0x008 Blink            : Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes\n   +0x010 Bits             : Bitfield Pos 1, 2 Bits\n",
        &expect![[r#"
            windbg-dt LIST_ENTRY size 0x10 pointers 0x08
              2 0x00 Flink <LIST_ENTRY *> Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes
              3 0x08 Blink <LIST_ENTRY *> Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes
              4 0x10:1+2 Bits <?> Bitfield Pos 1, 2 Bits
        "#]],
    );
}

#[test]
fn dt_with_values() {
    check(
        "nt!_EPROCESS\n   +0x2e0 UniqueProcessId  : 0x00000000`00000b38 Void\n   +0x2e8 ActiveProcessLinks : _LIST_ENTRY [ 0xffff9f8d`baaac368 - 0xffff9f8d`baa5b368 ]\n   +0x300 Flags            : 0x31 '1'\n   +0x304 RefCnt           : 0y001\n   +0x308 Count            : 0n12\n   +0x310 Nothing          : (null) \n   +0x318 Name             : [15]  \"System\"\n   +0x328 List             : [2] _LIST_ENTRY\n      [00] _LIST_ENTRY [ 0x1 - 0x2 ]\n         +0x000 Flink            : 0x00000000`00000001 _LIST_ENTRY\n      [01] _LIST_ENTRY [ 0x3 - 0x4 ]\n",
        &expect![[r#"
            windbg-dt EPROCESS
              2 0x2e0 UniqueProcessId <VOID *> 0x00000000`00000b38 Void
              3 0x2e8 ActiveProcessLinks <LIST_ENTRY> _LIST_ENTRY [ 0xffff9f8d`baaac368 - 0xffff9f8d`baa5b368 ]
              4 0x300 Flags <?> 0x31 '1'
              5 0x304 RefCnt <?> 0y001
              6 0x308 Count <?> 0n12
              7 0x310 Nothing <?> (null)
              8 0x318 Name <?> [15]  "System"
              9 0x328 List <LIST_ENTRY [2]> [2] _LIST_ENTRY
             10   0x00 [00] <LIST_ENTRY> _LIST_ENTRY [ 0x1 - 0x2 ]
             11     0x00 Flink <LIST_ENTRY *> 0x00000000`00000001 _LIST_ENTRY
             12   0x00 [01] <LIST_ENTRY> _LIST_ENTRY [ 0x3 - 0x4 ]
        "#]],
    );
}

#[test]
fn dx() {
    check(
        "1: kd> dx -r1 -nv (*((booster!_IRP *)0xb41d9b80))\n(*((booster!_IRP *)0xb41d9b80))                 [Type: _IRP]\n    [+0x000] Type             : 6 [Type: short]\n    [+0x004] MdlAddress       : 0x0 [Type: _MDL *]\n    [+0x00c] AssociatedIrp    [Type: <anonymous-tag>]\n    [+0x010] ThreadListEntry  [Type: _LIST_ENTRY]\n    [+0x058 ( 3: 0)] Low      : 0x1 [Type: unsigned long]\n    [+0x060] Body             [Type: unsigned char [16]]\n    UnderlyingObject [Type: _EPROCESS]\n",
        &expect![[r#"
            windbg-dx IRP
              3 0x00 Type <SHORT> 6 [Type: short]
              4 0x04 MdlAddress <MDL *> 0x0 [Type: _MDL *]
              5 0x0c AssociatedIrp <?> [Type: <anonymous-tag>]
              6 0x10 ThreadListEntry <LIST_ENTRY> [Type: _LIST_ENTRY]
              7 0x58:0+4 Low <ULONG> 0x1 [Type: unsigned long]
              8 0x60 Body <UCHAR [16]> [Type: unsigned char [16]]
            line 9: `UnderlyingObject [Type: _EPROCESS]`: it has no offset, unlike a member (`+0x010 Name : Type` or `[+0x010] Name [Type: …]`)
        "#]],
    );
    check(
        "#     [+0x000] Links            [Type: _LIST_ENTRY]\n#         [+0x000] Flink            : 0x1e7f9c12d30 [Type: _LIST_ENTRY *]\n#     [+0x010] X                : 0x0 [Type: unsigned int]\n",
        &expect![[r#"
            windbg-dx
              1 0x00 Links <LIST_ENTRY> [Type: _LIST_ENTRY]
              2   0x00 Flink <LIST_ENTRY *> 0x1e7f9c12d30 [Type: _LIST_ENTRY *]
              3 0x10 X <ULONG> 0x0 [Type: unsigned int]
        "#]],
    );
}

#[test]
fn texts_that_are_not_listings() {
    for text in [
        "",
        "4d 5a 90 00",
        "8056e340  4d 5a 90 00",
        "lea rax, [rbx+0x10]",
        "see +0x10 : there\nand\nmore\nlines\nof text",
    ] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn rows_of_bytes_at_offsets_are_no_listing() {
    let rows = "+0x00: 10 a0 34 12 01 e0 ff ff\n+0x08: 10 98 34 12 01 e0 ff ff\n";
    assert_eq!(show(rows), "no listing\n");
}
