//! `GET /types/{name}`: a type at every release, and its uses. Superseded by `GET /structures/{name}`; kept for scripts.

use axum::http::HeaderValue;
use axum::http::header::LINK;
use strata_core::catalogue::{LayoutClass, Type};
use strata_core::name::NAME_LIMIT;
use strata_core::search::wire::PlaceDto;
use strata_core::span::Span;
use strata_core::types::{EnumValue, SizeAndAlign, TypeMember};
use strata_core::wire::SourceDto;
use strata_core::xref::{self, Holder, Use};
use strata_core::{Arch, BitRange, ByteSize, Release};
use strata_frontend::route::site_url;

use super::prelude::*;

answers! {
    /// A type that members have, at every point where it is known.
    #[schemars(rename = "Type")]
    pub(super) struct TypeAnswer(dataset: &Dataset, ty: &Type) with {
        let by_hand = ty.data_file.as_ref();
        let witness = || {
            let last = ty.classes().iter().filter_map(|class| class.images.iter().next_back());
            let newest = dataset.catalogue().image(last.max()?)?;
            newest.sources.first().map(ToString::to_string)
        };
        let source = witness().or_else(|| by_hand.map(|it| it.source.clone()));
    } {
        name: String = ty.name.without_tag_underscore().to_owned(),
        /// `struct`, `union`, `enum` or `scalar`.
        kind: &'static str as "words::TypeKind" = ty.kind().as_str(),
        /// A description in one sentence.
        summary: String = by_hand.map_or_else(String::new, |it| it.summary.clone()),
        source: SourceDto = assemble::source(dataset, &source.unwrap_or_default()),
        /// The layouts, by release and architecture.
        layouts: Vec<TypeLayoutAnswer> = layouts(dataset, ty),
        /// The members of structures and of other nested types that have this type or point to it.
        uses: Vec<UseAnswer> = xref::uses(dataset, ty.name.as_str()).iter().map(UseAnswer::new).collect(),
    }

    /// The layout of a nested type in some releases.
    #[schemars(rename = "NestedTypeLayout")]
    struct TypeLayoutAnswer(dataset: &Dataset, class: &LayoutClass, measure: SizeAndAlign, of: (String, Option<Arch>)) {
        /// The releases, in the notation of the data files: `6.0 to 6.3`, `all`.
        versions: String = of.0,
        /// The architecture; null for all stated architectures.
        arch: Option<&'static str> as "Option<words::Arch>" = of.1.map(Arch::as_str),
        /// In bytes.
        size: u32 = measure.size.get(),
        /// The alignment in bytes.
        align: u32 = measure.align.get(),
        /// The members, in the order of the symbol file.
        members: Vec<TypeMemberAnswer> = class.members.iter().map(|it| TypeMemberAnswer::new(it)).collect(),
        /// The named values of an enumeration.
        values: Vec<TypeValueAnswer> = class.values.iter().map(TypeValueAnswer::new).collect(),
        /// The source, if it differs from that of the type.
        source: Option<SourceDto> = class.source.as_deref().map(|source| assemble::source(dataset, source)),
        /// Further remarks.
        note: Option<String> = class.note.clone(),
    }

    /// A member of a nested type. Members of anonymous unions are listed beside the others, at overlapping offsets.
    #[schemars(rename = "NestedTypeMember")]
    struct TypeMemberAnswer(member: &TypeMember) {
        name: String = member.declaration.name.to_string(),
        r#type: String = member.declaration.ty.to_string(),
        /// In bytes from the start of the nested type.
        offset: u32 = member.offset.get(),
        /// The lowest bit within the integer at `offset`; null if the member is not a bit field.
        bit: Option<u8> = member.bits.map(BitRange::bit),
        /// The number of bits; null if the member is not a bit field.
        width: Option<u8> = member.bits.map(BitRange::width),
    }

    /// A named value of an enumeration.
    #[schemars(rename = "NestedTypeValue")]
    struct TypeValueAnswer(value: &EnumValue) {
        name: String = value.name.to_string(),
        value: i64 = value.value,
    }

    /// A member that has the type, or points to it.
    #[schemars(rename = "TypeUse")]
    struct UseAnswer(used: &Use) with {
        let (structure, row, holder) = match &used.holder {
            Holder::Structure(structure, row) => (Some(structure), Some(row), None),
            Holder::Type(holder) => (None, None, Some(holder)),
        };
    } {
        /// `contains` or `points-to`.
        how: &'static str as "words::How" = used.how.as_str(),
        /// The structure that has the member; null for a member of a nested type.
        structure: Option<String> = structure.map(ToString::to_string),
        /// The id of the member's row in the structure; null for a member of a nested type.
        row: Option<String> = row.map(ToString::to_string),
        /// The nested type that has the member; null for a member of a structure.
        holder: Option<String> = holder.map(ToString::to_string),
        /// The name of the member.
        member: String = used.member.clone(),
        /// The type of the member.
        r#type: String = used.ty.to_string(),
        /// The places of the member in the structure; empty for a member of a nested type.
        places: Vec<PlaceDto> = used.runs.iter().map(PlaceDto::new).collect(),
    }
}

