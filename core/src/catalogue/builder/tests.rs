//! Merges symbol files given in the notation of the catalogue.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// A symbol file: `ARCH VERSION SOURCE`, optionally a PDB, and its types, with `*` for the image.
type Witness = (&'static str, &'static str);

fn file((image, types): Witness) -> SymbolFile {
    let words: Vec<&str> = image.split(' ').collect();
    let pdb = words.get(3).map(|pdb| pdb.parse().unwrap());
    let image = Image {
        module: ModuleName::kernel(),
        arch: words[0].parse().unwrap(),
        version: words[1].parse().unwrap(),
        pdb,
        sources: vec![words[2].into()],
    };
    let this = format!("{} {}", image.arch, image.version);
    let blocks: Vec<(String, String)> = types
        .replace(" *\n", &format!(" {this}\n"))
        .replace("?*\n", &format!("?{this}\n"))
        .split("type ")
        .skip(1)
        .map(|block| {
            let (name, lines) = block.split_once('\n').unwrap();
            (name.to_owned(), lines.trim_matches('\n').to_owned())
        })
        .collect();
    let types = blocks
        .iter()
        .map(|(name, lines)| (name.clone(), lines.as_str()));
    let text = write::file(&[image], types);
    let catalogue = Catalogue::read(&text).unwrap();
    assert_eq!(catalogue.check(), []);
    catalogue.symbol_file(ImageIndex(0)).unwrap()
}

/// The text of the finished catalogue, which is read as it is written.
fn finish(builder: Builder) -> String {
    let text = builder.finish().unwrap().text();
    assert_eq!(Catalogue::read(&text).unwrap().text(), text);
    text
}

/// The text of a catalogue of which every type is parsed; it is that of one of which none is.
fn again(catalogue: &Catalogue) -> String {
    let mut builder = Builder::from_catalogue(catalogue);
    let kept = finish(builder.clone());
    for entry in builder.types.values_mut().flat_map(BTreeMap::values_mut) {
        entry.parse(&builder.known);
    }
    let parsed = finish(builder);
    assert_eq!(kept, parsed);
    parsed
}

/// The text of witnesses of which the first ones are in a catalogue already.
fn in_two_steps(witnesses: &[Witness], first: usize) -> String {
    let add = |mut builder: Builder, witnesses: &[Witness]| {
        for witness in witnesses {
            builder.add(file(*witness));
        }
        builder.finish().unwrap()
    };
    let (known, new) = witnesses.split_at(first);
    let known = add(Builder::default(), known);
    add(Builder::from_catalogue(&known), new).text()
}

/// Prints the conflicts and the catalogue, and checks that this round-trips.
fn check(witnesses: &[Witness], expected: &Expect) {
    let mut builder = Builder::default();
    let mut shown = String::new();
    for witness in witnesses {
        for conflict in builder.add(file(*witness)) {
            shown += &format!("! {conflict}\n");
        }
    }
    let catalogue = builder.finish().unwrap();
    let text = catalogue.text();
    assert_eq!(catalogue.check(), []);
    assert_eq!(again(&catalogue), text);
    for first in 1..witnesses.len() {
        assert_eq!(in_two_steps(witnesses, first), text, "{first}");
    }
    shown += text.split_once('\n').unwrap().1;
    expected.assert_eq(&shown);
}

