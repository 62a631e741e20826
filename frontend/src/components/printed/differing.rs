//! Two texts in parts: what they have in common, what differs, by words.

/// Both texts in parts: what they begin with in common, what differs, what they end with in common, by words.
pub(super) fn differing(a: &str, b: &str) -> [Vec<(String, bool)>; 2] {
    let (a, b): (Vec<&str>, Vec<&str>) = (words(a), words(b));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = a.iter().zip(&b).take_while(same).count();
    let room = a.len().min(b.len()) - before;
    let ends = a.iter().rev().zip(b.iter().rev());
    let after = ends.take_while(same).count().min(room);
    [a, b].map(|words| {
        let end = words.len() - after;
        let parts = [
            (&words[..before], false),
            (&words[before..end], true),
            (&words[end..], false),
        ];
        let parts = parts.into_iter().filter(|(words, _)| !words.is_empty());
        parts
            .map(|(words, differs)| (words.concat(), differs))
            .collect()
    })
}

fn words(text: &str) -> Vec<&str> {
    let of_word = |letter: char| letter.is_alphanumeric() || "._*".contains(letter);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = of_word(first);
        let end = rest.find(|letter| of_word(letter) != kind);
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: &str) {
        let show = |parts: Vec<(String, bool)>| -> String {
            let part = |(text, differs): (String, bool)| match differs {
                true => format!("[{text}]"),
                false => text,
            };
            parts.into_iter().map(part).collect()
        };
        let shown = differing(a, b).map(show).join(" | ");
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_differs_is_marked_by_words() {
        check(
            "0x10 (5.0 to 6.0); 0x14",
            "0x10 (5.0 to 6.1); 0x14",
            "0x10 (5.0 to [6.0]); 0x14 | 0x10 (5.0 to [6.1]); 0x14",
        );
        check("", "0x58", " | [0x58]");
        check("a a", "a", "a[ a] | a");
        check("same", "same", "same | same");
    }
}
