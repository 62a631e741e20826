//! Parses a search query into words and filters.

use std::str::FromStr;

use super::several::Access;
use super::{NOISE, TEXT_LIMIT, WORDS_LIMIT, normal};
use crate::arch::Arch;
use crate::dataset::ChangedIn;
use crate::history::Run;
use crate::lookup;
use crate::name::MemberPath;
use crate::numbers::{decimal_digits, hex};
use crate::release::{Release, Version};
use crate::stated;
use crate::units::{ByteOffset, ByteSize};

/// The most digits of a number without a prefix that is taken for an offset or a size, too.
const BARE_DIGITS: usize = 4;
/// The commands of WinDbg that show a type.
const COMMANDS: [&str; 2] = ["dt", "dx"];
/// The keywords of C before a name.
const KEYWORDS: [&str; 6] = ["struct", "union", "enum", "typedef", "const", "volatile"];
/// The words of a comparison, beside its versions.
const COMPARISON: &str = "compare diff between from to and with vs versus";
/// The fewest digits of an address, or of half of one.
const ADDRESS_DIGITS: usize = 8;
/// The types that the kernel's symbols and WinDbg's pseudo-registers point to, spelled as in `words`.
const POINTERS: [(&str, &str); 5] = [
    ("psinitialsystemprocess", "eprocess"),
    ("@$proc", "eprocess"),
    ("@$thread", "ethread"),
    ("@$peb", "peb"),
    ("@$teb", "teb"),
];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// All must match; lower case, without underscores.
    pub words: Vec<String>,
    /// The offset that a member must cover.
    pub offset: Option<ByteOffset>,
    /// Whether the offset stands behind a name: `_EPROCESS+0x58`.
    pub is_behind_name: bool,
    /// Offsets at which members of one structure must begin; then `offset` is `None`.
    pub accesses: Vec<Access>,
    /// The size of a structure or a member.
    pub size: Option<ByteSize>,
    /// Whether `size` is that of an access in disassembly: members of other sizes come after those of this size.
    pub is_access: bool,
    /// The number if the query is one of few digits without a prefix, which can be an offset or a size.
    pub bare: Option<u32>,
    /// The minimum size of a structure.
    pub at_least: Option<ByteSize>,
    /// A member path, if the query has dots: `Links.Blink`.
    pub path: Option<MemberPath>,
    /// A word that may be a constant with the names of a structure and a member: `EPROCESS_UNIQUE_PROCESS_ID`.
    pub constant: Option<String>,
    /// The first word that may be the name of a pointer to a type: `PEPROCESS`.
    pub pointer: Option<String>,
    /// Whether the offset is in a segment, that of the processor or of the thread.
    pub is_in_segment: bool,
    pub arch: Option<Arch>,
    pub version: Option<Version>,
    /// The other one of two versions that are compared.
    pub before: Option<Version>,
    /// The query as typed if it is one word, which can be a symbol: `nt!PsProcessType`.
    pub symbol: Option<String>,
    pub changed_in: Option<ChangedIn>,
}

