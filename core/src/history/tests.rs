//! Histories, as text.

use expect_test::{Expect, expect};

use super::*;
use crate::sample::{consumer, layout};

fn check(layouts: &[Layout], without: &[Without], expected: &Expect) {
    expected.assert_eq(&draw(&history(layouts, without)));
}

/// Prints the columns as lines, then the table: each cell has its content and its mark.
fn draw(history: &History) -> String {
    let mut text = String::new();
    for column in &history.columns {
        let points: Vec<_> = column.points.iter().map(ToString::to_string).collect();
        text.push_str(&format!("{:?} {}\n", column.state, points.join(" ")));
    }
    for row in &history.rows {
        let nested = if row.holder.is_some() { "  ." } else { "" };
        let cells: Vec<String> = row.cells.iter().map(cell).collect();
        let label = format!("{nested}{}", row.label);
        text.push_str(format!("{label:<26} {}", cells.join(" | ")).trim_end());
        text.push('\n');
    }
    text
}

fn cell(cell: &Cell) -> String {
    let place = match &cell.place {
        Place::At { offset, .. } => offset.to_string(),
        Place::Bit { offset, range, .. } => format!("{offset}:{}", range.bit()),
        Place::Elsewhere(_) => "↕".to_owned(),
        Place::Absent => "-".to_owned(),
        Place::NotStated => "?".to_owned(),
    };
    let by = cell.by.map(|by| by.to_string()).unwrap_or_default();
    let mark = match cell.mark {
        Mark::Blank | Mark::First => "",
        Mark::Same => "=",
        mark => mark.as_str(),
    };
    format!("{:<22}", format!("{place} {mark} {by}").trim_end())
}

fn release(id: &str) -> Release {
    id.parse().unwrap()
}

