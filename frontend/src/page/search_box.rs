//! What the field shows below itself as one types: the hits, which of them is chosen, and what a key does.

use super::search::HitLine;
use crate::route::Route;

pub const FIELD_ID: &str = "search-text";
pub const PLACE_ID: &str = "search-place";
pub const LIST_ID: &str = "search-hits";
pub const LISTED: usize = 10;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchBox {
    pub typed: String,
    pub hits: Vec<HitLine>,
    pub total: usize,
    /// Which is chosen: behind the hits stands the way to all of them.
    pub chosen: Option<usize>,
    pub open: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    Changed,
    Go(String),
}

impl SearchBox {
    pub fn found(typed: &str, hits: Vec<HitLine>, total: usize) -> Self {
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

    /// A key was pressed in the field; `None` where it means nothing here.
    pub fn key(&mut self, key: &str) -> Option<Done> {
        let entries = self.entries();
        match key {
            "ArrowDown" | "ArrowUp" if !self.open => {
                self.open = entries > 0;
                self.chosen = None;
                self.open.then_some(Done::Changed)
            }
            "ArrowDown" if entries > 0 => {
                self.chosen = Some(self.chosen.map_or(0, |at| (at + 1) % entries));
                Some(Done::Changed)
            }
            "ArrowUp" if entries > 0 => {
                let before = |at: usize| at.checked_sub(1).unwrap_or(entries - 1);
                self.chosen = Some(self.chosen.map_or(entries - 1, before));
                Some(Done::Changed)
            }
            "Escape" if self.open => {
                self.open = false;
                self.chosen = None;
                Some(Done::Changed)
            }
            "Enter" if self.open => {
                let at = self.chosen?;
                let url = self.hits.get(at).map(|hit| hit.url.clone());
                Some(Done::Go(url.unwrap_or_else(|| self.all())))
            }
            _ => None,
        }
    }
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
        SearchBox::found("a", (0..hits).map(hit).collect(), total)
    }

    #[test]
    fn arrows_go_round_and_enter_goes_there() {
        let mut list = of(2, 2);
        assert_eq!(list.key("Enter"), None);
        list.key("ArrowDown");
        list.key("ArrowDown");
        assert_eq!(list.key("Enter"), Some(Done::Go("#1".to_owned())));
        list.key("ArrowDown");
        assert_eq!(list.chosen, Some(0));
        list.key("ArrowUp");
        assert_eq!(list.chosen, Some(1));
    }

    #[test]
    fn behind_the_hits_stands_the_way_to_all_of_them() {
        let mut list = of(2, 7);
        list.key("ArrowUp");
        let all = Route::search("a").to_string();
        assert_eq!(list.key("Enter"), Some(Done::Go(all)));
    }

    #[test]
    fn escape_closes_and_an_arrow_opens() {
        let mut list = of(1, 1);
        assert_eq!(list.key("Escape"), Some(Done::Changed));
        assert_eq!((list.open, list.key("Escape")), (false, None));
        assert_eq!(list.key("Enter"), None);
        list.key("ArrowDown");
        assert!(list.open && list.chosen.is_none());
        assert_eq!(of(0, 0).key("ArrowDown"), None);
    }
}
