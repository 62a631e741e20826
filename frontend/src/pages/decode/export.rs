//! Exports the decoded structures: as JSON in the shape of the API, as text, as CSV or as Markdown. It writes all
//! requested structures, not only the shown slice: slice by slice, so that a large array does not block the page.

use crate::pages::prelude::*;
use strata_core::catalogue::Catalogue;
use strata_core::csv;
use strata_core::decode::read::Reading;
use strata_core::decode::wire::to_wire;
use strata_core::decode::{Decoded, same_size_layouts};
use strata_core::{Dataset, Layout};

use super::action::{Action, button};
use super::lines::{Line, lines};
use super::state::ViewModel;
use super::words::signed_hex;
use crate::words::words;

words! {
    Form {
        Text = "text",
        Json = "json",
        Csv = "csv",
        Markdown = "markdown",
    }
}

impl Form {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Markdown => "Markdown",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Working(Form),
    Copied(Form),
    /// The browser refuses to copy: the visitor has to.
    Shown(String),
    Failed(String),
}

pub fn export(model: ViewModel) -> Option<AnyView> {
    model.decoding.read().slice.as_ref()?;
    let copy = |form: Form| {
        let words = format!("Copy as {}", form.title());
        button("export", Some(Action::Copy(form)), &words)
    };
    let copied = model.copied.read();
    let status = match copied.as_ref() {
        None | Some(Outcome::Shown(_)) => None,
        Some(Outcome::Working(form)) => Some(format!("Writing {} …", form.title()).into_any()),
        Some(Outcome::Copied(form)) => Some(format!("Copied as {}.", form.title()).into_any()),
        Some(Outcome::Failed(why)) => {
            Some(any_view! { <span class="decode-error">{why.clone()}</span> })
        }
    };
    let shown = match copied.as_ref() {
        Some(Outcome::Shown(text)) => Some(view! {
            <label class="export-shown">
                "The browser refuses to copy. Here is the text:"
                <textarea readonly rows="6">
                    {text.clone()}
                </textarea>
            </label>
        }),
        _ => None,
    };
    Some(any_view! {
        <p class="decode-export">
            {Form::ALL.map(copy).into_iter().collect_view()} <span role="status">{status}</span>
        </p>
        {shown}
    })
}

/// An export that grows slice by slice.
#[derive(Debug)]
pub struct Writer<'a> {
    form: Form,
    layout: &'a Layout,
    types: &'a Catalogue,
    reading: &'a Reading,
    /// The text after the last slice.
    end: String,
    /// Whether a structure was written.
    begun: bool,
    text: String,
}

impl<'a> Writer<'a> {
    /// Starts with the header. `first` is one of the slices.
    pub fn new(
        form: Form,
        dataset: &'a Dataset,
        layout: &'a Layout,
        reading: &'a Reading,
        first: &Decoded,
    ) -> Result<Self, String> {
        let none = Decoded {
            instances: Vec::new(),
            findings: same_size_layouts(dataset, layout),
            ..first.clone()
        };
        let (mut text, mut end) = (String::new(), String::new());
        match form {
            Form::Text => text = none.to_string(),
            Form::Csv => text.push_str("at,offset,size,path,state,raw,value,note\r\n"),
            Form::Markdown => {
                let Decoded { size, point, .. } = &none;
                text = format!("{} {point}, {size} bytes\n", none.structure);
            }
            Form::Json => {
                let whole = serde_json::to_string(&to_wire(&none, reading)).map_err(failed)?;
                let parts = whole.rsplit_once("\"instances\":[]");
                let (before, behind) = parts.ok_or("the answer has no place for structures")?;
                text = format!("{before}\"instances\":[");
                end = format!("]{behind}");
            }
        }
        Ok(Self {
            form,
            layout,
            types: dataset.catalogue(),
            reading,
            end,
            begun: false,
            text,
        })
    }

    pub fn add(&mut self, decoded: &Decoded) -> Result<(), String> {
        if self.form == Form::Json {
            for instance in &to_wire(decoded, self.reading).instances {
                if self.begun {
                    self.text.push(',');
                }
                self.begun = true;
                let written = serde_json::to_string(instance).map_err(failed)?;
                self.text.push_str(&written);
            }
            return Ok(());
        }
        for instance in &decoded.instances {
            if self.form == Form::Text {
                self.text.push_str(&instance.to_string());
                continue;
            }
            let at = signed_hex(instance.offset);
            if self.form == Form::Markdown {
                self.text.push_str(&format!(
                    "\nAt {at}:\n\n| Offset | Member | Value | | Raw |\n|---|---|---|---|---|\n"
                ));
            }
            for line in lines(self.layout, self.types, instance) {
                match self.form {
                    Form::Markdown => self.markdown(&line),
                    _ => self.csv(&at, &line),
                }
            }
        }
        Ok(())
    }

    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn finish(mut self) -> String {
        self.text.push_str(&self.end);
        self.text
    }

    fn csv(&mut self, at: &str, line: &Line) {
        let (offset, size) = (format!("0x{:x}", line.offset), line.size.to_string());
        let cells = [
            at,
            &offset,
            &size,
            &line.path,
            line.state.as_str(),
            &line.raw,
            &line.words.main,
            &line.words.note,
        ];
        // A cell that a spreadsheet would take for a formula is made text.
        let guarded = |cell: &str| match cell.starts_with(['=', '+', '@', '\t', '\r']) {
            true => format!("'{cell}"),
            false => cell.to_owned(),
        };
        self.text.push_str(&csv::line(cells.map(guarded)));
    }

    fn markdown(&mut self, line: &Line) {
        let offset = format!("+0x{:x}", line.offset);
        for cell in [
            offset.as_str(),
            &line.path,
            &line.words.main,
            &line.words.note,
            &line.raw,
        ] {
            self.text.push_str("| ");
            for c in cell.chars() {
                match c {
                    '|' | '\\' | '`' | '*' | '_' | '<' | '[' | ']' => {
                        self.text.push('\\');
                        self.text.push(c);
                    }
                    c if c.is_control() => self.text.push(' '),
                    c => self.text.push(c),
                }
            }
            self.text.push(' ');
        }
        self.text.push_str("|\n");
    }
}

fn failed(error: serde_json::Error) -> String {
    error.to_string()
}
