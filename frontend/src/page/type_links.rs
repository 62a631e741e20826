//! Where the types of a layout's members lead.

use std::collections::BTreeMap;

use strata_core::{Dataset, Layout};

use super::uses::link;

/// The pages of the types that members are of or lead to, by the members' rows.
#[must_use]
pub fn type_links(dataset: &Dataset, layout: &Layout) -> BTreeMap<String, String> {
    let links = layout.members().filter_map(|member| {
        let route = link(dataset, member.ty.base())?;
        Some((member.row.to_string(), route.to_string()))
    });
    links.collect()
}
