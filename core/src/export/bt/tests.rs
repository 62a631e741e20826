//! Comments of templates.

use super::comment;

#[test]
fn comments_cannot_end_an_attribute() {
    assert_eq!(comment(""), None);
    assert_eq!(
        comment("a \"b\" > c\\\n").as_deref(),
        Some(r#"comment="a \"b\" &gt; c\\ ""#)
    );
}
