//! The differences of templates from C.

use expect_test::expect;

use super::super::Format;
use super::super::tests::check_printed;
use super::comment;

#[test]
fn what_lies_over_one_another_is_read_again() {
    check_printed(
        Format::Template010,
        "X 6.1/x86 0x10
         0x00+0x08 any EITHER Any;
         0x08+4 guid UCHAR GUID [2][2];
         0x0c last unknown UCHAR [4];",
        "struct HEAD 8/4
         0x00 UCHAR Type;
         0x01 UCHAR Flags;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x02 UCHAR Size;
         0x00 LONG Lock;
         0x00 USHORT Half;
         0x04 WCHAR Wide [2];
         union EITHER 8/4
         0x00 HEAD Head;
         0x00 ULONGLONG Number;",
        &expect![[r#"
            /*
             * X at 6.1/x86, 0x10 bytes
             * Written by Strata from data 0
             * Pointers are integers of 4 bytes. FSeek in a structure goes back to members that overlap earlier ones.
             */
            LittleEndian();

            typedef struct {
                /* 0x0000 */ uchar Type <comment="UCHAR">;
                /* 0x0001 */ uchar Flags <comment="UCHAR">;
                FSeek(startof(this) + 0x0001); /* or */
                /* 0x0001:0 */ uchar Up : 1;
                /* 0x0001:1 */ uchar Unused_0x01_1 : 3 <hidden=true>;
                /* 0x0001:4 */ uchar Down : 2;
                /* 0x0001:6 */ uchar Unused_0x01_6 : 2 <hidden=true>;
                /* 0x0002 */ uchar Size <comment="UCHAR">;
                FSeek(startof(this) + 0x0000); /* or */
                /* 0x0000 */ int32 Lock <comment="LONG">;
                FSeek(startof(this) + 0x0000); /* or */
                /* 0x0000 */ uint16 Half <comment="USHORT">;
                FSeek(startof(this) + 0x0004);
                /* 0x0004 */ wchar_t Wide[2] <comment="WCHAR">;
            } HEAD; /* 0x0008 */

            typedef struct {
                /* 0x0000 */ HEAD Head;
                FSeek(startof(this) + 0x0000); /* or */
                /* 0x0000 */ uint64 Number <comment="ULONGLONG">;
            } EITHER; /* 0x0008 */

            typedef struct {
                /* 0x0000 */ EITHER Any;
                /* 0x0008 */ uchar GUID_[4] <comment="UCHAR">;
                /* 0x000c */ uchar Unknown_0x0C[4] <comment="UCHAR; unknown UCHAR [4]">;
            } X; /* 0x0010 */

            FSeek(0x00); /* offset of the structure */
            X structure;
        "#]],
    );
}

#[test]
fn what_is_said_ends_nothing() {
    assert_eq!(comment(""), None);
    assert_eq!(
        comment("a \"b\" > c\\\n").as_deref(),
        Some(r#"comment="a \"b\" &gt; c\\ ""#)
    );
}
