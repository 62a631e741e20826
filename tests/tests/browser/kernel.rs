//! Tests of pages of types without an article, with a server and on a static site.

use strata_core::{ByteOffset, Point};
use strata_tests::browser::{Profile, Session, site_urls, visit};
use strata_tests::data::dataset;

use super::decode::paste;

const PROCESS: &str = "_EPROCESS";
const AT: &str = "22H2/x64";
const TEXT: &str = "#export-text";

fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

fn offset_of(member: &str, at: Point) -> ByteOffset {
    let structure = dataset().structure(PROCESS).expect("a type");
    let layout = structure.layout(at).expect("a layout");
    let mut members = layout.members();
    let found = members.find(|it| it.name.as_deref() == Some(member));
    found.expect("a member").offset
}

/// The point of the layout after that one.
fn next(at: Point) -> Point {
    let structure = dataset().structure(PROCESS).expect("a type");
    let layouts = structure.layouts();
    let points = layouts.iter().map(|layout| layout.point);
    let mut points = points.filter(|it| it.arch == at.arch);
    points.find(|it| *it == at).expect("the point");
    points.next().expect("one more")
}

/// Waits until the member's row shows its offset at that point.
async fn until_offset(session: &Session, member: &str, at: Point) {
    let expected = offset_of(member, at).to_string();
    let script = format!("return document.querySelector('tr[data-key=\"{member}\"]')?.textContent");
    let shown = async || {
        let row = session.script(&script).await;
        let row = row.as_str().unwrap_or_default().to_lowercase();
        row.contains(&expected).then_some(())
    };
    session
        .until(&format!("{member} at {expected}"), shown)
        .await;
}

#[test]
fn a_layout_is_stepped_through_exported_and_left_for_others() {
    visit(Profile::DESKTOP, async |session| {
        let at = point(AT);
        session.open(&format!("/structures/{PROCESS}/{at}")).await;
        until_offset(session, "Token", at).await;
        session.click(".export-list li:first-child a").await;
        let header = session.text(TEXT).await;
        assert!(header.contains(&format!("{PROCESS} at {at}")), "{header}");
        session.send("body", "]").await;
        let after = next(at);
        session
            .until_at(&format!("/structures/{PROCESS}/{after}"))
            .await;
        until_offset(session, "Token", after).await;
        session
            .until_text(TEXT, &format!("{PROCESS} at {after}"))
            .await;
        let link = session.attribute(".export-head a[download]", "href").await;
        let link = link.expect("the text is somewhere");
        assert_eq!(
            link.starts_with("data:"),
            !site_urls::has_server(),
            "{link}"
        );
    });
}

#[test]
fn a_link_to_a_member_leads_to_its_row() {
    visit(Profile::DESKTOP, async |session| {
        let path = format!("/structures/{PROCESS}/{AT}#row-Token");
        session.open(&path).await;
        let script = "const row = document.querySelector(':target');
            return row?.dataset.key === 'Token' && row.getBoundingClientRect().top < innerHeight";
        session.until_script(script, true).await;
    });
}

#[test]
fn bytes_are_decoded() {
    visit(Profile::DESKTOP, async |session| {
        let at = point(AT);
        let structure = dataset().structure(PROCESS).expect("a type");
        let size = structure.layout(at).expect("a layout").size;
        let mut bytes = vec![0_u8; size.index()];
        let id = offset_of("UniqueProcessId", at).index();
        bytes[id..id + 2].copy_from_slice(&[0x34, 0x12]);
        let rows = bytes.chunks(16).enumerate().map(|(row, bytes)| {
            let bytes: String = bytes.iter().map(|byte| format!(" {byte:02x}")).collect();
            format!("ffff8000`{:08x} {bytes}\n", row * 16)
        });
        session
            .open(&format!("/structures/{PROCESS}/{at}/decode"))
            .await;
        session.find("fieldset.decode-input:not([disabled])").await;
        paste(session, &rows.collect::<String>()).await;
        super::decode::until_value(session, "UniqueProcessId", "0x1234").await;
    });
}

#[test]
fn two_versions_are_compared() {
    visit(Profile::DESKTOP, async |session| {
        let path = format!("/structures/{PROCESS}/diff/{AT}/11-24H2/x64");
        session.open(&path).await;
        session.find(".tone-same").await;
        session.until_at(&path).await;
    });
}

#[test]
fn a_point_that_is_typed_leads_to_it() {
    visit(Profile::DESKTOP, async |session| {
        for (form, path) in [("layout", ""), ("decode", "/decode")] {
            let origin = session.url("/");
            let origin = origin.trim_end_matches('/');
            let end = if site_urls::has_server() { "" } else { "/" };
            let url = format!("{origin}/structures/{PROCESS}/{form}{end}?point=win7%20x86");
            session.web.goto(url).await.unwrap();
            session.until_hydrated().await;
            session
                .until_at(&format!("/structures/{PROCESS}/6.1/x86{path}"))
                .await;
        }
    });
}
