//! Images with rare kinds of types.

use expect_test::{Expect, expect};

use super::*;
use crate::catalogue::headed;

/// Checks the printed types of an image, without the text before the first and after the last.
#[track_caller]
fn check(arch: &str, types: &str, format: Format, (first, last): (&str, &str), expected: &Expect) {
    let types = types.replace('@', &format!("{arch} 10.0.19041.264"));
    let text = format!("image ntoskrnl {arch} 10.0.19041.264 - test\n\n{types}");
    let types = Catalogue::read(&headed(&text)).unwrap();
    assert_eq!(types.check(), []);
    let pieces = image(
        &types,
        ImageIndex(0),
        format,
        Options::default(),
        Vec::new(),
    );
    let text: String = pieces.unwrap().collect();
    let (_, behind) = text.split_once(first).unwrap();
    let (shown, _) = behind.rsplit_once(last).unwrap();
    expected.assert_eq(shown);
}

const TYPES: &str = "\
type <unnamed-0123456789abcdef>
 0 ULONG Low
=struct 4 @
:0
type PAIR
 0 ULONGLONG int
=struct 8 @
:0
type _FLAGS
 0:0.2 _MODE Mode
 0:2.30 ULONG Rest
=struct 4 @
:0-1
type _MODE
 0 Off
 1 On
=enum 4 @
:0-1
type _OTHER
 0 Off
=enum 1 @
:0
type _PAIR
 0 *_PAIR Next
 8 *_OPAQUE Opaque
 16 *<unnamed-0123456789abcdef> Unnamed
 24 _OTHER Other
 28 FLOAT Real
 32 *() Call
 40 _FLAGS Flags
 44 [0]_FLAGS More
=struct 48 @
:0-7
type _PAIR~2
 0 _MODE Mode
=struct 4 @
:0
type _OPAQUE
?@
";

#[test]
fn a_header_has_every_name_once() {
    check(
        "x64",
        TYPES,
        Format::C,
        ("#endif\n\ntypedef", "#ifdef STRATA_CHECK_LAYOUT\n#undef"),
        &expect![[r#"
             enum _MODE {
                Off = 0,
                On = 1,
            } MODE; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(MODE, 0x0004);
            #endif

            enum _OTHER {
                Off_2 = 0,
            };
            typedef signed char OTHER; /* 0x0001 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(OTHER, 0x0001);
            #endif

            typedef struct _Unnamed_01234567 {
                /* 0x0000 */ strata_u32 Low; /* ULONG */
            } Unnamed_01234567; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(Unnamed_01234567, 0x0004);
            STRATA_MEMBER(Unnamed_01234567, Low, 0x0000, 0x4);
            #endif

            typedef struct _FLAGS {
                union {
                    struct {
                        /* 0x0000:0 */ strata_i32 Mode : 2;
                        /* 0x0000:2 */ strata_i32 : 30;
                    };
                    struct {
                        /* 0x0000:0 */ strata_u32 : 2;
                        /* 0x0000:2 */ strata_u32 Rest : 30;
                    };
                };
            } FLAGS; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(FLAGS, 0x0004);
            #endif

            typedef struct _PAIR {
                /* 0x0000 */ strata_u64 int_; /* ULONGLONG */
            } PAIR; /* 0x0008 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(PAIR, 0x0008);
            STRATA_MEMBER(PAIR, int_, 0x0000, 0x8);
            #endif

            struct _OPAQUE;
            struct _PAIR;
            struct _Unnamed_01234567;

            typedef struct _PAIR_2 {
                /* 0x0000 */ struct _PAIR *Next;
                /* 0x0008 */ struct _OPAQUE *Opaque;
                /* 0x0010 */ struct _Unnamed_01234567 *Unnamed;
                /* 0x0018 */ OTHER Other;
                /* 0x0019 */ strata_u8 Padding_0x19[3];
                /* 0x001c */ strata_u32 Real; /* FLOAT */
                /* 0x0020 */ void *Call;
                /* 0x0028 */ FLAGS Flags;
                /* 0x002c */ FLAGS More[0];
                /* 0x002c */ strata_u8 Padding_0x2C[4];
            } PAIR_2; /* 0x0030 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(PAIR_2, 0x0030);
            STRATA_MEMBER(PAIR_2, Next, 0x0000, 0x8);
            STRATA_MEMBER(PAIR_2, Opaque, 0x0008, 0x8);
            STRATA_MEMBER(PAIR_2, Unnamed, 0x0010, 0x8);
            STRATA_MEMBER(PAIR_2, Other, 0x0018, 0x1);
            STRATA_MEMBER(PAIR_2, Real, 0x001c, 0x4);
            STRATA_MEMBER(PAIR_2, Call, 0x0020, 0x8);
            STRATA_MEMBER(PAIR_2, Flags, 0x0028, 0x4);
            STRATA_MEMBER(PAIR_2, More, 0x002c, 0x0);
            #endif

            typedef struct _PAIR_2_2 {
                /* 0x0000 */ MODE Mode;
            } PAIR_2_2; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(PAIR_2_2, 0x0004);
            STRATA_MEMBER(PAIR_2_2, Mode, 0x0000, 0x4);
            #endif

        "#]],
    );
}

