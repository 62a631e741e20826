//! Files that a visitor chooses or drops: read here, in the browser, and sent nowhere.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, Event, File, HtmlInputElement};

/// A file that was chosen or dropped, not yet read.
#[derive(Clone, Debug)]
pub struct PickedFile(File);

impl PickedFile {
    pub fn name(&self) -> String {
        self.0.name()
    }

    pub fn size(&self) -> u64 {
        // Printing a fraction would cost more code than reading a dump; files have whole sizes.
        self.0.size() as u64
    }

    /// All of it.
    ///
    /// # Errors
    ///
    /// When the browser cannot read it: it was moved away, say, or is a folder.
    pub async fn read(&self) -> Result<Vec<u8>, String> {
        let buffer = JsFuture::from(self.0.array_buffer()).await;
        let buffer = buffer.map_err(|_| {
            "the browser could not read it; is it still there, and a file?".to_owned()
        })?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}

pub fn chosen(event: &JsValue) -> Option<PickedFile> {
    let event: &Event = event.dyn_ref()?;
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    input.files()?.get(0).map(PickedFile)
}

pub fn dropped(event: &JsValue) -> Option<PickedFile> {
    let event: &DragEvent = event.dyn_ref()?;
    event.data_transfer()?.files()?.get(0).map(PickedFile)
}

pub fn drags_file(event: &JsValue) -> bool {
    let event: Option<&DragEvent> = event.dyn_ref();
    let kinds = event.and_then(|event| Some(event.data_transfer()?.types()));
    kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0))
}

/// Empties the file input of that id, so that the same file can be chosen again.
pub fn forget_file(id: &str) {
    let input = super::element(id).and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
    if let Some(input) = input {
        input.set_value("");
    }
}
