//! Assertions of every size and offset, behind one macro.

use std::fmt::Write as _;

use super::super::model::{Definition, Unit};
use super::super::text::place;

/// Before the assertions.
pub(super) const BEGIN: &str = r#"#ifdef STRATA_CHECK_LAYOUT
#include <stddef.h>
#ifdef __cplusplus
#define STRATA_HOLDS(condition, what) static_assert(condition, what)
#else
#define STRATA_HOLDS(condition, what) _Static_assert(condition, what)
#endif
#define STRATA_SIZE(type, size) \
    STRATA_HOLDS(sizeof(type) == (size), "size of " #type)
#define STRATA_MEMBER(type, member, offset, size) \
    STRATA_HOLDS(offsetof(type, member) == (offset), "offset of " #type "." #member); \
    STRATA_HOLDS(sizeof(((type *)0)->member) == (size), "size of " #type "." #member)
"#;

/// Behind them.
pub(super) const END: &str = "#undef STRATA_MEMBER
#undef STRATA_SIZE
#undef STRATA_HOLDS
#endif /* STRATA_CHECK_LAYOUT */
";

/// The assertions about a unit. Of bit fields C can ask neither size nor place.
pub(super) fn of(unit: &Unit) -> String {
    let mut text = BEGIN.to_owned();
    for definition in &unit.definitions {
        text.push_str(&about(definition));
    }
    text.push_str(END);
    text
}

/// The assertions about a definition.
pub(super) fn about(definition: &Definition) -> String {
    let mut text = String::new();
    let (name, size) = (&definition.name, definition.measure.size.get());
    let _ = writeln!(text, "STRATA_SIZE({name}, 0x{size:04x});");
    for field in definition.fields() {
        let _ = writeln!(
            text,
            "STRATA_MEMBER({name}, {}, {}, 0x{:x});",
            field.name,
            place(field.offset),
            field.size.get()
        );
    }
    text
}
