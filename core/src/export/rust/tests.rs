//! Definitions of cases that only synthetic layouts have.

use expect_test::{Expect, expect};

use super::super::format::{Format, Pointers};
use super::super::tests::unit;

fn check(layout: &str, types: &str, pointers: Pointers, expected: &Expect) {
    let unit = unit(layout, types, 8, Format::Rust);
    let text = Format::Rust.write(&unit, pointers.into());
    let (_, behind) = text.split_once("\n\n").unwrap();
    expected.assert_eq(behind);
}

#[test]
fn bits_beside_a_pointer_are_a_union() {
    check(
        "X 6.1/x86 0x04\n 0x00+0x04 a FAST_REF Ref;",
        "struct FAST_REF 4/4
         0x00 VOID *Object;
         0x00:0 ULONG RefCnt : 3;",
        Pointers::Typed,
        &expect![[r##"
            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub union FAST_REF_Union_0x00 {
                /* 0x0000 */ pub Object: *mut ::core::ffi::c_void,
                /* 0x0000 */ pub Bits_0x00: u32, // ULONG
            } // 0x0004

            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            impl FAST_REF_Union_0x00 {
                /// Bits 0 to 2 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn RefCnt(&self) -> u32 {
                    let bits = unsafe { self.Bits_0x00 };
                    bits & 0x7
                }

                /// Bits 0 to 2 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn set_RefCnt(&mut self, value: u32) {
                    let others = unsafe { self.Bits_0x00 } & !0x7;
                    self.Bits_0x00 = others | (value & 0x7);
                }
            }

            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct FAST_REF {
                /* 0x0000 */ pub Union_0x00: FAST_REF_Union_0x00,
            } // 0x0004

            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct X {
                /* 0x0000 */ pub Ref: FAST_REF,
            } // 0x0004

            const _: () = {
                use ::core::mem::{offset_of, size_of};
                assert!(
                    size_of::<*mut ()>() == 4,
                    "pointers have 4 bytes in this layout: for other targets, export pointers as integers"
                );
                assert!(size_of::<FAST_REF_Union_0x00>() == 0x0004);
                assert!(offset_of!(FAST_REF_Union_0x00, Object) == 0x0000);
                assert!(offset_of!(FAST_REF_Union_0x00, Bits_0x00) == 0x0000);
                assert!(size_of::<FAST_REF>() == 0x0004);
                assert!(offset_of!(FAST_REF, Union_0x00) == 0x0000);
                assert!(size_of::<X>() == 0x0004);
                assert!(offset_of!(X, Ref) == 0x0000);
            };
        "##]],
    );
}