#[test]
fn images_with_one_layout_are_runs() {
    let one = "type A\n 0 ULONG X\n 4 ULONG Y\n=struct 8 *\n:0-1\n";
    let two = "type A\n 0 ULONG X\n 4 LONG Z\n 8 ULONG Y\n=struct 12 *\n:0-2\n";
    let other = "type B\n 0 B\n=enum 4 *\n:0\n";
    check(
        &[
            ("x64 10.0.19041.5 s", two),
            ("x86 10.0.19041.1 s", one),
            ("x64 10.0.19041.1 s", one),
            ("x64 10.0.19041.2 s", one),
            ("x64 10.0.19041.10 s", one),
            ("arm64 10.0.19041.1 s", other),
        ],
        &expect![[r#"
            image ntoskrnl x86 10.0.19041.1 - s
            image ntoskrnl x64 10.0.19041.1 - s
            image ntoskrnl x64 10.0.19041.2 - s
            image ntoskrnl x64 10.0.19041.5 - s
            image ntoskrnl x64 10.0.19041.10 - s
            image ntoskrnl arm64 10.0.19041.1 - s

            type A
             0 ULONG X
             4 ULONG Y
             4 LONG Z
             8 ULONG Y
            =struct 8 x86 10.0.19041.1; x64 10.0.19041.1..10.0.19041.2,10.0.19041.10
            :0-1
            =struct 12 x64 10.0.19041.5
            :0 2-3
            type B
             0 B
            =enum 4 arm64 10.0.19041.1
            :0
        "#]],
    );
}

#[test]
fn the_order_of_the_declaration_is_kept_where_a_source_has_it() {
    let sorted = "type A\n 0 ULONG Anon\n 0 ULONG Zero\n 4 LONG Next\n=union 8 *\n:0-2\n";
    let declared = "type A\n 0 ULONG Zero\n 0 ULONG Anon\n 4 LONG Next\n=union 8 *\n:0-2\n";
    check(
        &[
            ("x64 10.0.19041.2 isf", sorted),
            ("x64 10.0.19041.1 yaml", declared),
        ],
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.1 - yaml
            image ntoskrnl x64 10.0.19041.2 - isf

            type A
             0 ULONG Zero
             0 ULONG Anon
             4 LONG Next
            =union 8 x64 10.0.19041.1..10.0.19041.2
            :0-2
        "#]],
    );
}

#[test]
fn stated_bits_replace_sums_where_sums_can_be_wrong() {
    // A union of `Red : 1` and `Balance : 2`: the sum puts the second after the first.
    let sums =
        "type NODE\n 0:0.1 UCHAR Red\n 0:1.2 UCHAR Balance\n 0 ULONG Parent\n=struct 4~ *\n:0-2\n";
    let stated =
        "type NODE\n 0 ULONG Parent\n 0:0.2 UCHAR Balance\n 0:0.1 UCHAR Red\n=struct 4 *\n:0-2\n";
    check(
        &[
            ("x64 10.0.19041.1 yaml", sums),
            ("x64 10.0.19041.2 yaml", sums),
            ("x64 10.0.19041.2 isf", stated),
            ("x86 10.0.19041.1 yaml", sums),
        ],
        &expect![[r#"
            image ntoskrnl x86 10.0.19041.1 - yaml
            image ntoskrnl x64 10.0.19041.1 - yaml
            image ntoskrnl x64 10.0.19041.2 - yaml,isf

            type NODE
             0:0.1 UCHAR Red
             0:0.2 UCHAR Balance
             0 ULONG Parent
            =struct 4 x86 10.0.19041.1; x64 10.0.19041.1..10.0.19041.2
            :0-2
        "#]],
    );
}

#[test]
fn sums_in_full_units_are_layouts_of_their_own() {
    let before = "type FLAGS\n 0:0.1 ULONG Timestamp\n 0:1.1 ULONG Platform\n 0:2.30 ULONG Spare\n=struct 4~ *\n:0-2\n";
    let after = "type FLAGS\n 0:0.1 ULONG Platform\n 0:1.1 ULONG Timestamp\n 0:2.30 ULONG Spare\n=struct 4 *\n:0-2\n";
    let same = "type FLAGS\n 0:0.1 ULONG Platform\n 0:1.1 ULONG Timestamp\n 0:2.30 ULONG Spare\n=struct 4~ *\n:0-2\n";
    check(
        &[
            ("x64 6.0.6001.18000 yaml", before),
            ("x64 6.1.7600.16385 yaml", same),
            ("x64 6.1.7601.24540 isf", after),
        ],
        &expect![[r#"
            image ntoskrnl x64 6.0.6001.18000 - yaml
            image ntoskrnl x64 6.1.7600.16385 - yaml
            image ntoskrnl x64 6.1.7601.24540 - isf

            type FLAGS
             0:0.1 ULONG Timestamp
             0:1.1 ULONG Platform
             0:2.30 ULONG Spare
             0:0.1 ULONG Platform
             0:1.1 ULONG Timestamp
            =struct 4~ x64 6.0.6001.18000
            :0-2
            =struct 4 x64 6.1.7600.16385..6.1.7601.24540
            :3-4 2
        "#]],
    );
}

#[test]
fn a_second_definition_is_a_variant() {
    let old = "type PRCB\n 0 ULONG Small\n=struct 4 *\n:0\n";
    let both = "type PRCB\n 0 ULONG Small\n=struct 4 *\n:0\ntype PRCB~2\n 0 ULONG Small\n 4 ULONG Large\n=struct 8 *\n:0-1\n";
    let large = "type PRCB\n 0 ULONG Small\n 4 ULONG Large\n=struct 8 *\n:0-1\n";
    let larger = "type PRCB\n 0 ULONG Small\n 4 ULONG Large\n 8 ULONG Larger\n=struct 12 *\n:0-2\n";
    let small = "type PRCB\n 0 ULONG Small\n=struct 4 *\n:0\n";
    check(
        &[
            // Before the first file with two definitions, a lone definition is variant 1, whatever it resembles.
            ("x64 10.0.18362.1 yaml", old),
            ("x64 10.0.19041.1 yaml", both),
            ("x64 10.0.19041.2 isf", large),
            ("x64 10.0.19041.3 isf", small),
            ("x64 10.0.20348.1 isf", larger),
            ("x64 10.0.22000.1 yaml", both),
            ("x64 10.0.22000.1 isf", large),
            ("x86 10.0.19041.1 yaml", old),
        ],
        &expect![[r#"
            image ntoskrnl x86 10.0.19041.1 - yaml
            image ntoskrnl x64 10.0.18362.1 - yaml
            image ntoskrnl x64 10.0.19041.1 - yaml
            image ntoskrnl x64 10.0.19041.2 - isf
            image ntoskrnl x64 10.0.19041.3 - isf
            image ntoskrnl x64 10.0.20348.1 - isf
            image ntoskrnl x64 10.0.22000.1 - yaml,isf

            type PRCB
             0 ULONG Small
             4 ULONG Large
             8 ULONG Larger
            =struct 4 x86 10.0.19041.1; x64 10.0.18362.1
            :0
            =struct 8 x64 10.0.19041.1..10.0.19041.2,10.0.22000.1
            :0-1
            =struct 12 x64 10.0.20348.1
            :0-2
            type PRCB~2
             0 ULONG Small
            =struct 4 x64 10.0.19041.1,10.0.19041.3,10.0.22000.1
            :0
        "#]],
    );
}

#[test]
fn of_two_definitions_of_one_size_the_longer_one_is_first() {
    let both = "type MDL\n 0 ULONG A\n 8 ULONG C\n=struct 12 *\n:0-1\ntype MDL~2\n 0 ULONG A\n 4 ULONG B\n 8 ULONG C\n=struct 12 *\n:0-2\n";
    check(
        &[("x64 10.0.19041.1 yaml", both)],
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.1 - yaml

            type MDL
             0 ULONG A
             4 ULONG B
             8 ULONG C
            =struct 12 x64 10.0.19041.1
            :0-2
            type MDL~2
             0 ULONG A
             8 ULONG C
            =struct 12 x64 10.0.19041.1
            :0-1
        "#]],
    );
}

#[test]
fn witnesses_that_disagree_are_conflicts() {
    let types = "type A\n 0 ULONG X\n=struct 4 *\n:0\ntype B\n 0 ULONG X\n 4 ULONG Y\n=struct 8 *\n:0-1\n\
        type C\n 0 None\n 1 Some\n=enum 4 *\n:0-1\ntype D\n 0 ULONG X\n=struct 4 *\n:0\ntype E\n 0:0.1 ULONG X\n=struct 4 *\n:0\n";
    let others = "type A\n 0 ULONG X\n=struct 8 *\n:0\ntype B\n 0 ULONG X\n 4 LONG Y\n=struct 8 *\n:0-1\n\
        type C\n 0 None\n 2 Some\n=enum 4 *\n:0-1\ntype D\n 0 ULONG X\n=union 4 *\n:0\ntype E\n 0:1.1 ULONG X\n=struct 4 *\n:0\n";
    check(
        &[
            (
                "x64 10.0.19041.1 first BBED7C2955FBE4522AAA23F4B8677AD91",
                types,
            ),
            (
                "x64 10.0.19041.1 second BBED7C2955FBE4522AAA23F4B8677AD92",
                others,
            ),
        ],
        &expect![[r#"
            ! ntoskrnl-10.0.19041.1-x64: the known PDB BBED7C2955FBE4522AAA23F4B8677AD91 is kept; this file has BBED7C2955FBE4522AAA23F4B8677AD92
            ! ntoskrnl-10.0.19041.1-x64: A: the known size, 4 bytes, is kept; this file has 8
            ! ntoskrnl-10.0.19041.1-x64: B: the known `4 ULONG Y` is kept; this file has `4 LONG Y`
            ! ntoskrnl-10.0.19041.1-x64: C: the known `1 Some` is kept; this file has `2 Some`
            ! ntoskrnl-10.0.19041.1-x64: D: the known kind struct is kept; this file has union
            ! ntoskrnl-10.0.19041.1-x64: E: the known `0:0.1 ULONG X` is kept; this file has `0:1.1 ULONG X`
            image ntoskrnl x64 10.0.19041.1 BBED7C2955FBE4522AAA23F4B8677AD91 first,second

            type A
             0 ULONG X
            =struct 4 x64 10.0.19041.1
            :0
            type B
             0 ULONG X
             4 ULONG Y
            =struct 8 x64 10.0.19041.1
            :0-1
            type C
             0 None
             1 Some
            =enum 4 x64 10.0.19041.1
            :0-1
            type D
             0 ULONG X
            =struct 4 x64 10.0.19041.1
            :0
            type E
             0:0.1 ULONG X
            =struct 4 x64 10.0.19041.1
            :0
        "#]],
    );
}

#[test]
fn a_type_that_one_source_defines_and_another_declares_is_defined() {
    let declared = "type A\n?*\ntype B\n?*\n";
    let defined = "type A\n 0 ULONG X\n=struct 4 *\n:0\ntype C\n 0 ULONG X\n=struct 4 *\n:0\n";
    check(
        &[
            ("x64 10.0.19041.1 first", declared),
            ("x64 10.0.19041.2 first", declared),
            (
                "x64 10.0.19041.1 second BBED7C2955FBE4522AAA23F4B8677AD91",
                defined,
            ),
            ("x64 10.0.19041.1 third", declared),
        ],
        &expect![[r#"
            image ntoskrnl x64 10.0.19041.1 BBED7C2955FBE4522AAA23F4B8677AD91 first,second,third
            image ntoskrnl x64 10.0.19041.2 - first

            type A
             0 ULONG X
            =struct 4 x64 10.0.19041.1
            :0
            ?x64 10.0.19041.2
            type B
            ?x64 10.0.19041.1..10.0.19041.2
            type C
             0 ULONG X
            =struct 4 x64 10.0.19041.1
            :0
        "#]],
    );
}

#[test]
fn types_and_layouts_are_counted() {
    let one = "type A\n 0 ULONG X\n=struct 4 *\n:0\ntype B\n 0:0.1 ULONG X\n=struct 4~ *\n:0\n";
    let two = "type A\n 0 ULONG Y\n=struct 4 *\n:0\ntype B\n 0:1.1 ULONG X\n=struct 4 *\n:0\ntype C\n?*\n";
    let mut builder = Builder::default();
    let mut counts = Vec::new();
    for witness in [
        ("x64 10.0.19041.1 s", one),
        ("x64 10.0.19041.2 s", one),
        ("x64 10.0.19041.3 s", two),
        // The image is known: definitions that disagree are not added.
        ("x64 10.0.19041.1 t", two),
    ] {
        builder.add(file(witness));
        let Counts {
            images,
            types,
            layouts,
        } = builder.counts();
        counts.push((images, types, layouts));
    }
    assert_eq!(counts, [(1, 2, 2), (2, 2, 2), (3, 2, 3), (3, 2, 3)]);
}

#[test]
fn two_underscores_are_part_of_a_name() {
    let types = "type __m128\n 0 [4]FLOAT f\n=union 16 *\n:0\ntype A\n 0 __m128 Xmm\n 16 *__m128 More\n=struct 24 *\n:0-1\n";
    let builder = &mut Builder::default();
    builder.add(file(("x64 10.0.19041.1 s", types)));
    let catalogue = builder.clone().finish().unwrap();
    let member = &catalogue.find("A").unwrap().classes()[0].members[0];
    assert_eq!(
        member.declaration.ty.base(),
        &catalogue.find("__m128").unwrap().name
    );
    assert_eq!(again(&catalogue), catalogue.text());
}

/// A member within a few offsets; names recur and units overlap.
fn member() -> impl Strategy<Value = String> {
    let types = prop::sample::select(vec!["ULONG", "*NODE", "[3]USHORT", "*()", "[0]UCHAR"]);
    (types, 0_u32..4, 0_u8..4, 1_u8..4, any::<bool>(), 0_u8..6).prop_map(
        |(ty, unit, bit, width, is_bits, name)| match is_bits {
            true => format!(" {}:{bit}.{width} ULONG N{name}", unit * 4),
            false => format!(" {} {ty} N{name}", unit * 4),
        },
    )
}

/// The types of one image: each defined once, twice, or declared.
fn types() -> impl Strategy<Value = String> {
    let body = |kind: &'static str| {
        (prop::collection::vec(member(), 1..5), 16_u32..20).prop_map(move |(rows, size)| {
            format!(
                "{}\n={kind} {size} *\n:0-{}\n",
                rows.join("\n"),
                rows.len() - 1
            )
        })
    };
    let values = prop::collection::vec((-3_i64..4, 0_u8..4), 1..4).prop_map(|values| {
        let rows: Vec<String> = values
            .iter()
            .map(|(value, name)| format!(" {value} V{name}"))
            .collect();
        format!("{}\n=enum 4 *\n:0-{}\n", rows.join("\n"), rows.len() - 1)
    });
    let one = prop_oneof![
        body("struct"),
        body("union"),
        values,
        Just("?*\n".to_owned())
    ];
    prop::collection::btree_map(0_u8..4, (one, prop::option::of(body("struct"))), 1..4).prop_map(
        |types| {
            let mut text = String::new();
            for (name, (first, second)) in types {
                let is_declared = first.starts_with('?');
                text += &format!("type T{name}\n{first}");
                if let Some(second) = second.filter(|second| !is_declared && *second != first) {
                    text += &format!("type T{name}~2\n{second}");
                }
            }
            text
        },
    )
}

/// The content of a file, whatever the order of rows and the numbers of variants.
fn said(file: &SymbolFile) -> (BTreeSet<String>, BTreeSet<String>) {
    let text = |it: &Definition| format!("{} {}", it.name, content(it));
    let declared = file.declared.iter().map(ToString::to_string);
    (
        file.definitions.iter().map(text).collect(),
        declared.collect(),
    )
}

proptest! {
    #[test]
    fn every_image_comes_out_as_it_went_in(all in prop::collection::vec(types(), 1..5)) {
        let mut builder = Builder::default();
        let mut files = Vec::new();
        for (types, revision) in all.into_iter().zip(1..) {
            let arch = if revision % 2 == 0 { "x86" } else { "x64" };
            let image = format!("{arch} 10.0.19041.{revision} s");
            let file = file((image.leak(), types.leak()));
            prop_assert_eq!(builder.add(file.clone()), []);
            files.push(file);
        }
        let catalogue = builder.finish().unwrap();
        let text = catalogue.text();
        prop_assert_eq!(catalogue.check(), []);
        for file in &files {
            let (module, arch, version) = file.image.key();
            let index = catalogue.image_at(module, arch, version).unwrap();
            prop_assert_eq!(said(&catalogue.symbol_file(index).unwrap()), said(file), "{}", &text);
        }
        let mut again = Builder::from_catalogue(&catalogue);
        prop_assert_eq!(&finish(again.clone()), &text);
        for file in files {
            prop_assert_eq!(again.add(file), []);
        }
        prop_assert_eq!(&finish(again), &text);
        let mut empty = Builder::default();
        prop_assert_eq!(empty.add_catalogue(&catalogue), []);
        prop_assert_eq!(&finish(empty), &text);
    }
}
