//! The preview of an export below the layout: its text is fetched from the link's URL, so that the preview is the
//! download; where there is no server, the browser writes it.

use crate::view::*;
use strata_core::export::{ExportRequest, Format, Pointers, export};
use strata_core::{Point, TypeName};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use crate::page::{CITATION_ID, HASH_ATTRIBUTE, LayoutPage};
use crate::route::{ApiUrl, Exported, site_location};
use crate::{browser, data};

/// The attribute of a control of the preview; its value is the format or option.
pub(super) const SHOWS: &str = "data-shows";
/// Its values beside the formats' names.
pub(super) const NESTED: &str = "nested";
pub(super) const POINTERS: &str = "pointers";
pub(super) const NOTHING: &str = "nothing";

type Answer = Result<String, String>;

/// The shown export, if any. Copies share one state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preview {
    wanted: RwSignal<Option<Exported>>,
    /// The URL requested last; answers of other URLs are dropped.
    asked: StoredValue<String>,
    /// The answer and its URL.
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

    /// Performs the action of the pressed control; `false` if it is none of the preview's.
    pub(super) fn press(self, event: &JsValue) -> bool {
        let Some(word) = browser::event_target(event, SHOWS).action else {
            return false;
        };
        let before = self.wanted.get_untracked();
        let wanted = after(before, &word);
        if wanted.is_none() {
            self.answer.set(None);
        }
        self.wanted.set(wanted);
        true
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

/// The wanted export after a click on the control with that word.
pub(super) fn after(before: Option<Exported>, word: &str) -> Option<Exported> {
    if let Ok(format) = word.parse::<Format>() {
        return Some(Exported {
            format,
            ..before.unwrap_or(Exported::default_for(format))
        });
    }
    let before = before?;
    match word {
        NOTHING => None,
        NESTED => Some(Exported {
            refolded: !before.refolded,
            ..before
        }),
        POINTERS => Some(Exported {
            pointers: match before.pointers {
                Pointers::Typed => Pointers::AsIntegers,
                Pointers::AsIntegers => Pointers::Typed,
            },
            ..before
        }),
        _ => Some(before),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pressed_is_shown() {
        let c = after(None, "c").unwrap();
        assert_eq!(c, Exported::default_for(Format::C));
        let folded = after(Some(c), NESTED).unwrap();
        assert!(folded.refolded);
        let both = after(Some(folded), POINTERS).unwrap();
        assert_eq!(both.pointers, Pointers::AsIntegers);
        assert_eq!(after(Some(both), "c"), Some(both), "choices stay");
        assert_eq!(after(Some(both), NOTHING), None);
        assert_eq!(after(None, POINTERS), None);
        assert_eq!(after(Some(c), "what is none"), Some(c));
    }
}
