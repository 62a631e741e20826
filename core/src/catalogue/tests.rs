//! Small catalogues: errors in files, resolution of type names and versions, alignment.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::sample;

const IMAGES: &str = "\
image ntdll x64 10.0.19041.1 - test
image ntoskrnl x86 10.0.19041.264 - test
image ntoskrnl x64 10.0.18362.30 - other,test
image ntoskrnl x64 10.0.18362.418 - test
image ntoskrnl x64 10.0.19041.264 - test
image ntoskrnl x64 10.0.19041.2965 BBED7C2955FBE4522AAA23F4B8677AD91 test
";

/// A catalogue of the images with these types.
fn catalogue(types: &str) -> Catalogue {
    let catalogue = Catalogue::read(&headed(&format!("{IMAGES}\n{types}"))).unwrap();
    assert_eq!(catalogue.check(), []);
    catalogue
}

fn name(text: &str) -> TypeName {
    TypeName::parse_symbol(text).unwrap()
}

/// The scope of an x64 kernel.
fn kernel(catalogue: &Catalogue, build: &str) -> Scope {
    let index = catalogue.kernel(build.parse().unwrap(), Arch::X64).unwrap();
    catalogue.image_scope(index).unwrap()
}

/// The first error in a text or in one of its types.
fn mistake(text: &str) -> String {
    match Catalogue::read(text) {
        Ok(catalogue) => match catalogue.check().first() {
            Some(error) => error.to_string(),
            None => "none".to_owned(),
        },
        Err(error) => error.to_string(),
    }
}

/// Checks the error of each content; the first line is added.
fn check_mistakes(contents: &[&str], expected: &Expect) {
    let mut text = String::new();
    for content in contents {
        let _ = writeln!(text, "{}", mistake(&headed(content)));
    }
    expected.assert_eq(&text);
}

/// Checks the error of each line as the first line of a type.
fn check_lines(lines: &[&str], expected: &Expect) {
    let contents: Vec<String> = lines
        .iter()
        .map(|lines| format!("{IMAGES}\ntype _T\n{lines}\n"))
        .collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    check_mistakes(&contents, expected);
}

