//! Comments of templates.

use super::comment;

#[test]
fn what_is_said_ends_nothing() {
    assert_eq!(comment(""), None);
    assert_eq!(
        comment("a \"b\" > c\\\n").as_deref(),
        Some(r#"comment="a \"b\" &gt; c\\ ""#)
    );
}
