//! Copying what was decoded, slice by slice, so that a large array does not hold up the page.

use leptos::prelude::*;
use strata_core::decode::read::Pasted;
use wasm_bindgen_futures::spawn_local;

use super::context::ViewContext;
use super::controller::DecodeController;
use super::export::{Form, Outcome, Writer};
use super::slice::Slice;
use crate::{browser, data};

/// The most bytes that are copied at once.
const COPY_LIMIT: usize = 32 << 20;

impl DecodeController {
    /// Copies everything that was asked for in that form, and says how that went.
    pub(super) fn copy(self, form: Form) {
        self.say(Outcome::Working(form));
        spawn_local(async move {
            let outcome = match self.write(form).await {
                Err(why) => Outcome::Failed(why),
                Ok(text) if browser::copy(&text).await => Outcome::Copied(form),
                Ok(text) => Outcome::Shown(text),
            };
            self.say(outcome);
        });
    }

    fn say(self, outcome: Outcome) {
        self.context.state.copied.set(Some(outcome));
    }

    async fn write(self, form: Form) -> Result<String, String> {
        let ViewContext { page, state, work } = self.context;
        let page = page.get_untracked();
        let read = state.paste.read_untracked().read.clone();
        let read = read.ok_or("nothing was read")??;
        let options = work.decoding.read_untracked().options.clone();
        let Pasted::Bytes(reading) = &*read else {
            return Err("a layout holds no bytes".to_owned());
        };
        let dataset = data::loaded().ok_or("the layouts are not here")?;
        let layout = &page.find(&dataset).ok_or("the layout is not here")?.layout;
        let (mut writer, mut next) = (None, Some(0));
        while let Some(first) = next {
            let slice = Slice::new(layout, dataset.catalogue(), &reading.space, &options, first);
            let slice = slice.map_err(|error| error.to_string())?;
            let writer = match &mut writer {
                Some(writer) => writer,
                none => none.insert(Writer::new(
                    form,
                    &dataset,
                    layout,
                    reading,
                    &slice.decoded,
                )?),
            };
            writer.add(&slice.decoded)?;
            if writer.len() > COPY_LIMIT {
                let limit = COPY_LIMIT >> 20;
                return Err(format!(
                    "that is more than {limit} MiB, and at most so much is copied: ask for fewer structures, or use \
                     `strata decode`"
                ));
            }
            next = slice.next();
            if next.is_some() {
                browser::pause().await;
            }
        }
        Ok(writer.map(Writer::finish).unwrap_or_default())
    }
}
