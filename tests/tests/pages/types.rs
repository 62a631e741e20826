//! Pages of nested types: they have the views of structures.

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
    expect![[""]].assert_eq(&drawn(table));
    let ty = dataset().types().find("WNODE_HEADER").expect("it is there");
    let page = TypePage::new(dataset(), ty);
    expect![[""]].assert_eq(&drawn(&page.tables[0]));
}

/// Every head of a history leads to a layout on the page, and every run of its diagram to a row of its table.
#[test]
fn heads_and_runs_lead_to_places_of_the_page() {
    let mut heads = 0;
    for ty in dataset().types().iter() {
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
            let members = runs.filter(|run| !run.key.starts_with("gap-"));
            let members: Vec<&str> = members.map(|run| run.key.as_str()).collect();
            assert_eq!(keys, members, "{} {}", ty.name, layout.versions);
        }
    }
    assert!(heads > dataset().types().iter().len());
}
