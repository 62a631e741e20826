//! The real server with the built site, inside the test's process, on a free loopback port.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;

use strata_server::app::App;
use strata_server::listener::Listener;
use strata_server::middleware::Middleware;
use strata_server::routes;
use strata_server::settings::{Listen, Settings};
use strata_server::site::Site;

use crate::{data, workspace};

/// The server's address. It starts at the first call and serves every test of the process.
pub fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| files().unwrap_or_else(|| start(app())))
}

/// The address of the static site, if the tests run against it (`cargo xtask test` sets it).
pub fn files() -> Option<SocketAddr> {
    let address = std::env::var("STRATA_FILES").ok()?;
    Some(address.parse().expect("STRATA_FILES is an address"))
}

/// The address of a server without a site, for tests of the API alone.
pub fn api_address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| start(app_with(Site::empty())))
}

/// The application state, as `strata serve` makes it.
pub fn app() -> Arc<App> {
    app_with(Site::from_folder(&workspace::site()).unwrap_or_else(|error| panic!("{error}")))
}

fn app_with(site: Site) -> Arc<App> {
    let (raw, dataset) = (data::raw(), data::dataset().clone());
    let app = App::new(raw, dataset, site, true).expect("the data can be written as JSON");
    Arc::new(app)
}

fn start(app: Arc<App>) -> SocketAddr {
    let (send, receive) = mpsc::channel();
    // A thread, not a task of a test's runtime: the server outlives the test that starts it.
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime starts");
        runtime.block_on(async {
            let any = Listen::Tcp((Ipv4Addr::LOCALHOST, 0).into());
            let listener = Listener::bind(&any)
                .await
                .expect("loopback has a free port");
            let Listen::Tcp(address) = listener.address() else {
                unreachable!("it was asked for a port");
            };
            send.send(*address).expect("a test waits for the address");
            let server_status = Arc::clone(app.server_status());
            let middleware =
                Middleware::new(routes::router(app), Settings::default(), server_status);
            listener
                .serve(Arc::new(middleware), std::future::pending())
                .await;
        });
    });
    receive.recv().expect("the server starts")
}
