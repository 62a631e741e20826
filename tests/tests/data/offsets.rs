//! Tests of the members × images table against the layouts, a third-party list, and its own neighbours.

use std::collections::BTreeMap;

use strata_core::BitRange;
use strata_core::catalogue::{ImageIndex, Type};
use strata_core::layout::Layout;
use strata_core::lookup::SUGGESTED_LIMIT;
use strata_core::offsets::{
    Bracketing, Column, Evidence, FOUND, ImageFilter, KPHDYN, ParsedMembers, Table, Value,
};
use strata_core::types::TypeKind;
use strata_tests::data::dataset;

fn table<'a>(members: &[&str], images: &str) -> Table<'a> {
    let columns = Column::find_all(dataset(), members).expect("the members are there");
    let images = ImageFilter::read(dataset(), images).expect("it names images");
    Table::new(dataset(), columns, &images, Bracketing::Include)
}

/// The offsets of members or bit fields with that name in an image's layout.
fn in_layout(layout: &Layout, name: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for member in layout.members() {
        let offset = member.offset.get();
        if member.name.as_deref() == Some(name) {
            found.push(Value::At { offset, bits: None });
        }
        for field in member.bits.known_bits().unwrap_or_default() {
            if *field.name == *name {
                let bits = Some(field.range);
                found.push(Value::At { offset, bits });
            }
        }
    }
    found
}

/// A member that was spelled in several ways is shown as the newest image spells it.
#[test]
fn a_member_is_spelled_as_in_the_newest_image() {
    let catalogue = dataset().catalogue();
    let mut several = 0;
    for structure in dataset()
        .structures()
        .iter()
        .filter(|it| it.audited().is_none())
    {
        let classes = structure.ty().into_iter().flat_map(Type::classes);
        let mut spelled: BTreeMap<String, BTreeMap<&str, Vec<_>>> = BTreeMap::new();
        for class in classes {
            let ages = class.images.iter().filter_map(|index| {
                let scope = catalogue.image_scope(index)?;
                Some((scope.release, index))
            });
            let age = ages.max();
            for member in &class.members {
                let name = &*member.declaration.name;
                let known = spelled.entry(name.to_ascii_lowercase()).or_default();
                known.entry(name).or_default().push(age);
            }
        }
        for (name, spellings) in spelled.iter().filter(|(_, it)| it.len() > 1) {
            let newest = |(_, ages): &(&&str, &Vec<_>)| ages.iter().max().copied();
            let newest = spellings.iter().max_by_key(newest).expect("several");
            let column = Column::find(dataset(), &format!("{}.{name}", structure.name));
            let column = column.expect("it is there");
            // Members that differ only in case can stand beside one another.
            let ages: Vec<_> = spellings.values().map(|ages| ages.iter().max()).collect();
            let apart = (1..ages.len()).all(|at| !ages[at..].contains(&ages[at - 1]));
            if apart {
                several += 1;
                assert_eq!(column.name(), format!("{}.{}", structure.name, newest.0));
            }
        }
    }
    println!("{several} members with several spellings");
}

