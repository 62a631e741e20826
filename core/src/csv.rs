//! Lines of CSV, as RFC 4180 has them.

/// The cells of a line with commas between them and what ends a line behind them; cells that need quotation marks have them.
#[must_use]
pub fn line<C: AsRef<str>>(cells: impl IntoIterator<Item = C>) -> String {
    let mut line = String::new();
    for (place, cell) in cells.into_iter().enumerate() {
        if place > 0 {
            line.push(',');
        }
        let cell = cell.as_ref();
        match cell.contains(['"', ',', '\r', '\n']) {
            true => line.extend(["\"", &cell.replace('"', "\"\""), "\""]),
            false => line.push_str(cell),
        }
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
