//! Escaped texts.

use super::{code, plain};

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
