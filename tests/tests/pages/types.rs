//! Tests of the pages of types that only symbol files state.

use expect_test::expect;
use strata_core::Arch;
use strata_core::history::{Column, Place, Row, State};
use strata_frontend::page::StructurePage;
use strata_frontend::page::structure::{Shown, span};
use strata_frontend::route::Fields;
use strata_tests::data::dataset;

fn column(column: &Column) -> String {
    match column.state {
        State::Stated(size) => format!("{} Stated({})", span(column), size.get()),
        state => format!("{} {state:?}", span(column)),
    }
}

/// A history as text: its columns, then a line per member.
fn drawn(shown: &Shown) -> String {
    let history = &shown.history;
    let columns = history.columns.iter();
    let columns: Vec<String> = columns.map(column).collect();
    let row = |row: &Row| {
        let stated = history
            .columns
            .iter()
            .map(|column| column.point().is_some());
        let cells = stated.zip(&row.cells).filter(|(stated, _)| *stated);
        let cells = cells.map(|(_, cell)| match &cell.place {
            Place::At { offset, .. } => format!("{:?} {:#x}", cell.mark, offset.get()),
            Place::Bit { offset, range, .. } => {
                let (offset, bit, width) = (offset.get(), range.bit(), range.width());
                format!("{:?} {offset:#x}:{bit}+{width}", cell.mark)
            }
            other => format!("{:?} {other:?}", cell.mark),
        });
        let cells: Vec<String> = cells.collect();
        format!("{}: {}\n", shown.label(row), cells.join(", "))
    };
    let rows = history.rows.iter().map(row);
    format!("{}\n{}", columns.join(", "), rows.collect::<String>())
}

fn page(name: &str, query: &str) -> StructurePage<'static> {
    let structure = dataset().structure(name).expect("it is there");
    let fields = Fields::read(query, Fields::OF_STRUCTURE);
    StructurePage::new(dataset(), structure, &fields).expect("it has a layout")
}

#[test]
fn a_type_has_a_history() {
    let page = page("ETW_REF_CLOCK", "rows=all");
    expect![[r#"
        5.2 Absent, 6.0 to 11-24H2 Stated(16)
        LARGE_INTEGER StartTime: First 0x0
        LARGE_INTEGER StartPerfClock: First 0x8
    "#]]
    .assert_eq(&drawn(&page.shown[0]));
}

#[test]
fn a_boolean_that_became_a_bit_is_followed() {
    let page = page("KMUTANT", "rows=all");
    expect![[r#"
        5.2 to 1809 Stated(56), 1903 to 11-24H2 Stated(56)
        Header: First 0x0, Same 0x0
        MutantListEntry: First 0x18, Same 0x18
        OwnerThread: First 0x28, Same 0x28
        Abandoned: First 0x30, Gone Absent
        MutantFlags: Blank Absent, New 0x30
        Abandoned: Blank Absent, New 0x30:0+1
        Spare1: Blank Absent, New 0x30:1+7
        UCHAR: Blank Absent, New 0x30
        Abandoned2: Blank Absent, New 0x30:0+1
        AbEnabled: Blank Absent, New 0x30:1+1
        Spare2: Blank Absent, New 0x30:2+6
        ApcDisable: First 0x31, Same 0x31
    "#]]
    .assert_eq(&drawn(&page.shown[0]));
}

#[test]
fn an_enumeration_shows_its_values_through_time() {
    let page = page("_ETW_BUFFER_STATE", "");
    let shown = &page.shown[0];
    let values = shown.values.as_ref().expect("it is an enumeration");
    let columns = shown.history.columns.iter().map(column);
    let mut text: Vec<String> = columns.collect();
    text.extend(
        values
            .iter()
            .map(|(name, values)| format!("{name} {values:?}")),
    );
    expect![[r#"
        5.2 Absent
        6.0 to 1511 Stated(4)
        1607 to 11-24H2 Stated(4)
        EtwBufferStatePendingCompression [None, Some(4)]
        EtwBufferStateCompressed [None, Some(5)]
        EtwBufferStatePlaceholder [None, Some(6)]
        EtwBufferStateMaximum [Some(4), Some(7)]"#]]
    .assert_eq(&text.join("\n"));
}

/// A page shows one architecture, and by default the rows that change.
#[test]
fn a_page_shows_one_architecture_and_the_rows_that_change() {
    let few = page("_EPROCESS", "");
    let all = page("_EPROCESS", "rows=all");
    assert_eq!((few.shown.len(), all.shown.len()), (1, 1));
    let rows = |page: &StructurePage<'_>| page.shown[0].history.rows.len();
    assert!(rows(&few) < rows(&all));
    assert_eq!(rows(&few) + few.shown[0].folded, rows(&all));
    assert_eq!(few.shown[0].arch, Arch::X64);
    assert_eq!(page("_EPROCESS", "arch=x86").shown[0].arch, Arch::X86);
    assert_eq!(few.archs.len(), 2);
}
