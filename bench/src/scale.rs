//! Scaling of start, pages, search, audit and import with the number of images and with the size of an operator's own
//! articles.
//!
//! Additional images are made from existing ones: each is a later revision of one in which about thirty types have lost
//! a member, because built-in images have about thirty new layouts each.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use strata_core::catalogue::{Builder, Catalogue, ImageIndex, ImageVersion};
use strata_core::offsets::KPHDYN;
use strata_core::{Arch, Dataset};
use strata_server::data::DataFiles;

use crate::median;
use crate::search::QUERIES;
use crate::server::Server;

const IMAGES: [usize; 4] = [50, 251, 1000, 10_000];
const ARTICLES: [usize; 4] = [5, 300, 1000, 3000];
/// The numbers of rows of the articles.
const ROWS: [usize; 4] = [1000, 2000, 4000, 8000];
const IMPORTED: [usize; 3] = [10, 50, 150];
/// Each is requested once, because answers are cached.
const PAGES: usize = 60;
/// Of the types of an image, one in this many differs from the original's.
const DIFFERS: usize = 80;

/// The source of the images that the built-in articles need to be sound.
const ARTICLES_REST_ON: &str = "vergilius-kernels-data";

/// Prints the curves of the server in `binary`; `folder` is for its input.
pub(crate) fn run(binary: &str, folder: &Path) -> Result<(), String> {
    let folder = folder.join("scale");
    let (_, dataset) = DataFiles::built_in()
        .load()
        .map_err(|mistakes| format!("{mistakes:?}"))?;
    let names: Vec<String> = dataset
        .catalogue()
        .named_types()
        .filter(|ty| ty.name.as_str().starts_with('_'))
        .map(|ty| ty.name.to_string())
        .collect();
    println!(
        "| images | file, compressed | check | start | memory | search: middle, slowest | page of a type | used by | 35 members as CSV | `/audit` | memory then |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for count in IMAGES {
        let own = emptied(&folder.join("images"))?;
        copy(&data_folder(), &own)?;
        let text = catalogue(&dataset, count)?;
        let compressed = brotli(&text)?;
        write(&own.join("kernels.strata"), &text)?;
        let [whole, compressed] = [text.len(), compressed].map(|bytes| bytes as f64 / 1e6);
        let measured = measure(binary, &own, &names)?;
        println!("| {count} | {whole:.1} MB, {compressed:.2} MB {measured}");
    }
    println!(
        "\n| articles | check | start | memory | search: middle, slowest | page of an article | used by | 35 members as CSV | `/audit` | memory then |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for count in ARTICLES {
        let own = emptied(&folder.join("articles"))?;
        let names: Vec<String> = (0..count).map(|i| format!("OWN_{i}")).collect();
        for i in 0..count {
            let text = article(&names[i], &names[(i * 7 + 3) % count], 4);
            write(&own.join(format!("structures/own_{i}.toml")), &text)?;
        }
        println!("| {count} {}", measure(binary, &own, &names)?);
    }
    println!("\n| rows of one article | check |\n|--:|--:|");
    for count in ROWS {
        let own = emptied(&folder.join("rows"))?;
        write(
            &own.join("structures/own.toml"),
            &article("OWN", "OWN", count),
        )?;
        println!("| {count} | {:.2} s |", checked(binary, &own)?);
    }
    println!("\n| symbol files | import |\n|--:|--:|");
    let own = emptied(&folder.join("import"))?;
    let files = exported(binary, &dataset, &own, IMPORTED[IMPORTED.len() - 1])?;
    for count in IMPORTED {
        let output = own.join("kernels.strata");
        let start = Instant::now();
        let mut import = Command::new(binary);
        import
            .args(["import", "--arch", "x64", "--module", "ntoskrnl"])
            .args(&files[..count.min(files.len())]);
        // 3: a file contradicts what is known of its image, in details that its format cannot express.
        ended(import.arg("--output").arg(&output), &[0, 3])?;
        println!("| {count} | {:.1} s |", start.elapsed().as_secs_f64());
    }
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())
}

/// The size of a text as a server sends it.
fn brotli(text: &str) -> Result<usize, String> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: 9,
        ..Default::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut text.as_bytes(), &mut out, &params)
        .map_err(|error| error.to_string())?;
    Ok(out.len())
}

/// A row of the table: one folder of data, checked and served.
fn measure(binary: &str, data: &Path, names: &[String]) -> Result<String, String> {
    let check = checked(binary, data)?;
    let start = Instant::now();
    let flags = ["--data", &data.display().to_string()];
    let server = Server::strata(binary, &flags, Path::new("/dev/null"))?;
    let started = start.elapsed().as_secs_f64() * 1e3;
    let rest = server.memory()?;
    // The time of an answer, in milliseconds.
    let took = |path: &str| -> Result<f64, String> {
        let start = Instant::now();
        server.get(path, "")?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    };
    // Excludes what the first request initializes for all.
    took("/api/v1/search?q=warm")?;
    let all = |addresses: &mut dyn Iterator<Item = String>| -> Result<Vec<f64>, String> {
        addresses.map(|address| took(&address)).collect()
    };
    let searches = all(&mut QUERIES.iter().map(|q| {
        let q = q.replace('+', "%2B").replace(' ', "%20");
        format!("/api/v1/search?q={q}")
    }))?;
    let step = (names.len() / PAGES).max(1);
    let some = || names.iter().step_by(step);
    let pages = all(&mut some().map(|name| format!("/structures/{name}")))?;
    let uses = all(&mut some().map(|name| format!("/api/v1/structures/{name}/used-by")))?;
    let table: Vec<&str> = KPHDYN.iter().map(|(_, member, _)| *member).collect();
    let table = took(&format!(
        "/api/v1/offsets?format=csv&m={}",
        table.join("&m=")
    ))?;
    let audit = took("/audit")?;
    let slowest = searches.iter().copied().fold(0.0, f64::max);
    Ok(format!(
        "| {check:.2} s | {started:.0} ms | {rest:.0} MB | {:.1}, {slowest:.1} ms | {:.1} ms | {:.1} ms | {table:.0} ms | {audit:.0} ms | {:.0} MB |",
        median(searches),
        median(pages),
        median(uses),
        server.memory()?
    ))
}

