//! Calls the functions of a bit field to find which bits they read and write: what they read in known bytes, and which
//! bits they set in zero bytes. Compiled with the definitions, never with the tests.

/// For each binary digit: bytes in which bit P is that digit of the number P.
pub(crate) struct Digits<const N: usize>;

impl<const N: usize> Digits<N> {
    pub(crate) const OF: [[u8; N]; 16] = {
        let mut all = [[0; N]; 16];
        let mut digit = 0;
        while digit < 16 {
            let mut at = 0;
            while at < N {
                all[digit][at] = match digit {
                    0 => 0xaa,
                    1 => 0xcc,
                    2 => 0xf0,
                    _ if (at >> (digit - 3)) & 1 == 1 => 0xff,
                    _ => 0,
                };
                at += 1;
            }
            digit += 1;
        }
        all
    };
}

/// What a field of those bits reads in the bytes of a digit.
pub(crate) const fn read(first: usize, width: usize, digit: usize) -> u64 {
    let (mut number, mut bit) = (0, 0);
    while bit < width {
        number |= (((first + bit) >> digit) as u64 & 1) << bit;
        bit += 1;
    }
    number
}

/// Whether exactly those bits are set.
pub(crate) const fn just(bytes: &[u8], first: usize, width: usize) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let mut bit = 0;
        while bytes[at] != 0 && bit < 8 {
            let is_set = (bytes[at] >> bit) & 1 == 1;
            if is_set && (at * 8 + bit < first || at * 8 + bit >= first + width) {
                return false;
            }
            bit += 1;
        }
        at += 1;
    }
    let mut bit = first;
    while bit < first + width {
        if (bytes[bit / 8] >> (bit % 8)) & 1 == 0 {
            return false;
        }
        bit += 1;
    }
    true
}

macro_rules! field {
    ($ty:ident, $read:ident, $write:ident, $first:expr, $width:expr, $what:expr) => {
        const _: () = {
            const SIZE: usize = size_of::<$ty>();
            let mut digit = 0;
            while digit < 16 {
                let it: $ty = unsafe { core::mem::transmute(Digits::<SIZE>::OF[digit]) };
                let number = unsafe { it.$read() } as u64;
                assert!(number == read($first, $width, digit), $what);
                digit += 1;
            }
            let mut it: $ty = unsafe { core::mem::transmute([0_u8; SIZE]) };
            unsafe { it.$write(!0) };
            let bytes: [u8; SIZE] = unsafe { core::mem::transmute(it) };
            assert!(just(&bytes, $first, $width), $what);
            unsafe { it.$write(0) };
            let bytes: [u8; SIZE] = unsafe { core::mem::transmute(it) };
            assert!(just(&bytes, 0, 0), $what);
        };
    };
}