#[test]
fn the_first_line_says_what_a_file_is() {
    let good = headed(IMAGES);
    assert_eq!(mistake(&good), "none");
    let hash = good.split([' ', '\n']).nth(2).unwrap();
    let cut = &good[..good.len() - 1];
    let texts = [
        String::new(),
        "strata-catalogue 1".to_owned(),
        "[[release]]\n".to_owned(),
        good.replacen(&format!("1 {hash}"), &format!("1 {hash} more"), 1),
        good.replacen("catalogue 1", "catalogue 2", 1),
        good.replacen("catalogue 1", "catalogue 0", 1),
        good.replacen("catalogue 1", "catalogue one", 1),
        good.replacen(&format!(" {hash}"), "", 1),
        good.replacen(".264", ".265", 1),
        cut.to_owned(),
    ];
    let mistakes: Vec<String> = texts.iter().map(|text| mistake(text)).collect();
    expect![[r#"
        line 1: not a catalogue: expected `strata-catalogue 1 HASH`
        line 1: not a catalogue: expected `strata-catalogue 1 HASH`
        line 1: not a catalogue: expected `strata-catalogue 1 HASH`
        line 1: not a catalogue: expected `strata-catalogue 1 HASH`
        line 1: the file has format 2, this program reads up to 1: a newer Strata wrote it
        line 1: not a format of catalogues: expected 1
        line 1: not a format of catalogues: expected 1
        line 1: the hash does not match the content, which is truncated or was changed: expected none, found e534572b5f997949
        line 1: the hash does not match the content, which is truncated or was changed: expected e534572b5f997949, found e4f7fdc6dad3bd26
        line 1: the hash does not match the content, which is truncated or was changed: expected e534572b5f997949, found 42beefadb57ac319"#]].assert_eq(&mistakes.join("\n"));
}

#[test]
fn images_stand_in_order() {
    check_mistakes(
        &[
            "image ntoskrnl x64 10.0.19041.264 -\n",
            "image ntoskrnl x64 10.0.19041.264 - test more\n",
            "image nt!os x64 10.0.19041.264 - test\n",
            "image ntoskrnl ia64 10.0.19041.264 - test\n",
            "image ntoskrnl x64 10.0.19041 - test\n",
            "image ntoskrnl x64 10.0.19041.264 BBED7C29 test\n",
            "image ntoskrnl x64 10.0.19041.264 - test\nimage ntoskrnl x86 10.0.19041.264 - test\n",
            "image ntoskrnl x64 10.0.19041.264 - test\nimage ntoskrnl x64 10.0.19041.264 - other\n",
            "image ntoskrnl x64 10.0.19041.264 - test\n\nimage ntoskrnl x64 10.0.19041.329 - test\n",
        ],
        &expect![[r#"
            line 2: expected `image MODULE ARCH VERSION PDB SOURCES`
            line 2: expected `image MODULE ARCH VERSION PDB SOURCES`
            line 2: `nt!os` is not a module: expected letters, digits, `_`, `-` and `.`, as in ntoskrnl
            line 2: `ia64` is not an architecture: expected x86, x64 or arm64
            line 2: `10.0.19041` is not a build: expected four numbers such as 10.0.19041.264
            line 2: `BBED7C29` is not the GUID and age of a PDB: expected 33 to 40 hexadecimal digits
            line 3: `ntoskrnl-10.0.19041.264-x86` is out of order or a duplicate
            line 3: `ntoskrnl-10.0.19041.264-x64` is out of order or a duplicate
            line 4: expected `image` or `type`
        "#]],
    );
}

#[test]
fn types_have_names() {
    check_mistakes(
        &[
            " 0 ULONG Before\n",
            "type \n",
            "type _A B\n",
            "type nt/dll!_PEB\n",
            "type _KPRCB~1\n",
            "type _KPRCB~256\n",
            "type _KPRCB~two\n",
        ],
        &expect![[r#"
            line 2: expected `image` or `type`
            line 2: `` is not a name: expected a C identifier (letters, digits, underscores)
            line 2: `_A B` is not a name: expected a C identifier (letters, digits, underscores)
            line 2: `nt/dll` is not a module: expected letters, digits, `_`, `-` and `.`, as in ntoskrnl
            line 2: `_KPRCB~1` is not a type name: expected a number from 2 after `~`
            line 2: `_KPRCB~256` is not a type name: expected a number from 2 after `~`
            line 2: `_KPRCB~two` is not a type name: expected a number from 2 after `~`
        "#]],
    );
}

#[test]
fn rows_are_members_or_values() {
    check_lines(
        &[
            " 8",
            " x ULONG A",
            " 4294967296 ULONG A",
            " 0:1 ULONG A",
            " 0:x.1 ULONG A",
            " 0:0.0 ULONG A",
            " 0:60.5 ULONGLONG A",
            " one PagedPool",
            " 0 [x]ULONG A",
            " 0 [4ULONG A",
            " 0 * A",
            " 0 *********ULONG A",
            "0 ULONG A",
            "é",
        ],
        &expect![[r#"
            line 10: `8` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `x ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `4294967296 ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `0:1 ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `0:x.1 ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `0:0.0 ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `0:60.5 ULONGLONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `one PagedPool` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`
            line 10: `[x]ULONG` is not a type: expected `*`, `[N]` and a name
            line 10: `[4ULONG` is not a type: expected `*`, `[N]` and a name
            line 10: `*` is not a type: expected `*`, `[N]` and a name
            line 10: `*********ULONG` is not a type: expected `*`, `[N]` and a name
            line 10: expected a row, a class (`=`) or `?`
            line 10: expected a row, a class (`=`) or `?`
        "#]],
    );
}

#[test]
fn classes_have_images_and_rows() {
    let row = " 0 ULONG A\n";
    let lines = [
        "=struct\n:0",
        "=struct 4\n:0",
        "=class 4 x64 10.0.19041.264\n:0",
        "=struct four x64 10.0.19041.264\n:0",
        "=struct 4 x64\n:0",
        "=struct 4 x64 10.0.19041.264 10.0.19041.2965\n:0",
        "=struct 4 ia64 10.0.19041.264\n:0",
        "=struct 4 x64 newest\n:0",
        "=struct 4 x64 10.0.19041.265\n:0",
        "=struct 4 x64 10.0.19041.1\n:0",
        "=struct 4 x64 10.0.19041.2965..10.0.19041.264\n:0",
        "=struct 4 x64 10.0.19041.264",
        "=struct 4 x64 10.0.19041.264\n 4 ULONG B",
        "=struct 4 x64 10.0.19041.264\n:1",
        "=struct 4 x64 10.0.19041.264\n:0-1",
        "=struct 4 x64 10.0.19041.264\n:1-0",
        "=struct 4 x64 10.0.19041.264\n:A",
        "=enum 4 x64 10.0.19041.264\n:0",
        "?x64 10.0.19041.265",
    ];
    let lines = lines.map(|line| format!("{row}{line}"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    check_lines(
        &lines,
        &expect![[r#"
        line 11: `struct` is not a class: expected `KIND SIZE IMAGES`
        line 11: `struct 4` is not a class: expected `KIND SIZE IMAGES`
        line 11: `class 4 x64 10.0.19041.264` is not a class: expected `KIND SIZE IMAGES`
        line 11: `struct four x64 10.0.19041.264` is not a class: expected `KIND SIZE IMAGES`
        line 11: `x64` names no images: expected `ARCH VERSION..VERSION,VERSION`
        line 11: `x64 10.0.19041.264 10.0.19041.2965` names no images: expected `ARCH VERSION..VERSION,VERSION`
        line 11: `ia64` is not an architecture: expected x86, x64 or arm64
        line 11: `x64 newest` names no images: expected `ARCH VERSION..VERSION,VERSION`
        line 11: there is no image ntoskrnl 10.0.19041.265 x64 in the list
        line 11: there is no image ntoskrnl 10.0.19041.1 x64 in the list
        line 11: `10.0.19041.2965..10.0.19041.264` ends before it begins
        line 11: expected the rows after the class
        line 11: expected the rows after the class
        line 11: `1` are not rows of this type: it has 1
        line 11: `0-1` are not rows of this type: it has 1
        line 11: `1-0` are not rows of this type: it has 1
        line 11: `A` are not rows of this type: it has 1
        line 11: `0` are not rows of this type: it has 0
        line 11: there is no image ntoskrnl 10.0.19041.265 x64 in the list
    "#]],
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let many =
        |line: &dyn Fn(usize) -> String, count: usize| (0..count).map(line).collect::<String>();
    let image = |at| format!("image ntoskrnl x64 10.0.19041.{at} - test\n");
    let class = |_| "=struct 0 x64 10.0.19041.264\n:\n".to_owned();
    let rows = format!(
        "{IMAGES}type _T\n 0 ULONG A\n=struct 4 x64 10.0.19041.264\n:{}\n",
        many(&|_| "0 ".to_owned(), ROWS_LIMIT + 1)
    );
    let classes = format!("{IMAGES}type _T\n{}", many(&class, CLASSES_LIMIT + 1));
    check_mistakes(
        &[
            &" ".repeat(FILE_LIMIT),
            &many(&image, IMAGES_LIMIT + 1),
            &many(&|at| format!("type T{at}\n"), TYPES_LIMIT + 1),
            &classes,
        ],
        &expect![[r#"
            line 1: more than 67108864 bytes
            line 100002: more than 100000 images
            line 100002: more than 100000 types
            line 20009: more than 10000 layouts of one type
        "#]],
    );
    assert!(mistake(&headed(&rows)).ends_with("are not rows of this type: it has 1"));
}

/// A type with an error has no layouts; the others are unaffected.
#[test]
fn an_error_in_a_type_affects_no_other() {
    let content = format!(
        "{IMAGES}\ntype _A\n x ULONG A\n\ntype _B\n 0 ULONG B\n=struct 4 x64 10.0.19041.264\n:0\n"
    );
    let read = Catalogue::read(&headed(&content)).unwrap();
    let errors: Vec<String> = read.check().iter().map(ToString::to_string).collect();
    expect![
        "line 10: `x ULONG A` is not a row: expected `OFFSET[:BIT.WIDTH] TYPE NAME` or `VALUE NAME`"
    ]
    .assert_eq(&errors.join("\n"));
    let classes = |name| read.find(name).unwrap().classes().len();
    assert_eq!((classes("_A"), classes("_B")), (0, 1));
    assert!(read.find("_A").unwrap().declared().is_none());
}

#[test]
fn a_class_holds_in_its_images_and_no_others() {
    let types = catalogue(
        "\
type _T
 0 [2]*_U Pointers
 0:1.3 ULONGLONG Bits
 -1 Value
 8 ULONG Last
=struct 12 x86 10.0.19041.264; x64 10.0.18362.30,10.0.19041.264..10.0.19041.2965
:2 0-1
=enum 4~ x64 10.0.18362.418
:0
?x64 10.0.19041.2965
",
    );
    let ty = types.find("_T").unwrap();
    let [first, second] = ty.classes() else {
        panic!("{ty:#?}");
    };
    let images: Vec<u32> = first.images.iter().map(|image| image.0).collect();
    assert_eq!(
        (images, second.images.runs()),
        (vec![1, 2, 4, 5], &[(3, 3)][..])
    );
    let rows = first.members.iter().map(|it| write::member(it));
    let rows: Vec<String> = rows.collect();
    assert_eq!(
        rows,
        ["8 ULONG Last", "0 [2]*U Pointers", "0:1.3 ULONGLONG Bits"]
    );
    assert_eq!((first.bits_given, second.bits_given), (true, false));
    assert_eq!(
        (&*second.values[0].name, second.values[0].value),
        ("Value", -1)
    );
    assert_eq!(ty.declared().unwrap().runs(), [(5, 5)]);
    let file = types.symbol_file(ImageIndex(5)).unwrap();
    assert_eq!(
        (file.definitions.len(), file.declared),
        (1, vec![name("_T")])
    );
    assert_eq!(types.symbol_file(ImageIndex(0)).unwrap().definitions, []);
}

/// Prints the result of looking up the name with which each line begins.
fn check_found(types: &Catalogue, expected: &Expect) {
    let mut text = String::new();
    let lines = expected.data.lines();
    for (name, _) in lines.filter_map(|line| line.trim_start().split_once(": ")) {
        let found = match types.find(name) {
            Ok(ty) => ty.full_name(),
            Err(NoType::Unknown) => "unknown".to_owned(),
            Err(NoType::Several(names)) => format!("several: {}", names.join(" ")),
        };
        let _ = writeln!(text, "{name}: {found}");
    }
    expected.assert_eq(&text);
}

#[test]
fn names_lead_to_types() {
    let names = [
        "<unnamed-0123456789abcdef>",
        "<unnamed-enum-Result>",
        "_EPROCESS",
        "_KPRCB",
        "_KPRCB~2",
        "ntdll!_LDR_ENTRY",
        "_PEB",
        "ntdll!_PEB",
        "_TlgProvider_t",
        "_tlgProvider_t",
        "PPM_IDLE_STATE",
        "_PPM_IDLE_STATE",
        "_POOL",
        "_Pool",
    ];
    let types = catalogue(&names.map(|name| format!("type {name}\n")).concat());
    check_found(
        &types,
        &expect![[r#"
            _EPROCESS: _EPROCESS
            EPROCESS: _EPROCESS
            _eprocess: _EPROCESS
            nt!_EPROCESS: _EPROCESS
            NTOSKRNL!eprocess: _EPROCESS
            ntdll!_EPROCESS: unknown
            __EPROCESS: unknown
            <unnamed-0123456789abcdef>: unknown
            <unnamed-enum-result>: <unnamed-enum-Result>
            _PEB: _PEB
            peb: _PEB
            ntdll!_PEB: ntdll!_PEB
            NtDll!peb: ntdll!_PEB
            nt!_PEB: _PEB
            ldr_entry: ntdll!_LDR_ENTRY
            nt!ldr_entry: unknown
            _KPRCB: _KPRCB
            kprcb~2: _KPRCB~2
            _KPRCB~3: unknown
            _KPRCB~1: unknown
            nt!_KPRCB~2: _KPRCB~2
            _TlgProvider_t: _TlgProvider_t
            TlgProvider_t: _TlgProvider_t
            tlgprovider_t: several: _TlgProvider_t _tlgProvider_t
            nt!TLGPROVIDER_T: several: _TlgProvider_t _tlgProvider_t
            PPM_IDLE_STATE: PPM_IDLE_STATE
            _PPM_IDLE_STATE: _PPM_IDLE_STATE
            ppm_idle_state: several: PPM_IDLE_STATE _PPM_IDLE_STATE
            _POOL: _POOL
            pool: several: _POOL _Pool
            : unknown
            a b: unknown
            !: unknown
        "#]],
    );
}

/// Two kernels can spell one type with and without the underscore.
#[test]
fn a_declaration_means_the_type_of_its_image() {
    let types = catalogue(
        "\
type STATE
 0 ULONG A
=struct 4 x64 10.0.18362.30
:0
type _STATE
 0 ULONGLONG A
=struct 8 x64 10.0.19041.264
:0
type ntdll!_STATE
 0 UCHAR A
=struct 1 x64 10.0.19041.1
:0
",
    );
    let size = |scope| Some(types.class(&name("STATE"), scope)?.size.get());
    assert_eq!(size(kernel(&types, "10.0.18362.30")), Some(4));
    assert_eq!(size(kernel(&types, "10.0.19041.264")), Some(8));
    assert_eq!(size(kernel(&types, "10.0.18362.418")), None);
    assert_eq!(size(types.image_scope(ImageIndex(0)).unwrap()), Some(1));
}

/// A catalogue with labels of some releases, each with the version of its first kernel.
fn labelled(labels: &[(&str, &str)]) -> Catalogue {
    let mut catalogue = catalogue("");
    let label = |(release, first): &(&str, &str)| ReleaseStart {
        release: release.parse().unwrap(),
        first: first.parse().unwrap(),
    };
    catalogue.set_release_starts(labels.iter().map(label).collect());
    catalogue
}

#[test]
fn releases_are_labels_of_images() {
    let types = labelled(&[
        ("1903", "10.0.18362.0"),
        ("1909", "10.0.18362.400"),
        ("2004", "10.0.19041.1"),
        ("22H2", "10.0.19041.2000"),
        ("11-21H2", "10.0.22000.1"),
    ]);
    let first = |release: &str, arch| {
        let image = types.image_of(release.parse().unwrap(), arch)?;
        Some(types.image(image)?.id())
    };
    let kernel = |build: &str| {
        let image = types.kernel(build.parse().unwrap(), Arch::X64)?;
        Some(types.image(image)?.id())
    };
    let release = |build: &str| types.release_of(build.parse().unwrap()).unwrap().id();
    let id = |build: &str| Some(format!("ntoskrnl-10.0.{build}-x64"));

    assert_eq!(first("1903", Arch::X64), id("18362.30"));
    assert_eq!(first("1909", Arch::X64), id("18362.418"));
    assert_eq!(first("2004", Arch::X64), id("19041.264"));
    assert_eq!(first("22H2", Arch::X64), id("19041.2965"));
    assert_eq!(first("11-21H2", Arch::X64), None);
    assert_eq!(first("1903", Arch::X86), None);
    assert_eq!(first("22H2", Arch::X86), None);
    assert_eq!(first("1507", Arch::X64), None);

    // By the file version, then by the version of a system that runs it; never by a nearby one.
    assert_eq!(kernel("10.0.19041.2965"), id("19041.2965"));
    assert_eq!(kernel("10.0.19045.2965"), id("19041.2965"));
    assert_eq!(kernel("10.0.19045.2966"), None);
    assert_eq!(kernel("10.0.18363.418"), id("18362.418"));
    assert_eq!(kernel("10.0.19046.264"), None);

    assert_eq!(release("10.0.18362.399"), "1903");
    assert_eq!(release("10.0.18362.400"), "1909");
    assert_eq!(release("10.0.19041.1999"), "2004");
    assert_eq!(release("10.0.19041.2965"), "22H2");
    // Branches without labels use the built-in releases.
    assert_eq!(release("10.0.20348.1"), "server-2022");
    assert_eq!(types.release_of("4.0.1381.1".parse().unwrap()), None);
}

#[test]
fn an_excerpt_holds_what_its_types_hold() {
    let types = catalogue(
        "\
type <unnamed-0123456789abcdef>
 0 _LEAF Leaf
=union 4 x64 10.0.19041.264
:0

type _LEAF
 0 ULONG Value
=struct 4 x64 10.0.19041.264
:0

type _OTHER
 0 ULONG Value
=struct 4 x64 10.0.19041.264
:0

type _POINTED
 0 ULONG Value
=struct 4 x64 10.0.19041.264
:0

type _ROOT
 0 [2]<unnamed-0123456789abcdef> u
 8 *_POINTED Pointer
=struct 16 x64 10.0.19041.264
:0-1

type _ROOT~2
 0 _OTHER Other
=struct 4 x64 10.0.18362.30
:0
",
    );
    let excerpt = types.excerpt(&[name("_ROOT")]);
    let read = Catalogue::read(&excerpt).unwrap();
    let names = |types: &Catalogue| {
        types
            .types()
            .iter()
            .map(Type::full_name)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(&read),
        [
            "<unnamed-0123456789abcdef>",
            "_LEAF",
            "_OTHER",
            "_POINTED",
            "_ROOT",
            "_ROOT~2"
        ]
    );
    let same = |(a, b): (&Image, &Image)| a.key() == b.key() && a.pdb.is_none();
    assert!(read.images().iter().zip(types.images()).all(same));
    for ty in read.types() {
        // A type that is only pointed to has a name and no layout.
        let expected = match ty.name == name("_POINTED") {
            true => &[],
            false => types.find_full(ty).classes(),
        };
        assert_eq!(ty.classes(), expected, "{}", ty.name);
    }
    // An excerpt of all types equals the catalogue.
    let all: Vec<TypeName> = types.types().iter().map(|ty| ty.name.clone()).collect();
    assert_eq!(
        names(&Catalogue::read(&types.excerpt(&all)).unwrap()),
        names(&types)
    );
    assert!(
        Catalogue::read(&types.excerpt(&[]))
            .unwrap()
            .types()
            .is_empty()
    );
}

impl Catalogue {
    /// The type with the same full name in this catalogue.
    fn find_full(&self, ty: &Type) -> &Type {
        let same = |it: &&Type| it.full_name() == ty.full_name();
        self.types().iter().find(same).unwrap()
    }
}

#[test]
fn types_are_aligned_as_their_members_are() {
    let types = catalogue(
        "\
type _NATURAL
 0 UCHAR A
 8 *VOID B
=struct 16 x64 10.0.19041.264
:0-1
type _PACKED
 0 UCHAR A
 1 ULONGLONG B
=struct 9 x64 10.0.19041.264
:0-1
type _HALF
 0 UCHAR A
 4 ULONGLONG B
=struct 12 x64 10.0.19041.264
:0-1
type _ODD_SIZE
 0 ULONG A
=struct 6 x64 10.0.19041.264
:0
type _OUTER
 0 [3]_PACKED A
 32 _NATURAL B
=struct 48 x64 10.0.19041.264
:0-1
type _COLOUR
 1 Red
=enum 4 x64 10.0.19041.264
:0
type _UNKNOWN
 0 _NOT_THERE A
=struct 8 x64 10.0.19041.264
:0
type _EMPTY
=struct 0 x64 10.0.19041.264
:
type _KNOT
 0 _KNOT A
 0 ULONG B
=struct 8 x64 10.0.19041.264
:0-1
",
    );
    let scope = kernel(&types, "10.0.19041.264");
    let mut text = String::new();
    for ty in types.types() {
        let class = ty.class_in(scope).unwrap();
        let measure = types
            .measure(&CType::Named(ty.name.clone()), scope)
            .unwrap();
        assert_eq!(measure, types.measure_of(class, scope));
        let _ = writeln!(text, "{} {} {}", ty.name, measure.size, measure.align.get());
    }
    expect![[r#"
        _COLOUR 0x04 4
        _EMPTY 0x00 1
        _HALF 0x0c 4
        _KNOT 0x08 4
        _NATURAL 0x10 8
        _ODD_SIZE 0x06 2
        _OUTER 0x30 8
        _PACKED 0x09 1
        _UNKNOWN 0x08 1
    "#]]
    .assert_eq(&text);
    let measure = |text: &str| {
        let ty: crate::ctype::Declaration = format!("{text};").parse().unwrap();
        let measure = types.measure(&ty.ty, scope)?;
        Some((measure.size.get(), measure.align.get()))
    };
    assert_eq!(measure("PACKED A [4]"), Some((36, 1)));
    assert_eq!(measure("NATURAL *A [2][3]"), Some((48, 8)));
    assert_eq!(measure("NOT_THERE A"), None);
    assert_eq!(measure("NATURAL A [0x10000000]"), None);
}

/// The alignment of a type is independent of earlier queries.
#[test]
fn alignment_is_independent_of_earlier_queries() {
    let depth = crate::types::NESTING_LIMIT + 4;
    let mut text = "type _T0\n 0 ULONGLONG A\n=struct 8 x64 10.0.19041.264\n:0\n".to_owned();
    for level in 1..depth {
        let inner = level - 1;
        let _ = write!(
            text,
            "type _T{level}\n 0 _T{inner} A\n=struct 8 x64 10.0.19041.264\n:0\n"
        );
    }
    let aligns = |levels: Vec<usize>| {
        let types = catalogue(&text);
        let scope = kernel(&types, "10.0.19041.264");
        let align = |level| {
            let ty = CType::Named(name(&format!("_T{level}")));
            (level, types.measure(&ty, scope).unwrap().align.get())
        };
        levels.into_iter().map(align).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(
        aligns((0..depth).collect()),
        aligns((0..depth).rev().collect())
    );
}

#[test]
fn a_data_file_adds_to_what_symbol_files_say() {
    let mut types = catalogue(
        "\
type _T
 0 ULONG A
=struct 4 x64 10.0.19041.264
:0
",
    );
    types.set_release_starts(vec![ReleaseStart {
        release: "2004".parse().unwrap(),
        first: "10.0.19041.1".parse().unwrap(),
    }]);
    let class = sample::class(TypeKind::Struct, (8, 8), &["0x00 ULONGLONG A;"]);
    sample::state(&mut types, "T", vec![class]);
    let again = types.types()[0].data_file.clone().unwrap();
    assert_eq!(
        types.add_from_data_file(name("_T"), *again.clone()),
        Err(*again)
    );
    let size = |release: &str| {
        let scope = types.scope(release.parse().unwrap(), Arch::X64);
        types.class(&name("T"), scope).unwrap().size.get()
    };
    assert_eq!((size("2004"), size("1903")), (4, 8));
    let ty = types.find("T").unwrap();
    assert_eq!(
        (ty.full_name(), ty.all_classes().count()),
        ("_T".to_owned(), 2)
    );
    let source = |release: &str| {
        let scope = types.scope(release.parse().unwrap(), Arch::X64);
        types.source_of(ty, ty.class_in(scope).unwrap(), scope)
    };
    assert_eq!((source("2004"), source("1903")), ("test", "test"));
    assert!(
        types
            .class(&name("T"), types.scope("5.0".parse().unwrap(), Arch::X86))
            .is_some()
    );
}

#[test]
fn a_type_that_a_data_file_adds_is_found_without_regard_to_case() {
    let mut types = catalogue("type _T\n 0 ULONG A\n=struct 4 x64 10.0.19041.264\n:0\n");
    assert_eq!(types.find("_ADDED").err(), Some(NoType::Unknown));
    let class = sample::class(TypeKind::Struct, (8, 8), &["0x00 ULONGLONG A;"]);
    sample::state(&mut types, "Added", vec![class]);
    let found = |text| types.find(text).unwrap().full_name();
    assert_eq!(
        (found("_ADDED"), found("t")),
        ("Added".to_owned(), "_T".to_owned())
    );
}

#[test]
fn every_member_that_uses_a_type_is_listed_once() {
    let types = catalogue(
        "\
type <unnamed-0123456789abcdef>
 0 _LIST_ENTRY Entry
=union 16 x64 10.0.19041.264
:0
type _A
 0 _LIST_ENTRY Links
 8 _LIST_ENTRY Links
 16 *_LIST_ENTRY Links
 24 [2]**_LIST_ENTRY Heads
 40 ULONG Count
=struct 48 x64 10.0.18362.30
:0
=struct 48 x64 10.0.19041.264
:1-4
type _LIST_ENTRY
 0 *_LIST_ENTRY Flink
=struct 16 x64 10.0.19041.264
:0
",
    );
    let mut text = String::new();
    for usage in types.used_by(&name("LIST_ENTRY")) {
        let holder = types.types()[usage.holder].full_name();
        let _ = writeln!(text, "{holder}.{}: {}", usage.member, usage.ty);
    }
    expect![[r#"
        <unnamed-0123456789abcdef>.Entry: LIST_ENTRY
        _A.Links: LIST_ENTRY
        _A.Links: LIST_ENTRY *
        _A.Heads: LIST_ENTRY ** [2]
        _LIST_ENTRY.Flink: LIST_ENTRY *
    "#]]
    .assert_eq(&text);
    assert_eq!(types.used_by(&name("ULONG")), []);
    assert_eq!(types.used_by(&name("_A")), []);
}

/// The members of a module have its own types, otherwise the kernel's.
#[test]
fn a_type_is_used_by_its_own_module() {
    let types = catalogue(
        "\
type _A
 0 _STATE Kernel
=struct 8 x64 10.0.19041.264
:0
type ntdll!_B
 0 _STATE Own
 8 _A Other
=struct 16 x64 10.0.19041.1
:0-1
type _STATE
 0 ULONGLONG A
=struct 8 x64 10.0.19041.264
:0
type ntdll!_STATE
 0 ULONGLONG A
=struct 8 x64 10.0.19041.1
:0
",
    );
    let users = |name| {
        let uses = crate::xref::in_types(&types, name).into_iter();
        uses.map(|it| it.member).collect::<Vec<_>>().join(" ")
    };
    let all = ["_STATE", "ntdll!_STATE", "_A"].map(users);
    assert_eq!(all, ["Kernel", "Own", "Other"]);
}
