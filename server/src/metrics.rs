//! The metrics of the server, in Prometheus' text format.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus::core::Collector;
#[cfg(target_os = "linux")]
use prometheus::process_collector::ProcessCollector;
#[cfg(target_os = "linux")]
use prometheus::proto::{Counter, MetricFamily};
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TEXT_FORMAT, TextEncoder,
};

use crate::error::Error;
use crate::openapi::{Message, Operation, Path};

pub(crate) const PATH: &str = "/metrics";

/// The buckets of the histogram, in seconds: cached answers take microseconds, decoding takes milliseconds.
const SECONDS: [f64; 13] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0,
];

/// The metrics. Clones share the counters.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    refused: IntCounterVec,
    reloads: IntCounterVec,
    dataset: IntGaugeVec,
    pub connections: IntGauge,
    /// Accepted and refused connections.
    pub accepted: IntCounterVec,
    /// Bytes received from clients, with heads and TLS.
    pub received: IntCounter,
    /// Bytes sent to clients.
    pub sent: IntCounter,
}

impl Default for Metrics {
    fn default() -> Self {
        // The names and labels below are valid, as every test that makes a server shows.
        Self::new().unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Metrics {
    fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let counters = |name: &str, help: &str, labels: &[&str]| {
            let options = Opts::new(format!("strata_{name}"), help);
            registered(&registry, IntCounterVec::new(options, labels))
        };
        let counter = |name: &str, help: &str| {
            registered(&registry, IntCounter::new(format!("strata_{name}"), help))
        };
        let seconds = HistogramOpts::new(
            "strata_http_request_seconds",
            "Time from a request's head to its answer's, by route.",
        );
        let seconds = HistogramVec::new(seconds.buckets(SECONDS.to_vec()), &["route"]);
        let dataset = Opts::new(
            "strata_dataset_info",
            "The data that are served, by their hash.",
        );
        let connections = IntGauge::new("strata_connections", "Connections that are open.");
        let version = Opts::new("strata_build_info", "The version of the program.")
            .const_label("version", env!("CARGO_PKG_VERSION"));
        registered(&registry, IntGauge::with_opts(version))?.set(1);
        // Only Linux provides memory, processor time and open files as files.
        #[cfg(target_os = "linux")]
        registry.register(Box::new(ProcessCollector::for_self()))?;
        Ok(Self {
            requests: counters(
                "http_requests_total",
                "Requests answered, by route, method and class of status.",
                &["route", "method", "status"],
            )?,
            seconds: registered(&registry, seconds)?,
            refused: counters(
                "http_refused_total",
                "Requests refused by a limit, by limit.",
                &["limit"],
            )?,
            reloads: counters(
                "reloads_total",
                "Reloads of the data, by outcome: taken, refused or unchanged.",
                &["outcome"],
            )?,
            dataset: registered(&registry, IntGaugeVec::new(dataset, &["hash"]))?,
            connections: registered(&registry, connections)?,
            accepted: counters(
                "connections_total",
                "Connections, by outcome: served or turned away.",
                &["outcome"],
            )?,
            received: counter("received_bytes_total", "Bytes that clients sent.")?,
            sent: counter("sent_bytes_total", "Bytes that were sent to clients.")?,
            registry,
        })
    }

    /// Counts an answer. `route` is a pattern, never a path: the number of paths is unbounded.
    pub fn answered(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        let labels = [route, method_label(method), status_label(status)];
        self.requests.with_label_values(&labels).inc();
        let seconds = self.seconds.with_label_values(&[route]);
        seconds.observe(took.as_secs_f64());
    }

    pub fn refused(&self, limit: &str) {
        self.refused.with_label_values(&[limit]).inc();
    }

    pub fn reloaded(&self, outcome: &str) {
        self.reloads.with_label_values(&[outcome]).inc();
    }

    /// Sets the hashes of the served data.
    pub fn serves<'a>(&self, hashes: impl IntoIterator<Item = &'a str>) {
        self.dataset.reset();
        for hash in hashes {
            self.dataset.with_label_values(&[hash]).set(1);
        }
    }

    pub fn text(&self) -> Result<String, Error> {
        let families = self.registry.gather();
        #[cfg(target_os = "linux")]
        let families = with_processor_time(families);
        TextEncoder::new()
            .encode_to_string(&families)
            .map_err(|error| Error::Internal(error.to_string()))
    }
}

/// The same with the processor time in nanoseconds; the collector counts whole seconds.
#[cfg(target_os = "linux")]
fn with_processor_time(mut families: Vec<MetricFamily>) -> Vec<MetricFamily> {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = Duration::try_from(used).unwrap_or_default().as_secs_f64();
    let mut all = families.iter_mut();
    let time = all.find(|it| it.name() == "process_cpu_seconds_total");
    for metric in time.into_iter().flat_map(MetricFamily::mut_metric) {
        let mut counter = Counter::default();
        counter.set_value(seconds);
        metric.set_counter(counter);
    }
    families
}

fn registered<C: Collector + Clone + 'static>(
    registry: &Registry,
    counter: prometheus::Result<C>,
) -> prometheus::Result<C> {
    let counter = counter?;
    registry.register(Box::new(counter.clone()))?;
    Ok(counter)
}

/// Non-standard methods share a label.
fn method_label(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::POST | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}

const fn status_label(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

pub(crate) fn describe() -> Path {
    let operation = Operation::whole(
        "getMetrics",
        "Metrics",
        "The metrics of the server, in the text format of Prometheus: requests by route and status, their \
            duration, refusals by limits, connections, bytes, the versions of the data and of the program, and the \
            resources of the process.",
        Message::bare("Counters, gauges and a histogram.", TEXT_FORMAT),
    );
    Path::bare(PATH, operation)
}
