//! The preview of an export below the layout: its text is fetched from the link's URL, so that the preview is the
//! download; where there is no server, the browser writes it.

use crate::pages::prelude::*;
use leptos::ev::MouseEvent;
use strata_core::export::{ExportRequest, export};
use strata_core::{Point, TypeName};
use wasm_bindgen_futures::spawn_local;

use crate::document::{CITATION_ID, HASH_ATTRIBUTE};
use crate::page::LayoutPage;
use crate::route::{ApiUrl, Exported, site_location};
use crate::{browser, data};

type Answer = Result<String, String>;

/// The shown export, if any. Copies share one state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preview {
    wanted: RwSignal<Option<Exported>>,
    /// The URL requested last; answers of other URLs are dropped.
    asked: StoredValue<String>,
    answer: RwSignal<Option<(String, Answer)>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) wanted: Exported,
    /// `None` while the first answer is pending.
    pub(super) answer: Option<Answer>,
    /// Whether it is the previous answer, kept so that the page keeps its height until the next one arrives.
    pub(super) stale: bool,
}

impl Preview {
    /// An empty preview, which follows the page.
    pub(super) fn new(page: ReadSignal<LayoutPage>) -> Self {
        let preview = Self::default();
        let layout = Memo::new(move |_| {
            page.with(|page| (page.picker.structure.clone(), page.layout.point))
        });
        Effect::new(move || {
            let Some(wanted) = preview.wanted.get() else {
                return;
            };
            let (structure, point) = layout.get();
            let url = url(&structure, point, wanted);
            preview.asked.set_value(url.clone());
            spawn_local(async move {
                let answer = match site_location().files {
                    Some(_) => written(structure, point, wanted).await,
                    None => data::answer(&url).await,
                };
                if preview.asked.with_value(|asked| *asked == url) {
                    preview.answer.set(Some((url, answer)));
                }
            });
        });
        preview
    }

    pub(super) fn shown(self, page: &LayoutPage) -> Option<Shown> {
        let wanted = self.wanted.get()?;
        let here = url(&page.picker.structure, page.layout.point, wanted);
        let answer = self.answer.get();
        Some(Shown {
            wanted,
            stale: answer.as_ref().is_some_and(|(url, _)| *url != here),
            answer: answer.map(|(_, answer)| answer),
        })
    }

    /// Handles a plain click on a control: shows that export, or none.
    pub(super) fn shows(self, wanted: Option<Exported>) -> impl Fn(MouseEvent) {
        move |event| {
            if browser::is_plain(&event) {
                event.prevent_default();
                if wanted.is_none() {
                    self.answer.set(None);
                }
                self.wanted.set(wanted);
            }
        }
    }
}

/// An export as the server would write it, where there is no server.
#[lazy]
fn written(name: TypeName, point: Point, exported: Exported) -> Answer {
    let dataset = data::loaded();
    let structure = dataset.as_ref().and_then(|it| it.structure(name.as_str()));
    let layout = structure.and_then(|it| it.layout(point).ok());
    let (Some(dataset), Some(structure), Some(layout)) = (&dataset, structure, layout) else {
        return Err(format!("{name} has no layout at {point}"));
    };
    let printed = ExportRequest {
        format: exported.format,
        data: &browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE).unwrap_or_default(),
        depth: exported.depth(),
    };
    Ok(export(
        dataset,
        structure,
        &layout,
        printed,
        exported.pointers.into(),
    ))
}

fn url(structure: &TypeName, point: Point, wanted: Exported) -> String {
    ApiUrl::export(structure, point, wanted).to_string()
}
