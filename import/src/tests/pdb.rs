//! PDB files: real ones compared with the output of llvm-pdbutil, old ones, and malformed ones.
//!
//! `fixtures/pdb/README.md` states the origin of the files and how their listings are made.

use std::collections::{BTreeMap, BTreeSet};

use strata_core::catalogue::{Definition, SymbolFile};
use strata_core::ctype::CType;
use strata_core::types::{TypeKind, scalar};

use super::*;

/// A PDB file and the output of llvm-pdbutil for it.
macro_rules! fixture {
    ($name:literal) => {
        (
            concat!($name, ".pdb.xz"),
            include_bytes!(concat!("../../fixtures/pdb/", $name, ".pdb.xz")).as_slice(),
            include_bytes!(concat!("../../fixtures/pdb/", $name, ".txt.xz")).as_slice(),
        )
    };
}

type Fixture = (&'static str, &'static [u8], &'static [u8]);

const TRAPS_X64: Fixture = fixture!("traps-x64");
const TRAPS_X86: Fixture = fixture!("traps-x86");
const TRAPS_ARM64: Fixture = fixture!("traps-arm64");
const KSI_X64: Fixture = fixture!("ksi-amd64");
const KSI_ARM64: Fixture = fixture!("ksi-arm64");
const RESYM: Fixture = fixture!("resym-test-x64-cpp");
const CRASH: Fixture = fixture!("crash-x86-cpp");

fn imported((name, packed, _): Fixture) -> Imported {
    read(name, packed, &Hints::default()).unwrap()
}

/// The bytes of a fixture, for modification.
fn unpacked((_, packed, _): Fixture) -> Vec<u8> {
    decompress(packed).unwrap()
}

/// The lines of a type.
fn only(ty: &str, shown: &str) -> String {
    let blocks = shown.split("type ").filter(|block| {
        let name = block.lines().next().unwrap_or("");
        name.rsplit('!').next() == Some(ty)
    });
    blocks.collect()
}

#[test]
fn every_form_of_a_member() {
    let (name, packed, _) = TRAPS_X64;
    let x64 = show(name, packed, &Hints::default());
    expect![[r#"
        Remark: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        image traps-x64 x64 21A0BCE9E0FA27314C4C44205044422E1 21A0BCE9E0FA27314C4C44205044422E1 pdb

        type traps-x64!<unnamed-39f4238d014939d5>
         0 UCHAR X
         1 <unnamed-d3a76b6e6a3de0d1> Inner
        =struct 2 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0-1
        type traps-x64!<unnamed-75d5a7422d7966d2>
         0 <unnamed-ad1afa768ca54158> S1
         0 ULONGLONG Two
        =union 8 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0-1
        type traps-x64!<unnamed-ad1afa768ca54158>
         0 LONG One
        =struct 4 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0
        type traps-x64!<unnamed-d3a76b6e6a3de0d1>
         0 UCHAR Y
        =struct 1 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0
        type traps-x64!_TRAP
         0:0.1 UCHAR Red
         0:0.2 UCHAR Balance
         0 ULONGLONG ParentValue
         8:0.3 ULONG A
         8:8.8 ULONG B
         8:0.4 USHORT C
         8:4.12 USHORT D
         8 ULONG All
         12 <unnamed-39f4238d014939d5> Named
         16 <unnamed-75d5a7422d7966d2> u
         24 *() Function
         32 *_TRAP_OPAQUE Opaque
         40 *UCHAR Qualified
         48 [3][5]UCHAR Matrix
         64 [4]USHORT Wide16
         72 _TRAP_ENUM Kind
         76:0.32 ULONG WholeUnit
         80:0.48 ULONGLONG Wide
         88 [1]UCHAR Tail
         89 [0]UCHAR Flexible
        =struct 96 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0-19
        type traps-x64!_TRAP_ENUM
         0 TrapA
         0 TrapB
         -1 TrapMinus
         2147483647 TrapBig
        =enum 4 x64 21A0BCE9E0FA27314C4C44205044422E1
        :0-3
        type traps-x64!_TRAP_OPAQUE
        ?x64 21A0BCE9E0FA27314C4C44205044422E1
    "#]]
    .assert_eq(&x64);
    let (name, packed, _) = TRAPS_ARM64;
    let arm64 = show(name, packed, &Hints::default());
    let as_x64 = arm64
        .replace(
            "407E9108E97C5E874C4C44205044422E1",
            "21A0BCE9E0FA27314C4C44205044422E1",
        )
        .replace("arm64", "x64");
    assert_eq!(as_x64, x64);
}

/// A fixture's types in the notation of its listing.
struct Listing<'a> {
    file: &'a SymbolFile,
    by_name: BTreeMap<&'a str, &'a Definition>,
}

impl<'a> Listing<'a> {
    fn new(file: &'a SymbolFile) -> Self {
        let first = file.definitions.iter().filter(|it| it.variant == 1);
        Self {
            file,
            by_name: first.map(|it| (it.name.as_str(), it)).collect(),
        }
    }

    fn types(&self) -> BTreeSet<String> {
        let named = self
            .file
            .definitions
            .iter()
            .filter(|it| !it.name.is_unnamed());
        named.map(|definition| self.ty(definition)).collect()
    }

    fn ty(&self, definition: &Definition) -> String {
        let mut text = format!(
            "{} {:#x} {}\n",
            definition.kind.as_str(),
            definition.size.get(),
            definition.name
        );
        self.members(definition, "", 0, &mut text);
        for value in &definition.values {
            let _ = writeln!(text, " {} {}", value.value, value.name);
        }
        text
    }

    fn members(&self, definition: &Definition, front: &str, start: u32, text: &mut String) {
        for member in &definition.members {
            let ty = &member.declaration.ty;
            let offset = start + member.offset.get();
            let bits = member
                .bits
                .map(|bits| format!(":{}.{}", bits.bit(), bits.width()));
            let bits = bits.unwrap_or_default();
            let name = format!("{front}{}", member.declaration.name);
            let _ = writeln!(text, " {offset:#x}{bits} {:#x} {name}", self.size(ty));
            if let CType::Named(held) = ty
                && let Some(held) = self.by_name.get(held.as_str())
                && (held.name.is_unnamed() && held.kind != TypeKind::Enum)
            {
                self.members(held, &format!("{name}."), offset, text);
            }
        }
    }

    fn size(&self, ty: &CType) -> u64 {
        let arch = self.file.image.arch;
        match ty {
            CType::Pointer(_) => arch.pointer().get().into(),
            CType::Array(element, count) => self.size(element) * u64::from(*count),
            CType::AnySizeArray(_) => panic!("no PDB has one"),
            CType::Named(name) => match (self.by_name.get(name.as_str()), scalar(name, arch)) {
                (Some(definition), _) => definition.size.get().into(),
                (None, Some((_, measure))) => measure.size.get().into(),
                (None, None) => 0,
            },
        }
    }
}

/// Compares a fixture with its listing, which must contain everything that is parsed.
fn compared(fixture: Fixture) -> String {
    let Imported { file, notes } = imported(fixture);
    let ours = Listing::new(&file).types();
    let theirs = String::from_utf8(decompress(fixture.2).unwrap()).unwrap();
    let mut types: Vec<String> = Vec::new();
    for line in theirs.lines() {
        match types.last_mut() {
            Some(ty) if line.starts_with(' ') => *ty += &format!("{line}\n"),
            _ => types.push(format!("{line}\n")),
        }
    }
    let is_class = |ty: &&String| ty.lines().next().is_some_and(|head| head.ends_with(" !"));
    let classes = types.iter().filter(is_class).count();
    let theirs: BTreeSet<String> = types.into_iter().filter(|ty| !is_class(&ty)).collect();
    let wrong: Vec<&String> = ours.difference(&theirs).collect();
    assert_eq!(wrong, Vec::<&String>::new());
    let rows: usize = ours.iter().map(|ty| ty.lines().count() - 1).sum();
    let mut text = format!(
        "{}: {} of {} types with {rows} rows, {classes} classes beside them\n",
        file.image.id(),
        ours.len(),
        theirs.len()
    );
    for missing in theirs.difference(&ours) {
        let _ = writeln!(text, "  not read: {}", missing.lines().next().unwrap_or(""));
    }
    for note in notes.iter().filter(|note| note.kind == NoteKind::LeftOut) {
        let _ = writeln!(text, "  {note}");
    }
    text
}

#[test]
fn what_llvm_pdbutil_says_is_read() {
    let text: String = [TRAPS_X64, TRAPS_X86, TRAPS_ARM64, KSI_X64, KSI_ARM64]
        .into_iter()
        .map(compared)
        .collect();
    expect![[r#"
        traps-x64-21A0BCE9E0FA27314C4C44205044422E1-x64: 2 of 2 types with 30 rows, 0 classes beside them
        traps-x86-F08C43896329A2D94C4C44205044422E1-x86: 2 of 2 types with 30 rows, 0 classes beside them
        traps-arm64-407E9108E97C5E874C4C44205044422E1-arm64: 2 of 2 types with 30 rows, 0 classes beside them
        ksi-amd64-BB6CC84C4440748B563EEDDBECB095A21-x64: 271 of 271 types with 3145 rows, 0 classes beside them
        ksi-arm64-923645BDA591E854B385D875A060EE531-arm64: 271 of 271 types with 3166 rows, 0 classes beside them
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_is_plain_in_files_of_cpp_is_read() {
    let text: String = [RESYM, CRASH].into_iter().map(compared).collect();
    expect![[r#"
        resym-test-x64-cpp-24F10FEF85884660A5C7BF4F2CCBADCE1-x64: 196 of 218 types with 5168 rows, 85 classes beside them
          not read: enum 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers *>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<char const * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<wchar_t const * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<wchar_t const *>::<unnamed-enum-__the_value>
          not read: struct 0x1 __crt_fast_encoded_nullptr_t
          not read: struct 0x1 __vcrt_assert_va_start_is_not_reference<__crt_locale_pointers * const>
          not read: struct 0x1 __vcrt_assert_va_start_is_not_reference<__crt_locale_pointers *>
          not read: struct 0x1 __vcrt_assert_va_start_is_not_reference<char const * const>
          not read: struct 0x1 __vcrt_assert_va_start_is_not_reference<wchar_t const * const>
          not read: struct 0x1 __vcrt_assert_va_start_is_not_reference<wchar_t const *>
          not read: struct 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers *>
          not read: struct 0x1 __vcrt_va_list_is_reference<char const * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<wchar_t const * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<wchar_t const *>
          not read: struct 0x1 resym_test::ClassWithNestedDeclarationsTest
          not read: struct 0x1 std::_Fake_allocator
          not read: struct 0x1 std::_Num_base
          not read: struct 0x14 lfClass2
          not read: struct 0xc lfTaggedUnion
          not read: union 0x1 resym_test::UnionWithNestedDeclarationsTest
          107 C++ classes with base classes, with methods, without members or with a name that C does not have; left out
        crash-x86-cpp-3249D99D0C4049318610F4E4FB0B69361-x86: 238 of 288 types with 1675 rows, 278 classes beside them
          not read: enum 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers *>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<char const * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<wchar_t const * const>::<unnamed-enum-__the_value>
          not read: enum 0x1 __vcrt_va_list_is_reference<wchar_t const *>::<unnamed-enum-__the_value>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char,std::allocator<char> > >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char,std::allocator<char> > >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char16_t,std::allocator<char16_t> > >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char16_t,std::allocator<char16_t> > >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char32_t,std::allocator<char32_t> > >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<char32_t,std::allocator<char32_t> > >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<wchar_t,std::allocator<wchar_t> > >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_alloc<std::_String_base_types<wchar_t,std::allocator<wchar_t> > >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char16_t> >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char16_t> >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char32_t> >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char32_t> >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char> >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_val<std::_Simple_types<char> >::<unnamed-enum-_BUF_SIZE>
          not read: enum 0x4 std::_String_val<std::_Simple_types<wchar_t> >::<unnamed-enum-_ALLOC_MASK>
          not read: enum 0x4 std::_String_val<std::_Simple_types<wchar_t> >::<unnamed-enum-_BUF_SIZE>
          not read: struct 0x1 __crt_fast_encoded_nullptr_t
          not read: struct 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<__crt_locale_pointers *>
          not read: struct 0x1 __vcrt_va_list_is_reference<char const * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<wchar_t const * const>
          not read: struct 0x1 __vcrt_va_list_is_reference<wchar_t const *>
          not read: struct 0x1 std::_Crt_new_delete
          not read: struct 0x1 std::_Distance_unknown
          not read: struct 0x1 std::_Facetptr<std::ctype<char> >
          not read: struct 0x1 std::_Facetptr<std::ctype<wchar_t> >
          not read: struct 0x1 std::_Facetptr<std::numpunct<char> >
          not read: struct 0x1 std::_Facetptr<std::numpunct<wchar_t> >
          not read: struct 0x1 std::_General_ptr_iterator_tag
          not read: struct 0x1 std::_Iosb<int>
          not read: struct 0x1 std::_Locbase<int>
          not read: struct 0x1 std::_Num_base
          not read: struct 0x1 std::_One_then_variadic_args_t
          not read: struct 0x1 std::_Simple_types<_AVRF_HANDLE_OPERATION>
          not read: struct 0x1 std::_Simple_types<char16_t>
          not read: struct 0x1 std::_Simple_types<char32_t>
          not read: struct 0x1 std::_Simple_types<char>
          not read: struct 0x1 std::_Simple_types<google_breakpad::AppMemory>
          not read: struct 0x1 std::_Simple_types<google_breakpad::ClientInfo *>
          not read: struct 0x1 std::_Simple_types<google_breakpad::ExceptionHandler *>
          not read: struct 0x1 std::_Simple_types<wchar_t>
          not read: struct 0x1 std::_Unused_parameter
          not read: struct 0x1 std::_Zero_then_variadic_args_t
          not read: struct 0x1 std::input_iterator_tag
          not read: struct 0x1 std::output_iterator_tag
          369 C++ classes with base classes, with methods, without members or with a name that C does not have; left out
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_list_of_members_over_two_records() {
    let file = imported(RESYM).file;
    let long = file
        .definitions
        .iter()
        .filter(|it| it.members.len() + it.values.len() > 300);
    let long: Vec<String> = long
        .map(|it| format!("{} {}", it.name, it.members.len() + it.values.len()))
        .collect();
    expect!["CV_HREG_e 3219"].assert_eq(&long.join("\n"));
}

/// Every position of `needle` in a file.
fn places(bytes: &[u8], needle: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(needle.len()).enumerate();
    windows
        .filter(|(_, window)| *window == needle)
        .map(|(at, _)| at)
        .collect()
}

fn put(bytes: &mut [u8], at: usize, new: &[u8]) {
    bytes[at..at + new.len()].copy_from_slice(new);
}

/// The positions of the streams of types and of ids.
fn types_at(bytes: &[u8]) -> Vec<usize> {
    let head = [2004_0203_u32, 56].map(u32::to_le_bytes).concat();
    places(bytes, &head)
}

/// The position of the debug information.
fn debugging_at(bytes: &[u8]) -> usize {
    let head = [u32::MAX, 1999_0903].map(u32::to_le_bytes).concat();
    places(bytes, &head)[0]
}

/// A file as of Windows XP: an older type stream, no id stream, and no machine type.
fn aged(fixture: Fixture) -> Vec<u8> {
    let mut bytes = unpacked(fixture);
    for at in types_at(&bytes) {
        put(&mut bytes, at, &1999_0903_u32.to_le_bytes());
    }
    let at = debugging_at(&bytes);
    put(&mut bytes, at + 58, &[0, 0]);
    bytes
}

#[test]
fn files_as_of_windows_xp() {
    for (fixture, arch) in [(TRAPS_X86, "x86"), (TRAPS_X64, "x64")] {
        let old = read(fixture.0, &aged(fixture), &Hints::default()).unwrap();
        assert_eq!(old.file, imported(fixture).file);
        assert_eq!(
            old.notes[1].to_string(),
            format!(
                "the file does not state its architecture: {arch}, because its pointers have {} bytes",
                old.file.image.arch.pointer().get()
            )
        );
    }
    let given = Hints {
        arch: Some(Arch::Arm64),
        ..Hints::default()
    };
    let old = read("traps.pdb", &aged(TRAPS_ARM64), &given).unwrap();
    assert_eq!(old.file.definitions, imported(TRAPS_ARM64).file.definitions);
    assert_eq!(old.notes.len(), 1);
}

#[test]
fn pointers_have_their_own_width() {
    // The volatile pointer is the only one of its kind: `Qualified`.
    fn with(fixture: Fixture, kind: u32, size: u32) -> String {
        let mut bytes = unpacked(fixture);
        let pointers = places(&bytes, &[0x0a, 0x00, 0x02, 0x10]);
        let attributes = |at: usize| u32::from_le_bytes(*bytes[at + 8..].first_chunk().unwrap());
        let at = pointers.into_iter().find(|at| attributes(*at) & 0x200 != 0);
        let at = at.unwrap();
        let new = attributes(at) & !0x7_e01f | kind | size << 13;
        put(&mut bytes, at + 8, &new.to_le_bytes());
        show(fixture.0, &bytes, &Hints::default())
    }
    for size in [0, 8] {
        let shown = with(TRAPS_X86, 0xc, size);
        assert!(
            only("_TRAP", &shown).contains("\n 32 PVOID64 Qualified\n"),
            "{shown}"
        );
    }
    let shown = with(TRAPS_X64, 0xa, 4);
    assert!(
        shown.contains("_TRAP: `Qualified`: a pointer of 4 bytes, on x64; left out"),
        "{shown}"
    );
    assert_eq!(only("_TRAP", &shown).lines().count(), 2);
}

#[test]
fn the_age_is_that_which_debuggers_ask_for() {
    let mut bytes = unpacked(TRAPS_X64);
    let guid = [0xe9, 0xbc, 0xa0, 0x21, 0xfa, 0xe0, 0x31, 0x27];
    let age = |bytes: &[u8]| {
        let pdb = read("traps.pdb", bytes, &Hints::default())
            .unwrap()
            .file
            .image
            .pdb;
        pdb.unwrap().to_string().split_off(32)
    };
    for at in places(&bytes, &guid) {
        put(&mut bytes, at - 4, &7_u32.to_le_bytes());
    }
    assert_eq!(age(&bytes), "1");
    let at = debugging_at(&bytes);
    put(&mut bytes, at + 8, &0x1a_u32.to_le_bytes());
    assert_eq!(age(&bytes), "1A");
    put(&mut bytes, at + 8, &[0; 4]);
    assert_eq!(age(&bytes), "7");
}

#[test]
fn the_image_is_that_of_the_file_or_of_the_hints() {
    let bytes = unpacked(TRAPS_X64);
    let image = |name: &str, hints: &Hints| match read(name, &bytes, hints) {
        Ok(read) => format!("{}; {:?}\n", read.file.image.id(), read.file.image.sources),
        Err(error) => format!("error: {error}\n"),
    };
    let own = Hints {
        module: "traps".parse().ok(),
        version: "10.0.19045.2965".parse().ok(),
        source: Some("team".to_owned()),
        ..Hints::default()
    };
    let listed = Hints {
        builds: BuildList::read(
            "file_version\tguid_age\n6.1.7601.1\t21A0BCE9E0FA27314C4C44205044422E1\n",
        )
        .unwrap(),
        ..Hints::default()
    };
    let other = Hints {
        arch: Some(Arch::X86),
        ..Hints::default()
    };
    let mut text = String::new();
    for (name, hints) in [
        (
            "C:\\symbols\\ntkrnlmp.pdb\\1\\NTKRNLMP.PDB",
            &Hints::default(),
        ),
        ("wntdll.pdb.xz", &listed),
        ("standard input", &Hints::default()),
        ("upload", &own),
        ("upload.pdb", &other),
    ] {
        text += &image(name, hints);
    }
    expect![[r#"
        ntoskrnl-21A0BCE9E0FA27314C4C44205044422E1-x64; ["pdb"]
        ntdll-6.1.7601.1-x64; ["pdb"]
        error: the image file is not stated, and `standard input` does not show it: pass --module
        traps-10.0.19041.2965-x64; ["team"]
        error: pointers have 8 bytes: expected 4 on x86
    "#]]
    .assert_eq(&text);
}

#[test]
fn other_machines_and_no_types() {
    let mut bytes = unpacked(TRAPS_X64);
    let at = debugging_at(&bytes) + 58;
    put(&mut bytes, at, &0x1c4_u16.to_le_bytes());
    let mut text = show("a.pdb", &bytes, &Hints::default());
    put(&mut bytes, at, &0x14c_u16.to_le_bytes());
    text += &show("a.pdb", &bytes, &Hints::default());
    for at in types_at(&bytes) {
        put(&mut bytes, at + 12, &0x1000_u32.to_le_bytes());
        put(&mut bytes, at + 16, &[0; 4]);
    }
    text += &show("tcpip.pdb", &bytes, &Hints::default());
    expect![[r#"
        error: the machine type 0x1c4 is not known: pass --arch
        error: pointers have 8 bytes: expected 4 on x86
        error: a PDB file without types: its publisher gives only the addresses of symbols
    "#]]
    .assert_eq(&text);
}

#[test]
fn foreign_files() {
    let mut text = String::new();
    for bytes in [
        b"Microsoft C/C++ program database 2.00\r\n\x1aJG\0\0".as_slice(),
        b"Microsoft C/C++ MSF 7.00\r\n",
        b"Microsoft MSFZ Container\r\n\x1aALD\0\0",
        b"BSJB\x01\0\x01\0",
        b"MZ\x90\0",
        b"PK\x03\x04\x14\0",
        b"MSCF\0\0\0\0",
        b"\x7fELF\x02",
        b"hello",
    ] {
        text += &show("a.pdb", bytes, &Hints::default());
    }
    expect![[r#"
        error: a PDB file of format 2.00, as Visual C++ 6 wrote it: expected format 7.00, of Visual C++ 7 and later
        error: the beginning of a PDB file: its first 32 bytes are not those of format 7.00
        error: a compressed PDB file (MSFZ): unpack it first
        error: a portable PDB file, which describes .NET code and no layouts: expected a PDB file of a native image
        error: an image file: expected its PDB file
        error: a zip archive: unpack it first
        error: a cabinet, as symbol servers keep PDB files under names that end in `_`: unpack it first
        error: an ELF file: expected a PDB file
        error: not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3
    "#]]
    .assert_eq(&text);
}

#[test]
fn broken_files() {
    let whole = unpacked(TRAPS_X64);
    let types = types_at(&whole)[0];
    let mut text = String::new();
    let mut check = |at: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        put(&mut bytes, at, new);
        text += &show("a.pdb", &bytes, &Hints::default());
    };
    // The header: page size, number of pages, size of the directory, the page of its map.
    for size in [0_u32, 100, 256, 1 << 31] {
        check(0x20, &size.to_le_bytes());
    }
    check(0x28, &u32::MAX.to_le_bytes());
    check(0x28, &4_u32.to_le_bytes());
    check(0x2c, &u32::MAX.to_le_bytes());
    check(0x2c, &0_u32.to_le_bytes());
    check(0x34, &u32::MAX.to_le_bytes());
    // The types: version, size of the header, first and last number, size of the records, length of the first.
    check(types, &1_u32.to_le_bytes());
    check(types + 4, &u32::MAX.to_le_bytes());
    check(types + 8, &u32::MAX.to_le_bytes());
    check(types + 12, &u32::MAX.to_le_bytes());
    check(types + 12, &0x1001_u32.to_le_bytes());
    check(types + 12, &0x2000_u32.to_le_bytes());
    check(types + 16, &u32::MAX.to_le_bytes());
    check(types + 16, &40_u32.to_le_bytes());
    check(types + 56, &[0, 0]);
    for length in [32, 40, 60, 4_096, whole.len() - 1] {
        text += &show("a.pdb", &whole[..length], &Hints::default());
    }
    expect![[r#"
        error: byte 0x20 of the file: a page size of 0: expected a power of two from 512 to 65536
        error: byte 0x20 of the file: a page size of 100: expected a power of two from 512 to 65536
        error: byte 0x20 of the file: a page size of 256: expected a power of two from 512 to 65536
        error: byte 0x20 of the file: a page size of 2147483648: expected a power of two from 512 to 65536
        error: byte 0x12000 of the file: it is truncated: it has 73728 of the 17592186040320 bytes of its 4294967295 pages
        error: byte 0x0 of the map of the directory: page 17: the file has 4 pages
        error: byte 0x2c of the file: a directory of 4294967295 bytes: 18 pages have one of at most 262220
        error: byte 0x0 of the stream directory: it ends before stream 3
        error: byte 0x34 of the file: page 4294967295: the file has 18 pages
        error: byte 0x0 of the type stream: version 1: expected 19990903 or 20040203
        error: byte 0x4 of the type stream: a header of 4294967295 bytes
        error: byte 0x8 of the type stream: types from 0xffffffff to 0x102e
        error: byte 0x8 of the type stream: 4294963199 types: expected at most 400000
        error: byte 0x40 of the type stream: more records than the 1 of the header
        error: byte 0x698 of the type stream: 46 records: the header says 4096
        error: byte 0x698 of the type stream: it ends before the 4294967295 bytes of its records do
        error: byte 0x50 of the type stream: the record of type 0x1002 is cut off
        error: byte 0x38 of the type stream: the record of type 0x1000 is cut off
        error: byte 0x20 of the file: it ends within its header
        error: byte 0x28 of the file: it ends within its header
        error: byte 0x3c of the file: it is truncated: it has 60 of the 73728 bytes of its 18 pages
        error: byte 0x1000 of the file: it is truncated: it has 4096 of the 73728 bytes of its 18 pages
        error: byte 0x11fff of the file: it is truncated: it has 73727 of the 73728 bytes of its 18 pages
    "#]]
    .assert_eq(&text);
}

#[test]
fn records_that_no_compiler_writes() {
    let whole = unpacked(TRAPS_X64);
    let types = types_at(&whole)[0];
    let nth = |number: usize, needle: &[u8]| {
        let found = places(&whole[types..], needle);
        found[number] + types + needle.len()
    };
    let mut text = String::new();
    let mut check = |at: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        put(&mut bytes, at, new);
        let shown = show("a.pdb", &bytes, &Hints::default());
        let lines = shown.lines().take_while(|line| !line.starts_with("image"));
        text += &lines
            .skip(1)
            .map(|line| format!("{line}\n"))
            .collect::<String>();
    };
    // A pointer to itself; an array that is its own element; an array of half an element.
    check(nth(3, &[0x0a, 0x00, 0x02, 0x10]), &0x1018_u32.to_le_bytes());
    let array = nth(0, &[0x0e, 0x00, 0x03, 0x15]);
    check(array, &0x101b_u32.to_le_bytes());
    check(array + 8, &[0x04, 0x00]);
    let shorts = array + 32;
    check(shorts + 8, &[0x07, 0x00]);
    check(shorts + 8, &[0x00, 0x80, 0xff]);
    // An unnamed type that contains itself; a modifier of itself; an unknown base type.
    let inner = nth(0, b"\x0d\x15\x03\x00\x20\x00\x00\x00\x00\x00Y\0") - 8;
    check(inner, &0x100b_u32.to_le_bytes());
    check(inner, &0x0f20_u32.to_le_bytes());
    check(inner, &0x0014_u32.to_le_bytes());
    check(inner, &0xffff_ffff_u32.to_le_bytes());
    check(nth(1, &[0x0a, 0x00, 0x01, 0x10]), &0x1019_u32.to_le_bytes());
    // A list of members that is none, and a nested list.
    check(inner - 4, &[0x03, 0x12]);
    check(inner - 6, &[0x04, 0x12]);
    expect![[r#"
        LeftOut: _TRAP: `Opaque`: more than 8 pointers and arrays in one type; left out
        LeftOut: _TRAP: `Matrix`: more than 8 pointers and arrays in one type; left out
        LeftOut: _TRAP: `Matrix`: an array of 15 bytes with elements of 4; left out
        LeftOut: _TRAP: `Wide16`: an array of 7 bytes with elements of 2; left out
        LeftOut: _TRAP: `Wide16`: an array of -1 bytes with elements of 2; left out
        LeftOut: _TRAP: `Named`: `Inner`: `Y`: the unnamed type 0x100b contains itself; left out
        LeftOut: _TRAP: `Named`: `Inner`: `Y`: the base type 0x0f20 is not known; left out
        LeftOut: _TRAP: `Named`: `Inner`: `Y`: the base type `int128` is not known; left out
        LeftOut: _TRAP: `Named`: `Inner`: `Y`: there is no type 0xffffffff; left out
        LeftOut: _TRAP: `Qualified`: more than 8 modifiers on type 0x1019; left out
        LeftOut: _TRAP: `Named`: `Inner`: an entry of kind 0x1203 in its list of members, which is not known; left out
        LeftOut: _TRAP: `Named`: `Inner`: type 0x100a is not a list of members; left out
    "#]]
    .assert_eq(&text);
}

/// A pseudo-random generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % limit
    }
}

/// Any changed bytes give an error, or a file that can be written and read back.
fn survives(bytes: &[u8]) -> bool {
    let read = read("a.pdb", bytes, &Hints::default());
    read.is_ok_and(|read| !catalogue(read.file).is_empty())
}

#[test]
fn broken_bytes_are_errors_or_other_types() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut all, mut good) = (0, 0);
    for (fixture, cases) in [(TRAPS_X64, 6_000), (TRAPS_X86, 2_000), (RESYM, 100)] {
        let whole = unpacked(fixture);
        let types = types_at(&whole)[0];
        for _ in 0..cases {
            let mut bytes = whole.clone();
            for _ in 0..=dice.below(4) {
                let at = match dice.below(4) {
                    0 => dice.below(whole.len()),
                    1 => dice.below(0x40) + 0x20,
                    _ => types + dice.below(2_048),
                };
                match dice.below(3) {
                    0 => bytes[at] ^= 1 << dice.below(8),
                    1 => bytes[at] = [0, 0xff, 0x7f, 0x80][dice.below(4)],
                    _ => {
                        let from = types + dice.below(2_048);
                        let copied: [u8; 4] = *whole[from..].first_chunk().unwrap();
                        put(&mut bytes, at, &copied);
                    }
                }
            }
            if dice.below(8) == 0 {
                bytes.truncate(dice.below(whole.len()));
            }
            all += 1;
            good += usize::from(survives(&bytes));
        }
    }
    // Some changes are refused, and some pass.
    assert!(all / 4 < good && good < all - all / 8, "{good} of {all}");
}