impl Query {
    /// Parses a query: `0x58 x64`, `+0x58`, `ETW_REALTIME_CONSUMER+0x5a`, `size 0x88`, `HANDLE`, `nt!_ETW_DATA_SOURCE`,
    /// `consumer.LoggerId 6.2/x64`, `Token changed in 1809`, `0x58 word, 0x5a byte, size ≥ 0x98`, `dt nt!_EPROCESS`.
    /// Never fails: what is not a number, version or architecture is a word.
    pub fn read(text: &str) -> Self {
        let text = cut(text.trim());
        let text = lookup::symbol_key(text).unwrap_or(text);
        let mut query = Self {
            symbol: (!text.contains(char::is_whitespace)).then(|| text.to_owned()),
            ..Self::default()
        };
        if let Ok(pdb) = text.parse() {
            query.version = Some(Version::Pdb(pdb));
            return query;
        }
        if let Some((name, offset)) = declared(text) {
            query.token(name);
            query.offset = Some(ByteOffset::new(offset));
            return query;
        }
        let (tokens, archs): (Vec<&str>, Vec<Option<Arch>>) =
            tokens(text).into_iter().map(without_segment).unzip();
        query.arch = archs.into_iter().flatten().next();
        query.is_in_segment = query.arch.is_some();
        // The word that announces a size.
        let mut wants_size: Option<&str> = None;
        let mut at_least = false;
        // The size in `dword ptr [rax+58h]`, for the offset after it.
        let mut ahead: Option<ByteSize> = None;
        let numbers = tokens
            .iter()
            .filter_map(|it| number(it.trim_start_matches('+')));
        let several = numbers.count() > 1;
        let is_named = tokens.iter().any(|it| names_something(it));
        let moves = tokens.first().is_some_and(|it| is_move(it));
        let mut rest = &tokens[..];
        while let Some((token, behind)) = rest.split_first() {
            rest = behind;
            if let Some((release, taken)) = changed_in(token, behind) {
                query.changed_in = Some(ChangedIn::Release(release));
                rest = behind.get(taken..).unwrap_or_default();
                continue;
            }
            // `Windows 8` restricts the rest of the query.
            if let Some((release, taken)) = release(token, behind) {
                if let Some(release) = release {
                    query.set_version(Version::Release(release));
                }
                rest = behind.get(taken..).unwrap_or_default();
                continue;
            }
            if let Some(Version::Release(release)) = query.version
                && let Some(build) = lookup::service_pack(release, token)
            {
                query.version = Some(Version::Build(build));
                continue;
            }
            if let (Some(size), Some((next, place))) = (operand_size(token), behind.split_first())
                && next.eq_ignore_ascii_case("ptr")
                && !place.is_empty()
            {
                (ahead, rest) = (Some(size), place);
                continue;
            }
            // The register in `mov eax, [rcx+58h]`.
            if moves && let Some(size) = register_size(token) {
                match query.accesses.last_mut() {
                    _ if behind.first().is_some_and(|it| it.starts_with('[')) => {
                        ahead = Some(size);
                    }
                    Some(place) if place.size.is_none() => place.size = Some(size),
                    _ => {}
                }
            }
            if is_preposition(token)
                && let Some((next, behind)) = behind.split_first()
            {
                // A number without a prefix is decimal, as a size is; after `at`, it is a version.
                let plain = || Some(next).filter(|_| !token.eq_ignore_ascii_case("at"));
                let bare = || plain().and_then(|it| it.parse().ok().or_else(|| bare(it)));
                if let Some(offset) = number(next).or_else(bare) {
                    query.place(offset);
                    rest = behind;
                    continue;
                }
            }
            let size = || number(token).or_else(|| token.parse().ok());
            if wants_size.is_some() && matches!(*token, ">=" | "≥") {
                at_least = true;
            } else if let Some(size) = wants_size.and_then(|_| size()) {
                query.set_size(size, at_least);
                wants_size = None;
            } else if let Some((least, size)) = sized(token) {
                (wants_size, at_least) = (size.is_none().then_some(*token), least);
                if let Some(size) = size {
                    query.set_size(size, at_least);
                }
            } else if several
                && let Some(last) = query.accesses.last_mut()
                && last.size.is_none()
                && let Some(size) = operand_size(token)
            {
                last.size = Some(size);
            } else if let Some(arch) = Arch::from_alias(token) {
                query.arch = Some(arch);
            } else if let Some(version) = version(token.trim_matches(['@', ']']), behind, is_named)
                && (tokens.len() > 1 || token.contains('.') || matches!(version, Version::Pdb(_)))
            {
                query.set_version(version);
            } else {
                let known = query.accesses.len();
                query.token(token);
                if let Some(place) = query.accesses.get_mut(known) {
                    place.size = ahead.take();
                }
            }
        }
        if let Some(word) = wants_size {
            query.token(word);
        }
        query.resolve();
        if let [token] = tokens[..]
            && token.parse::<Version>().is_err()
        {
            query.bare = bare(token);
        }
        query
    }