/// The layouts at releases: those of symbol files, by architecture, each with the releases that have it; then those
/// stated by hand.
fn layouts(dataset: &Dataset, ty: &Type) -> Vec<TypeLayoutAnswer> {
    let catalogue = dataset.catalogue();
    let mut answers = Vec::new();
    for arch in Arch::ALL {
        let mut held: Vec<(&LayoutClass, Vec<Release>)> = Vec::new();
        for release in Release::all() {
            let scope = catalogue.scope(release, arch);
            let Some(class) = scope.image.and_then(|image| ty.class_of(image)) else {
                continue;
            };
            match held
                .iter_mut()
                .find(|(other, _)| std::ptr::eq(*other, class))
            {
                Some((_, releases)) => releases.push(release),
                None => held.push((class, vec![release])),
            }
        }
        for (class, releases) in held {
            let first = releases.first().copied().unwrap_or(Release::FIRST);
            let measure = catalogue.measure_of(class, catalogue.scope(first, arch));
            // In the notation of the data files: `6.0 to 6.3, 1607`.
            let versions: Vec<String> = Span::of(releases).iter().map(Span::to_string).collect();
            let of = (versions.join(", "), Some(arch));
            answers.push(TypeLayoutAnswer::new(dataset, class, measure, of));
        }
    }
    for class in ty.data_file.iter().flat_map(|by_hand| &by_hand.classes) {
        let Some((versions, arch)) = &class.releases else {
            continue;
        };
        let align = class.align.unwrap_or(ByteSize::new(1));
        let measure = SizeAndAlign {
            size: class.size,
            align,
        };
        let of = (versions.to_string(), *arch);
        answers.push(TypeLayoutAnswer::new(dataset, class, measure, of));
    }
    answers
}

pub(super) fn resource() -> Resource {
    let name = Parameter::path(
        "name",
        "The name of the type. Case and a leading underscore do not count.",
        "RTL_BITMAP",
    );
    let name = name.with_schema(|_| json_schema!({ "type": "string", "maxLength": NAME_LIMIT }));
    Operation::new(
        "getType",
        "A nested type at every point",
        "The layouts of a type that members have, by release, their sources, and the members that have the type \
            or point to it.",
        Message::json::<TypeAnswer>("The type, by release and architecture."),
    )
    .with([name])
    .deprecated()
    .at("/types/{name}", nested)
}

async fn nested(call: Call<(), String>) -> ApiResult {
    let dataset = call.app.dataset();
    let structure = lookup::structure(dataset, &call.path)?;
    let ty = structure.ty().ok_or_else(|| {
        Error::not_found(format!("{} is not the type of a member", structure.name))
    })?;
    let successor = format!(
        "<{}>; rel=\"successor-version\"",
        site_url(&url::structure(&structure.name))
    );
    let url = url::nested_type(&ty.name);
    let mut response = call.cached_json(&url, || TypeAnswer::new(dataset, ty))?;
    if let Ok(link) = HeaderValue::from_str(&successor) {
        response.headers_mut().append(LINK, link);
    }
    Ok(response)
}
