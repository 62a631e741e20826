//! Unfolded members, as text.

use expect_test::{Expect, expect};

use super::*;
use crate::sample::{self, layout};

fn check(text: &str, limits: Limits, expected: &Expect) {
    let (layout, types) = (layout(text), sample::types());
    let tree = Tree::of(&layout, &types);
    let mut lines = String::new();
    for member in layout.members() {
        let unfolded = tree.unfold(member, limits);
        let path = MemberPath::default().member(member.label());
        draw(tree, &unfolded, &path, 0, &mut lines);
        found(tree, &layout, &unfolded, &path);
    }
    expected.assert_eq(&lines);
}

fn draw(
    tree: Tree<'_>,
    unfolded: &Unfolded<'_>,
    path: &MemberPath,
    level: usize,
    lines: &mut String,
) {
    let node = &unfolded.node;
    let indent = "  ".repeat(level);
    let bits = node.bits.map_or(String::new(), |bits| {
        format!(" bit {} width {}", bits.bit(), bits.width())
    });
    let folded = match unfolded.folded {
        0 => String::new(),
        more => format!(" … {more} more"),
    };
    let (offset, size) = (node.offset, tree.size(node).unwrap());
    let declaration = node.declaration();
    lines.push_str(&format!(
        "{indent}{offset}+{size} {path} ({declaration}){bits}{folded}\n"
    ));
    for inner in &unfolded.inside {
        draw(tree, inner, &step(path, &inner.node), level + 1, lines);
    }
}

fn step(path: &MemberPath, node: &Node<'_>) -> MemberPath {
    match node.kind {
        NodeKind::Element(index) => path.index(index),
        _ => path.member(&node.label()),
    }
}

/// Checks that the path of each node leads to it.
fn found(tree: Tree<'_>, layout: &Layout, unfolded: &Unfolded<'_>, path: &MemberPath) {
    let node = tree.find(layout, path).expect("a node");
    let of = |node: &Node<'_>| (node.offset, node.bits, node.declaration());
    assert_eq!(of(&node), of(&unfolded.node), "{path}");
    for inner in &unfolded.inside {
        found(tree, layout, inner, &step(path, &inner.node));
    }
}

const DEEP: Limits = Limits {
    depth: NESTING_LIMIT,
    elements: 4,
};

const LAYOUT: &str = "ETW_X 6.1/x64 0x300
    0x00+0x10 links LIST_ENTRY Links;
    0x10 flags UCHAR Flags;
      0x01 up Up
      0x0e kind Kind
    0x18+8 time LARGE_INTEGER Time;
    0x20+0x180 table BUCKET Table [8];
    0x1a0 names USHORT Names [2][3];
    0x1b0+8 event unknown EVENT";