    /// Decides what the parts mean together: a comparison, pointers before an offset, one access or several.
    fn resolve(&mut self) {
        if self.before.is_some() {
            let is_of_comparison = |word: &String| COMPARISON.split(' ').any(|it| it == word);
            self.words.retain(|word| !is_of_comparison(word));
        }
        if self.offset.is_some() {
            for word in &mut self.words {
                if let Some((_, to)) = POINTERS.iter().find(|(it, _)| it == word) {
                    (*to).clone_into(word);
                }
            }
        }
        match self.accesses[..] {
            [] => {}
            [place] if self.at_least.is_none() => {
                self.is_access = self.size.is_none() && place.size.is_some();
                self.size = self.size.or(place.size);
                self.accesses.clear();
            }
            _ => self.offset = None,
        }
    }

    fn set_size(&mut self, size: u32, at_least: bool) {
        let bound = if at_least {
            &mut self.at_least
        } else {
            &mut self.size
        };
        *bound = Some(ByteSize::new(size));
    }

    /// Sets a version; beside another one, both are compared. A release and a build of it are one version, the build.
    fn set_version(&mut self, version: Version) {
        let is_release = |it: Version| matches!(it, Version::Release(_));
        match self.version {
            Some(other) if other == version => {}
            Some(other)
                if other.release() == version.release()
                    && is_release(other) != is_release(version) =>
            {
                self.version = [other, version].into_iter().find(|it| !is_release(*it));
            }
            other => {
                self.before = other.or(self.before);
                self.version = Some(version);
            }
        }
    }

    fn place(&mut self, offset: u32) {
        let offset = ByteOffset::new(offset);
        self.offset = Some(offset);
        if self.accesses.len() < WORDS_LIMIT {
            self.accesses.push(Access { offset, size: None });
        }
    }

    /// Adds a member by its place (`NAME+0x5a`, `NAME.Member`, `+0x58`, `0x58`), or a word.
    fn token(&mut self, token: &str) {
        let token = token.rsplit(['!', '\\']).next().unwrap_or(token);
        let token = lookup::module_of_file(token)
            .unwrap_or(token)
            .trim_end_matches(':');
        // Disassemblers write `[rcx+2E0h]`.
        let bracketed = token.starts_with('[');
        let token = match token.strip_prefix('[') {
            Some(inside) => inside.trim_end_matches(']'),
            None if !token.contains('[') => token.trim_end_matches(']'),
            None => token,
        };
        let (name, offset) = match token.rsplit_once('+') {
            Some((name, offset)) => (name, number(offset).or_else(|| hex(offset))),
            None => match number(token) {
                Some(offset) => ("", Some(offset)),
                None => (token, None),
            },
        };
        if let Some(offset) = offset {
            self.place(offset);
            self.is_behind_name = !name.is_empty();
        }
        // The debugger writes `poi(@rcx+2e0)`.
        let name = match name.strip_prefix('@') {
            Some(register) if is_register(register) => register,
            _ => name,
        };
        if is_register(name) && (offset.is_some() || bracketed) {
            if is_wide(name) {
                self.arch.get_or_insert(Arch::X64);
            }
            return;
        }
        let path = name.replace("->", ".").parse().ok();
        let path = path.filter(|path: &MemberPath| path.steps().len() > 1);
        self.path = path.or_else(|| self.path.take());
        let is_constant = name.trim_matches('_').contains('_');
        self.constant = is_constant
            .then(|| name.to_owned())
            .or_else(|| self.constant.take());
        let parts = name.split(['.', ':', '>', '-', '*', '&', '/', '[', ']', '+', '=', '#']);
        for part in parts {
            let word = normal(part);
            if word.starts_with('p') {
                self.pointer.get_or_insert_with(|| part.to_owned());
            }
            if let Some(number) = word.strip_prefix("win").filter(|rest| is_digits(rest)) {
                self.word("windows".to_owned());
                self.word(number.to_owned());
            } else {
                self.word(word);
            }
        }
    }

    fn word(&mut self, word: String) {
        if !word.is_empty() && self.words.len() < WORDS_LIMIT {
            self.words.push(word);
        }
    }

    /// The same query for other words.
    pub(super) fn of_words(&self, words: Vec<String>) -> Self {
        Self {
            words,
            ..self.clone()
        }
    }

    /// Returns the longest word, the last of several.
    pub(super) fn longest_word(&self) -> Option<&str> {
        let longest = self.words.iter().max_by_key(|word| word.len());
        longest.map(String::as_str)
    }

