//! The search field and its list of hits: the entries, the chosen one, and the keys. It is a plain form, which works
//! without JavaScript; its first use loads the search module.

use strata_core::search::Query;

use crate::route::site_location;
use crate::view::*;

/// A hit of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitLine {
    /// The sort of hit: `member`.
    pub kind: &'static str,
    pub title: String,
    /// The structure that contains it.
    pub of: Option<String>,
    pub detail: String,
    /// Why it matched, where its name does not show that.
    pub why: Option<&'static str>,
    pub places: Vec<String>,
    pub url: String,
}

pub const FIELD_ID: &str = "search-text";
pub const PLACE_ID: &str = "search-place";
pub const LIST_ID: &str = "search-hits";
pub const LISTED: usize = 10;
/// The field of the form that asks for the page that alone answers, in place of the hits; the last one.
const OPENS: [&str; 2] = ["open", "1"];
pub const OPENS_QUERY: &str = "&open=1";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchBox {
    pub typed: String,
    pub hits: Vec<HitLine>,
    pub total: usize,
    /// The chosen entry; the last one, after the hits, is the link to all of them.
    pub chosen: Option<usize>,
    pub open: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyOutcome {
    Changed,
    Go(String),
}

impl SearchBox {
    pub fn with_hits(typed: &str, hits: Vec<HitLine>, total: usize) -> Self {
        Self {
            open: !typed.trim().is_empty(),
            typed: typed.to_owned(),
            hits,
            total,
            chosen: None,
        }
    }

    pub fn has_more(&self) -> bool {
        self.total > self.hits.len()
    }

    pub fn all(&self) -> String {
        Route::search(&self.typed).to_string()
    }

    fn entries(&self) -> usize {
        self.hits.len() + usize::from(self.has_more())
    }

    /// The structure, type or release that the text names exactly.
    fn named(&self) -> Option<usize> {
        named(&self.typed, &self.hits)
    }

    /// Handles a key pressed in the field; `None` where the key has no meaning here.
    pub fn key(&mut self, key: &str) -> Option<KeyOutcome> {
        let entries = self.entries();
        match key {
            "ArrowDown" | "ArrowUp" if !self.open => {
                self.open = entries > 0;
                self.chosen = None;
                self.open.then_some(KeyOutcome::Changed)
            }
            "ArrowDown" if entries > 0 => {
                self.chosen = Some(self.chosen.map_or(0, |at| (at + 1) % entries));
                Some(KeyOutcome::Changed)
            }
            "ArrowUp" if entries > 0 => {
                let before = |at: usize| at.checked_sub(1).unwrap_or(entries - 1);
                self.chosen = Some(self.chosen.map_or(entries - 1, before));
                Some(KeyOutcome::Changed)
            }
            "Escape" if self.open => {
                self.open = false;
                self.chosen = None;
                Some(KeyOutcome::Changed)
            }
            "Enter" if self.open => {
                let at = self.chosen.or_else(|| self.named())?;
                let url = self.hits.get(at).map(|hit| hit.url.clone());
                Some(KeyOutcome::Go(url.unwrap_or_else(|| self.all())))
            }
            _ => None,
        }
    }
}

/// The first hit on a structure, type, release, symbol, or member with its structure (`EPROCESS.Token`), that a text
/// names exactly, with or without a point.
pub fn named(typed: &str, hits: &[HitLine]) -> Option<usize> {
    let query = Query::read(typed);
    let name = |text: &str| text.trim().trim_start_matches('_').to_ascii_lowercase();
    let typed = name(typed);
    let is_it = |hit: &HitLine| {
        let is_named = name(&hit.title) == typed || query.is_name(&hit.title);
        match hit.kind {
            "structure" | "type" | "release" => is_named,
            // It is found by its whole name only.
            "symbol" => true,
            _ => hit
                .of
                .as_ref()
                .is_some_and(|of| query.is_member(of, &hit.title)),
        }
    };
    hits.iter().position(is_it)
}

pub fn search_field(typed: &str) -> AnyView {
    let label = any_view! {
        <label class="visually-hidden" for=FIELD_ID>
            "Search structures, members, types, releases"
        </label>
    };
    let field = any_view! {
        <input
            id=FIELD_ID
            type="search"
            name="q"
            value=typed.to_owned()
            placeholder="Search: LoggerId, 0x58 x64"
            maxlength="200"
            autocomplete="off"
            autocapitalize="off"
            aria-keyshortcuts="/ Control+K"
        />
    };
    let key = any_view! { <kbd class="search-key needs-script" aria-hidden="true">"/"</kbd> };
    // Without a server, nothing redirects.
    let has_server = site_location().files.is_none();
    let opens =
        has_server.then(|| any_view! { <input type="hidden" name=OPENS[0] value=OPENS[1] /> });
    let place = any_view! { <div id=PLACE_ID></div> };
    any_view! {
        <form class="search-form" role="search" action={Route::search("").to_string()}>
            {label}
            {field}
            {opens}
            {key}
            {place}
        </form>
    }
}

/// How many runs of points a hit lists.
const PLACES: usize = 2;

pub fn option_id(at: usize) -> String {
    format!("{LIST_ID}-{at}")
}

pub fn search_list(state: &SearchBox) -> AnyView {
    let mut options: Vec<AnyView> = Vec::new();
    if state.open {
        for (at, hit) in state.hits.iter().enumerate() {
            let parts = hit_parts(hit, PLACES);
            options.push(option(state, at, hit.url.clone(), parts.into_any()));
        }
    }
    let said_so = match (state.open, state.total) {
        (false, _) => String::new(),
        (true, 0) if is_bytes(&state.typed) => "Bytes. Press Enter to identify them".to_owned(),
        (true, 0) => "No matches. Press Enter for search help".to_owned(),
        (true, 1) => "1 hit".to_owned(),
        (true, total) => format!("{total} hits"),
    };
    if state.open && state.has_more() {
        let all = format!("All {said_so}").into_any();
        options.push(option(state, state.hits.len(), state.all(), all));
    }
    // Screen readers announce an empty list box, so hide it.
    let hidden = options.is_empty().then_some("");
    let status = match state.open && state.total == 0 {
        true => "search-nothing",
        false => "visually-hidden",
    };
    any_view! {
        <div>
            <div id=LIST_ID class="search-hits" role="listbox" aria-label="Hits" hidden=hidden>
                {options}
            </div>
            <p class=status role="status">
                {said_so}
            </p>
        </div>
    }
}

/// Returns whether a text has enough hexadecimal pairs for `static/boot.js` to take it for bytes.
fn is_bytes(typed: &str) -> bool {
    let is_pair = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_hexdigit());
    typed.split_whitespace().all(is_pair) && typed.split_whitespace().nth(3).is_some()
}

