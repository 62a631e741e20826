//! The texts are the output of pahole 1.24 for such structures, except for the types.

use expect_test::expect;

use super::super::Format;
use super::super::tests::check_printed;

#[test]
fn bits_and_bytes_without_members_are_holes() {
    check_printed(
        Format::Pahole,
        "X 6.1/x64 0x14\n 0x00 first UCHAR First;\n 0x04+0x10 odd ODD Odd;",
        "struct ODD 0x10/4
         0x00:2 UCHAR A : 1;
         0x01 UCHAR B;
         0x02:0 UCHAR C : 1;
         0x03:0 UCHAR D : 1;
         0x04:1 ULONG E : 3;
         0x04:8 ULONG F : 3;
         0x09 UCHAR G;
         0x0c:0 USHORT H : 1;",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x14 bytes
             * Written by Strata from data 0
             * As pahole prints it: offset and size in bytes, cache lines of 64 bytes.
             */

            struct _ODD {

            	/* XXX 2 bits hole, try to pack */

            	UCHAR                      A:1;                  /*     0: 2  1 */

            	/* XXX 5 bits hole, try to pack */

            	UCHAR                      B;                    /*     1     1 */
            	UCHAR                      C:1;                  /*     2: 0  1 */

            	/* XXX 7 bits hole, try to pack */

            	/* Force alignment to the next boundary: */
            	UCHAR                      :0;

            	UCHAR                      D:1;                  /*     3: 0  1 */

            	/* XXX 8 bits hole, try to pack */

            	/* Force alignment to the next boundary: */
            	ULONG                      :0;

            	ULONG                      E:3;                  /*     4: 1  4 */

            	/* XXX 4 bits hole, try to pack */
            	ULONG                      :4;

            	ULONG                      F:3;                  /*     4: 8  4 */

            	/* XXX 21 bits hole, try to pack */
            	/* XXX 1 byte hole, try to pack */

            	UCHAR                      G;                    /*     9     1 */

            	/* XXX 2 bytes hole, try to pack */

            	USHORT                     H:1;                  /*    12: 0  2 */

            	/* size: 16, cachelines: 1, members: 8 */
            	/* sum members: 2, holes: 2, sum holes: 3 */
            	/* sum bitfield members: 10 bits, bit holes: 6, sum bit holes: 47 bits */
            	/* padding: 2 */
            	/* bit_padding: 15 bits */
            	/* last cacheline: 16 bytes */
            };

            struct _X {
            	UCHAR                      First;                /*     0     1 */

            	/* XXX 3 bytes hole, try to pack */

            	ODD                        Odd;                  /*     4    16 */

            	/* size: 20, cachelines: 1, members: 2 */
            	/* sum members: 17, holes: 1, sum holes: 3 */
            	/* last cacheline: 20 bytes */
            };
        "#]],
    );
}

#[test]
fn cache_lines_begin_anew_in_each_alternative() {
    check_printed(
        Format::Pahole,
        "X 6.1/x64 0x17c\n 0x00+0x17c one LONG_ONE One;",
        "struct LONG_ONE 380/4
         0x00 UCHAR Before [60];
         0x3c ULONG P;
         0x40 ULONG Q;
         0x44 UCHAR R [100];
         0xa8 ULONG S;
         0x3c ULONGLONG T [2];
         0xac ULONG After;
         0xb0 UCHAR Big [200];
         0xb0 ULONG Small;
         0x178 ULONG Z;",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x17c bytes
             * Written by Strata from data 0
             * As pahole prints it: offset and size in bytes, cache lines of 64 bytes.
             */

            struct _LONG_ONE {
            	UCHAR                      Before[60];           /*     0    60 */
            	union {
            		struct {
            			ULONG      P;                    /*    60     4 */
            			/* --- cacheline 1 boundary (64 bytes) --- */
            			ULONG      Q;                    /*    64     4 */
            			UCHAR      R[100];               /*    68   100 */
            		};                                       /*    60   108 */
            		ULONGLONG          T[2];                 /*    60    16 */
            	};                                               /*    60   108 */
            	/* --- cacheline 2 boundary (128 bytes) was 40 bytes ago --- */
            	ULONG                      S;                    /*   168     4 */
            	ULONG                      After;                /*   172     4 */
            	union {
            		UCHAR              Big[200];             /*   176   200 */
            		ULONG              Small;                /*   176     4 */
            	};                                               /*   176   200 */
            	/* --- cacheline 5 boundary (320 bytes) was 56 bytes ago --- */
            	ULONG                      Z;                    /*   376     4 */

            	/* size: 380, cachelines: 6, members: 6 */
            	/* last cacheline: 60 bytes */
            };

            struct _X {
            	LONG_ONE                   One;                  /*     0   380 */

            	/* size: 380, cachelines: 6, members: 1 */
            	/* last cacheline: 60 bytes */
            };
        "#]],
    );
}