    pub fn is_empty(&self) -> bool {
        let placed = self.offset.is_some() || self.wants_size() || !self.accesses.is_empty();
        let narrowed = self.version.is_some() || self.changed_in.is_some();
        self.words.is_empty() && !narrowed && !placed
    }

    /// Returns whether the query is a name, with or without a point: `_EPROCESS 22H2`.
    pub fn is_name(&self, name: &str) -> bool {
        let alone = Self {
            version: None,
            before: None,
            arch: None,
            constant: None,
            pointer: None,
            symbol: None,
            ..self.clone()
        };
        let named = Self {
            words: vec![normal(name)],
            ..Self::default()
        };
        let pointer = self.pointer.as_deref().and_then(|it| it.get(1..));
        let words = pointer.filter(|it| self.words.len() == 1 && normal(it) == normal(name));
        let words = words.map_or_else(|| self.words.clone(), |it| vec![normal(it)]);
        let is_it = |words| {
            let alone = Self {
                words,
                ..alone.clone()
            };
            alone == named
        };
        let mut telling = words.clone();
        telling.retain(|word| !self.is_system(word));
        is_it(words) || is_it(telling)
    }

    /// Returns whether a word of the query is a filler word: it restricts nothing, and need not match.
    pub(super) fn is_filler(&self, word: &str) -> bool {
        let is_noise = NOISE.split(' ').any(|noise| noise == word);
        let is_register = is_register(word) || self.is_access && register_size(word).is_some();
        is_noise || is_register || self.is_system(word)
    }

    /// Returns whether a word belongs to the name of Windows: `win11 token` does not select one release.
    fn is_system(&self, word: &str) -> bool {
        let of_name = matches!(
            word,
            "windows" | "microsoft" | "version" | "os" | "10" | "11"
        );
        of_name && (self.has("windows") || self.has("os"))
    }

    /// Returns whether the query names Windows 10 or 11, which is many releases.
    pub(super) fn is_of_windows(&self) -> bool {
        (self.has("windows") || self.has("os")) && (self.has("10") || self.has("11"))
    }

    fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| word == name)
    }

    /// Returns whether the query is the name of a type and of its member, with or without a point.
    pub fn is_member(&self, of: &str, title: &str) -> bool {
        self.offset.is_none() && self.words == [normal(of), normal(title)]
    }

    /// Returns whether each word is a name of a hit: that of its type, of a member, of one inside it, or of a member with
    /// its type before it.
    pub fn names(&self, of: Option<&str>, title: &str) -> bool {
        let mut names: Vec<String> = title.split(['.', '[', ']']).map(normal).collect();
        names.extend(of.map(normal));
        names.extend(of.map(|of| normal(of) + &normal(title)));
        self.words.iter().all(|word| names.contains(word))
    }

    /// Returns the offset as interpreted, with its restrictions: `offset 0x2e0, x64`, `offset or size 0x2e0`; `None` without one.
    pub fn offset_in_words(&self) -> Option<String> {
        let place = |place: &Access| match place.size {
            Some(size) => format!("{size} bytes at {}", place.offset),
            None => format!("offset {}", place.offset),
        };
        let mut parts: Vec<String> = self.accesses.iter().map(place).collect();
        parts.extend(self.offset.map(|offset| format!("offset {offset}")));
        parts.extend(self.size.map(|size| format!("size {size}")));
        parts.extend(self.at_least.map(|size| format!("size at least {size}")));
        if parts.is_empty() {
            return self.bare.map(|bare| format!("offset or size {bare:#x}"));
        }
        parts.extend(self.arch.map(|arch| arch.to_string()));
        parts.extend(self.version.map(|version| format!("at {version}")));
        Some(parts.join(", "))
    }

    /// Returns whether a run covers the requested offset at a requested point.
    pub(super) fn takes(&self, run: &Run) -> bool {
        self.offset.is_none_or(|offset| run.covers(offset)) && self.at(run)
    }

    /// Returns whether a run has the requested size, if one is requested.
    pub(super) fn is_sized(&self, run: &Run) -> bool {
        self.size.is_none_or(|size| run.size == size)
    }

    /// Returns whether structures of a size are requested.
    pub(super) const fn wants_size(&self) -> bool {
        self.size.is_some() || self.at_least.is_some()
    }

    /// Returns whether a structure of this size is requested.
    pub(super) fn has_size(&self, size: ByteSize) -> bool {
        self.size.is_none_or(|wanted| size == wanted)
            && self.at_least.is_none_or(|least| size >= least)
    }

    /// Returns whether a run is at a requested point.
    pub(super) fn at(&self, run: &Run) -> bool {
        self.arch.is_none_or(|arch| run.first.arch == arch)
            && self.version.is_none_or(|version| run.reaches(version))
    }
}

