//! The command line.
fn main() {
    let files = match std::env::args().nth(1) {
        Some(d) => strata_server::data::DataFiles::read(std::path::Path::new(&d)),
        None => Ok(strata_server::data::DataFiles::built_in()),
    };
    match files {
        Ok(f) => print!("{}", strata_server::check::check(&f).text()),
        Err(e) => print!("{e}"),
    }
}
