//! Lines that a C compiler removes, and the architecture for which it compiles the others.

use crate::arch::Arch;
use crate::stated::archs_with;

/// The open directives and comment at a line.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Condition>,
    is_in_comment: bool,
}

#[derive(Clone, Copy, Debug)]
struct Condition {
    is_removed: bool,
    arch: Option<Arch>,
    /// The architecture of the lines after `#else`.
    otherwise: Option<Arch>,
}

impl Conditions {
    /// Processes a directive; returns the architecture of the lines after it if that may have changed.
    pub(super) fn directive(&mut self, line: &str) -> Option<Option<Arch>> {
        let text = line.trim_start().strip_prefix('#')?.trim_start();
        let (name, condition) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match name {
            "if" | "ifdef" | "ifndef" => {
                let (arch, other) =
                    arch_of(condition).map_or((None, None), |it| (Some(it), other(it)));
                let (arch, otherwise) = match name {
                    "ifndef" => (other, arch),
                    _ => (arch, other),
                };
                self.open.push(Condition {
                    is_removed: condition.trim() == "0",
                    arch,
                    otherwise,
                });
            }
            "elif" | "else" => {
                let last = self.open.last_mut()?;
                let arch = arch_of(condition);
                last.is_removed = false;
                last.arch = arch.or(last.otherwise.filter(|_| name == "else"));
                last.otherwise.take_if(|it| Some(*it) == arch);
            }
            "endif" => drop(self.open.pop()),
            _ => return None,
        }
        Some(self.open.iter().rev().find_map(|it| it.arch))
    }

    /// Whether a line is in a comment of several lines, or between `#if 0` and `#endif`.
    pub(super) fn removes(&mut self, line: &str) -> bool {
        let was_in_comment = self.is_in_comment;
        let opens = line.trim_start().starts_with("/*");
        self.is_in_comment = (was_in_comment || opens) && !line.contains("*/");
        let is_removed = self.open.iter().any(|it| it.is_removed);
        was_in_comment || self.is_in_comment || is_removed
    }
}

/// The other of two architectures; `None` if there are several others.
const fn other(arch: Arch) -> Option<Arch> {
    match arch {
        Arch::X64 => Some(Arch::X86),
        Arch::X86 => Some(Arch::X64),
        Arch::Arm64 => None,
    }
}

/// The architecture that a condition demands; `None` if it names none or several.
fn arch_of(condition: &str) -> Option<Arch> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = condition.split(|c| !is_word(c));
    let mut archs = words.filter_map(|word| archs_with(word).first().copied());
    let first = archs.next()?;
    let is_only = !condition.contains('!') && archs.all(|it| it == first);
    is_only.then_some(first)
}