/// The words of a query, without those around a type in the output of WinDbg, and without keywords of C beside names.
fn tokens(text: &str) -> Vec<&str> {
    let is_pdb = lookup::is_pdb(text);
    let separates = |c: char| {
        let is_brace = matches!(c, '{' | '}') && !is_pdb;
        is_brace || c.is_whitespace() || matches!(c, ',' | ';' | '"' | '`' | '(' | ')')
    };
    let words = text.split(separates).flat_map(|it| it.split(".."));
    let words = words.flat_map(split_point).filter(|it| !it.is_empty());
    let mut tokens = without_type(without_command(words.collect()));
    let is_keyword = |it: &&str| KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(it));
    if !tokens.iter().all(is_keyword) {
        tokens.retain(|it| !is_keyword(it));
    }
    tokens
}

/// The member that a line of C declares, and the offset in its comment: `ULONG Flags2; //0x460`.
fn declared(text: &str) -> Option<(&str, u32)> {
    let before = || text.strip_prefix("/*")?.split_once("*/");
    let (remark, code) = before().or_else(|| text.split_once("//").map(|(code, it)| (it, code)))?;
    let (name, _) = stated::member(code, &|_| false)?;
    Some((name, stated::commented_offset(remark)?))
}

/// Splits a path that ends in a version or an architecture: `6.2/x64`, `_EPROCESS/6.2/x64`, `_EPROCESS/22H2`.
fn split_point(word: &str) -> impl Iterator<Item = &str> {
    let (_, last) = lookup::split_point(word);
    let is_version = |last| Arch::from_alias(last).is_some() || lookup::version(last).is_ok();
    let is_point = last.is_some_and(is_version);
    word.split(move |c| is_point && c == '/')
}

/// The place in a segment, and the architecture of which that is typical: `gs:[188h]`, `fs:[124h]`.
fn without_segment(token: &str) -> (&str, Option<Arch>) {
    let segments = [("gs", Arch::X64), ("fs", Arch::X86)];
    let found = token.split_once(':').and_then(|(segment, place)| {
        let mut segments = segments.into_iter();
        let (_, arch) = segments.find(|(it, _)| it.eq_ignore_ascii_case(segment))?;
        Some((place, Some(arch)))
    });
    found.unwrap_or((token, None))
}

/// Returns whether a word is more than a number, a filler word or the name of a system.
fn names_something(token: &str) -> bool {
    let lower = token.to_ascii_lowercase();
    let is_filler = NOISE.split(' ').any(|it| it == lower);
    let is_system = matches!(&*lower, "windows" | "win" | "win10" | "win11" | "version");
    !is_filler && !is_system && !lower.starts_with(|c: char| c.is_ascii_digit())
}

/// The version that a word states; the number of a build alone only before an architecture, or beside a name if it is
/// too long for an offset.
fn version(token: &str, behind: &[&str], is_named: bool) -> Option<Version> {
    let is_point = behind
        .first()
        .is_some_and(|next| Arch::from_alias(next).is_some());
    let release = || lookup::release(token).map(Version::Release).ok();
    let exact = lookup::version(token).ok();
    let is_build = is_named && is_digits(token) && token.len() > BARE_DIGITS;
    exact.or_else(|| release().filter(|_| is_point || is_build))
}

/// The words of a line of `dt` or `dx` without the member's type and value: `+0x448 ActiveProcessLinks : _LIST_ENTRY`,
/// `[+0x460 ( 0: 0)] Flag : 0x0 [Type: unsigned long]`; the words of any other text.
fn without_type(words: Vec<&str>) -> Vec<&str> {
    let place = words.first().and_then(|it| match it.strip_prefix('[') {
        Some(place) => Some((place, words.iter().position(|it| it.ends_with(']'))?)),
        None => Some((*it, 0)),
    });
    let place = place.filter(|(place, _)| place.starts_with("+0x"));
    match place.and_then(|(place, at)| Some((place, words.get(at + 1..)?))) {
        Some((place, [name, ":" | "[Type:", ..])) => vec![place.trim_end_matches(']'), name],
        _ => words,
    }
}

