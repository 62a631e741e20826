//! Tests of the comparison with symbol files, and of the rules' texts in docs/audit.md.

use strata_core::Arch;
use strata_core::audit::{Agreement, LIMITS, Rule, SymbolComparison};
use strata_core::dataset::Structure;
use strata_tests::data::{audited, dataset};

fn structure(name: &str) -> &'static Structure {
    let found = dataset().structure(name);
    found.unwrap_or_else(|| panic!("no structure {name}"))
}

#[test]
fn every_symbol_file_of_a_stated_release_is_heard_and_agrees() {
    for structure in dataset().audited() {
        let (name, table) = (&structure.name, &audited(structure).table);
        let comparison = SymbolComparison::new(table, dataset().audit_context(name));
        let catalogue = dataset().catalogue();
        let expected = table.stated_sizes().filter(|(release, arch, _)| {
            let image = catalogue.image_of(*release, *arch);
            image.is_some_and(|image| catalogue.symbol_layout(name, image).is_some())
        });
        assert_eq!(comparison.files().count(), expected.count(), "{name}");
        let differences: Vec<String> = comparison.differences().map(ToString::to_string).collect();
        assert!(differences.is_empty(), "{name}: {differences:?}");
    }
}

/// A row is compared with the files of its points; a row without a name is not compared.
#[test]
fn a_row_is_heard_where_it_is() {
    let consumer = audited(structure("ETW_REALTIME_CONSUMER"));
    let name = &consumer.article.name;
    let comparison = SymbolComparison::new(&consumer.table, dataset().audit_context(name));
    for row in &consumer.table.rows {
        for witness in comparison.of(&row.id) {
            let (release, arch) = (witness.symbols.release, witness.symbols.arch);
            assert!(
                consumer.table.offset(row, release, arch).is_some(),
                "{}",
                row.id
            );
            assert_eq!(witness.agreement, Agreement::Agrees, "{}", row.id);
        }
    }
    let wow: Vec<_> = comparison.of(&consumer.table.bits.last().expect("bits").id);
    assert!(
        wow.iter().all(|it| it.symbols.arch == Arch::X64),
        "Wow is on x64 alone"
    );
    let said = wow.first().and_then(|it| it.says.clone());
    assert_eq!(said.as_deref(), Some("0x5a:4 UCHAR Wow : 1"));
}

/// As published, a bit of the consumer has a name that symbol files contradict.
#[test]
fn what_is_published_wrongly_is_denied() {
    let consumer = audited(structure("ETW_REALTIME_CONSUMER"));
    let published = &consumer.article.published;
    let context = dataset().audit_context(&consumer.article.name);
    let bit = published.bit("shut-down-requested-6-2").expect("the bit");
    let denied = SymbolComparison::new(published, context).of(&bit.id);
    assert!(!denied.is_empty());
    for witness in denied {
        assert!(matches!(witness.agreement, Agreement::Differs(_)));
    }
}

#[test]
fn the_document_says_what_the_rules_say() {
    let path = strata_tests::workspace::root().join("docs/audit.md");
    let text = std::fs::read_to_string(path).expect("docs/audit.md is there");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for rule in Rule::ALL {
        let line = format!(
            "| `{rule}` | {} | {} |",
            rule.requirement(),
            rule.limitation()
        );
        assert!(text.contains(&line), "docs/audit.md has no line\n{line}");
    }
    for limit in LIMITS {
        let line = format!("*{}* {}", limit.name, limit.text);
        assert!(text.contains(&line), "docs/audit.md does not say\n{line}");
    }
}
