//! Images with rare kinds of types.

use expect_test::expect_file;

use super::*;
use crate::catalogue::headed;
use crate::sample::cases::play;

#[test]
fn images_are_printed() {
    let cases = expect_file!["printed.txt"];
    play(&cases, |types, options, _| {
        let (arch, format) = options.split_once(' ').unwrap();
        let types: String = types
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| format!("{line}\n").replace('@', &format!("{arch} 10.0.19041.264")))
            .collect();
        let text = format!("image ntoskrnl {arch} 10.0.19041.264 - test\n\n{types}");
        let types = Catalogue::read(&headed(&text)).unwrap();
        assert_eq!(types.check(), []);
        let (format, none) = (format.parse().unwrap(), Options::default());
        let pieces = image(&types, ImageIndex(0), format, none, Vec::new());
        let text: String = pieces.unwrap().collect();
        let (first, last) = match format {
            Format::C => (
                "#type \".\" #member)\n#endif\n",
                "#ifdef STRATA_CHECK_LAYOUT\n#undef",
            ),
            _ => ("\"windows\": ", ",\n  \"symbols\""),
        };
        let (_, behind) = text.split_once(first).unwrap();
        behind.rsplit_once(last).unwrap().0.to_owned()
    });
}
