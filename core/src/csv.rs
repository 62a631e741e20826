//! CSV output as in RFC 4180.

use std::borrow::Cow;

/// Returns the cell, quoted if it contains a quotation mark, a comma or a line break.
pub fn cell(cell: &str) -> Cow<'_, str> {
    match cell.contains(['"', ',', '\r', '\n']) {
        true => Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\""))),
        false => Cow::Borrowed(cell),
    }
}

/// Returns the cells as one line: separated by commas, quoted where needed, ended by CRLF.
pub fn line<C: AsRef<str>>(cells: impl IntoIterator<Item = C>) -> String {
    let mut line = String::new();
    for (place, text) in cells.into_iter().enumerate() {
        if place > 0 {
            line.push(',');
        }
        line.push_str(&cell(text.as_ref()));
    }
    line.push_str("\r\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_need_quotation_marks_have_them() {
        assert_eq!(line(["a b", "", "c"]), "a b,,c\r\n");
        assert_eq!(
            line(["a,b", "a\"b", "a\nb", "'"]),
            "\"a,b\",\"a\"\"b\",\"a\nb\",'\r\n"
        );
    }
}
