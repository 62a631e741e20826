//! The addresses of forms in which points are chosen or typed. They have no page: the server redirects to the page of
//! the chosen points, so that forms need no JavaScript.

use std::fmt;
use std::str::FromStr;

use strata_core::{Point, TypeName};

use super::site_location::{site_location, strip_base};
use super::{NoSuchRoute, SearchText, Segment, SiteLocation};
use crate::words::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub name: Segment,
    pub target: FormTarget,
    /// The point of the page with the form; it supplies the parts that were not typed.
    pub near: Option<Point>,
}

/// The target page of a form; points as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormTarget {
    Layout(SearchText),
    Decode(SearchText),
    Diff { from: SearchText, to: SearchText },
}

words! {
    Form {
        Layout = "layout",
        Decode = "decode",
        Diff = "diff",
    }
}

impl Form {
    /// The field for the structure's name, in the form of a task.
    pub const STRUCTURE: &'static str = "structure";
    /// The field for the single point, as typed.
    pub const POINT: &'static str = "point";
    /// The field for the single point in addresses of a static site.
    pub const AT: &'static str = "at";
    /// The field for the earlier point of a comparison.
    pub const FROM: &'static str = "from";
    /// The field for the later point of a comparison.
    pub const TO: &'static str = "to";
    /// The field for the point of the page with the form.
    pub const NEAR: &'static str = "near";

    pub fn url(self, name: &TypeName) -> String {
        let SiteLocation { base, files, .. } = site_location();
        let end = if files.is_some() { "/" } else { "" };
        format!("{base}{}{end}", self.path(name))
    }

    /// The path of the form within the site.
    pub fn path(self, name: &TypeName) -> String {
        let name = Segment::from(name);
        format!("/structures/{name}/{}", self.as_str())
    }
}

impl FromStr for Choice {
    type Err = NoSuchRoute;

    /// Parses a path with its query; fails without any of the form's fields.
    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let (path, query) = strip_base(url).split_once('?').unwrap_or((url, ""));
        Self::read(path, query).ok_or_else(|| NoSuchRoute(path.to_owned()))
    }
}

impl Choice {
    pub(super) fn read(path: &str, query: &str) -> Option<Self> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let field = |name| SearchText::of_parameter(query, name);
        if let Some(task) = path.strip_prefix('/').and_then(Task::of) {
            return Self::of_task(task, query);
        }
        let (name, word) = path.strip_prefix("/structures/")?.split_once('/')?;
        let Some(form) = Form::of(word) else {
            // `/structures/NAME/6.2`: a shortened address of a layout.
            let version = Segment::decode(word)
                .filter(|it| !word.contains('/') && names_version(it.as_str()))?;
            return Some(Self {
                name: Segment::decode(name)?,
                target: FormTarget::Layout(SearchText::new(version.as_str())),
                near: None,
            });
        };
        let point = || field(Form::POINT).or_else(|| field(Form::AT));
        let target = match form {
            Form::Layout => FormTarget::Layout(point()?),
            Form::Decode => FormTarget::Decode(point()?),
            Form::Diff => {
                let (from, to) = (field(Form::FROM), field(Form::TO));
                if from.is_none() && to.is_none() {
                    return None;
                }
                FormTarget::Diff {
                    from: from.unwrap_or_default(),
                    to: to.unwrap_or_default(),
                }
            }
        };
        let near = field(Form::NEAR).and_then(|near| near.as_str().parse().ok());
        Some(Self {
            name: Segment::decode(name)?,
            target,
            near,
        })
    }

    /// The query of a task's form: a structure, and optional points.
    fn of_task(task: Task, query: &str) -> Option<Self> {
        let field = |name: &str| SearchText::of_parameter(query, name);
        let name = field(Form::STRUCTURE).filter(|name| !name.as_str().trim().is_empty())?;
        let told = |name| field(name).unwrap_or_default();
        Some(Self {
            name: Segment::new(name.as_str().trim())?,
            target: match task {
                Task::Decode | Task::Identify => FormTarget::Decode(told(Form::POINT)),
                Task::Compare => FormTarget::Diff {
                    from: told(Form::FROM),
                    to: told(Form::TO),
                },
            },
            near: None,
        })
    }
}

/// Whether a segment after a structure's name can be a version: no page below a structure begins like one.
fn names_version(word: &str) -> bool {
    let starts = |prefix: &str| {
        word.get(..prefix.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
    };
    word.starts_with(|c: char| c.is_ascii_digit()) || starts("win") || starts("server")
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.target {
            FormTarget::Layout(point) => write!(f, "/structures/{name}/layout?point={point}"),
            FormTarget::Decode(point) => write!(f, "/structures/{name}/decode?point={point}"),
            FormTarget::Diff { from, to } => {
                write!(f, "/structures/{name}/diff?from={from}&to={to}")
            }
        }?;
        match self.near {
            Some(near) => write!(f, "&near={}", SearchText::new(&near.to_string())),
            None => Ok(()),
        }
    }
}

words! {
    /// The tasks that can start without a structure; the word is their path segment.
    Task {
        /// Decode bytes of a known structure.
        Decode = "decode",
        /// Identify the structure of bytes.
        Identify = "identify",
        /// Compare two versions of a structure.
        Compare = "compare",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_what_it_writes() {
        for url in [
            "/structures/A/layout?point=win7%20x86",
            "/structures/A/layout?point=6.1&near=1607%2Fx64",
            "/structures/A/decode?point=",
            "/structures/A/diff?from=6.1%2Fx64&to=6.2%2Fx86",
        ] {
            let choice: Choice = url.parse().unwrap();
            assert_eq!(choice.to_string(), url);
        }
    }

    #[test]
    fn forms_are_read_as_browsers_send_them() {
        let choice: Choice = "/structures/A/layout?x=1&point=win7+x86&near=nothing"
            .parse()
            .unwrap();
        assert_eq!(
            choice.target,
            FormTarget::Layout(SearchText::new("win7 x86"))
        );
        assert_eq!(choice.near, None);
        let short: Choice = "/structures/A/6.2".parse().unwrap();
        assert_eq!(short.to_string(), "/structures/A/layout?point=6.2");
        let half: Choice = "/structures/A/diff?to=6.2/x64".parse().unwrap();
        let (from, to) = (SearchText::default(), SearchText::new("6.2/x64"));
        assert_eq!(half.target, FormTarget::Diff { from, to });
    }

    #[test]
    fn the_form_of_a_task_is_that_of_the_structure_that_it_names() {
        let forms = "\
            /decode?structure=_EPROCESS&point=22H2/x64 /structures/_EPROCESS/decode?point=22H2%2Fx64\n\
            /identify/?structure=ntdll!_PEB /structures/ntdll%21_PEB/decode?point=\n\
            /compare?structure=+A+&from=6.1&to= /structures/A/diff?from=6.1&to=";
        for (url, same) in forms.lines().filter_map(|line| line.split_once(' ')) {
            let choice: Choice = url.parse().unwrap();
            assert_eq!(choice.to_string(), same);
        }
    }

    #[test]
    fn what_no_form_sends_is_no_choice() {
        for url in [
            "/structures/A/layout",
            "/structures/A/diff?point=6.1",
            "/structures/A/6.1/x64?point=6.2",
            "/structures/A/diff/6.1?from=6.1&to=6.2",
            "/structures//diff?from=6.1&to=6.2",
            "/types/A/layout?point=6.1",
            "/layout?point=6.1",
            "/decode?structure=+&point=6.1",
        ] {
            assert!(
                url.parse::<Choice>().is_err(),
                "{url} was taken for a choice"
            );
        }
    }
}