#[test]
fn everything_inside() {
    check(
        LAYOUT,
        DEEP,
        &expect![[r#"
        0x00+0x10 Links (LIST_ENTRY Links)
          0x00+0x08 Links.Flink (LIST_ENTRY *Flink)
          0x08+0x08 Links.Blink (LIST_ENTRY *Blink)
        0x10+0x01 Flags (UCHAR Flags)
          0x10+0x01 Flags.Up (UCHAR Up : 1) bit 0 width 1
          0x10+0x01 Flags.Kind (UCHAR Kind : 3) bit 1 width 3
        0x18+0x08 Time (LARGE_INTEGER Time)
          0x18+0x04 Time.LowPart (ULONG LowPart)
          0x1c+0x04 Time.HighPart (LONG HighPart)
          0x18+0x08 Time.QuadPart (LONGLONG QuadPart)
        0x20+0x180 Table (BUCKET Table [8]) … 4 more
          0x20+0x30 Table[0] (BUCKET)
            0x20+0x20 Table[0].Heads (LIST_ENTRY Heads [2])
              0x20+0x10 Table[0].Heads[0] (LIST_ENTRY)
                0x20+0x08 Table[0].Heads[0].Flink (LIST_ENTRY *Flink)
                0x28+0x08 Table[0].Heads[0].Blink (LIST_ENTRY *Blink)
              0x30+0x10 Table[0].Heads[1] (LIST_ENTRY)
                0x30+0x08 Table[0].Heads[1].Flink (LIST_ENTRY *Flink)
                0x38+0x08 Table[0].Heads[1].Blink (LIST_ENTRY *Blink)
            0x40+0x08 Table[0].Lock (LARGE_INTEGER Lock)
              0x40+0x04 Table[0].Lock.LowPart (ULONG LowPart)
              0x44+0x04 Table[0].Lock.HighPart (LONG HighPart)
              0x40+0x08 Table[0].Lock.QuadPart (LONGLONG QuadPart)
          0x50+0x30 Table[1] (BUCKET)
            0x50+0x20 Table[1].Heads (LIST_ENTRY Heads [2])
              0x50+0x10 Table[1].Heads[0] (LIST_ENTRY)
                0x50+0x08 Table[1].Heads[0].Flink (LIST_ENTRY *Flink)
                0x58+0x08 Table[1].Heads[0].Blink (LIST_ENTRY *Blink)
              0x60+0x10 Table[1].Heads[1] (LIST_ENTRY)
                0x60+0x08 Table[1].Heads[1].Flink (LIST_ENTRY *Flink)
                0x68+0x08 Table[1].Heads[1].Blink (LIST_ENTRY *Blink)
            0x70+0x08 Table[1].Lock (LARGE_INTEGER Lock)
              0x70+0x04 Table[1].Lock.LowPart (ULONG LowPart)
              0x74+0x04 Table[1].Lock.HighPart (LONG HighPart)
              0x70+0x08 Table[1].Lock.QuadPart (LONGLONG QuadPart)
          0x80+0x30 Table[2] (BUCKET)
            0x80+0x20 Table[2].Heads (LIST_ENTRY Heads [2])
              0x80+0x10 Table[2].Heads[0] (LIST_ENTRY)
                0x80+0x08 Table[2].Heads[0].Flink (LIST_ENTRY *Flink)
                0x88+0x08 Table[2].Heads[0].Blink (LIST_ENTRY *Blink)
              0x90+0x10 Table[2].Heads[1] (LIST_ENTRY)
                0x90+0x08 Table[2].Heads[1].Flink (LIST_ENTRY *Flink)
                0x98+0x08 Table[2].Heads[1].Blink (LIST_ENTRY *Blink)
            0xa0+0x08 Table[2].Lock (LARGE_INTEGER Lock)
              0xa0+0x04 Table[2].Lock.LowPart (ULONG LowPart)
              0xa4+0x04 Table[2].Lock.HighPart (LONG HighPart)
              0xa0+0x08 Table[2].Lock.QuadPart (LONGLONG QuadPart)
          0xb0+0x30 Table[3] (BUCKET)
            0xb0+0x20 Table[3].Heads (LIST_ENTRY Heads [2])
              0xb0+0x10 Table[3].Heads[0] (LIST_ENTRY)
                0xb0+0x08 Table[3].Heads[0].Flink (LIST_ENTRY *Flink)
                0xb8+0x08 Table[3].Heads[0].Blink (LIST_ENTRY *Blink)
              0xc0+0x10 Table[3].Heads[1] (LIST_ENTRY)
                0xc0+0x08 Table[3].Heads[1].Flink (LIST_ENTRY *Flink)
                0xc8+0x08 Table[3].Heads[1].Blink (LIST_ENTRY *Blink)
            0xd0+0x08 Table[3].Lock (LARGE_INTEGER Lock)
              0xd0+0x04 Table[3].Lock.LowPart (ULONG LowPart)
              0xd4+0x04 Table[3].Lock.HighPart (LONG HighPart)
              0xd0+0x08 Table[3].Lock.QuadPart (LONGLONG QuadPart)
        0x1a0+0x0c Names (USHORT Names [2][3])
          0x1a0+0x06 Names[0] (USHORT [3])
            0x1a0+0x02 Names[0][0] (USHORT)
            0x1a2+0x02 Names[0][1] (USHORT)
            0x1a4+0x02 Names[0][2] (USHORT)
          0x1a6+0x06 Names[1] (USHORT [3])
            0x1a6+0x02 Names[1][0] (USHORT)
            0x1a8+0x02 Names[1][1] (USHORT)
            0x1aa+0x02 Names[1][2] (USHORT)
        0x1b0+0x08 event (unknown EVENT)
          0x1b0+0x01 event.Type (UCHAR Type)
          0x1b1+0x01 event.Absolute (UCHAR Absolute : 1) bit 0 width 1
          0x1b1+0x01 event.Wake (UCHAR Wake : 7) bit 1 width 7
    "#]],
    );
}

#[test]
fn paths_lead_into_nested_types() {
    let text = format!("{LAYOUT}\n    0x1b8+8 any PVOID Any [ANYSIZE_ARRAY];");
    let (layout, types) = (layout(&text), sample::types());
    let tree = Tree::of(&layout, &types);
    for (path, expected) in [
        ("Links", Some(0)),
        ("links.blink", Some(8)),
        ("LINKS", Some(0)),
        ("Table[7].Heads[1].Flink", Some(0x180)),
        ("Flags.Kind", Some(0x10)),
        ("Any[3]", Some(0x1d0)),
        ("Any[536870911]", None),
        ("event.wake", Some(0x1b1)),
        ("Names[1][2]", Some(0x1aa)),
        ("Names[2]", None),
        ("Table[8]", None),
        ("Table.Heads", None),
        ("Links.Next", None),
        ("Links.Flink.Flink", None),
        ("Flags.Kind[0]", None),
        ("Flags[0]", None),
        ("Kind", None),
        ("Nothing", None),
    ] {
        let node = tree.find(&layout, &path.parse().unwrap());
        assert_eq!(node.map(|node| node.offset.get()), expected, "{path}");
    }
}

#[test]
fn limits_say_what_they_leave_out() {
    let limits = Limits {
        depth: 1,
        elements: 1,
    };
    check(
        LAYOUT,
        limits,
        &expect![[r#"
        0x00+0x10 Links (LIST_ENTRY Links)
          0x00+0x08 Links.Flink (LIST_ENTRY *Flink)
          0x08+0x08 Links.Blink (LIST_ENTRY *Blink)
        0x10+0x01 Flags (UCHAR Flags)
          0x10+0x01 Flags.Up (UCHAR Up : 1) bit 0 width 1
          0x10+0x01 Flags.Kind (UCHAR Kind : 3) bit 1 width 3
        0x18+0x08 Time (LARGE_INTEGER Time)
          0x18+0x04 Time.LowPart (ULONG LowPart)
          0x1c+0x04 Time.HighPart (LONG HighPart)
          0x18+0x08 Time.QuadPart (LONGLONG QuadPart)
        0x20+0x180 Table (BUCKET Table [8]) … 7 more
          0x20+0x30 Table[0] (BUCKET)
            0x20+0x20 Table[0].Heads (LIST_ENTRY Heads [2]) … 1 more
              0x20+0x10 Table[0].Heads[0] (LIST_ENTRY) … 2 more
            0x40+0x08 Table[0].Lock (LARGE_INTEGER Lock) … 3 more
        0x1a0+0x0c Names (USHORT Names [2][3]) … 1 more
          0x1a0+0x06 Names[0] (USHORT [3]) … 2 more
            0x1a0+0x02 Names[0][0] (USHORT)
        0x1b0+0x08 event (unknown EVENT)
          0x1b0+0x01 event.Type (UCHAR Type)
          0x1b1+0x01 event.Absolute (UCHAR Absolute : 1) bit 0 width 1
          0x1b1+0x01 event.Wake (UCHAR Wake : 7) bit 1 width 7
    "#]],
    );
}

#[test]
fn a_type_that_holds_itself_ends() {
    let text = "ETW_X 6.1/x64 0x8\n 0x00+8 knot KNOT Knot;";
    let (layout, types) = (layout(text), sample::types());
    let member = layout.members().next().expect("a member");
    let unfolded = Tree::of(&layout, &types).unfold(member, DEEP);
    assert!(count(&unfolded) <= NODE_LIMIT + 1);
}

fn count(unfolded: &Unfolded<'_>) -> usize {
    1 + unfolded.inside.iter().map(count).sum::<usize>()
}

/// The element is computed, not searched for: the array of a kernel type (`_MI_HYPER_SPACE.VadBitmap`) has 2^28.
#[test]
fn offset_in_a_large_array() {
    let layout = layout(
        "ETW_X 6.1/x64 0x10000018
        0x00+0x10000000 map   UCHAR Map [268435456];
        0x10000000+0x18 pairs LIST_ENTRY Pairs [1];",
    );
    let types = sample::types();
    let tree = Tree::of(&layout, &types);
    let path = |member: usize, offset| {
        let member = layout.members().nth(member).unwrap();
        let (steps, past) = tree.towards(member.into(), ByteOffset::new(offset));
        let steps: MemberPath = steps.into_iter().collect();
        format!("{steps}+{past}")
    };
    assert_eq!(path(0, 0x0fff_fff1), "[268435441]+0");
    assert_eq!(path(0, 0x1000_0000), "+268435456");
    assert_eq!(path(1, 0x1000_000c), "[0].Blink+4");
    assert_eq!(path(1, 0x1000_0010), "+16");
}