fn option(state: &SearchBox, at: usize, url: String, says: AnyView) -> AnyView {
    let chosen = state.chosen == Some(at);
    any_view! {
        <a
            id=option_id(at)
            class="hit"
            role="option"
            tabindex="-1"
            aria-selected=if chosen { "true" } else { "false" }
            href=url
        >
            {says}
        </a>
    }
}

/// The parts of a hit, with at most `places` of its runs of points.
pub fn hit_parts(hit: &HitLine, places: usize) -> Vec<AnyView> {
    let of = hit.of.as_ref();
    let of = of.map(|of| view! { " in " <span class="hit-of">{of.clone()}</span> });
    let head = view! {
        <span class="hit-head">
            <span class="hit-kind">{hit.kind}</span>
            " "
            <span class="hit-name"><b class="hit-title">{hit.title.clone()}</b> {of}</span>
        </span>
    };
    let mut parts: Vec<AnyView> = vec![head.into_any()];
    // The newest first: most visitors want these.
    let shown = hit.places.iter().rev().take(places);
    let mut list: Vec<AnyView> = shown
        .map(|place| any_view! { <span class="hit-place">{place.clone()}</span> })
        .collect();
    let more = hit.places.len().saturating_sub(places);
    if more > 0 {
        list.push(any_view! { <span class="hit-place quiet">{format!("and {more} more")}</span> });
    }
    if !list.is_empty() {
        let list = spaced(list);
        parts.push(any_view! { <span class="hit-places">{list}</span> });
    }
    if !hit.detail.is_empty() {
        parts.push(any_view! { <span class="hit-detail">{hit.detail.clone()}</span> });
    }
    if let Some(why) = hit.why {
        parts.push(any_view! { <span class="hit-detail hit-why">{why}</span> });
    }
    spaced(parts)
}

fn spaced(parts: Vec<AnyView>) -> Vec<AnyView> {
    let blank = || " ".into_any();
    parts.into_iter().flat_map(|part| [part, blank()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(hits: usize, total: usize) -> SearchBox {
        let hit = |at: usize| HitLine {
            kind: "member",
            title: at.to_string(),
            of: None,
            detail: String::new(),
            why: None,
            places: Vec::new(),
            url: format!("#{at}"),
        };
        SearchBox::with_hits("a", (0..hits).map(hit).collect(), total)
    }

    #[test]
    fn arrows_go_round_and_enter_goes_there() {
        let mut list = of(2, 2);
        assert_eq!(list.key("Enter"), None);
        list.key("ArrowDown");
        list.key("ArrowDown");
        assert_eq!(list.key("Enter"), Some(KeyOutcome::Go("#1".to_owned())));
        list.key("ArrowDown");
        assert_eq!(list.chosen, Some(0));
        list.key("ArrowUp");
        assert_eq!(list.chosen, Some(1));
    }

    #[test]
    fn enter_on_the_name_of_a_structure_goes_there() {
        let mut list = of(2, 7);
        list.hits[1].kind = "type";
        list.hits[1].title = "_EPROCESS".to_owned();
        for (typed, goes) in [
            ("eprocess ", true),
            ("_EPROCESS", true),
            ("EPROCESS 22H2", true),
            ("_EPROC", false),
        ] {
            list.typed = typed.to_owned();
            let there = goes.then(|| KeyOutcome::Go("#1".to_owned()));
            assert_eq!(list.key("Enter"), there, "{typed}");
        }
    }

    #[test]
    fn behind_the_hits_stands_the_way_to_all_of_them() {
        let mut list = of(2, 7);
        list.key("ArrowUp");
        let all = Route::search("a").to_string();
        assert_eq!(list.key("Enter"), Some(KeyOutcome::Go(all)));
    }

    #[test]
    fn bytes_are_no_failed_search() {
        assert!(is_bytes("40 3c 2b 01"));
        assert!(!is_bytes("40 3c"));
        assert!(!is_bytes("EPROCESS 22 33 44 55"));
    }

    #[test]
    fn escape_closes_and_an_arrow_opens() {
        let mut list = of(1, 1);
        assert_eq!(list.key("Escape"), Some(KeyOutcome::Changed));
        assert_eq!((list.open, list.key("Escape")), (false, None));
        assert_eq!(list.key("Enter"), None);
        list.key("ArrowDown");
        assert!(list.open && list.chosen.is_none());
        assert_eq!(of(0, 0).key("ArrowDown"), None);
    }
}
