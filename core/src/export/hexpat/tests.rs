//! The differences of the pattern language from C.

use expect_test::expect;

use super::super::Format;
use super::super::tests::check_printed;

#[test]
fn unions_bits_and_alternatives_are_types_of_their_own() {
    check_printed(
        Format::HexPat,
        "X 6.1/x86 0x08\n 0x00+0x08 head HEAD Head;",
        "struct HEAD 8/4
         0x00 UCHAR Type;
         0x01 UCHAR Flags;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x02 USHORT Size;
         0x00 LONG Lock;
         0x04 WCHAR Wide;",
        &expect![[r#"
            /*
             * X at 6.1/x86, 0x08 bytes
             * Written by Strata from data 0
             * Pointers are integers of 4 bytes. The last line gives the address of the structure in the data.
             */
            #pragma endian little

            bitfield HEAD_Bits_0x01 {
                /* 0x0001:0 */ Up : 1;
                /* 0x0001:1 */ padding : 3;
                /* 0x0001:4 */ Down : 2;
                /* 0x0001:6 */ padding : 2;
            }; /* 0x0001 */

            union HEAD_Union_0x01 {
                /* 0x0001 */ u8 Flags [[comment("UCHAR")]];
                /* 0x0001 */ HEAD_Bits_0x01 Bits_0x01 [[inline]];
            }; /* 0x0001 */

            struct HEAD_Struct_0x00 {
                /* 0x0000 */ u8 Type [[comment("UCHAR")]];
                /* 0x0001 */ HEAD_Union_0x01 Union_0x01 [[inline]];
                /* 0x0002 */ u16 Size [[comment("USHORT")]];
            }; /* 0x0004 */

            union HEAD_Union_0x00 {
                /* 0x0000 */ HEAD_Struct_0x00 Struct_0x00 [[inline]];
                /* 0x0000 */ s32 Lock [[comment("LONG")]];
            }; /* 0x0004 */

            struct HEAD {
                /* 0x0000 */ HEAD_Union_0x00 Union_0x00 [[inline]];
                /* 0x0004 */ char16 Wide [[comment("WCHAR")]];
                /* 0x0006 */ padding[2];
            }; /* 0x0008 */

            struct X {
                /* 0x0000 */ HEAD Head;
            }; /* 0x0008 */

            X structure @ 0x00;
        "#]],
    );
}

#[test]
fn types_are_there_once() {
    check_printed(
        Format::HexPat,
        "X 6.1/x64 0x10
         0x00 flags UCHAR Flags;
           0x01 up Struct_0x00
         0x04+0x04 any X_Union_0x00 Any;
         0x08+4 hole
         0x0c c CHAR parent;",
        "union X_Union_0x00 4/4
         0x00 ULONG A;
         0x00 BOOLEAN B;",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x10 bytes
             * Written by Strata from data 0
             * Pointers are integers of 8 bytes. The last line gives the address of the structure in the data.
             */
            #pragma endian little

            union X_Union_0x00 {
                /* 0x0000 */ u32 A [[comment("ULONG")]];
                /* 0x0000 */ bool B [[comment("BOOLEAN")]];
            }; /* 0x0004 */

            bitfield X_Bits_0x00 {
                /* 0x0000:0 */ Struct_0x00 : 1;
                /* 0x0000:1 */ padding : 7;
            }; /* 0x0001 */

            union X_Union_0x00_2 {
                /* 0x0000 */ u8 Flags [[comment("UCHAR")]];
                /* 0x0000 */ X_Bits_0x00 Bits_0x00 [[inline]];
            }; /* 0x0001 */

            struct X {
                /* 0x0000 */ X_Union_0x00_2 Union_0x00 [[inline]];
                /* 0x0001 */ padding[3];
                /* 0x0004 */ X_Union_0x00 Any;
                /* 0x0008 */ u8 Hole_0x08[4];
                /* 0x000c */ char parent_ [[comment("CHAR")]];
                /* 0x000d */ padding[3];
            }; /* 0x0010 */

            X structure @ 0x00;
        "#]],
    );
}
