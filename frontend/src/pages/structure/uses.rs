//! Which types a structure uses, and who uses it.

use crate::view::*;

use crate::components::used_by::{UsedBy, how, member, places};
use crate::page::uses::{StructureUses, TypeUses, UseLine};

/// Which types a structure uses, and who uses it.
#[component]
pub fn UsesView(uses: StructureUses) -> impl IntoView {
    let StructureUses { uses, used_by } = uses;
    let outward = match uses.is_empty() {
        true => {
            any_view! { <p>"None of its members is of a type that has a page here."</p> }
        }
        false => outward(uses),
    };
    let inward = match used_by.is_empty() {
        true => any_view! {
            <p>"No member of a structure or type here contains it or holds its address."</p>
        },
        false => any_view! { <UsedBy uses=used_by labelled="used-by"/> },
    };
    any_view! {
        <section>
            <h2 id="uses">"Types that it uses"</h2>
            {outward}
        </section>
        <section>
            <h2 id="used-by">"Used by"</h2>
            {inward}
        </section>
    }
}

fn outward(uses: Vec<TypeUses>) -> AnyView {
    let rows = uses.into_iter().map(of_type).collect_view();
    any_view! {
        <div class="table-box" role="region" aria-labelledby="uses" tabindex="0">
            <table class="plain-table uses">
                <thead>
                    <tr>
                        <th scope="col">"Type"</th>
                        <th scope="col">"Member"</th>
                        <th scope="col">"How"</th>
                        <th scope="col">"Where"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn of_type(ty: TypeUses) -> impl IntoView {
    let TypeUses {
        name,
        url,
        summary,
        uses,
    } = ty;
    let count = uses.len().to_string();
    let mut head = Some(view! {
        <th scope="rowgroup" rowspan=count>
            <a href=url title=summary>
                <code>{name}</code>
            </a>
        </th>
    });
    let row = move |used: UseLine| {
        view! {
            <tr>
                {head.take()}
                <td>{member(&used)}</td>
                <td>{how(used.how)}</td>
                <td>{places(used.places)}</td>
            </tr>
        }
    };
    uses.into_iter().map(row).collect_view()
}