/// The catalogue with the first `count` images, and later revisions of them beyond that.
fn catalogue(dataset: &Dataset, count: usize) -> Result<String, String> {
    let built_in: &Catalogue = dataset.catalogue();
    let mut indices: Vec<usize> = (0..built_in.images().len()).collect();
    // The five articles depend on the kernels of one publisher.
    indices.sort_by_key(|&i| {
        !built_in.images()[i]
            .sources
            .iter()
            .any(|id| **id == *ARTICLES_REST_ON)
    });
    let mut builder = Builder::default();
    for i in 0..count {
        let (round, index) = (i / indices.len(), indices[i % indices.len()]);
        let file = u32::try_from(index)
            .ok()
            .and_then(|index| built_in.symbol_file(ImageIndex(index)));
        let mut file = file.ok_or("the catalogue has no such image")?;
        if round > 0 {
            file.image.pdb = None;
            if let ImageVersion::File(build) = &mut file.image.version {
                build.revision += 30_000 * u32::try_from(round).unwrap_or(u32::MAX);
            }
            let named = file.definitions.iter_mut().enumerate();
            for (place, ty) in
                named.filter(|(_, ty)| ty.members.len() > 1 && !ty.name.as_str().starts_with('<'))
            {
                if (place + i) % DIFFERS == 0 {
                    ty.members.remove(i / DIFFERS % ty.members.len());
                }
            }
        }
        builder.add(file);
    }
    let catalogue = builder.finish().map_err(|error| error.to_string())?;
    Ok(catalogue.text())
}

/// An article with two columns and that many rows: a list, a pointer to `next`, and counters.
fn article(name: &str, next: &str, rows: usize) -> String {
    let (x86, x64) = (12 + 4 * (rows - 2), 24 + 4 * (rows - 2).next_multiple_of(2));
    let mut text = format!(
        "name = \"{name}\"\nsource = \"chappell-etw-data-source\"\nsummary = \"One of our own.\"\n\
         certainty = \"symbol-files\"\nmode = \"kernel\"\nfirst = \"6.2\"\nreach = \"2004\"\n\n\
         [[size]]\nversions = \"6.2 to 2004\"\nx86 = \"{x86:#x}\"\nx64 = \"{x64:#x}\"\n"
    );
    let mut row = |id: &str, declaration: &str, x86: usize, x64: usize| {
        let _ = write!(
            text,
            "\n[[row]]\nid = \"{id}\"\ndeclaration = \"{declaration};\"\nx86 = \"{x86:#x}\"\nx64 = \"{x64:#x}\"\n\
             versions = \"6.2 and higher\"\n"
        );
    };
    row("links", "LIST_ENTRY Links", 0, 0);
    row("next", &format!("{next} *Next"), 8, 16);
    for i in 0..rows - 2 {
        row(
            &format!("count-{i}"),
            &format!("ULONG Count{i}"),
            12 + 4 * i,
            24 + 4 * i,
        );
    }
    text
}

/// Images of the catalogue as ISF files, exported by the same binary.
fn exported(
    binary: &str,
    dataset: &Dataset,
    folder: &Path,
    count: usize,
) -> Result<Vec<PathBuf>, String> {
    // ISF does not state the architecture.
    let images = dataset.catalogue().images().iter();
    let x64 = images.filter(|image| image.arch == Arch::X64 && image.pdb.is_some());
    x64.take(count)
        .map(|image| {
            let path = folder.join(format!("{}.json", image.id()));
            let mut export = Command::new(binary);
            export.args(["export", "--image", &image.id(), "--format", "isf"]);
            ended(export.arg("--output").arg(&path), &[0])?;
            Ok(path)
        })
        .collect()
}

fn checked(binary: &str, data: &Path) -> Result<f64, String> {
    let start = Instant::now();
    ended(Command::new(binary).arg("check").arg(data), &[0])?;
    Ok(start.elapsed().as_secs_f64())
}

fn ended(command: &mut Command, allowed: &[i32]) -> Result<(), String> {
    let output = command
        .output()
        .map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    match output.status.code() {
        Some(code) if allowed.contains(&code) => Ok(()),
        _ => Err(format!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr)
                .lines()
                .next()
                .unwrap_or_default()
        )),
    }
}

fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

/// The folder, emptied except for a folder for articles.
fn emptied(folder: &Path) -> Result<PathBuf, String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("structures")).map_err(|error| error.to_string())?;
    Ok(folder.to_owned())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| error.to_string())?;
    for entry in fs::read_dir(from).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
