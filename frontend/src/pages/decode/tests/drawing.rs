//! Tests: the HTML of an input.

use std::sync::Arc;

use crate::pages::prelude::*;

use super::*;
use crate::pages::decode::DecodePage;
use crate::pages::decode::derived::{Drawn, step};
use crate::pages::decode::state::{DecodeInput, Source, ViewModel};
use crate::pages::decode::{Draw, annotated_text, bytes, summary, values};

/// Three rows, the second broken; the pointer in the first points into the third.
const PASTED: &str = "0: kd> db ffff8000`00001000 L18\n\
    ffff8000`00001000  10 10 00 00 00 80 ff ff-41 42 43 44 01 00 00 00  ........ABCD....\n\
    ffff8000`00001008  zz\n\
    ffff8000`00001010  07 00 00 00 1c 00 00 00                          ........\n";

/// A model, and the owner of its signals.
struct Fixture {
    model: ViewModel,
    drawn: Drawn,
    _owner: Owner,
}

impl Fixture {
    fn new() -> Self {
        let (dataset, types) = (dataset(), Catalogue::default());
        let found = sample::found(&dataset);
        let layout = &found.layout;
        let text: Arc<str> = PASTED.into();
        let page = DecodePage::new(&dataset, &found);
        let owner = Owner::new();
        owner.set();
        let mut model = ViewModel::new(page);
        let source = Source::Text {
            text: Arc::clone(&text),
            made_at: None,
        };
        let put = DecodeInput {
            source,
            ..DecodeInput::default()
        };
        // There is no worker.
        let contents = put.source().unwrap().unwrap().read();
        model.replace_input(put, contents.into());
        // The layout is in no dataset.
        let paste = model.paste.get_untracked();
        let space = &paste.reading().unwrap().space;
        let decoded = decode(layout, &types, space, &Options::default()).unwrap();
        let drawn = Drawn::new(layout, &types, 0, &decoded.instances[0]);
        let shown = drawn.clone();
        let memo = step(move || Some(shown.clone()));
        model.drawn = memo;
        model.awake.set(true);
        Self {
            model,
            drawn,
            _owner: owner,
        }
    }

    fn draw(&self, draw: Draw) -> String {
        let drawn = draw(self.model).map(RenderHtml::to_html);
        drawn.unwrap_or_default().replace("<!>", "")
    }

    fn select(&self, value: usize) {
        let range = self.drawn.range(value).unwrap();
        let selection = self.model.selection;
        selection.update(|selection| selection.select(&self.drawn, range));
    }
}

#[test]
fn the_margin_tells_the_fate_of_every_line_and_lights_what_is_looked_at() {
    let fixture = Fixture::new();
    let below = fixture.draw(annotated_text::below);
    assert!(
        below.contains("4 lines, 2 read, 1 skipped, 1 ignored"),
        "{below}"
    );
    let margin = fixture.draw(annotated_text::view);
    for part in [
        "title=\"read +0x00, 16 bytes\"",
        "title=\"read +0x10, 8 bytes\"",
        "skipped because",
    ] {
        assert!(margin.contains(part), "{part}: {margin}");
    }
    // The field holds the text.
    assert!(!margin.contains("41 42 43 44"), "{margin}");
    assert!(!margin.contains("is-lit"), "{margin}");
    assert_eq!(margin.matches("tabindex=\"0\"").count(), 1);
    // The last value is in the last row.
    let last = fixture.drawn.lines.len() - 1;
    fixture.select(last);
    let margin = fixture.draw(annotated_text::view);
    assert_eq!(margin.matches("is-lit").count(), 1);
    let mut rows = margin.split("<tr");
    let lit = rows.find(|row| row.contains("is-lit")).unwrap();
    assert!(lit.contains("data-key=\"t4\""), "{lit}");
    let here = fixture.draw(bytes::byte_inspector);
    assert!(here.contains("line 4"), "{here}");
}

#[test]
fn a_pointer_into_the_paste_can_be_followed() {
    let fixture = Fixture::new();
    let values = fixture.draw(values::values);
    assert_eq!(values.matches("value-follow").count(), 1);
    assert_eq!(fixture.draw(values::follow), "");
    let selection = fixture.model.selection;
    selection.update(|selection| selection.followed = Some(0));
    let panel = fixture.draw(values::follow);
    for part in [
        "Object points to +0x10 of region 1",
        "ffff8000`00001010",
        "line 4",
        "07 00 00 00 1c 00 00 00",
        "Decode TEST there",
    ] {
        assert!(panel.contains(part), "{part}: {panel}");
    }
}

#[test]
fn only_what_is_looked_at_is_drawn_otherwise() {
    let fixture = Fixture::new();
    let rows = |fixture: &Fixture| -> Vec<_> { bytes::rows(fixture.model) };
    let before = rows(&fixture);
    fixture.select(0);
    let after = rows(&fixture);
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1], after[1]);
    assert!(after[0].1.draw().to_html().contains("is-cursor"));
}

#[test]
fn what_was_read_and_the_dialects_are_told() {
    let fixture = Fixture::new();
    let facts = fixture.draw(summary::summary);
    for part in ["WinDbg db", "24 (0x18)", "0xffff800000001000"] {
        assert!(facts.contains(part), "{part}: {facts}");
    }
    let remarks = fixture.draw(annotated_text::remarks);
    for part in ["1 line was skipped", "line 3", "zz"] {
        assert!(remarks.contains(part), "{part}: {remarks}");
    }
    let dialects = fixture.draw(summary::dialects);
    assert!(dialects.contains("constructed: no authentic sample"));
    assert!(dialects.contains("Read it as WinDbg db"));
}

#[test]
fn an_empty_text_is_not_an_error() {
    let blank = Source::Text {
        text: " \n".into(),
        made_at: None,
    };
    for source in [blank, Source::Nothing] {
        let put = DecodeInput {
            source,
            ..DecodeInput::default()
        };
        assert_eq!(put.source(), None);
    }
}
