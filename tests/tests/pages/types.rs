//! Pages of nested types: they have the views of structures.

use std::collections::BTreeSet;

use expect_test::expect;
use strata_core::Arch;
use strata_frontend::page::TypePage;
use strata_frontend::page::structure::{HistoryTable, Place, Row};
use strata_tests::data::dataset;

/// A history as text: its columns, then a line a member.
fn drawn(table: &HistoryTable) -> String {
    let columns = table.columns.iter();
    let columns: Vec<String> = columns
        .map(|it| format!("{} {:?}", it.span(), it.state))
        .collect();
    let row = |row: &Row| {
        let cells = row.cells.iter().map(|cell| match &cell.place {
            Place::At(offset) => format!("{:?} {offset:#x}", cell.mark),
            Place::Bit(offset, bit, width) => {
                format!("{:?} {offset:#x}:{bit}+{width}", cell.mark)
            }
            other => format!("{:?} {other:?}", cell.mark),
        });
        let cells: Vec<String> = cells.collect();
        format!("{}: {}\n", row.label, cells.join(", "))
    };
    let rows = table.rows.iter().map(row);
    format!("{}\n{}", columns.join(", "), rows.collect::<String>())
}

#[test]
fn a_nested_type_has_a_history() {
    let ty = dataset()
        .types()
        .find("ETW_REF_CLOCK")
        .expect("it is there");
    let page = TypePage::new(dataset(), ty);
    let of = |arch| page.tables.iter().find(|table| table.arch == arch);
    let table = of(Arch::X64).expect("x64 has a history");
    expect![[r#"
        5.2 NotStated, 6.0 to 2004 Stated(16), 20H2 to 11-24H2 NotStated
        StartTime: First 0x0
        StartPerfClock: First 0x8
    "#]]
    .assert_eq(&drawn(table));
    let ty = dataset()
        .catalogue()
        .find("WNODE_HEADER")
        .expect("it is there");
    let page = TypePage::new(dataset(), ty);
    expect![[r#"
        5.2 to 6.0 Stated(48), 6.1 to 11-24H2 NotStated
        BufferSize: First 0x0
        ProviderId: First 0x4
        union of HistoricalContext, Version, Linkage: First 0x8
        union of CountLost, KernelHandle, TimeStamp: First 0x10
        Guid: First 0x18
        ClientContext: First 0x28
        Flags: First 0x2c
    "#]]
    .assert_eq(&drawn(&page.tables[0]));
}

#[test]
fn a_boolean_of_a_nested_type_that_became_a_bit_is_followed() {
    let ty = dataset().catalogue().find("KMUTANT").expect("it is there");
    let page = TypePage::new(dataset(), ty);
    expect![[r#"
        5.2 to 1809 Stated(56), 1903 Stated(56), 1909 NotStated, 2004 Stated(56), 20H2 to 11-24H2 NotStated
        Header: First 0x0, Same 0x0, Same 0x0
        MutantListEntry: First 0x18, Same 0x18, Same 0x18
        OwnerThread: First 0x28, Same 0x28, Same 0x28
        Abandoned: First 0x30, ToBits 0x30:0+1, Same 0x30:0+1
        MutantFlags: Blank Absent, New 0x30, Same 0x30
        Abandoned2: Blank Absent, New 0x30:0+1, Same 0x30:0+1
        AbEnabled: Blank Absent, New 0x30:1+1, Same 0x30:1+1
        Spare1: Blank Absent, New 0x30:1+7, Same 0x30:1+7
        Spare2: Blank Absent, New 0x30:2+6, Same 0x30:2+6
        ApcDisable: First 0x31, Same 0x31, Same 0x31
    "#]].assert_eq(&drawn(&page.tables[0]));
}

/// Every head of a history leads to a layout on the page, and every run of its diagram to a row of its table.
#[test]
fn heads_and_runs_lead_to_places_of_the_page() {
    let mut heads = 0;
    for ty in dataset().catalogue().iter() {
        let page = TypePage::new(dataset(), ty);
        for table in &page.tables {
            for point in table.points() {
                let url = page.leads.layout(point).expect("a head leads somewhere");
                let at: usize = url.rsplit('-').next().unwrap().parse().unwrap();
                let layout = &page.layouts[at];
                assert!(
                    layout.arch.is_none_or(|arch| arch == point.arch),
                    "{} {point}",
                    ty.name
                );
                heads += 1;
            }
        }
        for layout in &page.layouts {
            let keys: Vec<&str> = layout
                .members
                .iter()
                .filter_map(|row| row.key.as_deref())
                .collect();
            let runs = layout.diagram.iter().flat_map(|it| &it.runs);
            let runs: BTreeSet<&str> = runs.map(|run| run.key.as_str()).collect();
            assert_eq!(keys.len(), runs.len(), "{} {}", ty.name, layout.versions);
            let keys: BTreeSet<&str> = keys.into_iter().collect();
            assert_eq!(keys, runs, "{} {}", ty.name, layout.versions);
        }
    }
    assert!(heads > dataset().catalogue().iter().len());
}
