//! Diffs of small layouts.

use expect_test::{Expect, expect};

use super::wire::{BetweenDto, DiffAnswer};
use super::*;
use crate::layout::Bits;
use crate::sample::{consumer, layout};

/// Prints one line per change: kinds, row, from, to, explanation.
fn check(from: &Layout, to: &Layout, expected: &Expect) {
    let diff = diff(from, to);
    let applied = diff.apply(from);
    assert!(applied.same_as(to), "{applied:#?}");
    assert_eq!(applied.size, to.size);
    expected.assert_eq(&brief(&diff));
}

fn brief(diff: &Diff) -> String {
    let mut text = format!("{}\n", diff.summary());
    let place = |member: &Option<Member>| {
        member.as_ref().map_or_else(
            || "-".to_owned(),
            |it| format!("{} {}", it.offset, it.declaration),
        )
    };
    for change in &diff.changes {
        let kinds: Vec<_> = change.kinds.iter().map(|kind| kind.as_str()).collect();
        let why = change.explained_by.map_or("", Explanation::as_str);
        let line = format!(
            "{:<15} {}: {} → {}  {why}",
            kinds.join(" "),
            change.row().unwrap(),
            place(&change.from),
            place(&change.to)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[test]
fn windows_7_to_8() {
    check(
        &consumer::x86_6_1(),
        &consumer::x86_6_2(),
        &expect![[r#"
            3 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped, the tail moved by −0x4; size 0x50 → 0x4c
            resized retyped logger-id-6-2: 0x30 ULONG LoggerId → 0x30 USHORT LoggerId
            to_bits         shut-down-requested: 0x34 BOOLEAN ShutDownRequested → 0x32 UCHAR Flags
            to_bits         new-buffers-lost: 0x35 BOOLEAN NewBuffersLost → 0x32 UCHAR Flags
            to_bits         disconnected: 0x36 BOOLEAN Disconnected → 0x32 UCHAR Flags
            added           flags: - → 0x32 UCHAR Flags
            added           notified: - → 0x32 UCHAR Flags
            moved           bit-map: 0x38 RTL_BITMAP ReservedBufferSpaceBitMap → 0x34 RTL_BITMAP ReservedBufferSpaceBitMap  shift
            moved           space: 0x40 UCHAR *ReservedBufferSpace → 0x3c UCHAR *ReservedBufferSpace  shift
            moved           space-size: 0x44 ULONG ReservedBufferSpaceSize → 0x40 ULONG ReservedBufferSpaceSize  shift
            moved           pages-allocated: 0x48 ULONG UserPagesAllocated → 0x44 ULONG UserPagesAllocated  shift
            moved           pages-reused: 0x4c ULONG UserPagesReused → 0x48 ULONG UserPagesReused  shift
        "#]],
    );
    check(
        &consumer::x64_6_1(),
        &consumer::x64_6_2(),
        &expect![[r#"
            4 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped; size 0x88 in both
            resized retyped logger-id-6-2: 0x58 ULONG LoggerId → 0x58 USHORT LoggerId
            to_bits         shut-down-requested: 0x5c BOOLEAN ShutDownRequested → 0x5a UCHAR Flags
            to_bits         new-buffers-lost: 0x5d BOOLEAN NewBuffersLost → 0x5a UCHAR Flags
            to_bits         disconnected: 0x5e BOOLEAN Disconnected → 0x5a UCHAR Flags
            added           flags: - → 0x5a UCHAR Flags
            added           notified: - → 0x5a UCHAR Flags
            to_bits         wow: 0x84 BOOLEAN Wow → 0x5a UCHAR Flags
        "#]],
    );
}

#[test]
fn windows_8_to_7() {
    check(
        &consumer::x86_6_2(),
        &consumer::x86_6_1(),
        &expect![[r#"
            3 bits of Flags became BOOLEANs, bit Notified of Flags removed, LoggerId retyped, the tail moved by +0x4; size 0x4c → 0x50
            resized retyped logger-id: 0x30 USHORT LoggerId → 0x30 ULONG LoggerId
            removed         flags: 0x32 UCHAR Flags → -
            removed         notified: 0x32 UCHAR Flags → -
            from_bits       shut-down-requested: 0x32 UCHAR Flags → 0x34 BOOLEAN ShutDownRequested
            from_bits       new-buffers-lost: 0x32 UCHAR Flags → 0x35 BOOLEAN NewBuffersLost
            from_bits       disconnected: 0x32 UCHAR Flags → 0x36 BOOLEAN Disconnected
            moved           bit-map: 0x34 RTL_BITMAP ReservedBufferSpaceBitMap → 0x38 RTL_BITMAP ReservedBufferSpaceBitMap  shift
            moved           space: 0x3c UCHAR *ReservedBufferSpace → 0x40 UCHAR *ReservedBufferSpace  shift
            moved           space-size: 0x40 ULONG ReservedBufferSpaceSize → 0x44 ULONG ReservedBufferSpaceSize  shift
            moved           pages-allocated: 0x44 ULONG UserPagesAllocated → 0x48 ULONG UserPagesAllocated  shift
            moved           pages-reused: 0x48 ULONG UserPagesReused → 0x4c ULONG UserPagesReused  shift
        "#]],
    );
}

#[test]
fn x86_to_x64() {
    check(
        &consumer::x86_6_1(),
        &consumer::x64_6_1(),
        &expect![[r#"
        Wow added, 14 members differ by the width of a pointer; size 0x50 → 0x88
        resized         links: 0x00 LIST_ENTRY Links → 0x00 LIST_ENTRY Links  pointer_width
        moved resized   process-handle: 0x08 HANDLE ProcessHandle → 0x10 HANDLE ProcessHandle  pointer_width
        moved resized   process-object: 0x0c EPROCESS *ProcessObject → 0x18 EPROCESS *ProcessObject  pointer_width
        moved           buffers-lost: 0x28 ULONG BuffersLost → 0x50 ULONG BuffersLost  pointer_width
        moved           empty-buffers-count: 0x2c ULONG EmptyBuffersCount → 0x54 ULONG EmptyBuffersCount  pointer_width
        moved           logger-id: 0x30 ULONG LoggerId → 0x58 ULONG LoggerId  pointer_width
        moved           shut-down-requested: 0x34 BOOLEAN ShutDownRequested → 0x5c BOOLEAN ShutDownRequested  pointer_width
        moved           new-buffers-lost: 0x35 BOOLEAN NewBuffersLost → 0x5d BOOLEAN NewBuffersLost  pointer_width
        moved           disconnected: 0x36 BOOLEAN Disconnected → 0x5e BOOLEAN Disconnected  pointer_width
        moved resized   bit-map: 0x38 RTL_BITMAP ReservedBufferSpaceBitMap → 0x60 RTL_BITMAP ReservedBufferSpaceBitMap  pointer_width
        moved resized   space: 0x40 UCHAR *ReservedBufferSpace → 0x70 UCHAR *ReservedBufferSpace  pointer_width
        moved           space-size: 0x44 ULONG ReservedBufferSpaceSize → 0x78 ULONG ReservedBufferSpaceSize  pointer_width
        moved           pages-allocated: 0x48 ULONG UserPagesAllocated → 0x7c ULONG UserPagesAllocated  pointer_width
        moved           pages-reused: 0x4c ULONG UserPagesReused → 0x80 ULONG UserPagesReused  pointer_width
        added           wow: - → 0x84 BOOLEAN Wow
    "#]],
    );
    check(
        &consumer::x86_6_2(),
        &consumer::x64_6_2(),
        &expect![[r#"
            bit Wow of Flags added, 11 members differ by the width of a pointer; size 0x4c → 0x88
            resized         links: 0x00 LIST_ENTRY Links → 0x00 LIST_ENTRY Links  pointer_width
            moved resized   process-handle: 0x08 HANDLE ProcessHandle → 0x10 HANDLE ProcessHandle  pointer_width
            moved resized   process-object: 0x0c EPROCESS *ProcessObject → 0x18 EPROCESS *ProcessObject  pointer_width
            moved           buffers-lost: 0x28 ULONG BuffersLost → 0x50 ULONG BuffersLost  pointer_width
            moved           empty-buffers-count: 0x2c ULONG EmptyBuffersCount → 0x54 ULONG EmptyBuffersCount  pointer_width
            moved           logger-id-6-2: 0x30 USHORT LoggerId → 0x58 USHORT LoggerId  pointer_width
            moved retyped   flags: 0x32 UCHAR Flags → 0x5a UCHAR Flags
            added           wow: - → 0x5a UCHAR Flags
            moved resized   bit-map: 0x34 RTL_BITMAP ReservedBufferSpaceBitMap → 0x60 RTL_BITMAP ReservedBufferSpaceBitMap  pointer_width
            moved resized   space: 0x3c UCHAR *ReservedBufferSpace → 0x70 UCHAR *ReservedBufferSpace  pointer_width
            moved           space-size: 0x40 ULONG ReservedBufferSpaceSize → 0x78 ULONG ReservedBufferSpaceSize  pointer_width
            moved           pages-allocated: 0x44 ULONG UserPagesAllocated → 0x7c ULONG UserPagesAllocated  pointer_width
            moved           pages-reused: 0x48 ULONG UserPagesReused → 0x80 ULONG UserPagesReused  pointer_width
        "#]],
    );
    check(
        &consumer::x64_6_1(),
        &consumer::x86_6_2(),
        &expect![[r#"
            Wow removed, 3 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped, 2 members resized, 2 members moved by −0x28, the tail moved by −0x38, 3 members differ by the width of a pointer; size 0x88 → 0x4c
            resized         links: 0x00 LIST_ENTRY Links → 0x00 LIST_ENTRY Links
            moved resized   process-handle: 0x10 HANDLE ProcessHandle → 0x08 HANDLE ProcessHandle  pointer_width
            moved resized   process-object: 0x18 EPROCESS *ProcessObject → 0x0c EPROCESS *ProcessObject  pointer_width
            moved           buffers-lost: 0x50 ULONG BuffersLost → 0x28 ULONG BuffersLost  shift
            moved           empty-buffers-count: 0x54 ULONG EmptyBuffersCount → 0x2c ULONG EmptyBuffersCount  shift
            moved resized retyped logger-id-6-2: 0x58 ULONG LoggerId → 0x30 USHORT LoggerId
            to_bits         shut-down-requested: 0x5c BOOLEAN ShutDownRequested → 0x32 UCHAR Flags
            to_bits         new-buffers-lost: 0x5d BOOLEAN NewBuffersLost → 0x32 UCHAR Flags
            to_bits         disconnected: 0x5e BOOLEAN Disconnected → 0x32 UCHAR Flags
            added           flags: - → 0x32 UCHAR Flags
            added           notified: - → 0x32 UCHAR Flags
            moved resized   bit-map: 0x60 RTL_BITMAP ReservedBufferSpaceBitMap → 0x34 RTL_BITMAP ReservedBufferSpaceBitMap
            moved resized   space: 0x70 UCHAR *ReservedBufferSpace → 0x3c UCHAR *ReservedBufferSpace  pointer_width
            moved           space-size: 0x78 ULONG ReservedBufferSpaceSize → 0x40 ULONG ReservedBufferSpaceSize  shift
            moved           pages-allocated: 0x7c ULONG UserPagesAllocated → 0x44 ULONG UserPagesAllocated  shift
            moved           pages-reused: 0x80 ULONG UserPagesReused → 0x48 ULONG UserPagesReused  shift
            removed         wow: 0x84 BOOLEAN Wow → -
        "#]],
    );
}

#[test]
fn the_same_layout_twice() {
    let layout = consumer::x64_6_1();
    let diff = diff(&layout, &layout);
    assert!(diff.is_empty());
    expect!["no difference; size 0x88 in both"].assert_eq(&diff.summary());
}

#[test]
fn a_member_that_jumps_and_a_hole_that_opens() {
    check(
        &layout(
            "ETW_X 6.1/x64 0x20
             0x00 a ULONG A;
             0x04 b ULONG B;
             0x08 c ULONG C;
             0x0c d ULONG D;
             0x10 e ULONGLONG E;
             0x18 f ULONG F;",
        ),
        &layout(
            "ETW_X 6.2/x64 0x28
             0x00 b ULONG B;
             0x04 c ULONG C;
             0x08 a ULONG A;
             0x0c d2<d ULONG D;
             0x10 e ULONGLONG E;
             0x18+8 hole
             0x20 f ULONG F;
             0x24 g ULONG G;",
        ),
        &expect![[r#"
            G added, 2 members moved on their own, 2 members moved by −0x4; size 0x20 → 0x28
            moved           b: 0x04 ULONG B → 0x00 ULONG B  shift
            moved           c: 0x08 ULONG C → 0x04 ULONG C  shift
            moved           a: 0x00 ULONG A → 0x08 ULONG A
            moved           f: 0x18 ULONG F → 0x20 ULONG F
            added           g: - → 0x24 ULONG G
        "#]],
    );
}

#[test]
fn bits_that_come_go_and_change() {
    let before = "ETW_X 6.1/x86 0x08
         0x00 f UCHAR F;
           0x01 a A
           0x02 b B
           0x04 c C
           0x08 d D
         0x01 g UCHAR G;
           0x01 h H
         0x04 n ULONG N;";
    let after = "ETW_X 6.2/x86 0x08
         0x00 f UCHAR F;
           0x01 b B
           0x06 c C
           0x08 d2<d Delta
           0x10 e E
         0x01 i UCHAR I;
           0x01 j J
         0x04 n ULONG N;
           0x01 k K";
    let (before, after) = (layout(before), layout(after));
    check(
        &before,
        &after,
        &expect![[r#"
        I added, G removed, bit E of F added, bit A of F removed, 2 bits of F moved, bit C of F resized, bit Delta of F renamed, N became a union with bit fields; size 0x08 in both
        retyped         f: 0x00 UCHAR F → 0x00 UCHAR F
        moved           b: 0x00 UCHAR F → 0x00 UCHAR F
        moved resized   c: 0x00 UCHAR F → 0x00 UCHAR F
        renamed         d2: 0x00 UCHAR F → 0x00 UCHAR F
        added           e: - → 0x00 UCHAR F
        removed         a: 0x00 UCHAR F → -
        removed         g: 0x01 UCHAR G → -
        removed         h: 0x01 UCHAR G → -
        added           i: - → 0x01 UCHAR I
        added           j: - → 0x01 UCHAR I
        retyped         n: 0x04 ULONG N → 0x04 ULONG N
        added           k: - → 0x04 ULONG N
    "#]],
    );
    check(
        &after,
        &before,
        &expect![[r#"
        G added, I removed, bit A of F added, bit E of F removed, 2 bits of F moved, bit C of F resized, bit D of F renamed, N is no longer a union with bit fields; size 0x08 in both
        retyped         f: 0x00 UCHAR F → 0x00 UCHAR F
        added           a: - → 0x00 UCHAR F
        moved           b: 0x00 UCHAR F → 0x00 UCHAR F
        moved resized   c: 0x00 UCHAR F → 0x00 UCHAR F
        renamed         d: 0x00 UCHAR F → 0x00 UCHAR F
        removed         e: 0x00 UCHAR F → -
        removed         i: 0x01 UCHAR I → -
        removed         j: 0x01 UCHAR I → -
        added           g: - → 0x01 UCHAR G
        added           h: - → 0x01 UCHAR G
        retyped         n: 0x04 ULONG N → 0x04 ULONG N
        removed         k: 0x04 ULONG N → -
    "#]],
    );
    let mut silent = before.clone();
    for slot in &mut silent.slots {
        if let crate::layout::Slot::Member(member) = slot
            && member.bits != Bits::None
        {
            member.bits = Bits::NotStated;
        }
    }
    check(
        &silent,
        &after,
        &expect![[r#"
        I added, G removed, the bits of F changed, N became a union with bit fields; size 0x08 in both
        retyped         f: 0x00 UCHAR F → 0x00 UCHAR F
        removed         g: 0x01 UCHAR G → -
        added           i: - → 0x01 UCHAR I
        added           j: - → 0x01 UCHAR I
        retyped         n: 0x04 ULONG N → 0x04 ULONG N
        added           k: - → 0x04 ULONG N
    "#]],
    );
}

/// The row of an integer without a name is its offset, which changes when the integer moves.
#[test]
fn an_integer_without_a_name_is_known_by_its_bits() {
    let before = "ETW_X 6.1/x64 0x08
         0x00 a ULONG A;
         0x04 at-4 unknown UCHAR
           0x01 x X
           0x02 y Y";
    let after = "ETW_X 6.2/x64 0x0c
         0x00 a ULONG A;
         0x04 b ULONG B;
         0x08 at-8 unknown UCHAR
           0x01 x X
           0x04 y Y";
    check(
        &layout(before),
        &layout(after),
        &expect![[r#"
        B added, bit Y of unknown UCHAR moved; size 0x08 → 0x0c
        added           b: - → 0x04 ULONG B
        moved retyped   at-8: 0x04 unknown UCHAR → 0x08 unknown UCHAR
        moved           y: 0x04 unknown UCHAR → 0x08 unknown UCHAR
    "#]],
    );
    let diff = diff(&layout(before), &layout(after));
    assert!(diff.changes.iter().any(Change::only_bits));
}

#[test]
fn what_the_width_resizes_and_something_else_moves() {
    check(
        &layout("ETW_X 6.1/x86 0x0c\n 0x00 a ULONG A;\n 0x04 p PVOID P;\n 0x08 b ULONG B;"),
        &layout("ETW_X 6.2/x64 0x18\n 0x00 x ULONGLONG X;\n 0x08 p PVOID P;\n 0x10 b ULONG B;"),
        &expect![[r#"
            X added, A removed, B moved by +0x8, 1 member differs by the width of a pointer; size 0x0c → 0x18
            removed         a: 0x00 ULONG A → -
            added           x: - → 0x00 ULONGLONG X
            moved resized   p: 0x04 PVOID P → 0x08 PVOID P  pointer_width
            moved           b: 0x08 ULONG B → 0x10 ULONG B  shift
        "#]],
    );
}

#[test]
fn unnamed_members_have_the_wording_of_the_source() {
    check(
        &layout("ETW_X 6.1/x86 0x08\n 0x00 a ULONG A;\n 0x04 row-id unknown PVOID"),
        &layout(
            "ETW_X 6.2/x86 0x0c\n 0x00 a ULONG A;\n 0x04 b ULONG B;\n 0x08 row-id unknown PVOID",
        ),
        &expect![[r#"
            B added, unknown PVOID moved by +0x4; size 0x08 → 0x0c
            added           b: - → 0x04 ULONG B
            moved           row-id: 0x04 unknown PVOID → 0x08 unknown PVOID  shift
        "#]],
    );
}

#[test]
fn names_types_and_gaps() {
    check(
        &layout(
            "ETW_X 6.1/x86 0x0c
             0x00 a unknown EPROCESS *
             0x04 b USHORT B [2];",
        ),
        &layout(
            "ETW_X 6.2/x86 0x0c
             0x00 a2<a EPROCESS *Process;
             0x04 b LONG B;
             0x08+4 hole",
        ),
        &expect![[r#"
            B retyped, (no name) renamed to Process; size 0x0c in both
            renamed         a2: 0x00 unknown EPROCESS * → 0x00 EPROCESS *Process
            retyped         b: 0x04 USHORT B [2] → 0x04 LONG B
        "#]],
    );
}

#[test]
fn a_longer_lineage_bridges_rows_that_neither_layout_has() {
    let at = |point: &str, row: &str, declaration: &str| {
        layout(&format!(
            "ETW_X {point} 0x10\n 0x00 {row} {declaration};\n 0x08 z UCHAR Z;"
        ))
    };
    let first = at("6.1/x64", "a", "ULONG A");
    let second = at("6.2/x64", "a-2<a", "ULONGLONG A");
    let third = at("6.3/x64", "a-3<a-2", "PVOID A");
    let alone = diff(&first, &third);
    assert_eq!(alone.changes.len(), 2);
    let lineage = Lineage::of([&first, &second, &third]);
    let types = Catalogue::default();
    let known = DiffContext {
        lineage: &lineage,
        types: &types,
    };
    let bridged = diff_in(known, &first, &third);
    expect![[r#"
        A retyped; size 0x10 in both
        resized retyped a-3: 0x00 ULONG A → 0x00 PVOID A
    "#]]
    .assert_eq(&brief(&bridged));
    assert!(bridged.apply(&first).same_as(&third));
}

#[test]
fn the_wire() {
    let diff = diff(&consumer::x64_6_1(), &consumer::x64_6_2());
    let answer = DiffAnswer::new(&diff, BetweenDto::default(), &|_| None);
    let json = serde_json::to_string(&answer).unwrap();
    assert_eq!(serde_json::from_str::<DiffAnswer>(&json).unwrap(), answer);
    let lines = json.replace("{\"kinds\"", "\n{\"kinds\"");
    let brief: Vec<&str> = lines.lines().take(3).collect();
    expect![[r#"
        {"from":"6.1/x64","to":"6.2/x64","size":{"from":136,"to":136},"answer":{"from":"stated","to":"stated"},"changes":[
        {"kinds":["resized","retyped"],"row":"logger-id-6-2","from":{"row":"logger-id","name":"LoggerId","declaration":"ULONG LoggerId","type":"ULONG","offset":88,"size":4,"certainty":"symbol-files","published_offset":88,"errata":[],"bits":null,"bits_given":null},"to":{"row":"logger-id-6-2","name":"LoggerId","declaration":"USHORT LoggerId","type":"USHORT","offset":88,"size":2,"certainty":"symbol-files","published_offset":88,"errata":[],"bits":null,"bits_given":null},"explained_by":null},
        {"kinds":["to_bits"],"row":"shut-down-requested","from":{"row":"shut-down-requested","name":"ShutDownRequested","declaration":"BOOLEAN ShutDownRequested","type":"BOOLEAN","offset":92,"size":1,"certainty":"symbol-files","published_offset":92,"errata":[],"bits":null,"bits_given":null},"to":{"row":"flags","name":"Flags","declaration":"UCHAR Flags","type":"UCHAR","offset":90,"size":1,"certainty":"symbol-files","published_offset":90,"errata":[],"bits":[{"name":"ShutDownRequested","bit":0,"width":1,"mask":"0x1"},{"name":"NewBuffersLost","bit":1,"width":1,"mask":"0x2"},{"name":"Disconnected","bit":2,"width":1,"mask":"0x4"},{"name":"Notified","bit":3,"width":1,"mask":"0x8"},{"name":"Wow","bit":4,"width":1,"mask":"0x10"}],"bits_given":true},"explained_by":null},"#]].assert_eq(&brief.join("\n"));
}

#[test]
fn two_sources_may_spell_a_type_in_two_ways() {
    let article = layout("ETW_X 6.1/x86 0x8\n 0x00 h HANDLE H;\n 0x04 b BOOLEAN B;");
    let mut symbols = layout("ETW_X 6.1/x86 0x8\n 0x00 h VOID *H;\n 0x04 b UCHAR B;");
    assert_eq!(diff(&article, &symbols).changes.len(), 2);
    symbols.source = "symbols".to_owned();
    for (from, to) in [(&article, &symbols), (&symbols, &article)] {
        let diff = diff(from, to);
        assert_eq!(diff.changes, []);
        assert!(diff.apply(from).same_as(to));
    }
}

#[test]
fn between_releases_only_types_tell_what_the_width_explains() {
    let from = layout("ETW_X 6.1/x86 0xc\n 0x00+8 l LIST_ENTRY L;\n 0x08 n ULONG N;");
    let to = layout("ETW_X 6.2/x64 0x18\n 0x00+0x10 l LIST_ENTRY L;\n 0x10 n ULONG N;");
    let mut types = Catalogue::default();
    crate::sample::state(&mut types, "LIST_ENTRY", crate::sample::list_entry());
    let lineage = Lineage::default();
    let known = DiffContext {
        lineage: &lineage,
        types: &types,
    };
    let why = |diff: Diff| -> Vec<_> { diff.changes.iter().map(|it| it.explained_by).collect() };
    assert_eq!(why(diff(&from, &to)), [None, Some(Explanation::Shift)]);
    assert_eq!(
        why(diff_in(known, &from, &to)),
        [Some(Explanation::PointerWidth); 2]
    );
}

#[test]
fn a_member_that_holds_new_bits_is_counted_with_other_new_members() {
    check(
        &layout("ETW_X 6.1/x64 0x02\n 0x00 a BOOLEAN A;\n 0x01 b BOOLEAN B;"),
        &layout(
            "ETW_X 6.2/x64 0x02
             0x00 flags UCHAR Flags;
               0x01 a<a A
               0x02 b<b B
             0x01 n UCHAR N;",
        ),
        &expect![[r#"
            2 members added, 2 BOOLEANs became bits of Flags; size 0x02 in both
            to_bits         a: 0x00 BOOLEAN A → 0x00 UCHAR Flags
            to_bits         b: 0x01 BOOLEAN B → 0x00 UCHAR Flags
            added           flags: - → 0x00 UCHAR Flags
            added           n: - → 0x01 UCHAR N
        "#]],
    );
}
