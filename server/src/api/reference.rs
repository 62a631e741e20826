//! The input of the page about the API: the OpenAPI document, and the kinds of problems.

use std::sync::Arc;

use strata_frontend::pages::reference::{Problem, Reference};

use crate::app::App;
use crate::error::{Error, Kind};

use super::answer::spawn_blocking;
use super::openapi;

/// The default address of a server.
const ADDRESS: &str = "http://127.0.0.1:8080";

pub(crate) async fn reference(app: &Arc<App>) -> Result<Reference, Error> {
    let app = Arc::clone(app);
    spawn_blocking(move || {
        let answer = openapi::answer(&app)?;
        let document = serde_json::from_slice(answer.bytes());
        Ok(Reference {
            document: document.map_err(|error| Error::Internal(error.to_string()))?,
            problems: Kind::ALL.iter().map(problem).collect(),
            address: ADDRESS,
        })
    })
    .await
}

fn problem(kind: &Kind) -> Problem {
    let (status, title) = (kind.status.as_u16(), kind.title);
    Problem {
        fragment: kind.fragment,
        meaning: format!("`{status}` {title}. {}", kind.meaning),
    }
}
