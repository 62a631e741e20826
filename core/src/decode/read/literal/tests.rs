//! Pasted literals and their readings.

use expect_test::expect;

use crate::decode::read::tests::check;
use crate::decode::read::{Dialect, read_as};

/// A digit, a part of a prefix, or the `x` of an escape is missing, or another character stands in its place.
#[test]
fn damaged_digits() {
    check(&expect![[r#"
        unsigned char x[] = {⏎  0x4d, 0x5a, 0x90, 0x0, 0x03, 0x00, 0x8S, 0x00,⏎  0x04, 0g00, 0x00, 0x00, 0xff, 0xff, 0x00, 010, 0x00, 0x00, 0x10, 0x11, 0x12⏎}; ⇒ c-array: an array in C or C++: 21 elements of 1 byte ⇒ 4d5a90??0300??0004??0000ffff00??0000101112 ⇒ line 2: note: `0x0` is not a number of 2 hexadecimal digits, nor are 3 more: their bytes are unknown ⇒ line 1: Code ⇒ line 4: Code
        { 0x5A4D, 0x0090, 0x003, 0x0000, 0x0004 }; ⇒ c-array: an array in C or C++: 5 elements of 2 bytes, the lowest byte first ⇒ 4d5a9000????00000400 ⇒ line 1: note: `0x003` is not a number of 4 hexadecimal digits: its bytes are unknown
        Dim x() As Byte = {&H4D, &H5A, &H90, &HO0, &H03} ⇒ c-array: an array in C or C++: 5 elements of 1 byte ⇒ 4d5a90??03 ⇒ line 1: note: `&HO0` is not a number of 2 hexadecimal digits: its bytes are unknown
        db 04Dh, 05Ah, 0Ah, 001h, 002h ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d5a??0102 ⇒ line 1: note: `0Ah` is not a number of 3 hexadecimal digits: its bytes are unknown
        { 0x4d, 0x5, 0x9, 0x0 }; ⇒ c-array: an array in C or C++: 4 elements of 1 byte ⇒ 4d050900
        { 0A0h, 0B0h, 0C0h, 0D0h, 4Dh }; ⇒ c-array: an array in C or C++: 5 elements of 1 byte ⇒ a0b0c0d04d
        "\x4d\x5a\x0\x00\x01"; ⇒ error: line 1 looks like bytes, but `\x0` is not an escape of one byte: write two hexadecimal digits, and end the text (`""`) before a third. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "\x4d\x5a\0\x00\x01\1"; ⇒ error: line 1 looks like bytes, but `\1` is not an escape of one byte: write two hexadecimal digits, and end the text (`""`) before a third. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        Buffer.from('4d5a900003000000g4000000', 'hex') ⇒ error: line 1 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        s = "4d5a90000300000004000000ffffXff00" ⇒ error: line 1 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn arrays_in_c() {
    check(&expect![[r#"
        unsigned char x[] = {0x4D, 0x5A, 0x90}; ⇒ c-array: an array in C or C++: 3 elements of 1 byte ⇒ 4d5a90
        unsigned char foo_bin[] = {⏎  0x4d, 0x5a, 0x90, 0x00⏎};⏎unsigned int foo_bin_len = 4; ⇒ c-array: an array in C or C++: 4 elements of 1 byte ⇒ 4d5a9000 ⇒ line 1: Code ⇒ line 3: Code ⇒ line 4: Code
        const uint8_t data[3] = {⏎    0x4D, 0x5A, 0x90, ⏎}; ⇒ c-array: an array in C or C++: 3 elements of 1 byte ⇒ 4d5a90 ⇒ line 1: Code ⇒ line 3: Code
        constexpr std::array<uint8_t, 3> data = {⏎    0x4D, 0x5A, 0x90,⏎}; ⇒ c-array: an array in C or C++: 3 elements of 1 byte ⇒ 4d5a90 ⇒ line 1: Code ⇒ line 3: Code
        WORD w[2] = { 0x5A4D, 144 }; ⇒ c-array: an array in C or C++: 2 elements of 2 bytes, the lowest byte first ⇒ 4d5a9000
        static unsigned long long q[] = { 0x1122334455667788ULL, -1 }; ⇒ c-array: an array in C or C++: 2 elements of 8 bytes, the lowest byte first ⇒ 8877665544332211ffffffffffffffff
        {⏎0x4D, 0x5A⏎}; ⇒ c-array: an array in C or C++: 2 elements of 1 byte ⇒ 4d5a ⇒ line 1: Code ⇒ line 3: Code
        {⏎0x5A4D, 0x0090⏎}; ⇒ c-array: an array in C or C++: 2 elements of 2 bytes, the lowest byte first ⇒ 4d5a9000 ⇒ line 1: Code ⇒ line 3: Code
        {⏎0x00905A4D, 0x00000003⏎}; ⇒ c-array: an array in C or C++: 2 elements of 4 bytes, the lowest byte first ⇒ 4d5a900003000000 ⇒ line 1: Code ⇒ line 3: Code
        { 0x4d, 0x5a } ⇒ c-array: an array in C or C++: 2 elements of 1 byte ⇒ 4d5a
        char s[] = { 'M', 'Z', '\x90', '\0', 0115, -112, TRUE }; // note⏎/* more⏎   of it */⏎BYTE t[3] = {1, 2, 3, 4}; ⇒ c-array: an array in C or C++: 7 elements of 1 byte; 2 arrays, each by itself ⇒ 4d5a90004d9001 ⇒ 01020304 ⇒ line 4: note: the declaration says 3 elements, but the text has 4: only these are read ⇒ line 2: Code ⇒ line 3: Code
        unsigned char⏎  x[2][2] =⏎{ {1, 2},⏎  {3, 4} }; ⇒ c-array: an array in C or C++: 4 elements of 1 byte, written in decimal ⇒ 01020304 ⇒ line 1: Code ⇒ line 2: Code
        Here is my byte array:⏎```c⏎uint16_t x[] = { 1 };⏎```⏎thanks ⇒ c-array: an array in C or C++: 1 element of 2 bytes, the lowest byte first, written in decimal ⇒ 0100 ⇒ line 1: `Here is my byte array:`: it has neither an array nor a text in quotation marks ⇒ line 2: Fence ⇒ line 4: Fence ⇒ line 5: `thanks`: it has neither an array nor a text in quotation marks
        $1 = {0x4d, 0x5a, 0x0 <repeats 3 times>, 0x1} ⇒ c-array: an array in C or C++: 6 elements of 1 byte ⇒ 4d5a00000001
        buf = [0x87, 0xfa, …] ⇒ python-bytes: bytes in Python: 2 elements of 1 byte ⇒ 87fa ⇒ line 1: note: dots at the end: the text does not have the elements after them
        unsigned char x[] = {0x4d, 0x1ff}; ⇒ error: line 1 looks like bytes, but `0x1ff` does not fit into an element of 1 byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {⏎0x4d,⏎0xZZ}; ⇒ error: line 3 looks like bytes, but `0xZZ` is not a number: hexadecimal is written 0x4d, 4dh or $4d. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {1,, 2}; ⇒ error: line 1 looks like bytes, but an element is missing between two commas. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {1 2}; ⇒ error: line 1 looks like bytes, but a comma is missing before `2`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {SIZE, 2}; ⇒ error: line 1 looks like bytes, but `SIZE` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {1, …, 2}; ⇒ error: line 1 looks like bytes, but its dots leave out an unknown number of elements. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        size_t x[] = {1}; ⇒ error: line 1 looks like bytes, but elements of type `size_t` are not integers of a known width: declare them as uint32_t or uint64_t. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        x = {0x1234, 0x5}; ⇒ error: line 1 looks like bytes, but `0x1234` has several bytes, but the width of an element is not known: declare the array (uint16_t, DWORD, u64 …). Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {0x4d, 0x5a, ⇒ c-array: an array in C or C++: 2 elements of 1 byte ⇒ 4d5a ⇒ line 1: note: the array is not closed: its end may be missing
    "#]]);
}

#[test]
fn arrays_elsewhere() {
    check(&expect![[r#"
        byte[] x = new byte[] { 0x4D, 0x5A }; ⇒ csharp-array: an array in C#: 2 elements of 1 byte ⇒ 4d5a
        byte[] buf = new byte[3] {0xfc,0x48,0x83}; ⇒ csharp-array: an array in C#: 3 elements of 1 byte ⇒ fc4883
        var word = new ushort[] { 1, 2 }; ⇒ csharp-array: an array in C#: 2 elements of 2 bytes, the lowest byte first, written in decimal ⇒ 01000200
        const byte[] data = {⏎ 0x4D, 0x5A, 0x90,⏎}; ⇒ csharp-array: an array in C#: 3 elements of 1 byte ⇒ 4d5a90 ⇒ line 1: Code ⇒ line 3: Code
        final byte[] data = { (byte)0x90, -112, 0x4d }; ⇒ java-array: an array in Java: 3 elements of 1 byte ⇒ 90904d
        [Byte[]] $buf = 0xfc,0x48,0x83 ⇒ csharp-array: an array in C#: 3 elements of 1 byte ⇒ fc4883
        let data: [u8; 3] = [0x4d, 0x5a, 0x90]; ⇒ rust-array: an array in Rust: 3 elements of 1 byte ⇒ 4d5a90
        let data = vec![0x4d_u8, 0x5a]; ⇒ rust-array: an array in Rust: 2 elements of 1 byte ⇒ 4d5a
        let data = b"\x4dZ\0"; ⇒ rust-array: an array in Rust: 3 elements of 1 byte ⇒ 4d5a00
        static X: &[u16] = &[0x5a4d];⏎let z = [0u8; 4]; ⇒ rust-array: an array in Rust: 1 element of 2 bytes, the lowest byte first; 2 arrays, each by itself ⇒ 4d5a ⇒ 00000000
        b'\x4d\x5a\x90ABC' ⇒ python-bytes: bytes in Python: 6 elements of 1 byte ⇒ 4d5a90414243
        data = bytes([77, 90]) ⇒ python-bytes: bytes in Python: 2 elements of 1 byte, written in decimal ⇒ 4d5a
        bytearray([77, 90]) ⇒ python-bytes: bytes in Python: 2 elements of 1 byte, written in decimal ⇒ 4d5a
        x = bytes.fromhex("4d 5a"⏎   "90 00") ⇒ python-bytes: bytes in Python: 4 elements of 1 byte ⇒ 4d5a9000
        data = (b'MZ'⏎        b"\x90") ⇒ python-bytes: bytes in Python: 3 elements of 1 byte ⇒ 4d5a90
        buf =  b""⏎buf += b"\xfc\x48"⏎buf += b"\x83" ⇒ python-bytes: bytes in Python: 3 elements of 1 byte ⇒ fc4883 ⇒ line 1: Code
        x = b'''M⏎Z''' ⇒ python-bytes: bytes in Python: 3 elements of 1 byte ⇒ 4d0a5a
        [ 0x4d, 0x5a ] ⇒ python-bytes: bytes in Python: 2 elements of 1 byte ⇒ 4d5a
        const Data: array[0..2] of Byte = ($4D, $5A, 144); ⇒ pascal-array: an array in Pascal: 3 elements of 1 byte ⇒ 4d5a90
        Array [1..2] of Word = (⏎$5A4D, $0090⏎); ⇒ pascal-array: an array in Pascal: 2 elements of 2 bytes, the lowest byte first ⇒ 4d5a9000 ⇒ line 1: Code ⇒ line 3: Code
        $4D, $5A ⇒ pascal-array: an array in Pascal: 2 elements of 1 byte ⇒ 4d5a
        const data = new Uint8Array([0x4D, 0x5A]); ⇒ javascript-array: an array in JavaScript: 2 elements of 1 byte ⇒ 4d5a
        x := []byte{0x4d, 0x5a} ⇒ go-slice: a slice in Go: 2 elements of 1 byte ⇒ 4d5a
        var x = [3]byte{0x4d, 0x5a, 1} ⇒ go-slice: a slice in Go: 3 elements of 1 byte ⇒ 4d5a01
    "#]]);
}

#[test]
fn assemblers() {
    check(&expect![[r#"
        x db 4Dh, 5Ah, 0⏎  db 'MZ',0 ; text⏎  dd 0FFFFh ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d5a004d5a00ffff0000
        db 0x4d, 0x5a⏎dw 5A4Dh⏎table: dq 1 ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d5a4d5a0100000000000000
          .byte 0x4d, 0x5a⏎ .ascii "M\x5a"⏎ .asciz "q"⏎ .long 010 ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d5a4d5a710008000000
        buffer db 3 dup(0), 2 dup (1, ?)⏎x dw ? ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 00000001??01??????
        byte_404000     db 4Dh ; M ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d
        db 2, 0 dup(1) ⇒ error: line 1 looks like bytes, but `0` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        db 99999999999999 dup(''), 1 ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 01
        db 4Dh, 5A5Ah ⇒ error: line 1 looks like bytes, but `5A5Ah` does not fit into an element of 1 byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn texts() {
    check(&expect![[r#"
        "\x4d\x5a\x90" "\x00" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 4d5a9000
        unsigned char buf[] = ⏎"\xfc\x48"⏎"\x83\060A"; ⇒ string-literal: text in quotation marks, its escapes read ⇒ fc48833041 ⇒ line 1: Code
        L"A\x0041\x263a" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 410041003a26
        "4d5a9000" ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a9000 ⇒ or string-literal: the quotation marks: each character a byte
        string x = "TVqQAAMAAAAEAAAA//8AAA=="; ⇒ base64: Base64 in quotation marks ⇒ 4d5a90000300000004000000ffff0000 ⇒ or string-literal: the quotation marks: each character a byte
        [Convert]::FromBase64String("TVqQAA==") ⇒ base64: Base64 in quotation marks ⇒ 4d5a9000
        "\x90AB" ⇒ error: line 1 looks like bytes, but `\x90AB` is not an escape of one byte: write two hexadecimal digits, and end the text (`""`) before a third. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "café" ⇒ error: line 1 looks like bytes, but the bytes of `é` depend on the encoding of the source: write it as \x and two hexadecimal digits. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        He said "hello" to me. ⇒ error: no bytes found. Line 1: `He` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        char x[4] = "MZ\x90"; ⇒ string-literal: text in quotation marks, its escapes read ⇒ 4d5a90
        { "a": "b" } ⇒ error: no bytes found. Line 1: `{` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn base64_and_guids() {
    check(&expect![[r#"
        TVqQAAMAAAAEAAAA//8AAA== ⇒ base64: only Base64 characters and padding ⇒ 4d5a90000300000004000000ffff0000
        4d5a9000 ⇒ plain-hex: 1 line of hexadecimal digits only, without addresses ⇒ 4d5a9000 ⇒ or plain-words: every word has as many digits as a number of one, two, four or eight bytes ⇒ or base64: all characters are valid Base64, too, and their number fits
        -----BEGIN X-----⏎TVqQAAMA⏎AAAE⏎-----END X----- ⇒ base64: a line such as `-----BEGIN …-----` before it says so ⇒ 4d5a90000300000004 ⇒ line 1: Fence ⇒ line 4: Fence
        data:application/octet-stream;base64,TVqQ ⇒ base64: `;base64,` before it says so ⇒ 4d5a90
        TVqQAAMAAAAEAAAA__8AAAAAAAAAAAA- ⇒ base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases ⇒ 4d5a90000300000004000000ffff0000000000000000003e
        hello ⇒ error: no bytes found. Line 1: `hello` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        {68fdd900-4a3e-11d1-84f4-0000f80464e3} ⇒ guid: the five groups of digits of a GUID: in memory, the first three parts have their lowest byte first ⇒ 00d9fd683e4ad11184f40000f80464e3
    "#]]);
}

#[test]
fn numbers_with_blanks_between_them() {
    check(&expect![[r#"
        [77 90 144 0] ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        array([ 77,  90, 144,   0,⏎         3,   0], dtype=uint8) ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 4d5a90000300
        Out[3]: array([77, 90, 144, 0]) ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        x = np.array([77, 90, 144, 300], dtype=np.uint16) ⇒ python-bytes: bytes in Python: 4 elements of 2 bytes, the lowest byte first, written in decimal ⇒ 4d005a0090002c01
        array([77., 90., 144., 0.5]) ⇒ error: no bytes found. Line 1: `array([77` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        array([77, 90, 144, 0], dtype='<u4') ⇒ error: line 1 looks like bytes, but elements of type `<u4` are not integers of a known width: declare them as uint32_t or uint64_t. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        [[ 77  90]⏎ [144   0]] ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        {"type":"Buffer","data":[77,90,144,0]} ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        {"sizes":[77,90,144]} ⇒ error: no bytes found. Line 1: `{"sizes"` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        [10 20 30 40] ⇒ error: no bytes found. Line 1: `[10` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        1 [ 77  90 144   0⏎2    3   0   0   0] ⇒ python-bytes: bytes in Python: 8 elements of 1 byte, written in decimal ⇒ 4d5a900003000000 ⇒ line 1: note: every line begins with its number, which is ignored
        [ 77  90 144   0⏎2    3   0   0   0⏎3    4   0 255  17] ⇒ error: line 2 looks like bytes, but `2` may be an element or a line number: put commas between the elements, or remove the line numbers. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        1 array([ 77,  90, 144,   0,⏎2         3,   0], dtype=uint8) ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 4d5a90000300 ⇒ line 1: note: every line begins with its number, which is ignored
        unsigned char x[] = {⏎2   0x30, 0x40,⏎3   0x50 }; ⇒ error: line 2 looks like bytes, but a comma is missing before `0x30`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        10 db 4Dh, 5Ah⏎20 db 90h, 00h ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 4d5a9000
    "#]]);
}

#[test]
fn lines_that_were_wrapped() {
    check(&expect![[r#"
        unsigned char x[] = {0x82, 0xb7, 0x0e, 0xee, 0x7f, 0x1a, 0x5⏎0, 0x39, 0xbe, 0xf0, 0x7e, 0xc2, 0x34, 0x7f, 0x06, 0x6e, 0xd⏎0, 0x8f }; ⇒ c-array: an array in C or C++: 18 elements of 1 byte ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f
        [130 183 14 238 127 26 80 57 190 240 126 194 52 127 6 110 20⏎8 143 93 199 81 36 71 227 64 67 0 2 107 110 84 85 148 160 10⏎1 104] ⇒ python-bytes: bytes in Python: 36 elements of 1 byte, written in decimal ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f5dc7512447e3404300026b6e545594a06568
        [130 183 14 238 127 26 80 57 190 240 126 194 52 127 6 110 20⏎8 143 93] ⇒ error: line 1 looks like bytes, but a line ends after `208`, which may continue in the next line: join the lines, or put commas between the elements. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        [130 183 14 238 127 26 80 57 190 240 126 194 52 127 6 110 99⏎81 143 93] ⇒ python-bytes: bytes in Python: 20 elements of 1 byte, written in decimal ⇒ 82b70eee7f1a5039bef07ec2347f066e63518f5d
        "\x82\xb7\x0e\xee\x7f\x1a\x50\x39\xbe\xf0\x7e\xc2\x34\x7f\x0⏎6\x6e\xd0\x8f" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f
        "\x82\xb7\x0e\xee\x7f\x1a\x50\x39\xbe\xf0\x7e\xc2\x34\x7f\⏎x06\x6e\xd0\x8f" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f
        "\x82\xb7\x0e\xee\x7f\x1a\x50\x39\xbe\xf0\x7e\xc2\x34\x7f\⏎n\x6e\xd0\x8f" ⇒ error: line 1 looks like bytes, but a line ends after `\`, which may continue in the next line: join the lines, or put commas between the elements. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "\x82\xb7\x0e\xee\x7f\x1a\x50\x39\xbe\xf0\x7e\xc2\x34\x7f\⏎Zx\x6e\xd0\x8f" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 82b70eee7f1a5039bef07ec2347f5a786ed08f
        char x[] = "\x82\xb7\x0e\xee\x7f\x1a" "\x50\x39\xbe\xf0\x7e\⏎xc2" "\x34\x7f\x06\x6e\xd0\x8f" "\x5d\xc7\x51\x24\x47\xe3" "⏎\x40\x43"; ⇒ string-literal: text in quotation marks, its escapes read ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f5dc7512447e34043
        INSERT INTO t VALUES (X'82b70eee7f1a5039bef07ec2347f066ed08⏎f5dc7512447e3404300026b6e545594a065'); ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 82b70eee7f1a5039bef07ec2347f066ed08f5dc7512447e3404300026b6e545594a065
        SELECT X'82b70eee'⏎  || X'7f1a5039', X'4d5a'; ⇒ plain-hex: hexadecimal digits in quotation marks; 2 arrays, each by itself ⇒ 82b70eee7f1a5039 ⇒ 4d5a
        x = "82b70eee7f1a5039⏎bef07ec2347f066e" ⇒ error: line 1 looks like bytes, but the text that begins with `82b70eee7f1a5039` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        x = "4d5a9000" "82b70eee7f1a5039⏎bef07ec2347f066e" ⇒ error: line 1 looks like bytes, but the text that begins with `82b70eee7f1a5039` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        b'\x4d\x5a\x90⏎\x00' ⇒ error: line 1 looks like bytes, but the text that begins with `\x4d\x5a\x90` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        db 01h, 02h, 03h, 04h, 01⏎Ah, 0Bh ⇒ error: line 2 looks like bytes, but `Ah, 0Bh` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        db 01h, 02h, 03h, 04h⏎, 0Ah, 0Bh⏎db 11h ⇒ error: line 2 looks like bytes, but `, 0Ah, 0Bh` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn hexadecimal_that_a_function_takes() {
    check(&expect![[r#"
        const d = Buffer.from('4d5a90000300', 'hex'); ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        Buffer.from("4d5a90000300", "hex") ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        my $d = pack('H*', '4d5a90000300'); ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        pack('H*', '4d5a90000300') ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        d = ['4d5a90000300'].pack('H*') ⇒ plain-hex: bytes of two digits, each in quotation marks ⇒ 4d5a90000300 ⇒ or python-bytes: bytes in Python: 12 elements of 1 byte
        b, _ := hex.DecodeString("4d5a90000300") ⇒ go-slice: a slice in Go: 6 elements of 1 byte ⇒ 4d5a90000300
        codecs.decode('4d5a90000300', 'hex') ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        SELECT UNHEX('4d5a90000300'); ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        let d = hex!("4d5a90000300"); ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        SELECT '\x4d5a90000300'::bytea; ⇒ error: no bytes found. Line 1: `SELECT` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        {"hex": "4d5a90000300", "len": 6} ⇒ plain-hex: hexadecimal digits in quotation marks ⇒ 4d5a90000300 ⇒ or string-literal: the quotation marks: each character a byte
        <data enc="hex">4d5a90000300</data> ⇒ error: no bytes found. Line 1: `<data` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn what_consoles_and_databases_print() {
    check(&expect![[r#"
        Uint8Array(6) [⏎  77, 90, 144, 0,⏎  3, 0⏎] ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 4d5a90000300 ⇒ line 1: Code ⇒ line 4: Code
        Uint8Array(4) [77, 90, 144, 0, buffer: ArrayBuffer(4), byteLength: 4, byteOffset: 0, length: 4] ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        array('B', [77, 90, 144, 0]) ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        import struct⏎buf = struct.pack ("8B", *[⏎0x4d,0x5a,0x90,0x00,⏎0x03,0x00,0x00,0x00]) ⇒ python-bytes: bytes in Python: 8 elements of 1 byte ⇒ 4d5a900003000000 ⇒ line 1: `import struct`: it has neither an array nor a text in quotation marks ⇒ line 2: Code
        <<77,90,144,0>> ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 4d5a9000
        [4d, 5a, 90, 0, 3, 0, ff] ⇒ rust-array: an array in Rust: 7 elements of 1 byte ⇒ 4d5a90000300ff
        [4d, 5a, 90, 3, ff] ⇒ error: line 1 looks like bytes, but `4d` is not a number: hexadecimal is written 0x4d, 4dh or $4d. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        77, 90, 144, 0, 3, 0, 0, 0⏎4, 0, 0, 0, -1, -1, 0, 0 ⇒ python-bytes: bytes in Python: 16 elements of 1 byte, written in decimal ⇒ 4d5a90000300000004000000ffff0000
         77  90 144   0   3   0   0   0⏎  4   0   0   0 255 255   0   0 ⇒ python-bytes: bytes in Python: 16 elements of 1 byte, written in decimal ⇒ 4d5a90000300000004000000ffff0000
        '\x4d5a9000'::bytea ⇒ plain-hex: 1 line of hexadecimal digits only, without addresses ⇒ 4d5a9000 ⇒ or plain-words: every word has as many digits as a number of one, two, four or eight bytes ⇒ or base64: all characters are valid Base64, too, and their number fits
        CAST(0x4D5A9000 AS VARBINARY(MAX)) ⇒ plain-hex: 1 line of hexadecimal digits only, without addresses ⇒ 4d5a9000 ⇒ or plain-words: every word has as many digits as a number of one, two, four or eight bytes ⇒ or base64: all characters are valid Base64, too, and their number fits
        <4d5a9000 03000000> ⇒ plain-hex: 1 line of hexadecimal digits only, without addresses ⇒ 4d5a900003000000 ⇒ or plain-words: every word has as many digits as a number of one, two, four or eight bytes
        $mz = { 4D 5A ?? 00 } ⇒ plain-hex: 1 line of hexadecimal digits only, without addresses ⇒ 4d5a??00
    "#]]);
}

#[test]
fn what_stands_behind_an_omission_has_no_offset() {
    check(&expect![[r#"
        "\x10\xa0\x34\x12"⏎...⏎"\x4c\x11\x12\x13" ⇒ error: line 2 looks like bytes, but it says that bytes were left out, but not how many. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        db 10h, 0a0h⏎...⏎db 4ch, 0ah ⇒ error: line 2 looks like bytes, but it says that bytes were left out, but not how many. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {⏎  0x10, 0xa0,⏎  // ...⏎  0x4c, 0x0a }; ⇒ error: line 3 looks like bytes, but it says that bytes were left out, but not how many. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = { 0x10, 0xa0, /* ... */ 0x4c, 0x0a }; ⇒ error: line 1 looks like bytes, but its dots leave out an unknown number of elements. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = {⏎  0x10, 0xa0, 0x00, /* ... */⏎  0x4c, 0x0a, 0x00, // ...⏎}; ⇒ c-array: an array in C or C++: 6 elements of 1 byte ⇒ 10a0004c0a00 ⇒ line 1: Code ⇒ line 4: Code
        bytes.fromhex("10 a0 34 12 ... 4c 0a 00 00") ⇒ error: line 1 looks like bytes, but its dots leave out an unknown number of elements. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        EKA0EgHg//8QmDQSAeD//0wKAAAA⏎--snip--⏎gMDjDwHg//+g4/ARAeD//wAAAAAA ⇒ error: line 2 looks like bytes, but it says that bytes were left out, but not how many. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        EKA0EgHg//8QmDQSAeD//0wKAAAA⏎--snip-- ⇒ base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases ⇒ 10a0341201e0ffff1098341201e0ffff4c0a000000 ⇒ line 2: Gap
    "#]]);
}

#[test]
fn a_suffix_among_bytes_is_a_damaged_digit() {
    check(&expect![[r#"
        { 82, 227, 6z, 107 } ⇒ error: line 1 looks like bytes, but `6z` is not a number: hexadecimal is written 0x4d, 4dh or $4d. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = { 0x52, 0xe3, 0x6u, 0x7b }; ⇒ error: line 1 looks like bytes, but `0x6u` is not a number: hexadecimal is written 0x4d, 4dh or $4d. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        unsigned char x[] = { 82u, 227u, 6u }; ⇒ c-array: an array in C or C++: 3 elements of 1 byte, written in decimal ⇒ 52e306
        let x = [82u8, 227, 6, 107]; ⇒ javascript-array: an array in JavaScript: 4 elements of 1 byte, written in decimal ⇒ 52e3066b
    "#]]);
}

#[test]
fn the_first_element_has_its_sign() {
    check(&expect![[r#"
        val x = byteArrayOf(-57, 109, 22, -5) ⇒ c-array: an array in C or C++: 4 elements of 1 byte, written in decimal ⇒ c76d16fb
        x = -57, 109, 22, -5 ⇒ c-array: an array in C or C++: 4 elements of 1 byte, written in decimal ⇒ c76d16fb
    "#]]);
}

#[test]
fn what_is_joined_to_a_string() {
    check(&expect![[r#"
        b"\x10" + b"\x00"*3 + b"\x4c\x0a" ⇒ python-bytes: bytes in Python: 6 elements of 1 byte ⇒ 100000004c0a
        b"\x10" b"\x00" * 3 + b"\x4c\x0a" ⇒ error: line 1 looks like bytes, but `* 3` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        x = b"\x10" + p64(0x1234) + b"\x4c\x0a" ⇒ error: line 1 looks like bytes, but `+ p64` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        x = b"\x10".ljust(8, b"\x00") + b"\x4c\x0a" ⇒ error: line 1 looks like bytes, but `. ljust` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        buf = b"\x10" * 3⏎buf += b"\x4c\x0a" ⇒ python-bytes: bytes in Python: 5 elements of 1 byte ⇒ 1010104c0a
        - b"\x10\x4c"⏎* b"\x4c\x0a" ⇒ python-bytes: bytes in Python: 4 elements of 1 byte ⇒ 104c4c0a
    "#]]);
}

#[test]
fn a_string_of_digits_may_be_wrapped() {
    check(&expect![[r#"
        ["10a0341201e0ffff1098341201e0ffff4c0a00000000000080c0e30f01e0ffffa0e3f0⏎1101e0ffff00000000000000003012001201e0ffffc012001201e0ffffa8f7eff2d20000⏎"].pack('H*') ⇒ plain-hex: bytes of two digits, each in quotation marks ⇒ 10a0341201e0ffff1098341201e0ffff4c0a00000000000080c0e30f01e0ffffa0e3f01101e0ffff00000000000000003012001201e0ffffc012001201e0ffffa8f7eff2d20000 ⇒ or python-bytes: bytes in Python: 142 elements of 1 byte ⇒ line 2: Code ⇒ line 3: Code
    "#]]);
}

#[test]
fn a_row_that_lost_an_element_is_told() {
    check(&expect![[r#"
        unsigned char x[48] = {
          0x10, 0xa0, 0x34, 0x12, 0x01, 0xe0, 0xff, 0xff,
          0x10, 0x98, 0x34, 0x12, 0x01, 0xe0, 0xff, 0xff,
          0x4c, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
          0x80, 0xc0, 0xe3, 0x0f, 0x01, 0xe0, 0xff,
          0xa0, 0xe3, 0xf0, 0x11, 0x01, 0xe0, 0xff, 0xff,
          0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
          0x30, 0x12, 0x00, 0x12,
        };
        > error: line 5 looks like bytes, but it has 7 bytes and the other rows 8: some were lost or added. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn directives_in_a_list() {
    check(&expect![[r#"
        -     db 0x10, 0xa0, 0x34 ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 10a034
        - db 10h⏎- db 0a0h ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 10a0
        <bob> db 10h⏎<bob> db 0a0h ⇒ assembler: lines such as `db 4Dh, 5Ah` ⇒ 10a0
    "#]]);
}

#[test]
fn numbers_without_brackets_may_be_wrapped() {
    check(&expect![[r#"
        [byte[]]$d = 66, 242, 0, 6, 0, 119, 240, 243, 77, 77, 0, 7, 0, 21, 15, 1⏎98, 16, 0, 132 ⇒ csharp-array: an array in C#: 19 elements of 1 byte, written in decimal ⇒ 42f200060077f0f34d4d000700150fc6100084

        [byte[]]$d = 66, 242, 0, 6, 0, 119, 240, 243, 77, 77, 0, 7, 0, 21, 15,
        66, 242, 0, 6, 0, 119, 240, 243, 77, 77, 0, 7, 0, 21, 15,
        66, 242, 0, 6, 0, 119, 240, 243, 77, 77, 0, 7, 0, 21, 15, 66, 242, 0, 1
        98, 16, 0, 132
        > error: line 4 looks like bytes, but a comma is missing before `98`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn lists_and_strings_in_calls() {
    check(&expect![[r#"
        np.array([0x10, 0xa0, 0x34, 0x12], dtype=np.uint8) ⇒ python-bytes: bytes in Python: 4 elements of 1 byte ⇒ 10a03412
        array([ 16, -96,  52,  18], dtype=int8) ⇒ python-bytes: bytes in Python: 4 elements of 1 byte, written in decimal ⇒ 10a03412
        Int8Array(6) [⏎   16, -96, 52, 18,⏎   1, -32⏎] ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 10a0341201e0 ⇒ line 1: Code ⇒ line 4: Code
        x = Buffer.from("EKA0EgHg//8QmDQSAeD//0wKAAAA","base64") ⇒ base64: Base64 in quotation marks ⇒ 10a0341201e0ffff1098341201e0ffff4c0a000000 ⇒ or string-literal: the quotation marks: each character a byte
        struct.pack("<3Q", 0xffffe0011234a010, -1, 0xa4c) ⇒ python-bytes: bytes in Python: 3 elements of 8 bytes, the lowest byte first ⇒ 10a0341201e0ffffffffffffffffffff4c0a000000000000
        x = struct.pack('<2H', *[0xa010,⏎    0x1234]) ⇒ python-bytes: bytes in Python: 2 elements of 2 bytes, the lowest byte first ⇒ 10a03412
        struct.pack("<QB", 0xffffe0011234a010, 1) ⇒ error: no bytes found. Line 1: `struct` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        Buffer.from("EKA0EgHg//8QmDQSAeD//0wKAAAA", 'base64') ⇒ base64: Base64 in quotation marks ⇒ 10a0341201e0ffff1098341201e0ffff4c0a000000 ⇒ or string-literal: the quotation marks: each character a byte
    "#]]);
}

#[test]
fn pairs_of_digits_may_be_hexadecimal() {
    check(&expect![[r#"
        [10, 20, 30, 45, 50, 61] ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 0a141e2d323d ⇒ or rust-array: the numbers may be hexadecimal, as Rust prints them with `{:02x?}`
        x = [10, 20, 30, 45, 50, 61] ⇒ python-bytes: bytes in Python: 6 elements of 1 byte, written in decimal ⇒ 0a141e2d323d
    "#]]);
    let reading = read_as("[10, 20, 30, 45]", Dialect::RustArray).unwrap();
    assert_eq!(reading.space.first().raw(0, 4), "10203045");
}

#[test]
fn what_debuggers_and_consoles_print_of_arrays() {
    check(&expect![[r#"
        [ 16 -96  52  18   1 -32  -1  -1] ⇒ python-bytes: bytes in Python: 8 elements of 1 byte, written in decimal ⇒ 10a0341201e0ffff
        [16 - 96, 52, 18, 1] ⇒ error: no bytes found. Line 1: `[16` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        byteArrayOf(0x4D, 0x5A, 0x90.toByte(), 0) ⇒ c-array: an array in C or C++: 4 elements of 1 byte ⇒ 4d5a9000
        $1 = "MZ\220\000\003", '\000' <repeats 15 times>, "PE" ⇒ string-literal: text in quotation marks, its escapes read ⇒ 4d5a9000030000000000000000000000000000005045
        Dim b() As Byte = {&H4D, &H5A, _⏎  &H90, &H0} ⇒ c-array: an array in C or C++: 4 elements of 1 byte ⇒ 4d5a9000
        "x"=hex:00,51,\ 34,12 ⇒ error: no bytes found. Line 1: `"x"=hex` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn types_in_capitals() {
    check(&expect![[r#"
        UNSIGNED CHAR data[] = { 0xb9, 0xf0 }; ⇒ c-array: an array in C or C++: 2 elements of 1 byte ⇒ b9f0
    "#]]);
}

/// Of a string without its first mark, a list with an empty place, a split number and both sides of a diff, the bytes that
/// are left would stand elsewhere.
#[test]
fn what_is_lost_in_a_literal_moves_nothing() {
    check(&expect![[r#"
        "\xb9\xf0\xf6\x91"⏎\xd5\x74\xe4\x02"⏎"\xd1\x84\x79\x71" ⇒ error: line 2 looks like bytes, but the text that begins with `\xd5\x74\xe4\x02"` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        \xb9\xf0\xf6\x91"⏎"\xd5\x74\xe4\x02" ⇒ error: line 1 looks like bytes, but the text that begins with `\xb9\xf0\xf6\x91"` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        char buf[] =⏎"\xb9\xf0\xf6\x91\⏎"\x48\x9e\x0b\x70\⏎"\x2c\xb2\xfd\xd8"⏎; ⇒ error: line 3 looks like bytes, but the text that begins with `"\x48\x9e\x0b\x70\` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "4d5a9000"⏎03000000"⏎"04000000" ⇒ error: line 2 looks like bytes, but the text that begins with `03000000"` is not closed: join its lines, or add the quotation mark. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        Uint8Array(8) [⏎  185, 240, 246, 145,⏎    5,  , 154, 171⏎] ⇒ error: line 3 looks like bytes, but an element is missing between two commas. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        Uint8Array(8) [⏎  185, 240, 246, 145, 1⏎13,⏎    5, 154, 171⏎] ⇒ error: line 3 looks like bytes, but a comma is missing before `13`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        Uint8Array(9) [⏎  185, 240, 246, 145,⏎    5, 7, 154, 171⏎] ⇒ python-bytes: bytes in Python: 8 elements of 1 byte, written in decimal ⇒ b9f0f69105079aab ⇒ line 1: note: the declaration says 9 elements, but the text has 8: only these are read ⇒ line 1: Code ⇒ line 4: Code
        {⏎  "data": [⏎    185,⏎    240,⏎    1⏎45,⏎    213,⏎    116,⏎    228,⏎    2,⏎    1⏎  ]⏎} ⇒ error: line 6 looks like bytes, but a comma is missing before `45`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
         var blob = []byte{⏎ ⇥0xb9, 0xf0,⏎-⇥0x49, 0x76,⏎+⇥0x49, 0x77,⏎ } ⇒ error: line 3 looks like bytes, but the text has both sides of a diff: remove the lines that begin with `-`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        x = [⏎-0x49, 0x76,⏎+0x49, 0x77,⏎] ⇒ error: line 3 looks like bytes, but the text has both sides of a diff: remove the lines that begin with `-`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
         char x[] =⏎- "\x49\x76"⏎+ "\x49\x77"⏎ "\x04"; ⇒ error: line 3 looks like bytes, but the text has both sides of a diff: remove the lines that begin with `-`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

/// A signature has digits, too.
#[test]
fn a_mail_with_a_signature() {
    check(&expect![[r#"
        [185 240 246 145 213 116 228 2 209 132 121 113 5 151 154 171 72 158]⏎⏎--⏎Ed Face⏎Tel 00 44 20 12 34 ⇒ python-bytes: bytes in Python: 18 elements of 1 byte, written in decimal ⇒ b9f0f691d574e402d184797105979aab489e ⇒ line 3: `--`: it has neither an array nor a text in quotation marks ⇒ line 4: `Ed Face`: it has neither an array nor a text in quotation marks ⇒ line 5: `Tel 00 44 20 12 34`: it has neither an array nor a text in quotation marks

        ufD2kdV05ALRhHlxBZeaq0ieC3CBCk4O7emXcp65hNcssv3YWJYWkCoDv3j6T56bouvoIVT2BuP7
        B/M+6Cj/C0l2z70QFsyj9CR0ozMvPnwEyRc6GMlOgnpbBXp9OzVLicbQE8/t7uuFEx4PZdqCxDRu

        --
        Ed Face
        Tel 00 44 20 12 34
        > base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases ⇒ b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d72cb2fdd8589616902a03bf78fa4f9e9ba2ebe82154f606e3fb07f33ee828ff0b4976cfbd1016cca3f42474a3332f3e7c04c9173a18c94e827a5b057a7d3b354b89c6d013cfedeeeb85131e0f65da82c4346e ⇒ line 4: `--`: it is not valid Base64: its end is missing, or something follows it ⇒ line 5: `Ed Face`: it is not valid Base64: its end is missing, or something follows it ⇒ line 6: `Tel 00 44 20 12 34`: it is not valid Base64: its end is missing, or something follows it
    "#]]);
}

#[test]
fn hexadecimal_with_other_letters_is_no_base64() {
    check(&expect![[r#"
        B9-F0-F6-91-D5-74-E4-02-D1-84-79-71-05-97-9A-AB-48-9E-0B-70-81-0A-4E-0E-ED-xx-16-CC-A3-F4-24-74 ⇒ error: no bytes found. Line 1: `xx` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        10a0341201e0ffff1098341201e0ffff⏎ffff0000000000000000a0e3f01101e0⏎OleOffffa8f7eOOOOOOOOOOObOOOOOOO⏎1100000000004000000000000000005a ⇒ error: line 3 looks like bytes, but `OleOffffa8f7eOOOOOOOOOOObOOOOOOO` is not hexadecimal: expected two digits per byte, or ??. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        140003000b9f0f691d574e402undefined802E474D591F6F0B9h⏎140003008d184797105979aabundefined8AB9A9705717984D1h ⇒ error: no bytes found. Line 1: `140003000b9f0f691d574e402undefined802E474D591F6F0B9h` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

/// What is repeated is the last element, whatever that is; a number before dots may be cut; a sign before a bracket and several
/// characters between single quotes have no certain meaning.
#[test]
fn what_stands_before_a_repetition_or_dots() {
    check(&expect![[r#"
        x = {{1, 2} <repeats 3 times>, {3, 4}} ⇒ c-array: an array in C or C++: 8 elements of 1 byte ⇒ 0102010201020304
        char x[] = {1, "ab" <repeats 2 times>, 3}; ⇒ c-array: an array in C or C++: 6 elements of 1 byte ⇒ 016162616203
        buf = [0x87, 0xfa, 0x12, 0x34, 0x56, 0x7...] ⇒ python-bytes: bytes in Python: 6 elements of 1 byte ⇒ 87fa123456?? ⇒ line 1: note: dots at the end: the text does not have the elements after them ⇒ line 1: note: `0x7` is not a number of 2 hexadecimal digits: its bytes are unknown
        char x[] = {1, -(5)}; ⇒ error: line 1 looks like bytes, but `-` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        DWORD x[] = {'MZ', 1}; ⇒ error: line 1 looks like bytes, but `'MZ'` is in the place of a number: write the value instead. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}
