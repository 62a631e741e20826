//! Structures per second, read leaf by leaf into a checksum, natively: by core in two ways, by a hand-written loop, by
//! Kaitai Struct's JavaScript in Node, by dissect.cstruct in Python. The checksums must be equal.

use std::path::Path;
use std::process::Command;

use crate::side::{Side, compare, in_process, process};
use crate::subject::{SUBJECTS, Subject, bundle, noise};
use crate::{by_hand, js};

/// Indices of the sides whose ratios have a target.
const NUMBERS: usize = 0;
const KAITAI: usize = 2;
const BY_HAND: usize = 4;

/// `folder` contains what the other sides need: `js/node_modules`, `python/bin/python`.
pub(crate) fn run(folder: &Path) -> Result<(), String> {
    let bundle = bundle()?;
    SUBJECTS
        .iter()
        .try_for_each(|subject| measure(subject, &bundle, folder))
}

fn measure(subject: &Subject, bundle: &[u8], folder: &Path) -> Result<(), String> {
    let decoder = subject.decoder(bundle)?;
    subject.write(&decoder, folder)?;
    js::compile(&subject.folder(folder), folder)?;
    let size = decoder.layout().size.index();
    let bytes = noise(size * decoder.count() as usize);
    let mut node = Command::new("node");
    node.arg(js::script("measure.cjs"))
        .arg(subject.folder(folder));
    node.arg(folder.join("js")).arg(size.to_string());
    let mut python = Command::new(folder.join("python").join("bin").join("python"));
    python
        .arg(js::script("measure.py"))
        .arg(subject.folder(folder));
    let mut sides = vec![
        in_process("core, numbers (plan)", || Ok(decoder.numbers())),
        in_process("core, values (decode)", || decoder.values()),
        process("Kaitai's JavaScript", &mut node)?,
        process("dissect.cstruct", &mut python)?,
    ];
    if subject.structure == "ETW_REALTIME_CONSUMER" {
        sides.push(in_process("by hand", || Ok(by_hand::sum(&bytes))));
    }
    let times = compare(&mut sides)?;
    println!(
        "decode: {}, {} leaves, {} structures of random bytes, checksums equal",
        subject.title(),
        decoder.leaves(),
        decoder.count()
    );
    for (place, Side { name, .. }) in sides.iter().enumerate() {
        let rate = f64::from(decoder.count()) / times.median(place);
        let against = times.ratio(KAITAI, place);
        println!(
            "  {name:22} {:9.3} million structures/s   {against:7.2} x Kaitai",
            rate / 1e6
        );
    }
    println!(
        "  numbers against Kaitai's JavaScript: {:.1} x (aim: at least 20)",
        times.ratio(KAITAI, NUMBERS)
    );
    if sides.len() > BY_HAND {
        let ratio = times.ratio(NUMBERS, BY_HAND);
        println!("  time for numbers, core / by hand: {ratio:.2} (aim: at most 3)");
    }
    Ok(())
}
