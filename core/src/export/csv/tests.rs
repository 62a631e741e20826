//! Tables of cases that only synthetic layouts have.

use expect_test::expect;

use super::super::NESTING_LIMIT;
use super::super::format::{Format, Options};
use super::super::tests::unit;

#[test]
fn nested_members_are_found_by_their_way() {
    let unit = unit(
        "X 6.1/x64 0x40
         0x00 a ULONG Any;
           0x80000000 last Last
         0x04+4 hole
         0x08+0x30 pair PAIR Pairs [2];
         0x38 b unknown PVOID [ANYSIZE_ARRAY]",
        "union HEAD 8/8
         0x00 UCHAR Type;
         0x02:4 USHORT Down : 2;
         0x00 VOID *Lock;
         struct PAIR 24/8
         0x00 ULONG Id;
         0x08 HEAD Heads [2];",
        NESTING_LIMIT,
        Format::Csv,
    );
    let text = Format::Csv.write(&unit, Options::default());
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    let expected = expect![[r#"
            structure,version,arch,structure_size,kind,path,type,offset_hex,offset,size,bit,width,certainty,errata,source,source_url,note,data
            X,6.1,x64,64,structure,,X,0x0000,0,64,,,,,test,,,0
            X,6.1,x64,64,member,Any,ULONG,0x0000,0,4,,,symbol-files,,test,,,0
            X,6.1,x64,64,bit,Last,ULONG,0x0000,0,4,31,1,symbol-files,,test,,,0
            X,6.1,x64,64,padding,,,0x0004,4,4,,,,,test,,,0
            X,6.1,x64,64,member,Pairs,PAIR [2],0x0008,8,48,,,symbol-files,,test,,,0
            X,6.1,x64,64,member,Pairs[0].Id,ULONG,0x0008,8,4,,,,,test,,,0
            X,6.1,x64,64,padding,Pairs[0],,0x000c,12,4,,,,,test,,,0
            X,6.1,x64,64,member,Pairs[0].Heads,HEAD [2],0x0010,16,16,,,,,test,,,0
            X,6.1,x64,64,member,Pairs[0].Heads[0].Type,UCHAR,0x0010,16,1,,,,,test,,,0
            X,6.1,x64,64,bit,Pairs[0].Heads[0].Down,USHORT,0x0012,18,2,4,2,,,test,,,0
            X,6.1,x64,64,member,Pairs[0].Heads[0].Lock,VOID *,0x0010,16,8,,,,,test,,,0
            X,6.1,x64,64,member,Unknown_0x38,PVOID [ANYSIZE_ARRAY],0x0038,56,8,,,symbol-files,,test,,unknown PVOID [ANYSIZE_ARRAY],0
        "#]];
    expected.assert_eq(&text.replace("\r\n", "\n"));
}
