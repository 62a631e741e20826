//! A member of every kind in one structure.

use expect_test::expect;

use super::check;
use crate::decode::Options;
use crate::decode::fixtures::everything;

#[test]
fn every_kind() {
    let bytes: String = (0..0x148_u32)
        .map(|at| format!("{:02x}", at * 7 % 251))
        .collect();
    check(
        &everything(),
        &bytes,
        &Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x148
            at 0x00
              +0x000 Links                    flink 0x312a231c150e0700 non-canonical, blink 0x69625b544d463f38 non-canonical
              +0x010 ProcessHandle            0xa19a938c857e7770 (handle in the table of the process)
              +0x018 ProcessObject            0xd9d2cbc4bdb6afa8 non-canonical
              +0x020 LoggerName               length 0xe7e0 of 0xf5ee at 0x4e474039322b241d non-canonical
              +0x030 InstanceGuid             {6a635c55-7871-867f-8d94-9ba2a9b0b7be}
              +0x040 StartTime                0xf6efe8e1dad3ccc5 (-653047364208833339)
              +0x048 LoggerId                 0x17100902 (386926850)
              +0x04c Signed                   0x332c251e (858531102)
              +0x050 Wow                      TRUE (0x3a)
              +0x051 Flags                    0x41 ShutDownRequest=1 NewBuffersLost=0
              +0x052 Letter                   'H' (0x48)
              +0x054 Source                   2 elements
                +0x054 [0]                      0x6b645d56 (not a known value)
                +0x058 [1]                      0x87807972 (not a known value)
              +0x05c Wide                     '\u{958e}' (0x958e)
              +0x060 Lock                     union EX_PUSH_LOCK
                +0x060 Locked                   bit 0 width 1: 0x0
                +0x060 Waiting                  bit 1 width 1: 0x1
                +0x060 Ptr                      0xdbd4cdc6bfb8b1aa non-canonical
              +0x068 Table                    2 elements
                +0x068 [0]                      BUCKET
                  +0x068 ListHead                 4 elements
                    +0x068 [0]                      flink 0x18110a03f7f0e9e2 non-canonical, blink 0x5049423b342d261f non-canonical
                    +0x078 [1]                      flink 0x88817a736c655e57 non-canonical, blink 0xc0b9b2aba49d968f non-canonical
                    +0x088 [2]                      flink 0xf8f1eae3dcd5cec7 non-canonical, blink 0x352e272019120b04 non-canonical
                    +0x098 [3]                      flink 0x6d665f58514a433c non-canonical, blink 0xa59e979089827b74 non-canonical
                  +0x0a8 Lock                     union EX_PUSH_LOCK
                    +0x0a8 Locked                   bit 0 width 1: 0x0
                    +0x0a8 Waiting                  bit 1 width 1: 0x0
                    +0x0a8 Ptr                      0xddd6cfc8c1bab3ac non-canonical
                +0x0b0 [1]                      BUCKET
                  +0x0b0 ListHead                 4 elements
                    +0x0b0 [0]                      flink 0x1a130c05f9f2ebe4 non-canonical, blink 0x524b443d362f2821 non-canonical
                    +0x0c0 [1]                      flink 0x8a837c756e676059 non-canonical, blink 0xc2bbb4ada69f9891 non-canonical
                    +0x0d0 [2]                      flink 0xfaf3ece5ded7d0c9 non-canonical, blink 0x373029221b140d06 non-canonical
                    +0x0e0 [3]                      flink 0x6f68615a534c453e non-canonical, blink 0xa7a099928b847d76 non-canonical
                  +0x0f0 Lock                     union EX_PUSH_LOCK
                    +0x0f0 Locked                   bit 0 width 1: 0x0
                    +0x0f0 Waiting                  bit 1 width 1: 0x1
                    +0x0f0 Ptr                      0xdfd8d1cac3bcb5ae non-canonical
              +0x0f8 Deep                     SELF
                +0x0f8 Again                    SELF
                  +0x0f8 Again                    SELF
                    +0x0f8 Again                    SELF
                      +0x0f8 Again                    SELF
                        +0x0f8 Again                    SELF
                          +0x0f8 Again                    SELF
                            +0x0f8 Again                    SELF
                              +0x0f8 Again                    SELF
                                +0x0f8 Again                    SELF
                                  +0x0f8 Again                    SELF
                                    +0x0f8 Again                    SELF
                                      +0x0f8 Again                    SELF
                                        +0x0f8 Again                    SELF
                                          +0x0f8 Again                    SELF
                                            +0x0f8 Again                    SELF
                                              +0x0f8 Again                    e6edf400 (nested too deeply to unfold)
                                              +0x0f8 Value                    0xf4ede6 (16051686)
                                            +0x0f8 Value                    0xf4ede6 (16051686)
                                          +0x0f8 Value                    0xf4ede6 (16051686)
                                        +0x0f8 Value                    0xf4ede6 (16051686)
                                      +0x0f8 Value                    0xf4ede6 (16051686)
                                    +0x0f8 Value                    0xf4ede6 (16051686)
                                  +0x0f8 Value                    0xf4ede6 (16051686)
                                +0x0f8 Value                    0xf4ede6 (16051686)
                              +0x0f8 Value                    0xf4ede6 (16051686)
                            +0x0f8 Value                    0xf4ede6 (16051686)
                          +0x0f8 Value                    0xf4ede6 (16051686)
                        +0x0f8 Value                    0xf4ede6 (16051686)
                      +0x0f8 Value                    0xf4ede6 (16051686)
                    +0x0f8 Value                    0xf4ede6 (16051686)
                  +0x0f8 Value                    0xf4ede6 (16051686)
                +0x0f8 Value                    0xf4ede6 (16051686)
              +0x0fc UNHEARD_OF Unknown1      070e151c (the contents of this type are not known)
              +0x100 Opaque                   232a31383f464d545b626970777e858c939aa1a8afb6bdc4 (the contents of this type are not known)
              +0x118 Handle                   0x01f5eee7e0d9d2cb
              +0x120 Reserved                 080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3dae1
              +0x140 Ctrs                     1 element
                +0x140 [0]                      0x1e17100902f6efe8 (2168219376492670952)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0x312a231c150e0700, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x69625b544d463f38, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x18: `ProcessObject` is 0xd9d2cbc4bdb6afa8, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x28: `LoggerName.Buffer` is 0x4e474039322b241d, which is not canonical: not a valid pointer on x64 or arm64
            warning: boolean-above-one at 0x50: `Wow` is 0x3a, but a BOOLEAN is 0 or 1
            info: bits-without-name at 0x51: `Flags` has bits 0x40 set, which have no known bit field
            warning: padding-not-zero at 0x53: the padding of 1 byte at 0x53 is not zero at 0x53: padding has no data, so this may be the layout of another version
            info: enum-value-unknown at 0x54: `Source[0]` is 1801739606 (0x6b645d56), not a known value: others may have been added
            info: enum-value-unknown at 0x58: `Source[1]` is -2021623438 (0x87807972), not a known value: others may have been added
            info: hole-not-zero at 0x5e: the hole of 2 bytes at 0x5e is not zero at 0x5e: there is data here that no source describes
            info: non-canonical-pointer at 0x60: `Lock.Ptr` is 0xdbd4cdc6bfb8b1aa, which is not canonical: not a valid pointer on x64 or arm64 (other members share these bytes and may be in use instead)
            warning: non-canonical-pointer at 0x68: `Table[0].ListHead[0].Flink` is 0x18110a03f7f0e9e2, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x70: `Table[0].ListHead[0].Blink` is 0x5049423b342d261f, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x78: `Table[0].ListHead[1].Flink` is 0x88817a736c655e57, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x80: `Table[0].ListHead[1].Blink` is 0xc0b9b2aba49d968f, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x88: `Table[0].ListHead[2].Flink` is 0xf8f1eae3dcd5cec7, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x90: `Table[0].ListHead[2].Blink` is 0x352e272019120b04, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0x98: `Table[0].ListHead[3].Flink` is 0x6d665f58514a433c, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xa0: `Table[0].ListHead[3].Blink` is 0xa59e979089827b74, which is not canonical: not a valid pointer on x64 or arm64
            info: non-canonical-pointer at 0xa8: `Table[0].Lock.Ptr` is 0xddd6cfc8c1bab3ac, which is not canonical: not a valid pointer on x64 or arm64 (other members share these bytes and may be in use instead)
            warning: non-canonical-pointer at 0xb0: `Table[1].ListHead[0].Flink` is 0x1a130c05f9f2ebe4, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xb8: `Table[1].ListHead[0].Blink` is 0x524b443d362f2821, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xc0: `Table[1].ListHead[1].Flink` is 0x8a837c756e676059, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xc8: `Table[1].ListHead[1].Blink` is 0xc2bbb4ada69f9891, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xd0: `Table[1].ListHead[2].Flink` is 0xfaf3ece5ded7d0c9, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xd8: `Table[1].ListHead[2].Blink` is 0x373029221b140d06, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xe0: `Table[1].ListHead[3].Flink` is 0x6f68615a534c453e, which is not canonical: not a valid pointer on x64 or arm64
            warning: non-canonical-pointer at 0xe8: `Table[1].ListHead[3].Blink` is 0xa7a099928b847d76, which is not canonical: not a valid pointer on x64 or arm64
            info: non-canonical-pointer at 0xf0: `Table[1].Lock.Ptr` is 0xdfd8d1cac3bcb5ae, which is not canonical: not a valid pointer on x64 or arm64 (other members share these bytes and may be in use instead)
        "#]],
    );
}
