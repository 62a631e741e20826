//! The limits of the parser that C does not have.

use expect_test::expect;

use super::super::Format;
use super::super::tests::check_printed;

#[test]
fn unions_within_unions_are_alternatives_of_the_outermost() {
    check_printed(
        Format::CStruct,
        "X 6.1/x86 0x08\n 0x00+0x08 head HEAD Head;",
        "struct HEAD 8/4
         0x00 UCHAR Type;
         0x01 UCHAR Flags;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x02 UCHAR Size;
         0x02 UCHAR Hand;
         0x03 UCHAR Last;
         0x00 LONG Lock;
         0x04 LONG State;",
        &expect![[r#"
            /*
             * X at 6.1/x86, 0x08 bytes
             * Written by Strata from data 0
             * Read it in Python with dissect.cstruct: cstruct().load(text)
             * Pointers are integers of 4 bytes.
             */

            #ifndef STRATA_HEAD_6_1_X86
            #define STRATA_HEAD_6_1_X86
            struct HEAD {
                union {
                    struct {
                        /* 0x0000 */ uint8 Type; /* UCHAR */
                        /* 0x0001 */ uint8 Flags; /* UCHAR */
                        /* 0x0002 */ uint8 Size; /* UCHAR */
                        /* 0x0003 */ uint8 Last; /* UCHAR */
                    };
                    struct {
                        /* 0x0000 */ uint8 Skipped_0x00[1];
                        /* 0x0001:0 */ uint8 Up : 1;
                        /* 0x0001:1 */ uint8 Unused_0x01_1 : 3;
                        /* 0x0001:4 */ uint8 Down : 2;
                        /* 0x0001:6 */ uint8 Unused_0x01_6 : 2;
                    };
                    struct {
                        /* 0x0000 */ char Skipped_0x00_2[2];
                        /* 0x0002 */ uint8 Hand; /* UCHAR */
                    };
                    /* 0x0000 */ int32 Lock; /* LONG */
                };
                /* 0x0004 */ int32 State; /* LONG */
            }; /* 0x0008 */
            #endif

            #ifndef STRATA_X_6_1_X86
            #define STRATA_X_6_1_X86
            struct X {
                /* 0x0000 */ HEAD Head;
            }; /* 0x0008 */
            #endif
        "#]],
    );
}

#[test]
fn a_structure_with_unions_is_an_array_in_a_union() {
    check_printed(
        Format::CStruct,
        "X 6.1/x64 0x10\n 0x00+0x10 any EITHER Any;",
        "struct HOLDER 0x10/8
         0x00 LARGE_INTEGER Time;
         0x08 LIST_ENTRY *List;
         union EITHER 0x10/8
         0x00 HOLDER Holder;
         0x00 LIST_ENTRY Links;
         0x00 HOLDER Two [1];",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x10 bytes
             * Written by Strata from data 0
             * Read it in Python with dissect.cstruct: cstruct().load(text)
             * Pointers are integers of 8 bytes.
             * A structure in a union is an array of one element if it contains others: [0] is the structure.
             */

            #ifndef STRATA_LARGE_INTEGER_6_1_X64
            #define STRATA_LARGE_INTEGER_6_1_X64
            union LARGE_INTEGER {
                struct {
                    /* 0x0000 */ uint32 LowPart; /* ULONG */
                    /* 0x0004 */ int32 HighPart; /* LONG */
                };
                /* 0x0000 */ int64 QuadPart; /* LONGLONG */
            }; /* 0x0008 */
            #endif

            #ifndef STRATA_HOLDER_6_1_X64
            #define STRATA_HOLDER_6_1_X64
            struct HOLDER {
                /* 0x0000 */ LARGE_INTEGER Time;
                /* 0x0008 */ uint64 List; /* LIST_ENTRY * */
            }; /* 0x0010 */
            #endif

            #ifndef STRATA_LIST_ENTRY_6_1_X64
            #define STRATA_LIST_ENTRY_6_1_X64
            struct LIST_ENTRY {
                /* 0x0000 */ uint64 Flink; /* LIST_ENTRY * */
                /* 0x0008 */ uint64 Blink; /* LIST_ENTRY * */
            }; /* 0x0010 */
            #endif

            #ifndef STRATA_EITHER_6_1_X64
            #define STRATA_EITHER_6_1_X64
            union EITHER {
                /* 0x0000 */ HOLDER Holder[1]; /* one, as an array */
                /* 0x0000 */ LIST_ENTRY Links;
                /* 0x0000 */ HOLDER Two[1];
            }; /* 0x0010 */
            #endif

            #ifndef STRATA_X_6_1_X64
            #define STRATA_X_6_1_X64
            struct X {
                /* 0x0000 */ EITHER Any;
            }; /* 0x0010 */
            #endif
        "#]],
    );
}

#[test]
fn words_of_its_reader_and_of_python_are_no_names() {
    check_printed(
        Format::CStruct,
        "X 6.1/x64 0x18
         0x00 a UCHAR from;
         0x01 b UCHAR size;
         0x02 c WCHAR uint8;
         0x04 d CHAR _;
         0x08 e ULONG Grid [2][2];",
        "",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x18 bytes
             * Written by Strata from data 0
             * Read it in Python with dissect.cstruct: cstruct().load(text)
             * Pointers are integers of 8 bytes.
             */

            #ifndef STRATA_X_6_1_X64
            #define STRATA_X_6_1_X64
            struct X {
                /* 0x0000 */ uint8 from_; /* UCHAR */
                /* 0x0001 */ uint8 size_; /* UCHAR */
                /* 0x0002 */ uint16 uint8_; /* WCHAR */
                /* 0x0004 */ int8 _; /* CHAR */
                /* 0x0005 */ char Padding_0x05[3];
                /* 0x0008 */ uint32 Grid[2][2]; /* ULONG */
            }; /* 0x0018 */
            #endif
        "#]],
    );
}
