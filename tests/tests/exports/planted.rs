//! Layouts with one mistake each, which every reader must find.

use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::export::{Format, NESTING_LIMIT, Options};
use strata_core::{ByteSize, Layout};
use strata_tests::data::dataset;

use crate::expected::{self, Records};
use crate::specimen::{last_bit_moved, moved, one, planted, unit, with_moved_member};

/// A layout with a mistake in it.
pub(crate) struct Planted {
    /// What is wrong.
    pub(crate) what: &'static str,
    /// The name of what is wrong.
    pub(crate) name: &'static str,
    /// The layout without the mistake.
    pub(crate) right: (&'static Structure, &'static Layout),
    layout: Layout,
    types: Option<Catalogue>,
}

impl Planted {
    /// What is printed of it.
    pub(crate) fn text(&self, format: Format, options: Options) -> String {
        let types = self.types.as_ref().unwrap_or(dataset().catalogue());
        let of = (self.right.0, &self.layout);
        format.write(&unit(of, types, format, NESTING_LIMIT), options)
    }

    /// What is printed of the layout without the mistake.
    pub(crate) fn right(&self, format: Format, options: Options) -> String {
        let types = dataset().catalogue();
        format.write(&unit(self.right, types, format, NESTING_LIMIT), options)
    }

    /// What a reader must find.
    pub(crate) fn records(&self) -> Records {
        expected::records(self.right.1, dataset().catalogue(), NESTING_LIMIT)
    }

    /// Asks a reader, which says what is wrong in a text, of the right one and of the mistaken one.
    #[track_caller]
    pub(crate) fn must_be_found_by(
        &self,
        format: Format,
        options: Options,
        reader: impl Fn(&Self, String) -> Vec<String>,
    ) {
        let (right, mistaken) = (self.right(format, options), self.text(format, options));
        assert_ne!(right, mistaken, "{}", self.what);
        let wrong = reader(self, right);
        assert_eq!(wrong, Vec::<String>::new(), "{}", self.what);
        let wrong = reader(self, mistaken);
        let told = wrong.iter().any(|one| one.contains(self.name));
        assert!(
            told,
            "{}: nothing is said of {}: {wrong:#?}",
            self.what, self.name
        );
    }
}

/// An offset, a size, a bit, an offset in a nested type.
pub(crate) fn planted_mistakes() -> [Planted; 4] {
    let consumer = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let with_bits = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let silo = one("ETW_SILODRIVERSTATE", "2004", "x64");
    [
        Planted {
            what: "a wrong offset",
            name: "Disconnected",
            right: consumer,
            layout: planted(consumer.1, "Disconnected", |it| {
                it.offset = moved(it.offset, 1);
            }),
            types: None,
        },
        Planted {
            what: "a wrong size",
            name: "LoggerId",
            right: consumer,
            layout: planted(consumer.1, "LoggerId", |it| {
                it.ty = "USHORT".parse().expect("it is a type");
                it.size = ByteSize::new(2);
            }),
            types: None,
        },
        Planted {
            what: "a wrong bit",
            name: "Wow",
            right: with_bits,
            layout: planted(with_bits.1, "Flags", |it| last_bit_moved(&mut it.bits)),
            types: None,
        },
        Planted {
            what: "a wrong offset in a nested type",
            name: "ApcDisable",
            right: silo,
            layout: silo.1.clone(),
            types: Some(with_moved_member(silo.1, "KMUTANT", 1)),
        },
    ]
}
