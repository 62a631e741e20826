//! Tests: runs cut into rows and folded.

use expect_test::expect;

use super::*;
use crate::sample;

/// A diagram whose runs have these sizes.
fn diagram(sizes: &[u32]) -> Diagram {
    let mut offset = 0;
    let mut rows = String::new();
    for size in sizes {
        rows += &format!("{offset} [{size}]UCHAR At{offset:x}\n");
        offset += size;
    }
    Diagram::new(&sample::layout(offset, &rows), &Catalogue::default())
}

/// The pieces, one line per short row: each part as its run's offset and size, `[` where the run begins, `]` where it
/// ends, `*` where it shows its name.
fn draw(diagram: &Diagram) -> String {
    let offset = |tile: usize| diagram.runs[tile].slot.offset().get();
    let mut text = String::new();
    for piece in pieces(diagram) {
        match piece {
            Piece::Ruler(offset) => text += &format!("\n{offset:02x}:"),
            Piece::Part(part) => {
                let first = if part.first { "[" } else { "" };
                let last = if part.last { "]" } else { "" };
                let named = if part.named { "*" } else { "" };
                text += &format!(" {first}{:x}+{}{named}{last}", offset(part.tile), part.size);
            }
            Piece::Fold { tile, from, to } => {
                text += &format!("\n{:x}: {from:#x} … {to:#x}", offset(tile));
            }
        }
    }
    text + "\n"
}

#[test]
fn runs_break_at_every_eighth_byte() {
    expect![[r"

        00: [0+8*]
        08: [8+1*] [9+1*] [a+2*] [c+4*]
        10: [10+8*
        18: 10+8
        20: 10+4]
    "]]
    .assert_eq(&draw(&diagram(&[8, 1, 1, 2, 4, 20])));
}

#[test]
fn a_name_goes_where_its_run_has_room() {
    expect![[r"

        00: [0+7*] [7+1
        08: 7+8*
        10: 7+3]
    "]]
    .assert_eq(&draw(&diagram(&[7, 12])));
}

#[test]
fn long_runs_fold_at_the_edges_of_the_longest_rows() {
    expect![[r"

        00: [0+8*]
        08: [8+8*
        10: 8+8
        18: 8+8
        20: 8+8
        28: 8+8
        30: 8+8
        38: 8+8
        8: 0x40 … 0xa0
        a0: 8+8
        a8: 8+8
        b0: 8+8
        b8: 8+8
        c0: 8+8]
        c8: [c8+8*]
    "]]
    .assert_eq(&draw(&diagram(&[8, 0xc0, 8])));
}

#[test]
fn pieces_tile_every_structure() {
    for sizes in [&[1, 2, 3, 500, 7, 1][..], &[4096], &[31, 33, 200, 9], &[]] {
        let diagram = diagram(sizes);
        let mut end = 0;
        for piece in pieces(&diagram) {
            match piece {
                Piece::Ruler(offset) => assert_eq!(offset, end),
                Piece::Part(part) => {
                    assert_eq!(part.offset, end);
                    assert!(part.size > 0 && part.offset % 8 + part.size <= 8);
                    end += part.size;
                }
                Piece::Fold { from, to, .. } => {
                    assert_eq!(from, end);
                    assert_eq!((from % 32, to % 32), (0, 0));
                    end = to;
                }
            }
        }
        assert_eq!(end, diagram.size);
    }
}
