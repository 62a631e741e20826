//! Tests of the API in-process: its contract with scripts. The OpenAPI document validates every answer too.

mod audit;
mod caching;
mod catalogue;
mod client;
mod contract;
mod dataset;
mod decode;
mod errors;
mod everything;
mod exports;
mod finding;
mod hostile;
mod identify;
mod many;
mod offsets;
mod openapi;
mod own;
mod schemas;
mod validity;
mod values;