#[test]
fn what_alignment_would_move_is_packed_no_more_than_it_must_be() {
    check(
        "X 6.1/x64 0x0f
         0x00 a ULONG type;
         0x04 b ULONGLONG Time;
         0x0c c USHORT Odd;",
        "",
        Pointers::Typed,
        &expect![[r#"
            #[repr(C, packed)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct X {
                /* 0x0000 */ pub type_: u32, // ULONG
                /* 0x0004 */ pub Time: u64, // ULONGLONG
                /* 0x000c */ pub Odd: u16, // USHORT
                /* 0x000e */ pub Hole_0x0E: [u8; 1],
            } // 0x000f

            const _: () = {
                use ::core::mem::{offset_of, size_of};
                assert!(size_of::<X>() == 0x000f);
                assert!(offset_of!(X, type_) == 0x0000);
                assert!(offset_of!(X, Time) == 0x0004);
                assert!(offset_of!(X, Odd) == 0x000c);
            };
        "#]],
    );
    check(
        "X 6.1/x64 0x0c
         0x00 a ULONG Self;
         0x04 b PVOID Any [ANYSIZE_ARRAY];",
        "",
        Pointers::AsIntegers,
        &expect![[r#"
            #[repr(C, packed(4))]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct X {
                /* 0x0000 */ pub Self_: u32, // ULONG
                /* 0x0004 */ pub Any: [u64; 1], // PVOID; ANYSIZE_ARRAY: as many as were allocated
            } // 0x000c

            const _: () = {
                use ::core::mem::{offset_of, size_of};
                assert!(size_of::<X>() == 0x000c);
                assert!(offset_of!(X, Self_) == 0x0000);
                assert!(offset_of!(X, Any) == 0x0004);
            };
        "#]],
    );
}

#[test]
fn alternatives_of_several_members_are_structures() {
    check(
        "X 6.1/x64 0x08\n 0x00+0x08 head HEAD Head;",
        "union HEAD 8/8
         0x00 UCHAR Type;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x00 LONGLONG Lock;
         0x00:0 LONG Low : 31;
         0x00:31 LONG set_Low : 1;",
        Pointers::Typed,
        &expect![[r#"
            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct HEAD_Alternative_1 {
                /* 0x0000 */ pub Type: u8, // UCHAR
                /* 0x0001 */ pub Bits_0x01: u8, // UCHAR
            } // 0x0002

            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            impl HEAD_Alternative_1 {
                /// Bit 0 of `Bits_0x01`.
                pub const fn Up(&self) -> u8 {
                    let bits = self.Bits_0x01;
                    bits & 0x1
                }

                /// Bit 0 of `Bits_0x01`.
                pub const fn set_Up(&mut self, value: u8) {
                    let others = self.Bits_0x01 & !0x1;
                    self.Bits_0x01 = others | (value & 0x1);
                }

                /// Bits 4 to 5 of `Bits_0x01`.
                pub const fn Down(&self) -> u8 {
                    let bits = self.Bits_0x01;
                    (bits >> 4) & 0x3
                }

                /// Bits 4 to 5 of `Bits_0x01`.
                pub const fn set_Down(&mut self, value: u8) {
                    let others = self.Bits_0x01 & !0x30;
                    self.Bits_0x01 = others | ((value << 4) & 0x30);
                }
            }

            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub union HEAD {
                /* 0x0000 */ pub Alternative_1: HEAD_Alternative_1,
                /* 0x0000 */ pub Lock: i64, // LONGLONG
                /* 0x0000 */ pub Bits_0x00: i32, // LONG
            } // 0x0008

            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            impl HEAD {
                /// Bits 0 to 30 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn Low(&self) -> u32 {
                    let bits = unsafe { self.Bits_0x00 } as u32;
                    bits & 0x7fffffff
                }

                /// Bits 0 to 30 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn set_Low_0x00(&mut self, value: u32) {
                    let others = unsafe { self.Bits_0x00 } as u32 & !0x7fffffff;
                    self.Bits_0x00 = (others | (value & 0x7fffffff)) as i32;
                }

                /// Bit 31 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn set_Low(&self) -> u32 {
                    let bits = unsafe { self.Bits_0x00 } as u32;
                    (bits >> 31) & 0x1
                }

                /// Bit 31 of `Bits_0x00`.
                ///
                /// # Safety
                ///
                /// All its bytes were written, by any of its members.
                pub const unsafe fn set_set_Low(&mut self, value: u32) {
                    let others = unsafe { self.Bits_0x00 } as u32 & !0x80000000;
                    self.Bits_0x00 = (others | ((value << 31) & 0x80000000)) as i32;
                }
            }

            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct X {
                /* 0x0000 */ pub Head: HEAD,
            } // 0x0008

            const _: () = {
                use ::core::mem::{offset_of, size_of};
                assert!(size_of::<HEAD_Alternative_1>() == 0x0002);
                assert!(offset_of!(HEAD_Alternative_1, Type) == 0x0000);
                assert!(offset_of!(HEAD_Alternative_1, Bits_0x01) == 0x0001);
                assert!(size_of::<HEAD>() == 0x0008);
                assert!(offset_of!(HEAD, Alternative_1) == 0x0000);
                assert!(offset_of!(HEAD, Lock) == 0x0000);
                assert!(offset_of!(HEAD, Bits_0x00) == 0x0000);
                assert!(size_of::<X>() == 0x0008);
                assert!(offset_of!(X, Head) == 0x0000);
            };
        "#]],
    );
}

#[test]
fn bits_of_an_integer_with_a_sign_have_none() {
    check(
        "X 6.1/x64 0x04
         0x00 flags LONG Flags;
           0x0c kind Kind
           0x80000000 last Last",
        "",
        Pointers::Typed,
        &expect![[r#"
            #[repr(C)]
            #[derive(Clone, Copy)]
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            pub struct X {
                /* 0x0000 */ pub Flags: i32, // LONG
            } // 0x0004

            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            impl X {
                /// Bits 2 to 3 of `Flags`.
                pub const fn Kind(&self) -> u32 {
                    let bits = self.Flags as u32;
                    (bits >> 2) & 0x3
                }

                /// Bits 2 to 3 of `Flags`.
                pub const fn set_Kind(&mut self, value: u32) {
                    let others = self.Flags as u32 & !0xc;
                    self.Flags = (others | ((value << 2) & 0xc)) as i32;
                }

                /// Bit 31 of `Flags`.
                pub const fn Last(&self) -> u32 {
                    let bits = self.Flags as u32;
                    (bits >> 31) & 0x1
                }

                /// Bit 31 of `Flags`.
                pub const fn set_Last(&mut self, value: u32) {
                    let others = self.Flags as u32 & !0x80000000;
                    self.Flags = (others | ((value << 31) & 0x80000000)) as i32;
                }
            }

            const _: () = {
                use ::core::mem::{offset_of, size_of};
                assert!(size_of::<X>() == 0x0004);
                assert!(offset_of!(X, Flags) == 0x0000);
            };
        "#]],
    );
}