/// The words of `dt` and `dx` that name a type and its members, without the command, its prompt (`0: kd>`), options and
/// addresses; the words of any other text, without the address after a cast.
fn without_command(mut words: Vec<&str>) -> Vec<&str> {
    let is_address = |word: &str| {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        word.starts_with('@') || is_hex && (digits.len() >= ADDRESS_DIGITS || digits == "0")
    };
    let prompt = words.iter().take(2).position(|it| it.ends_with('>'));
    let line = prompt.map_or(&words[..], |at| &words[at + 1..]);
    let Some((_, arguments)) = line
        .split_first()
        .filter(|(word, _)| COMMANDS.iter().any(|it| it.eq_ignore_ascii_case(word)))
    else {
        let mut before = "";
        words.retain(|word| {
            let is_cast = std::mem::replace(&mut before, word).ends_with('*');
            !(is_cast && is_address(word))
        });
        return words;
    };
    let is_option = |word: &str| {
        let letter = word.strip_prefix('-').and_then(|it| it.chars().next());
        letter.is_some_and(char::is_alphabetic)
    };
    let named = arguments.iter().copied();
    let named: Vec<&str> = named
        .filter(|it| !is_option(it) && !is_address(it))
        .collect();
    match named.iter().all(|it| normal(it).is_empty()) {
        true => words,
        false => named,
    }
}

/// The release of a phrase that begins with `windows`, `win` or `server`, and the number of further words in it. `win10`
/// alone can be several releases; before a version it is ignored.
fn release(token: &str, behind: &[&str]) -> Option<(Option<Release>, usize)> {
    let lower = token.to_ascii_lowercase();
    let mut systems = ["windows", "win", "server"].into_iter();
    let (system, number) = systems.find_map(|it| Some((it, lower.strip_prefix(it)?)))?;
    if !number.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    for taken in (0..=behind.len().min(2)).rev() {
        let phrase = std::iter::once(&token).chain(&behind[..taken]);
        let phrase: Vec<&str> = phrase.copied().collect();
        if behind[..taken]
            .iter()
            .any(|word| Arch::from_alias(word).is_some())
        {
            continue;
        }
        if let Some(release) = lookup::release_named(&phrase.join(" ")) {
            return Some((Some(release), taken));
        }
    }
    let is_version = |word: &&str| word.parse::<Version>().is_ok();
    let known = system != "server" && matches!(number, "" | "10" | "11");
    (known && behind.first().is_some_and(is_version)).then_some((None, 0))
}

/// The release in `changed in 22H2` or `changed:22H2`, and the number of further words that it takes.
fn changed_in(token: &str, behind: &[&str]) -> Option<(Release, usize)> {
    let (word, release) = token.split_once([':', '=']).unwrap_or((token, ""));
    if !["changed", "changed_in"]
        .iter()
        .any(|it| it.eq_ignore_ascii_case(word))
    {
        return None;
    }
    let is_in = behind
        .first()
        .is_some_and(|word| word.eq_ignore_ascii_case("in"));
    let skipped = usize::from(release.is_empty() && is_in);
    let mut words = behind.get(skipped..).unwrap_or_default();
    let own = [release];
    if !release.is_empty() {
        words = &own;
    }
    let (first, rest) = words.split_first()?;
    let (found, taken) = match self::release(first, rest) {
        Some((found, taken)) => (found?, 1 + taken),
        None => (lookup::release(first).ok()?, 1),
    };
    Some((
        found,
        if release.is_empty() {
            skipped + taken
        } else {
            0
        },
    ))
}

/// Returns whether a word only introduces the number after it.
fn is_preposition(token: &str) -> bool {
    ["offset", "at", "off", "ofs"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(token))
}

