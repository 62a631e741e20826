//! `cargo xtask bench`: builds what users run, fetches what it is measured against, puts nginx beside it with the same
//! bytes, and lets `bench/` measure.

mod rivals;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::{debian, process, release, wasm, workspace};

/// The largest layout: the one whose JSON is longest.
const RESOURCE: &str = "/api/v1/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.3/x64";
/// How long nginx may take to listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// Prints the figures; asserts none of them.
pub(crate) fn run() -> Result<(), Failure> {
    debian::require(&debian::BENCH)?;
    debian::require(&debian::BROWSER)?;
    let folder = workspace::target().join("bench");
    rivals::fetch(&folder)?;
    wasm::build_bench(&folder)?;
    let prepared = folder.display().to_string();
    bench(&["read"])?;
    bench(&["search", &prepared])?;
    bench(&["decode", &prepared])?;
    bench(&["browser", &prepared])?;
    release::run()?;
    let binary = workspace::target().join("release").join("strata");
    bench(&["start", &binary.display().to_string()])?;
    let (strata, address) = start_strata(&binary)?;
    write_files(&folder, &get(&address, RESOURCE)?)?;
    let port = free_port()?;
    let nginx = start_nginx(&folder, port)?;
    let measured = bench(&[
        "http",
        &format!("http://{address}{RESOURCE}"),
        &format!("http://127.0.0.1:{port}/layout.json"),
    ]);
    drop((strata, nginx));
    measured
}

/// A server that ends with the value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended already needs no ending.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn bench(args: &[&str]) -> Result<(), Failure> {
    let manifest = workspace::root().join("bench").join("Cargo.toml");
    let mut command = process::cargo();
    command
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(manifest)
        .arg("--")
        .args(args);
    process::run(&mut command)
}

fn start_strata(binary: &Path) -> Result<(Server, String), Failure> {
    let mut command = Command::new(binary);
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| process::cannot_start(&command, &error))?;
    let out = child.stdout.take();
    let server = Server(child);
    let mut line = String::new();
    let read = out.map(|out| BufReader::new(out).read_line(&mut line));
    let address = line
        .split_once("http://")
        .map(|(_, rest)| rest.trim().trim_end_matches('/').to_owned());
    match (read, address) {
        (Some(Ok(_)), Some(address)) => Ok((server, address)),
        _ => Err(Failure::new("the server did not say where it listens")),
    }
}

fn start_nginx(folder: &Path, port: u16) -> Result<Server, Failure> {
    let mut command = Command::new("nginx");
    command
        .arg("-p")
        .arg(folder)
        .args(["-c", "nginx.conf", "-e", "error.log", "-g"]);
    command.arg(format!(
        "daemon off; pid {};",
        folder.join("nginx.pid").display()
    ));
    let config = format!(
        "worker_processes auto;\nevents {{ worker_connections 1024; }}\nhttp {{\n  access_log off;\n  sendfile on;\n  \
         types {{ application/json json; }}\n  server {{ listen 127.0.0.1:{port}; root www; }}\n}}\n"
    );
    let path = folder.join("nginx.conf");
    std::fs::write(&path, config).map_err(|error| Failure::file("write", &path, &error))?;
    let server = Server(
        command
            .spawn()
            .map_err(|error| process::cannot_start(&command, &error))?,
    );
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if Instant::now() > deadline {
            return Err(Failure::new(format!(
                "nginx does not listen; {} says why",
                folder.join("error.log").display()
            )));
        }
        std::thread::yield_now();
    }
    Ok(server)
}

fn write_files(folder: &Path, body: &[u8]) -> Result<(), Failure> {
    let www = folder.join("www");
    std::fs::create_dir_all(&www).map_err(|error| Failure::file("make", &www, &error))?;
    let file = www.join("layout.json");
    std::fs::write(&file, body).map_err(|error| Failure::file("write", &file, &error))
}

fn free_port() -> Result<u16, Failure> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    listener
        .map(|address| address.port())
        .map_err(|error| Failure::new(format!("loopback has no free port: {error}")))
}

/// The body of a resource.
fn get(address: &str, path: &str) -> Result<Vec<u8>, Failure> {
    let failed = |what: &str| Failure::new(format!("http://{address}{path} {what}"));
    let mut stream = TcpStream::connect(address).map_err(|error| failed(&error.to_string()))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .map_err(|error| failed(&error.to_string()))?;
    let mut answer = Vec::new();
    stream
        .read_to_end(&mut answer)
        .map_err(|error| failed(&error.to_string()))?;
    if !answer.starts_with(b"HTTP/1.1 200") {
        return Err(failed("did not answer with status 200"));
    }
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .ok_or_else(|| failed("answered no head"))?;
    Ok(answer.split_off(end + 4))
}
