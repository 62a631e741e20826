//! The decoding benchmark in the browser: core as WASM against Kaitai Struct's JavaScript, in headless Chromium.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::side::Times;
use crate::subject::{SUBJECTS, bundle};
use crate::{js, page, search};

/// The sides in the order of `page.js`, and the last of them.
const SIDES: [&str; 5] = [
    "numbers, as the page",
    "values, as the page",
    "numbers, opt-level 3",
    "values, opt-level 3",
    "Kaitai's JavaScript",
];
const KAITAI: usize = 4;

/// `folder` contains `js/node_modules`, and the modules in `small` and `fast`.
pub(crate) fn run(folder: &Path) -> Result<(), String> {
    let bundle = bundle()?;
    let mut subjects = Vec::new();
    let mut decoders = Vec::new();
    for subject in &SUBJECTS {
        let decoder = subject.decoder(&bundle)?;
        subject.write(&decoder, folder)?;
        js::compile(&subject.folder(folder), folder)?;
        subjects.push(json!({
            "structure": subject.structure,
            "version": subject.version,
            "arch": subject.arch,
            "count": decoder.count(),
        }));
        decoders.push(decoder);
    }
    write(&folder.join("bundle"), &bundle)?;
    write(
        &folder.join("subjects.json"),
        Value::from(subjects).to_string().as_bytes(),
    )?;
    let answer = ask(folder)?;
    if let Some(error) = answer["error"].as_str() {
        return Err(format!("the page says: {error}"));
    }
    searched(&answer["search"])?;
    for (place, (subject, decoder)) in SUBJECTS.iter().zip(&decoders).enumerate() {
        let times = times(&answer["measured"][place])?;
        println!(
            "browser: {}, {} leaves, checksums equal",
            subject.title(),
            decoder.leaves()
        );
        for (side, name) in SIDES.iter().enumerate() {
            let rate = f64::from(decoder.count()) / times.median(side);
            let against = times.ratio(KAITAI, side);
            println!(
                "  {name:22} {:9.3} million structures/s   {against:7.2} x Kaitai",
                rate / 1e6
            );
        }
        println!(
            "  numbers, as the page, against Kaitai's JavaScript: {:.1} x (aim: at least 5)",
            times.ratio(KAITAI, 0)
        );
    }
    Ok(())
}

/// Prints the search times.
fn searched(answer: &Value) -> Result<(), String> {
    let seconds = answer["seconds"].as_array().into_iter().flatten();
    let seconds = seconds.map(Value::as_f64).collect::<Option<Vec<f64>>>();
    let size = answer["size"]
        .as_u64()
        .and_then(|size| usize::try_from(size).ok());
    let (Some(seconds), Some(size)) = (seconds, size) else {
        return Err("the page posts something else than the seconds of searches".to_owned());
    };
    search::print("in the browser", size, seconds);
    Ok(())
}

/// The results that the page posts.
fn ask(folder: &Path) -> Result<Value, String> {
    let server = page::Server::start(folder)?;
    let profile = folder.join("chromium");
    // It does not exist before the first run.
    let _ = std::fs::remove_dir_all(&profile);
    let mut command = Command::new("chromium");
    command.args([
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
    ]);
    command.args([
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]);
    command.arg(format!("--user-data-dir={}", profile.display()));
    command
        .arg(server.url())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command
        .spawn()
        .map_err(|error| format!("chromium does not start: {error}"))?;
    let _browser = Browser(child);
    let answer = server.answer()?;
    serde_json::from_str(&answer).map_err(|error| format!("the page posts no JSON: {error}"))
}

/// Converts rounds of sides to times of each side.
fn times(rounds: &Value) -> Result<Times, String> {
    let seconds = |side: usize| {
        let rounds = rounds.as_array().into_iter().flatten();
        rounds
            .map(|round| round[side].as_f64())
            .collect::<Option<Vec<f64>>>()
    };
    let times = (0..SIDES.len()).map(seconds).collect::<Option<_>>();
    times
        .map(Times::new)
        .ok_or_else(|| "the page posts something else than seconds".to_owned())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// A browser, killed on drop.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