#[test]
fn the_consumer_through_its_columns() {
    let mut again = consumer::x86_6_2();
    again.point = "6.3/x86".parse().unwrap();
    again.release = release("6.3");
    let without = |id, arch, absent| Without {
        release: release(id),
        arch,
        absent,
    };
    check(
        &[
            consumer::x64_6_2(),
            again,
            consumer::x86_6_1(),
            consumer::x86_6_2(),
            consumer::x64_6_1(),
        ],
        &[
            without("22H2", Arch::X86, false),
            without("21H2", Arch::X86, false),
            without("6.0", Arch::X64, true),
        ],
        &expect![[r#"
            Stated(ByteSize(80)) 6.1/x86
            Stated(ByteSize(76)) 6.2/x86 6.3/x86
            NotStated 21H2/x86 22H2/x86
            Absent 6.0/x64
            Stated(ByteSize(136)) 6.1/x64
            Stated(ByteSize(136)) 6.2/x64
            Links                      0x00                   | 0x00 =                 | ?                      | -                      | 0x00                   | 0x00 =
            ProcessHandle              0x08                   | 0x08 =                 | ?                      | -                      | 0x10                   | 0x10 =
            ProcessObject              0x0c                   | 0x0c =                 | ?                      | -                      | 0x18                   | 0x18 =
            BuffersLost                0x28                   | 0x28 =                 | ?                      | -                      | 0x50                   | 0x50 =
            EmptyBuffersCount          0x2c                   | 0x2c =                 | ?                      | -                      | 0x54                   | 0x54 =
            LoggerId                   0x30                   | 0x30 retyped           | ?                      | -                      | 0x58                   | 0x58 retyped
            ShutDownRequested          0x34                   | 0x32:0 to-bits         | ?                      | -                      | 0x5c                   | 0x5a:0 to-bits
            NewBuffersLost             0x35                   | 0x32:1 to-bits         | ?                      | -                      | 0x5d                   | 0x5a:1 to-bits
            Disconnected               0x36                   | 0x32:2 to-bits         | ?                      | -                      | 0x5e                   | 0x5a:2 to-bits
            Flags                      -                      | 0x32 new               | ?                      | -                      | -                      | 0x5a new
              .Notified                -                      | 0x32:3 new             | ?                      | -                      | -                      | 0x5a:3 new
            ReservedBufferSpaceBitMap  0x38                   | 0x34 moved-with-rest −0x4 | ?                      | -                      | 0x60                   | 0x60 =
            ReservedBufferSpace        0x40                   | 0x3c moved-with-rest −0x4 | ?                      | -                      | 0x70                   | 0x70 =
            ReservedBufferSpaceSize    0x44                   | 0x40 moved-with-rest −0x4 | ?                      | -                      | 0x78                   | 0x78 =
            UserPagesAllocated         0x48                   | 0x44 moved-with-rest −0x4 | ?                      | -                      | 0x7c                   | 0x7c =
            UserPagesReused            0x4c                   | 0x48 moved-with-rest −0x4 | ?                      | -                      | 0x80                   | 0x80 =
            Wow                        -                      | -                      | ?                      | -                      | 0x84                   | 0x5a:4 to-bits
        "#]],
    );
}

#[test]
fn a_member_that_goes_elsewhere_is_one_row() {
    check(
        &[
            layout(
                "ETW_X 6.0/x86 0x0c
                 0x00 lost ULONG Lost;
                 0x04 next PVOID Next;
                 0x08 id ULONG Id;",
            ),
            layout(
                "ETW_X 6.1/x86 0x0c
                 0x00 next PVOID Next;
                 0x04 lost-6-1<lost ULONG Lost;
                 0x08 id-6-1<id USHORT Id;
                 0x0a flags UCHAR Flags;
                   0x01 notified Notified",
            ),
            layout(
                "ETW_X 6.2/x86 0x0c
                 0x00 next PVOID Next;
                 0x04 lost-6-1<lost ULONG Lost;
                 0x08 flags UCHAR Flags;
                   0x02 notified Notified
                   0x04 id<id-6-1 Id",
            ),
        ],
        &[],
        &expect![[r#"
            Stated(ByteSize(12)) 6.0/x86
            Stated(ByteSize(12)) 6.1/x86
            Stated(ByteSize(12)) 6.2/x86
            Next                       0x04                   | 0x00 moved-with-rest −0x4 | 0x00 =
            Lost                       0x00                   | 0x04 moved-alone +0x4  | 0x04 =
            Id                         0x08                   | 0x08 retyped           | 0x08:2 to-bits
            Flags                      -                      | 0x0a new               | 0x08 retyped −0x2
              .Notified                -                      | 0x0a:0 new             | 0x08:1 moved-alone
        "#]],
    );
}

#[test]
fn rows_in_one_column_are_not_merged() {
    check(
        &[
            layout("ETW_X 6.0/x86 0x08\n 0x00 a ULONG A;\n 0x04 b ULONG B;"),
            layout("ETW_X 6.1/x86 0x0c\n 0x00 b ULONG B;\n 0x04 a2<a ULONG A;\n 0x08 a ULONG Old;"),
            layout("ETW_X 6.2/x86 0x08\n 0x00 b ULONG B;\n 0x04 a2<a ULONG A;"),
        ],
        &[],
        &expect![[r#"
            Stated(ByteSize(8)) 6.0/x86
            Stated(ByteSize(12)) 6.1/x86
            Stated(ByteSize(8)) 6.2/x86
            Old                        0x00                   | 0x08 renamed +0x8      | ↕
            B                          0x04                   | 0x00 moved-with-rest −0x4 | 0x00 =
            A                          ↕                      | 0x04 new               | 0x04 =
        "#]],
    );
}

#[test]
fn columns_that_contradict_each_other_still_give_every_row_once() {
    check(
        &[
            layout("ETW_X 6.0/x86 0x08\n 0x00 a ULONG A;\n 0x04 b ULONG B;"),
            layout("ETW_X 6.1/x86 0x08\n 0x00 b ULONG B;\n 0x04 a ULONG A;"),
        ],
        &[],
        &expect![[r#"
            Stated(ByteSize(8)) 6.0/x86
            Stated(ByteSize(8)) 6.1/x86
            A                          0x00                   | 0x04 moved-alone +0x4
            B                          0x04                   | 0x00 moved-with-rest −0x4
        "#]],
    );
}

#[test]
fn columns_without_a_layout_are_skipped() {
    let not_stated = Without {
        release: release("6.1"),
        arch: Arch::X86,
        absent: false,
    };
    check(
        &[
            layout("ETW_X 6.0/x86 0x08\n 0x00 a ULONG A;\n 0x04 b ULONG B;"),
            layout("ETW_X 6.2/x86 0x08\n 0x00 b ULONG B;\n 0x04 c ULONG C;"),
        ],
        &[not_stated],
        &expect![[r#"
            Stated(ByteSize(8)) 6.0/x86
            NotStated 6.1/x86
            Stated(ByteSize(8)) 6.2/x86
            A                          0x00                   | ?                      | - gone
            B                          0x04                   | ?                      | 0x00 moved-with-rest −0x4
            C                          -                      | ?                      | 0x04 new
        "#]],
    );
}

#[test]
fn one_member_through_all_points() {
    let history = history(&[consumer::x64_6_1(), consumer::x64_6_2()], &[]);
    let row = history.row("wow").unwrap();
    let places: Vec<String> = history
        .places(row)
        .map(|(point, place)| format!("{point} {place:?}"))
        .collect();
    expect![[r#"
        6.1/x64 At { row: RowId("wow"), offset: ByteOffset(132), size: ByteSize(1) }
        6.2/x64 Bit { holder: RowId("flags"), row: RowId("wow"), offset: ByteOffset(90), range: BitRange { bit: 4, width: 1 } }"#]].assert_eq(&places.join("\n"));
    assert!(history.row("nothing").is_none());
    assert_eq!(super::history(&[], &[]).columns, []);
}
