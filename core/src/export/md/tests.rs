//! Documents of cases that only synthetic layouts have.

use expect_test::expect;

use super::super::format::Format;
use super::super::tests::check_printed;
use super::{code, plain};

#[test]
fn nested_types_have_tables_of_their_own() {
    check_printed(
        Format::Md,
        "X 6.1/x64 0x28
         0x00 a ULONG Any;
           0x80000000 last Last
         0x08+0x10 heads HEAD Heads [2];
         0x18 b unknown PVOID [ANYSIZE_ARRAY]
         0x20 c UCHAR Odd;",
        "union HEAD 8/8
         0x00 UCHAR Type;
         0x02:4 USHORT Down : 2;
         0x00 VOID *Lock;",
        &expect![[r#"
            # X at 6.1/x64, 0x28 bytes

            - Written by Strata from data 0

            ## X

            struct, 0x28 bytes, as test says.

            | offset      | size  | type                    | name           | notes |
            | ----------- | ----- | ----------------------- | -------------- | ----- |
            | `0x0000`    | 0x4   | `ULONG`                 | `Any`          |       |
            | `0x0000:31` | 1 bit | `ULONG`                 | `Last`         |       |
            | `0x0004`    | 0x4   |                         |                | padding |
            | `0x0008`    | 0x10  | [`HEAD`](#head) `[2]`   | `Heads`        |       |
            | `0x0018`    | 0x8   | `PVOID [ANYSIZE_ARRAY]` | `Unknown_0x18` | ANYSIZE_ARRAY: as many as were allocated; unknown PVOID \[ANYSIZE_ARRAY\] |
            | `0x0020`    | 0x1   | `UCHAR`                 | `Odd`          |       |
            | `0x0021`    | 0x7   |                         |                | padding |

            ## HEAD

            union, 0x08 bytes, as test says.

            | offset     | size   | type     | name   | notes |
            | ---------- | ------ | -------- | ------ | ----- |
            | `0x0000`   | 0x1    | `UCHAR`  | `Type` |       |
            | `0x0002:4` | 2 bits | `USHORT` | `Down` |       |
            | `0x0000`   | 0x8    | `VOID *` | `Lock` |       |
        "#]],
    );
}

#[test]
fn nothing_is_markup() {
    assert_eq!(code("a | b`"), "`a \\| b'`");
    assert_eq!(
        plain("_a_ a_b *c* \\| [d](e) <f> &amp; - ~g~ `h`"),
        r"\_a\_ a_b \*c\* \\\| \[d\](e) \<f\> \&amp; \- \~g\~ \`h\`"
    );
    assert_eq!(plain("1. 2) 3.4 a."), r"1\. 2\) 3.4 a.");
    assert_eq!(
        plain("see https://a.b/c_d|<e> _"),
        "see <https://a.b/c_de> \\_"
    );
}
