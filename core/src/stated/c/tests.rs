//! Headers by people and tools, and the offsets of their members.

use std::collections::HashSet;

use expect_test::{Expect, expect};

use super::read;
use crate::arch::Arch;
use crate::catalogue::Scope;
use crate::decode::listing::ListingMember;
use crate::release::Release;
use crate::sample;
use crate::stated::compare::Precision;
use crate::stated::{Body, TypeContext};

/// Prints the declarations of a header on an architecture.
fn show(text: &str, arch: Arch) -> String {
    let types = sample::types();
    let pointees = HashSet::from(["EPROCESS".parse().unwrap()]);
    let context = TypeContext {
        types: &types,
        pointees: &pointees,
        scope: Scope::of_release(Release::FIRST, arch),
    };
    let header = read(text, "").unwrap();
    let (definitions, findings) = (header.definitions(), header.findings(&Arch::IN_ARTICLES));
    let mut shown = String::new();
    for definition in definitions {
        let names = definition.names.join(" ");
        shown += &format!("{}: {names}", definition.line);
        if let Some(point) = definition.stated.point() {
            shown += &format!(" at {point}");
        }
        match &definition.body {
            Body::Values(values) => {
                let values = values.iter().map(|value| match value.value {
                    Some(is) => format!("{}={is}", value.name),
                    None => format!("{}=?", value.name),
                });
                shown += &format!(" {{{}}}\n", values.collect::<Vec<_>>().join(" "));
            }
            Body::Record => {
                let name = definition.names[0].parse().unwrap();
                let Some(measured) = header.measured(&definition, &name, context) else {
                    shown += " is not there\n";
                    continue;
                };
                let size = measured.listing.size;
                shown += &size.map_or_else(|| " size ?".to_owned(), |size| format!(" size {size}"));
                if let Precision::Declared {
                    until: Some(until), ..
                } = measured.precision
                {
                    shown += &format!(" told until {until}");
                }
                shown.push('\n');
                members(&measured.listing.members, 1, &mut shown);
                for finding in measured.findings {
                    let more = match finding.following {
                        0 => String::new(),
                        more => format!(" (+{more})"),
                    };
                    let line = finding.line.unwrap_or(0);
                    shown += &format!(
                        "  {} in line {line}: {}{more}\n",
                        finding.code.as_str(),
                        finding.message
                    );
                }
            }
            Body::Listing(_) => shown += " is a listing\n",
        }
    }
    for finding in findings {
        let line = finding.line.unwrap_or(0);
        shown += &format!(
            "{} in line {line}: {}\n",
            finding.code.as_str(),
            finding.message
        );
    }
    shown
}

fn members(all: &[ListingMember], depth: usize, shown: &mut String) {
    for listed in all {
        let bits = listed.bits.map_or_else(String::new, |bits| {
            format!(":{}+{}", bits.bit(), bits.width())
        });
        let ty = listed
            .ty
            .as_ref()
            .map_or_else(|| "?".to_owned(), ToString::to_string);
        let size = listed
            .size
            .map_or_else(|| "?".to_owned(), |size| size.to_string());
        let what = match bits.is_empty() {
            true => format!("{ty} ({size})"),
            false => format!("of {size}"),
        };
        *shown += &format!(
            "{}{}{bits} {} {what}\n",
            "  ".repeat(depth),
            listed.offset,
            listed.name
        );
        members(&listed.members, depth + 1, shown);
    }
}

#[track_caller]
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&show(text, Arch::X64));
}

#[track_caller]
fn check_x86(text: &str, expected: &Expect) {
    expected.assert_eq(&show(text, Arch::X86));
}