/// Returns whether a word is a processor register.
fn is_register(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_prefix(['r', 'e']).unwrap_or(&name);
    let numbered = |prefix: char, most: u8| {
        let number = name.strip_prefix(prefix);
        let number: Option<u8> = number.and_then(|digits| digits.parse().ok());
        number.is_some_and(|number| number <= most)
    };
    ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip"].contains(&plain)
        || numbered('r', 15)
        || numbered('x', 30)
}

/// The size of a register of x86 or x64, in bytes.
fn register_size(name: &str) -> Option<ByteSize> {
    let name = name.to_ascii_lowercase();
    let size = match name.as_bytes() {
        _ if matches!(&*name, "sil" | "dil" | "bpl" | "spl") => 1,
        [b'a'..=b'd', b'l' | b'h'] => 1,
        [b'r', .., end] if name.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => {
            let (digits, size) = match end {
                b'd' => (name.strip_suffix('d'), 4),
                b'w' => (name.strip_suffix('w'), 2),
                b'b' => (name.strip_suffix('b'), 1),
                _ => (Some(&*name), 8),
            };
            is_register(digits?).then_some(size)?
        }
        // Those of arm64 are in other instructions.
        [b'x', ..] => return None,
        _ if !is_register(&name) => return None,
        [b'r', ..] => 8,
        [b'e', ..] => 4,
        [_, _] => 2,
        _ => return None,
    };
    Some(ByteSize::new(size))
}

/// Returns whether an instruction accesses memory with the size of its register.
fn is_move(mnemonic: &str) -> bool {
    let all = [
        "mov", "cmp", "test", "add", "sub", "and", "or", "xor", "xchg", "inc", "dec",
    ];
    all.iter().any(|it| it.eq_ignore_ascii_case(mnemonic))
}

/// Returns whether only x64 has a register: `rcx`, `r8`, but not `ecx`, which x86 has too.
fn is_wide(register: &str) -> bool {
    register.starts_with(['r', 'R'])
}

/// Truncates the text to [`TEXT_LIMIT`].
fn cut(text: &str) -> &str {
    text.get(..text.floor_char_boundary(TEXT_LIMIT))
        .unwrap_or(text)
}

/// The operand size of an assembler keyword, in bytes.
fn operand_size(token: &str) -> Option<ByteSize> {
    let sizes = [("byte", 1), ("word", 2), ("dword", 4), ("qword", 8)];
    let mut sizes = sizes.into_iter();
    let (_, size) = sizes.find(|(word, _)| word.eq_ignore_ascii_case(token))?;
    Some(ByteSize::new(size))
}

/// Parses `size`, `sizeof`, `size=0x88` or `size>=0x88`; returns whether it is a lower bound, and the number if given.
fn sized(token: &str) -> Option<(bool, Option<u32>)> {
    let rest = token
        .get(..4)
        .filter(|head| head.eq_ignore_ascii_case("size"))?;
    let rest = token.get(rest.len()..)?;
    let rest = if rest == "of" { "" } else { rest };
    let bound = rest.strip_prefix(">=").or_else(|| rest.strip_prefix('≥'));
    let at_least = bound.is_some();
    let size = match bound.or_else(|| rest.strip_prefix(['=', ':'])) {
        Some("") => None,
        Some(size) => Some(number(size).or_else(|| u32::from_str(size).ok())?),
        None if rest.is_empty() => None,
        None => return None,
    };
    Some((at_least, size))
}

/// Parses a number that cannot be a word: `0x58`, `58h`, and `0n88`, which is decimal.
fn number(text: &str) -> Option<u32> {
    if let Some(digits) = decimal_digits(text) {
        return digits.parse().ok();
    }
    let plain = text.strip_suffix('h').unwrap_or(text);
    let prefixed = plain
        .strip_prefix("0x")
        .or_else(|| plain.strip_prefix("0X"));
    let is_marked = plain != text && plain.starts_with(|c: char| c.is_ascii_digit());
    hex(prefixed.or_else(|| is_marked.then_some(plain))?)
}

/// Parses a number of few digits without a prefix: `2e0`.
fn bare(text: &str) -> Option<u32> {
    let is_number = text.len() <= BARE_DIGITS && text.starts_with(|c: char| c.is_ascii_digit());
    hex(text).filter(|_| is_number)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