/// Some members of every fortieth type, at every image.
#[test]
fn cells_are_those_of_the_layouts() {
    let images = dataset().catalogue().images().len();
    let mut cells = 0;
    let symbols = dataset().structures().iter();
    let symbols = symbols.filter(|it| it.audited().is_none() && it.kind() != TypeKind::Enum);
    for structure in symbols.step_by(40) {
        let classes = structure.ty().into_iter().flat_map(Type::classes);
        let mut names: Vec<&str> = classes
            .flat_map(|class| &class.members)
            .map(|it| &*it.declaration.name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(12);
        let members: Vec<String> = names
            .iter()
            .map(|name| format!("{}.{name}", structure.name))
            .collect();
        let columns = Column::find_all(dataset(), &members).expect("they are there");
        for index in (0..).map(ImageIndex).take(images) {
            let layout = structure.at_image(index).ok();
            for (name, column) in names.iter().zip(&columns) {
                let value = column.at(index);
                let places = layout.as_ref().map(|it| in_layout(it, name));
                match places.filter(|places| !places.is_empty()) {
                    Some(places) => {
                        assert!(places.contains(&value), "{} {index:?}", column.name());
                        cells += 1;
                    }
                    None => assert!(!matches!(value, Value::At { .. }), "{}", column.name()),
                }
            }
        }
    }
    assert!(cells > 10_000, "only {cells}");
}

/// System Informer's offsets equal those of symbol files, and those bracketed between them.
#[test]
fn a_list_that_others_keep_agrees() {
    let (catalogue, kernels) = (dataset().catalogue(), dataset().kernels());
    let members = KPHDYN.iter().filter(|(.., is_bit)| !is_bit);
    let members: Vec<&str> = members.map(|(_, member, _)| *member).collect();
    let columns = Column::find_all(dataset(), &members).expect("they are there");
    let value = |offset| Value::At { offset, bits: None };
    let (mut stated, mut between) = (0, 0);
    for (index, image) in (0..).map(ImageIndex).zip(catalogue.images()) {
        let next = ImageIndex(index.0 + 1);
        let line = catalogue.image(next).filter(|next| next.same_branch(image));
        for (column, member) in columns.iter().zip(&members) {
            let own = kernels
                .get(image.key())
                .and_then(|it| kernels.offset(it, member));
            if let Some(offset) = own {
                assert_eq!(column.at(index), value(offset), "{member} {}", image.id());
                stated += 1;
            }
            let Some(last) = line.filter(|_| column.at(index) == column.at(next)) else {
                continue;
            };
            let all = kernels.all().iter();
            for kernel in all.filter(|it| image.key() < it.key() && it.key() < last.key()) {
                if let Some(offset) = kernels.offset(kernel, member) {
                    assert_eq!(column.at(index), value(offset), "{member} {}", kernel.id());
                    between += 1;
                }
            }
        }
    }
    assert!(stated > 6_000 && between > 12_000, "{stated}, {between}");
}

#[test]
fn what_neighbours_say_was_tried_on_every_image() {
    assert_eq!(Evidence::of(dataset().catalogue()), FOUND);
}

/// Vista's symbol files do not define the structure, but the article states it: the value has its source.
#[test]
fn an_article_states_what_symbol_files_do_not_define() {
    for (member, image, expected, by_article) in [
        (
            "Links.Blink",
            "x64,6.0",
            Value::At {
                offset: 8,
                bits: None,
            },
            true,
        ),
        (
            "Links.Blink",
            "x64,6.1",
            Value::At {
                offset: 8,
                bits: None,
            },
            false,
        ),
        ("LoggerId", "x64,5.2", Value::Absent, false),
    ] {
        let table = table(&[&format!("ETW_REALTIME_CONSUMER.{member}")], image);
        assert!(!table.rows.is_empty(), "{image}");
        for row in &table.rows {
            assert_eq!(table.value(row, 0), expected, "{member} {}", row.id());
            assert_eq!(row.is_by_article(0), by_article, "{member} {}", row.id());
            let article = dataset().structure("ETW_REALTIME_CONSUMER");
            let source = article.map_or("", |it| it.source());
            assert_eq!(row.sources(dataset()).contains(&source), by_article);
        }
    }
    // A structure in no symbol file is known by its article alone.
    let table = table(&["ETW_UM_LOGGER_CONTEXT.LoggerName"], "x64,6.1");
    let known = |row| matches!(table.value(row, 0), Value::At { .. });
    assert!(table.rows.iter().all(known));
}

/// A kernel between two known ones is bracketed; one after the last is not.
#[test]
fn nothing_is_carried_past_the_last_image() {
    let table = table(&["_EPROCESS.Protection"], "22621");
    let row = |id: &str| table.rows.iter().find(|row| row.id() == id);
    let between = row("ntoskrnl-10.0.22621.436-x64").expect("it is bracketed");
    let witnesses = between.bracketed[0]
        .between
        .map(strata_core::catalogue::Image::id);
    assert_eq!(
        witnesses,
        [
            "ntoskrnl-10.0.22621.382-x64",
            "ntoskrnl-10.0.22621.2428-x64"
        ]
    );
    let last = table.rows.last().expect("there are rows");
    assert_eq!(last.id(), "ntoskrnl-10.0.22621.2428-x64");
    assert!(last.bracketed.is_empty());
    // If it is requested by name, it is listed without a value.
    let behind = "ntoskrnl-10.0.22621.3007-x64";
    let table = self::table(&["_EPROCESS.Protection"], behind);
    assert_eq!(table.rows.len(), 1);
    assert_eq!(table.value(&table.rows[0], 0), Value::NotStated);
}

#[test]
fn paths_lead_into_nested_types_arrays_and_bit_fields() {
    let image = "ntoskrnl-10.0.19041.264-x64";
    let at = |member| {
        let table = table(&[member], image);
        let value = table.value(&table.rows[0], 0);
        (table.columns[0].name(), value)
    };
    let place = |offset, bits: Option<(u8, u8)>| Value::At {
        offset,
        bits: bits.map(|(bit, width)| BitRange::new(bit, width).expect("it is one")),
    };
    for (member, name, value) in [
        (
            "nt!_eprocess.pcb.threadlisthead.flink",
            "_EPROCESS.Pcb.ThreadListHead.Flink",
            place(0x30, None),
        ),
        (
            "KTHREAD->ApcState.ApcListHead[1].Blink",
            "_KTHREAD.ApcState.ApcListHead[1].Blink",
            place(0xb0, None),
        ),
        (
            "_RTL_BALANCED_NODE.Balance",
            "_RTL_BALANCED_NODE.Balance",
            place(16, Some((0, 2))),
        ),
        ("_EPROCESS", "_EPROCESS", Value::Size(0xa40)),
    ] {
        assert_eq!(at(member), (name.to_owned(), value));
    }
    // A member of other images is absent; one of no image is missing, with a suggestion.
    assert_eq!(at("_EPROCESS.QuotaUsage").1, Value::Absent);
    let missing = Column::find(dataset(), "_EPROCESS.Protektion").unwrap_err();
    assert!(
        missing
            .in_words()
            .ends_with("Did you mean _EPROCESS.Protection?"),
        "{missing:?}"
    );
    assert!(Column::find(dataset(), "_EPROCESS.Pcb[").is_err());
    assert!(Column::find(dataset(), "_NOTHING.At.All").is_err());
}

#[test]
fn images_are_filtered_by_what_people_call_them() {
    let rows = |images: &str| table(&["_EPROCESS"], images).rows.len();
    let all = rows("");
    assert_eq!(rows("x86,x64"), all);
    assert_eq!(rows("x86") + rows("amd64"), all);
    assert_eq!(rows("ntoskrnl,x64"), rows("x64"));
    assert_eq!(rows("..10.0.17763"), all - rows("1903.."));
    assert_eq!(rows("10.0.19041"), rows("19041"));
    assert_eq!(rows("19045"), rows("22H2"));
    assert_eq!(rows("22H2/x64"), rows("22H2,x64"));
    assert_eq!(rows("1903..1909/x64"), rows("10.0.18362,x64"));
    assert_eq!(rows("19045.2965,x64"), 1);
    assert_eq!(
        rows("ntoskrnl-10.0.19041.264-x64 ntoskrnl-10.0.19041.264-x86"),
        2
    );
    for none in ["nope", "1.2.3.4.5", "ntoskrnl-10.0.1.1-x64", "..x"] {
        assert!(ImageFilter::read(dataset(), none).is_err(), "{none}");
    }
}

#[test]
fn members_are_taken_from_whatever_somebody_keeps_offsets_in() {
    for text in [
        "_EPROCESS.Protection\r\n\r\n_KTHREAD.StackBase\r\n",
        "#define EPROCESS_Protection 0x87a\n#define KTHREAD_StackBase 0x38\n",
        "structure,member,offset\n_EPROCESS,Protection,0x87a\n_KTHREAD,StackBase,0x38\n",
        "#define EPROCESS_Protection 0x87a\nvoid f(void);\n#define KTHREAD_StackBase 0x38\n",
        "EPROCESS->Protection, nt!_KTHREAD.StackBase\n",
        "_EPROCESS.Protection _KTHREAD.StackBase",
    ] {
        let listed = ParsedMembers::read(dataset(), text).expect("it is short");
        let names: Vec<String> = listed.columns.iter().map(Column::name).collect();
        assert_eq!(
            names,
            ["_EPROCESS.Protection", "_KTHREAD.StackBase"],
            "{text}"
        );
    }
    for (text, columns) in [
        ("_EPROCESS", "_EPROCESS"),
        (
            "PsProcessType, nt!PsInitialSystemProcess",
            "nt!PsProcessType nt!PsInitialSystemProcess",
        ),
        ("_EPROCESS\nToken\nPeb", "_EPROCESS.Token _EPROCESS.Peb"),
    ] {
        let listed = ParsedMembers::read(dataset(), text).expect("it is short");
        let names: Vec<String> = listed.columns.iter().map(Column::name).collect();
        assert_eq!(names.join(" "), columns, "{text}");
        assert!(listed.refused.is_empty(), "{text}: {listed:?}");
    }
    // Lists beside tables and code.
    for (text, columns, refused) in [
        (
            "dt nt!_EPROCESS\n   +0x4b8 Token : _EX_FAST_REF\n_KTHREAD.StackBase\nnt!PsProcessType // symbol",
            "_EPROCESS.Token _KTHREAD.StackBase nt!PsProcessType",
            "",
        ),
        (
            "// mine\n- _EPROCESS.Token // first\n1. _KTHREAD.StackBase\n#define EPROCESS_Peb 0x550\nhello world",
            "_EPROCESS.Token _KTHREAD.StackBase _EPROCESS.Peb",
            "5 hello world",
        ),
        (
            "PEPROCESS p = first();\n_EPROCESS.Peb\n_EPROCESS.Nope",
            "_EPROCESS.Peb",
            "1 PEPROCESS p = first();, 3 _EPROCESS.Nope",
        ),
    ] {
        let listed = ParsedMembers::read(dataset(), text).expect("it is short");
        let names: Vec<String> = listed.columns.iter().map(Column::name).collect();
        assert_eq!(names.join(" "), columns, "{text}");
        let skipped = listed.refused.iter();
        let skipped = skipped.map(|it| format!("{} {}", it.line, it.text));
        let skipped: Vec<String> = skipped.collect();
        assert_eq!(skipped.join(", "), refused, "{text}: {listed:?}");
    }
    for (text, why) in [
        ("_EPROCESS+0x9999", "ends at 0x840 in 11-24H2/x64"),
        ("_EPROCESS+0x59", "Did you mean _EPROCESS.Pcb?"),
    ] {
        let listed = ParsedMembers::read(dataset(), text).expect("it is short");
        assert!(listed.refused[0].why.contains(why), "{listed:?}");
    }
    let bare = ParsedMembers::read(dataset(), "Protection").expect("it is short");
    assert!(
        bare.refused[0].why.contains("named with its type"),
        "{bare:?}"
    );
    let wrong = ParsedMembers::read(dataset(), "_EPROCESS.Protection\n_EPROCESS.Protektion\n");
    let wrong = wrong.expect("it is short");
    assert!(wrong.is_list && wrong.refused[0].line == 2, "{wrong:?}");
}

/// The nearest names are sought for a number of mistakes that somebody corrects, and once.
#[test]
fn the_nearest_name_is_sought_for_the_first_unknown_members() {
    for name in ["_EPROCES.Token", "_EPROCESS.Toke"] {
        let names = (0..2 * SUGGESTED_LIMIT).map(|line| format!("{name}{line}\n"));
        let listed = ParsedMembers::read(dataset(), &names.collect::<String>());
        let refused = listed.expect("it is short").refused.into_iter();
        let suggested = refused.map(|it| it.why.contains("Did you mean"));
        let suggested: Vec<bool> = suggested.collect();
        let expected = [[true; SUGGESTED_LIMIT], [false; SUGGESTED_LIMIT]].concat();
        assert_eq!(suggested, expected, "{name}");
    }
}

/// Every address is that of one symbol in its image, and no value is given for images between two known ones.
#[test]
fn addresses_are_those_of_the_images_that_state_them() {
    let addresses = dataset().addresses().table();
    let addresses = addresses
        .expect("the file can be read")
        .expect("it is there");
    assert_eq!((addresses.len(), addresses.images.len()), (43_437, 18));
    assert!(dataset().source(&addresses.source).is_some());
    let columns = table(&["nt!pspcreateprocessnotifyroutine", "NtCreateFile"], "x64");
    let names: Vec<String> = columns.columns.iter().map(Column::name).collect();
    assert_eq!(
        names,
        ["nt!PspCreateProcessNotifyRoutine", "nt!NtCreateFile"]
    );
    let mut stated = 0;
    for row in &columns.rows {
        assert!(row.bracketed.is_empty(), "{}", row.id());
        for at in 0..columns.columns.len() {
            if let Value::At { offset, bits: None } = columns.value(row, at) {
                let size = row.kernel.map_or(u32::MAX, |it| it.size_of_image);
                assert!(
                    offset < size,
                    "{} in {}",
                    columns.columns[at].name(),
                    row.id()
                );
                stated += 1;
            }
        }
    }
    assert_eq!(stated, 2 * addresses.images.len());
}