#[test]
fn natural_alignment_at_either_width() {
    let text = "typedef struct _X {\n  UCHAR A;\n  ULONGLONG B;\n  PVOID C;\n  USHORT D, *E, F[3];\n  struct _EPROCESS *G;\n} X, *PX;\n";
    check(
        text,
        &expect![[r#"
            1: _X X size 0x38
              0x00 A UCHAR (0x01)
              0x08 B ULONGLONG (0x08)
              0x10 C PVOID (0x08)
              0x18 D USHORT (0x02)
              0x20 E USHORT * (0x08)
              0x28 F USHORT [3] (0x06)
              0x30 G EPROCESS * (0x08)
        "#]],
    );
    check_x86(
        text,
        &expect![[r#"
            1: _X X size 0x28
              0x00 A UCHAR (0x01)
              0x08 B ULONGLONG (0x08)
              0x10 C PVOID (0x04)
              0x14 D USHORT (0x02)
              0x18 E USHORT * (0x04)
              0x1c F USHORT [3] (0x06)
              0x24 G EPROCESS * (0x04)
        "#]],
    );
}

#[test]
fn declarators_and_attributes() {
    check(
        "struct X {\n  VOID (NTAPI *Callback)(PVOID Context, ULONG *Size);\n  unsigned long long int a;\n  long unsigned b[2][3];\n  const volatile wchar_t *c, **d;\n  void (*table[4])(void);\n  int (*rows)[8];\n  float f; double g; _Bool h;\n  unsigned __int64 i; __int8 j; signed char k;\n  void * __ptr32 l; uint32_t m;\n  _Field_size_bytes_(Length) PWCH Buffer;\n  struct _LIST_ENTRY *RESTRICTED_POINTER Flink;\n  static int none; int method(int x) { return x; }\n  BOOLEAN last = 1;\n};\nstruct Y { PKKERNEL_ROUTINE a; UCHAR b; };",
        &expect![[r#"
            1: X size 0xa8
              0x00 Callback ? (0x08)
              0x08 a ULONGLONG (0x08)
              0x10 b ULONG [2][3] (0x18)
              0x28 c WCHAR * (0x08)
              0x30 d WCHAR ** (0x08)
              0x38 table ? (0x20)
              0x58 rows LONG * (0x08)
              0x60 f FLOAT (0x04)
              0x68 g DOUBLE (0x08)
              0x70 h BOOLEAN (0x01)
              0x78 i ULONGLONG (0x08)
              0x80 j CHAR (0x01)
              0x81 k CHAR (0x01)
              0x84 l VOID * (0x04)
              0x88 m ULONG (0x04)
              0x90 Buffer PWSTR (0x08)
              0x98 Flink LIST_ENTRY * (0x08)
              0xa0 last BOOLEAN (0x01)
            16: Y size 0x10
              0x00 a ? (0x08)
              0x08 b UCHAR (0x01)
        "#]],
    );
}

#[test]
fn unions_and_bits() {
    check(
        "union U { ULONG Value; struct { ULONG A : 1; ULONG B : 3; ULONG : 4; UCHAR C : 2; UCHAR : 0; UCHAR D : 2; }; };\nstruct V { ULONG A : 30; ULONG B : 3; USHORT C : 4; union { UCHAR All; UCHAR Bit : 1; }; UCHAR Last; };",
        &expect![[r#"
            1: U size 0x08
              0x00 Value ULONG (0x04)
              0x00:0+1 A of 0x04
              0x00:1+3 B of 0x04
              0x04:0+2 C of 0x01
              0x05:0+2 D of 0x01
            2: V size 0x0c
              0x00:0+30 A of 0x04
              0x04:0+3 B of 0x04
              0x08:0+4 C of 0x02
              0x0a All UCHAR (0x01)
              0x0a:0+1 Bit of 0x01
              0x0b Last UCHAR (0x01)
        "#]],
    );
}

#[test]
fn packing() {
    check(
        "#pragma pack(push, 1)\nstruct A { char a; int b; };\n#pragma pack(push, 2)\nstruct B { char a; int b; __declspec(align(8)) char c; };\n#pragma pack(pop)\nstruct C { char a; struct A b; };\n#pragma pack(pop)\nstruct D { char a; struct B b; int c; };\nstruct __attribute__((packed)) E { char a; int b; };\nstruct F { char a; int b; } __attribute__((packed, aligned(4)));\n#include <pshpack2.h>\nstruct G { char a; int b; };\n#include <poppack.h>\nstruct __declspec(align(16)) H { char a; alignas(4) char b; };",
        &expect![[r#"
            2: A size 0x05
              0x00 a CHAR (0x01)
              0x01 b LONG (0x04)
            4: B size 0x10
              0x00 a CHAR (0x01)
              0x02 b LONG (0x04)
              0x08 c CHAR (0x01)
            6: C size 0x06
              0x00 a CHAR (0x01)
              0x01 b A (0x05)
                0x00 a CHAR (0x01)
                0x01 b LONG (0x04)
            8: D size 0x20
              0x00 a CHAR (0x01)
              0x08 b B (0x10)
                0x00 a CHAR (0x01)
                0x02 b LONG (0x04)
                0x08 c CHAR (0x01)
              0x18 c LONG (0x04)
            9: E size 0x05
              0x00 a CHAR (0x01)
              0x01 b LONG (0x04)
            10: F size 0x08
              0x00 a CHAR (0x01)
              0x01 b LONG (0x04)
            12: G size 0x06
              0x00 a CHAR (0x01)
              0x02 b LONG (0x04)
            14: H size 0x10
              0x00 a CHAR (0x01)
              0x04 b CHAR (0x01)
        "#]],
    );
}

#[test]
fn what_the_header_names_itself() {
    check(
        "#define COUNT 3\nenum { FOUR = COUNT + 1, FIVE };\ntypedef unsigned long strata_u32;\ntypedef strata_u32 ID;\ntypedef struct _INNER { ID a; char b[FIVE]; } INNER;\ntypedef struct _INNER *PINNER;\nstruct OUTER { INNER One; struct _INNER Two[FOUR]; PINNER Three; LIST_ENTRY Links; PEPROCESS Process; EVENT *Event; char Rest[sizeof(INNER) * 2]; };",
        &expect![[r#"
            5: _INNER INNER size 0x0c
              0x00 a ULONG (0x04)
              0x04 b CHAR [5] (0x05)
            7: OUTER size 0x80
              0x00 One INNER (0x0c)
                0x00 a ULONG (0x04)
                0x04 b CHAR [5] (0x05)
              0x0c Two INNER [4] (0x30)
                0x00 a ULONG (0x04)
                0x04 b CHAR [5] (0x05)
              0x40 Three INNER * (0x08)
              0x48 Links LIST_ENTRY (0x10)
              0x58 Process EPROCESS * (0x08)
              0x60 Event EVENT * (0x08)
              0x68 Rest CHAR [24] (0x18)
        "#]],
    );
}

#[test]
fn enumerations() {
    check(
        "typedef enum _KIND { First, Second = 0x10, Third, Fourth = Second << 1, Fifth = sizeof(int), Sixth } KIND;\nenum SMALL : UCHAR { Only = 'A' };\nstruct X { KIND a; enum SMALL b; enum _KIND *c; };",
        &expect![[r#"
            1: _KIND KIND {First=0 Second=16 Third=17 Fourth=32 Fifth=? Sixth=?}
            2: SMALL {Only=65}
            3: X size 0x10
              0x00 a LONG (0x04)
              0x04 b UCHAR (0x01)
              0x08 c KIND * (0x08)
        "#]],
    );
}

#[test]
fn an_unknown_type_ends_the_layout() {
    check(
        "struct X {\n  ULONG A;\n  SOMETHING B;\n  ULONG C;\n};\nstruct Y { UCHAR A; struct X B; };\nstruct Z { union { ULONG A; SOMETHING B; }; ULONG C; };\nstruct W { ULONG A[LENGTH]; };\nstruct V { struct V Inner; };\nstruct T : public X { ULONG A; };\nstruct S { ULONG A; std::vector<int> B; };\nstruct R { ULONG A; POOL_THING Set; };\nstruct Q { ULONG A; FIELD(HANDLE, Process); ULONG B; };",
        &expect![[r#"
            1: X size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 3: X is not judged from here on: `B`: the type `SOMETHING` is neither in the file nor known here
            6: Y size ? told until 0x01
              0x00 A UCHAR (0x01)
              unjudged in line 6: Y is not judged from here on: `B`: the size of `X` is not known, because in line 3 `B`: the type `SOMETHING` is neither in the file nor known here
            7: Z size ? told until 0x00
              unjudged in line 7: Z is not judged from here on: `B`: the type `SOMETHING` is neither in the file nor known here
            8: W size ? told until 0x00
              unjudged in line 8: W is not judged from here on: `A`: its number of elements, `LENGTH`, is not known
            9: V size ? told until 0x00
              unjudged in line 9: V is not judged from here on: `Inner`: `V` contains itself
            10: T size ? told until 0x00
              unjudged in line 10: T is not judged from here on: it is derived from another class, which is not supported
            11: S size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 11: S is not judged from here on: templates are not supported
            12: R size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 12: R is not judged from here on: `Set`: the type `POOL_THING` is neither in the file nor known here
            13: Q size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 13: Q is not judged from here on: `FIELD(HANDLE, Process)` is a macro with arguments, which is not expanded
        "#]],
    );
}

#[test]
fn comments_say_where_members_are() {
    // With a member of unknown type, and without.
    check(
        "//0x30 bytes (sizeof)\nstruct _X\n{\n    ULONG A;                     //0x0\n    SOMETHING B;                 //0x8\n    union\n    {\n        ULONG C;                 //0x18\n        struct\n        {\n            UCHAR D:1;           //0x18\n            UCHAR E:7;           //0x18\n        };\n    };\n    PVOID F;                     //0x20\n    UCHAR G;                     //0x28\n};\n",
        &expect![[r#"
            2: _X size 0x30 told until 0x04
              0x00 A ULONG (0x04)
              0x08 B ? (?)
              0x18 C ULONG (0x04)
              0x18:0+1 D of 0x01
              0x18:1+7 E of 0x01
              0x20 F PVOID (0x08)
              0x28 G UCHAR (0x01)
              unjudged in line 5: X is not judged from here on: `B`: the type `SOMETHING` is neither in the file nor known here
        "#]],
    );
    check(
        "struct X {\n  /* 0x0000 */ ULONG A;\n  /* 0x0004 */ ULONG B;\n  /* 0x0010 */ ULONG C;\n  /* 0x0014 */ ULONG D;\n  /* 0x0018:0 */ UCHAR E : 1;\n  /* 0x0018:2 */ UCHAR F : 1;\n}; /* 0x0020 */\n",
        &expect![[r#"
            1: X size 0x14
              0x00 A ULONG (0x04)
              0x04 B ULONG (0x04)
              0x08 C ULONG (0x04)
              0x0c D ULONG (0x04)
              0x10:0+1 E of 0x01
              0x10:1+1 F of 0x01
              comment in line 4: X.C: its comment says 0x10, but its declaration gives 0x08 (+3)
              comment in line 8: X: a comment says that it has 0x20 bytes, but its declaration gives 0x14
        "#]],
    );
    // A single number may be anything.
    check(
        "struct X {\n  ULONG A; // 0x1 means so\n  ULONG B;\n  ULONG C;\n  ULONG D; /* 0x100 */\n  ULONG E;\n};",
        &expect![[r#"
            1: X size 0x14
              0x00 A ULONG (0x04)
              0x04 B ULONG (0x04)
              0x08 C ULONG (0x04)
              0x0c D ULONG (0x04)
              0x10 E ULONG (0x04)
        "#]],
    );
}

#[test]
fn assertions_are_read() {
    check(
        "typedef struct _X { ULONG A; PVOID B; UCHAR C : 1; } X;\nC_ASSERT(sizeof(X) == 0x18);\n_Static_assert(offsetof(X, B) == 4, \"B\");\nstatic_assert(0x10 == FIELD_OFFSET(struct _X, B), \"B\");\nC_ASSERT(sizeof(((X *)0)->A) == 8);\nC_ASSERT(sizeof(Y) == 1);\nC_ASSERT(X_VERSION == 3);",
        &expect![[r#"
            1: _X X size 0x18
              0x00 A ULONG (0x04)
              0x08 B PVOID (0x08)
              0x10:0+1 C of 0x01
              assertion in line 3: X.B: an assertion says that its offset is 0x4, but its declaration gives 0x8
              assertion in line 4: X.B: an assertion says that its offset is 0x10, but its declaration gives 0x8
              assertion in line 5: X.A: an assertion says that its size is 0x8, but its declaration gives 0x4
        "#]],
    );
}

/// Assertions about parts that were not laid out are statements to compare; no assertion about a type is dropped.
#[test]
fn assertions_state_what_is_not_laid_out() {
    check(
        "struct X { ULONG A; SOMETHING B; ULONG C; };\nC_ASSERT(FIELD_OFFSET(X, C) == 0x14);\nC_ASSERT(sizeof(X) == 0x18);\nstruct Y { ULONG A; };\nC_ASSERT((sizeof(Y) & 3) == 0);\nC_ASSERT(sizeof(Y) <= 2);\nC_ASSERT(sizeof(Y) == SIZE);\nC_ASSERT(ROUND(sizeof(Y)) == 8);\nC_ASSERT(offsetof(Y, A) == offsetof(X, A));",
        &expect![[r#"
            1: X size 0x18 told until 0x04
              0x00 A ULONG (0x04)
              0x14 C ? (?)
              unjudged in line 1: X is not judged from here on: `B`: the type `SOMETHING` is neither in the file nor known here
            4: Y size 0x04
              0x00 A ULONG (0x04)
              assertion in line 6: Y: an assertion does not hold
              not-understood in line 7: Y: the assertion about its size is not judged: its value is not known
            not-understood in line 8: the assertion `ROUND(sizeof(Y)) == 8` is not judged: it is not understood
        "#]],
    );
}

#[test]
fn macros_of_windows_headers() {
    check(
        "struct X {\n  UCHAR A;\n  _ANONYMOUS_UNION union { UCHAR B; PVOID64 C; } DUMMYUNIONNAME;\n  UCHAR POINTER_ALIGNMENT D;\n  unsigned __LONG32 E[PROCESSOR_FEATURE_MAX];\n};\nstruct CACHE_ALIGNED Y { ULONG A; };\nstruct DECLSPEC_CACHEALIGN Z { ULONG A; };\nstruct W { CACHE_ALIGNED struct { ULONG A; } B; ULONG C; };\nstruct V { ULONG A; POINTER_32(PVOID) B; ULONG C; };\nenum E { No = FALSE, Yes = TRUE };\n#ifdef UNKNOWN\nVOID f(ULONG A);\n#endif\n#ifdef UNKNOWN\n#include <pshpack1.h>\n#endif",
        &expect![[r#"
            1: X size 0x118
              0x00 A UCHAR (0x01)
              0x08 B UCHAR (0x01)
              0x08 C PVOID64 (0x08)
              0x10 D UCHAR (0x01)
              0x14 E ULONG [64] (0x100)
            7: Y size ? told until 0x00
              unjudged in line 7: Y is not judged from here on: the macro `CACHE_ALIGNED` may change alignment, and the file does not define it
            8: Z size 0x40
              0x00 A ULONG (0x04)
            9: W size ? told until 0x00
              unjudged in line 9: W is not judged from here on: the macro `CACHE_ALIGNED` may change alignment, and the file does not define it
            10: V size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 10: V is not judged from here on: `POINTER_32(PVOID)` is a macro with arguments, which is not expanded
            11: E {No=0 Yes=1}
            condition in line 15: lines 15 to 17 are not judged: the file does not decide `#ifdef UNKNOWN`
        "#]],
    );
}

/// Sizes and numbers of members, as pahole states them.
#[test]
fn pahole_counts() {
    check(
        "struct X {\n\tunsigned int A; /* 0 8 */\n\tunsigned int B; /* 4 4 */\n\n\t/* size: 8, cachelines: 1, members: 3 */\n};",
        &expect![[r#"
            1: X size 0x08
              0x00 A ULONG (0x04)
              0x04 B ULONG (0x04)
              comment in line 2: X.A: its comment says that it has 0x08 bytes, but its declaration gives 0x04
              comment in line 5: X: a comment says that it has 3 members, but its declaration has 2
        "#]],
    );
}

#[test]
fn conditions() {
    check(
        "struct X {\n  ULONG A;\n#if VERSION > 3\n  ULONG B;\n#endif\n  ULONG C;\n};\n#ifdef _WIN64\nstruct Y { ULONG A; };\n#else\nstruct Y { USHORT A; };\n#endif\n#ifndef NTDDI\nstruct Z { ULONG A; };\n#endif",
        &expect![[r#"
            1: X size ? told until 0x04
              0x00 A ULONG (0x04)
              unjudged in line 3: X is not judged from here on: the rest depends on an undecided condition
            9: Y size 0x04
              0x00 A ULONG (0x04)
            11: Y is not there
            condition in line 3: lines 3 to 5 are not judged: the file does not decide `#if VERSION > 3`
            condition in line 13: lines 13 to 15 are not judged: the file does not decide `#ifndef NTDDI`
        "#]],
    );
    check_x86(
        "#ifdef _WIN64\nstruct Y { ULONG A; };\n#else\nstruct Z { USHORT A; };\n#endif",
        &expect![[r#"
            2: Y is not there
            4: Z size 0x02
              0x00 A USHORT (0x02)
        "#]],
    );
}

#[test]
fn other_declarations_in_headers() {
    check(
        "#pragma once\n#include <ntdef.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nNTSYSAPI NTSTATUS NTAPI NtClose(_In_ HANDLE Handle);\nEXTERN_C_START\nDEFINE_GUID(Name, 0x1, 0x2)\ntypedef struct A { ULONG a; } A;\nstatic inline int f(struct A *a) { struct A b = *a; return b.a; }\nMACRO(typedef) struct B { ULONG a; };\ntypedef NTSTATUS (NTAPI *PCALLBACK)(struct C { int x; } *c);\nnamespace n { class D final { public: ULONG a; D(); ~D(); virtual void f(); private: ULONG b; }; }\ntemplate <typename T> struct E { T a; };\nextern struct A Global[3];\ntypedef ULONG KSPIN_LOCK2, *PKSPIN_LOCK2;\nstruct F { KSPIN_LOCK2 a; PKSPIN_LOCK2 b; PCALLBACK c; n::D *d; };\n#ifdef __cplusplus\n}\n#endif",
        &expect![[r#"
            9: A size 0x04
              0x00 a ULONG (0x04)
            11: B size 0x04
              0x00 a ULONG (0x04)
            13: D size ? told until 0x04
              0x00 a ULONG (0x04)
              unjudged in line 13: D is not judged from here on: it has virtual functions
            17: F size 0x20
              0x00 a ULONG (0x04)
              0x08 b ULONG * (0x08)
              0x10 c ? (0x08)
              0x18 d D * (0x08)
        "#]],
    );
}

#[test]
fn nameless_structures_are_part_of_what_is_around_them() {
    check(
        "struct X { union { ULONG A; struct { USHORT B; USHORT C; } s1; } u; union { UCHAR D; } DUMMYUNIONNAME2; struct { UCHAR E; UCHAR F; } Named; union { UCHAR AsUchar; struct { UCHAR G : 1; } Bits_0x09; } Flags; ULONG Tail[]; };",
        &expect![[r#"
            1: X size ?
              0x00 A ULONG (0x04)
              0x00 B USHORT (0x02)
              0x02 C USHORT (0x02)
              0x04 D UCHAR (0x01)
              0x05 Named ? (0x02)
                0x00 E UCHAR (0x01)
                0x01 F UCHAR (0x01)
              0x07 Flags ? (0x01)
                0x00 AsUchar UCHAR (0x01)
                0x00:0+1 G of 0x01
              0x08 Tail ULONG [ANYSIZE_ARRAY] (?)
        "#]],
    );
}

#[test]
fn invalid_headers() {
    let texts = "|{|}}}}|struct|struct {|struct X|struct X {|typedef|typedef struct X {|enum X {|enum X { A =|\
                 struct X { ULONG A[|struct X { ULONG A : |#if|#define|/*|\
                 struct X { struct Y { ULONG A; }; ULONG B; };|struct X { ULONG A }|\
                 struct X { ( ) ; [ ] ; { } ULONG A; };|struct X { ULONG A B C; ULONG D; };";
    for text in texts.split('|') {
        for arch in Arch::IN_ARTICLES {
            show(text, arch);
        }
    }
    check(
        "struct X { struct Y { ULONG A; }; ULONG B; };",
        &expect![[r#"
        1: Y size 0x04
          0x00 A ULONG (0x04)
        1: X size ? told until 0x00
          unjudged in line 1: X is not judged from here on: a structure with a tag but without a member name is a member in Microsoft's C, but not in C++
    "#]],
    );
    check(
        "struct X { ULONG A B C; ULONG D; };",
        &expect![[r#"
        1: X size ? told until 0x04
          0x00 A ULONG (0x04)
          unjudged in line 1: X is not judged from here on: `ULONG A` is not understood
    "#]],
    );
}

#[test]
fn expansion_and_nesting_are_bounded() {
    let nested = "struct X { ".repeat(100_000);
    let stars = format!("struct X {{ ULONG {}a; }};", "*".repeat(100_000));
    let bounds = format!("struct X {{ ULONG a{}; }};", "[2]".repeat(100_000));
    let brackets = format!(
        "struct X {{ ULONG a[{}1{}]; }};",
        "(".repeat(50_000),
        ")".repeat(50_000)
    );
    let sum = format!("struct X {{ ULONG a[{}1]; }};", "1+".repeat(100_000));
    let mut chain = "struct X0 { ULONG a; };\n".to_owned();
    for n in 1..2000 {
        let before = n - 1;
        chain += &format!("struct X{n} {{ struct X{before} a, b; }};\n");
    }
    let aliases: String = (1..2000)
        .map(|n| format!("typedef T{} T{n};\n", n - 1))
        .collect();
    let aliases = format!("typedef T1999 T0;\n{aliases}struct X {{ T1999 a; }};");
    let members = format!("struct X {{ {} }};", "ULONG a; ".repeat(100_000));
    let open = "(".repeat(200_000);
    for text in [
        nested, stars, bounds, brackets, sum, chain, aliases, members, open,
    ] {
        show(&text, Arch::X64);
    }
}

#[test]
fn definitions_from_outside_decide_conditions() {
    let text = "struct X {\n  ULONG A;\n#if VERSION >= V2\n  ULONG B;\n#endif\n};";
    let told = |defines| {
        let header = read(text, defines).unwrap();
        let findings = header.findings(&Arch::IN_ARTICLES);
        (header.definitions()[0].line, findings.len())
    };
    assert_eq!(told(""), (1, 1));
    assert_eq!(told("#define V2 2\n#define VERSION 3"), (1, 0));
}

/// `-U NAME`, `#undef` before the condition, and `#undef` under a condition that nobody settles.
#[test]
fn names_can_be_decided_as_undefined() {
    let text = "struct X {\n  ULONG A;\n#ifndef MODE\n  ULONG B;\n#endif\n};";
    let told = |text: &str, defines| {
        let header = read(text, defines).unwrap();
        header.findings(&Arch::IN_ARTICLES).len()
    };
    assert_eq!(told(text, ""), 1);
    assert_eq!(told(text, "#undef MODE\n"), 0);
    assert_eq!(told(&format!("#undef MODE\n{text}"), ""), 0);
    assert_eq!(told(&format!("#undef MODE\n{text}"), "#define MODE 1\n"), 0);
    let either = format!("#if OTHER\n#undef MODE\n#endif\n{text}");
    assert_eq!(told(&either, "#define MODE 1\n"), 2);
    check(
        "#undef MODE\nstruct X {\n  ULONG A;\n#if !defined(MODE) && MODE == 0\n  ULONG B;\n#endif\n};",
        &expect![[r#"
            2: X size 0x08
              0x00 A ULONG (0x04)
              0x04 B ULONG (0x04)
        "#]],
    );
}

#[test]
fn an_unknown_type_with_the_name_of_a_pointer_is_one() {
    check(
        "struct X {\n  ULONG A;\n  PAPI_SET_NAMESPACE Set;\n  LPOTHER Other;\n  ULONG B;\n};",
        &expect![[r#"
            1: X size 0x20
              0x00 A ULONG (0x04)
              0x08 Set ? (0x08)
              0x10 Other ? (0x08)
              0x18 B ULONG (0x04)
              assumed in line 4: X: the type `LPOTHER` is neither in the file nor known here, and taken for a pointer to an unknown type
              assumed in line 3: X: the type `PAPI_SET_NAMESPACE` is neither in the file nor known here, and taken for a pointer to an unknown type
        "#]],
    );
}