#[test]
fn a_symbol_file_says_what_the_image_s_own_says() {
    check(
        "x64",
        TYPES,
        Format::Isf,
        ("\"windows\": ", ",\n  \"symbols\""),
        &expect![[r#"
            {
                  "pe": {
                    "major": 10,
                    "minor": 0,
                    "revision": 19041,
                    "build": 264
                  }
                }
              },
              "base_types": {
                "void": {"kind": "void", "size": 0, "signed": false, "endian": "little"},
                "char": {"kind": "char", "size": 1, "signed": true, "endian": "little"},
                "unsigned char": {"kind": "char", "size": 1, "signed": false, "endian": "little"},
                "int8": {"kind": "int", "size": 1, "signed": true, "endian": "little"},
                "wchar": {"kind": "int", "size": 2, "signed": false, "endian": "little"},
                "short": {"kind": "int", "size": 2, "signed": true, "endian": "little"},
                "unsigned short": {"kind": "int", "size": 2, "signed": false, "endian": "little"},
                "long": {"kind": "int", "size": 4, "signed": true, "endian": "little"},
                "unsigned long": {"kind": "int", "size": 4, "signed": false, "endian": "little"},
                "long long": {"kind": "int", "size": 8, "signed": true, "endian": "little"},
                "unsigned long long": {"kind": "int", "size": 8, "signed": false, "endian": "little"},
                "pointer": {"kind": "int", "size": 8, "signed": false, "endian": "little"},
                "bool": {"kind": "bool", "size": 1, "signed": false, "endian": "little"},
                "float": {"kind": "float", "size": 4, "signed": true, "endian": "little"},
                "double": {"kind": "float", "size": 8, "signed": true, "endian": "little"},
                "HRESULT": {"kind": "int", "size": 4, "signed": true, "endian": "little"},
                "pointer64": {"kind": "int", "size": 8, "signed": false, "endian": "little"}
              },
              "enums": {
                "_MODE": {
                  "size": 4,
                  "base": "long",
                  "constants": {
                    "Off": 0,
                    "On": 1
                  }
                },
                "_OTHER": {
                  "size": 1,
                  "base": "int8",
                  "constants": {
                    "Off": 0
                  }
                }
              },
              "user_types": {
                "_OPAQUE": {"kind": "struct", "size": 0, "fields": {}},
                "__unnamed_0123456789abcdef": {
                  "kind": "struct",
                  "size": 4,
                  "fields": {
                    "Low": {"offset": 0, "type": {"kind": "base", "name": "unsigned long"}}
                  }
                },
                "_FLAGS": {
                  "kind": "struct",
                  "size": 4,
                  "fields": {
                    "Mode": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 0, "bit_length": 2, "type": {"kind": "enum", "name": "_MODE"}}},
                    "Rest": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 2, "bit_length": 30, "type": {"kind": "base", "name": "unsigned long"}}}
                  }
                },
                "PAIR": {
                  "kind": "struct",
                  "size": 8,
                  "fields": {
                    "int": {"offset": 0, "type": {"kind": "base", "name": "unsigned long long"}}
                  }
                },
                "_PAIR": {
                  "kind": "struct",
                  "size": 48,
                  "fields": {
                    "Next": {"offset": 0, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "PAIR"}}},
                    "Opaque": {"offset": 8, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_OPAQUE"}}},
                    "Unnamed": {"offset": 16, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "__unnamed_0123456789abcdef"}}},
                    "Other": {"offset": 24, "type": {"kind": "enum", "name": "_OTHER"}},
                    "Real": {"offset": 28, "type": {"kind": "base", "name": "float"}},
                    "Call": {"offset": 32, "type": {"kind": "pointer", "subtype": {"kind": "function"}}},
                    "Flags": {"offset": 40, "type": {"kind": "struct", "name": "_FLAGS"}},
                    "More": {"offset": 44, "type": {"kind": "array", "count": 0, "subtype": {"kind": "struct", "name": "_FLAGS"}}}
                  }
                },
                "_PAIR~2": {
                  "kind": "struct",
                  "size": 4,
                  "fields": {
                    "Mode": {"offset": 0, "type": {"kind": "enum", "name": "_MODE"}}
                  }
                }
              }"#]],
    );
}

/// Only a handmade file can state this, not a symbol file.
#[test]
fn what_holds_itself_ends() {
    let types = "type _A\n 0 _B B\n=struct 4 @\n:0\ntype _B\n 0 _A A\n=struct 4 @\n:0\n";
    check(
        "x86",
        types,
        Format::C,
        (
            "#type \".\" #member)\n#endif\n",
            "#ifdef STRATA_CHECK_LAYOUT\n#undef",
        ),
        &expect![[r#"

            typedef struct _B {
                /* 0x0000 */ strata_u8 A[4]; /* A */
            } B; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(B, 0x0004);
            STRATA_MEMBER(B, A, 0x0000, 0x4);
            #endif

            typedef struct _A {
                /* 0x0000 */ struct _B B;
            } A; /* 0x0004 */
            #ifdef STRATA_CHECK_LAYOUT
            STRATA_SIZE(A, 0x0004);
            STRATA_MEMBER(A, B, 0x0000, 0x4);
            #endif

        "#]],
    );
}
