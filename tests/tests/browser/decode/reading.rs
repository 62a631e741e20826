//! Tests of how input is read.

use serde_json::{Value, json};
use strata_tests::browser::{Profile, visit};

use super::{MANGLED, PAGE, open, paste, pasted, read_text, requests, value};

#[test]
fn a_pasted_dump_is_decoded_and_nothing_is_asked_for() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let before = session.evidence().await.requests.len();
        paste(session, MANGLED).await;
        assert_eq!(
            value(session, "ProcessHandle").await,
            "0x88 handle in the table of the process"
        );
        assert_eq!(value(session, "LoggerId").await, "0xc 12");
        assert_eq!(value(session, "Wow").await, "1");
        assert!(
            value(session, "NextNotDelivered")
                .await
                .starts_with("unknown")
        );
        session.expect_text(".fact-dialect", "WinDbg db").await;
        session
            .expect_text(".fact-base", "0xffffa80c1a2b3c40")
            .await;
        session.expect_text(".fact-unreadable", "16").await;
        session.expect_text(".fact-missing", "16").await;
        assert_eq!(
            session.find_all(".hex-run.is-unreadable").await.len(),
            8 / 2
        );
        let after = session.evidence().await.requests;
        assert_eq!(after.len(), before, "{:?}", after.get(before..));
    });
}

#[test]
fn every_line_has_its_fate_in_the_gutter() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        let script = "return [...document.querySelectorAll('.source-line')]
            .map(line => [...line.querySelector('.source-fate').childNodes]
                .filter(part => part.className !== 'source-why').map(part => part.textContent).join(''))
            .join('|')";
        session
            .until_script(
                script,
                "›prompt|✗skipped|›prompt|✓read +0x00, 16 bytes|✓read +0x10, 16 bytes|✗skipped|\
             ✓read +0x30, 16 bytes|✓read +0x40, 16 bytes|✓read +0x50, 16 bytes",
            )
            .await;
        let why =
            "return document.querySelector('.source-line:nth-child(6) .source-why').textContent";
        let why = read_text(session, why).await;
        assert!(why.contains("zz"), "{why}");
        // Each beside its own line of the field.
        let beside = "const field = document.querySelector('#decode-text').getBoundingClientRect();
            const line = number => document.getElementById('decode-text-' + number).getBoundingClientRect();
            const [first, last] = [line(1), line(9)];
            return String(first.top === field.top && last.top - first.top === 8 * first.height)";
        session.until_script(beside, "true").await;
        session
            .expect_text(".margin-summary", "9 lines, 5 read, 2 skipped, 2 ignored")
            .await;
    });
}

#[test]
fn every_skipped_line_is_listed_with_its_number_and_the_reason() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, MANGLED).await;
        session
            .expect_text(".decode-skipped summary", "2 lines were skipped")
            .await;
        let script = "return [...document.querySelectorAll('.skipped-line')]
            .map(line => [...line.children].map(part => part.textContent))";
        let Value::Array(lines) = session.script(script).await else {
            panic!("no list");
        };
        assert_eq!(
            (&lines[0][0], &lines[0][1]),
            (&json!("line 2"), &json!("hello"))
        );
        assert_eq!(lines[1][0], json!("line 6"));
        assert!(lines[1][2].as_str().unwrap().contains("zz"), "{lines:?}");
        // The line number is a link to the line.
        session.click(".skipped-line:nth-child(2) .to-line").await;
        session
            .until_script("return document.activeElement.id", "decode-text-6")
            .await;
    });
}

#[test]
fn a_long_text_is_shown_a_part_at_a_time() {
    visit(Profile::DESKTOP, async |session| {
        pasted(session, &"11 22 33 44\n".repeat(500)).await;
        session.find("#decode-text-200").await;
        assert_eq!(session.find_all(".source-line").await.len(), 200);
        // Beside the visible lines.
        let end = "const frame = document.querySelector('#decode-source');
            frame.scrollTop = frame.scrollHeight";
        session.script(end).await;
        session.find("#decode-text-500").await;
        assert!(session.find_all("#decode-text-1").await.is_empty());
        let beside = "const field = document.querySelector('#decode-text').getBoundingClientRect();
            const line = document.getElementById('decode-text-500').getBoundingClientRect();
            return String(Math.round((line.top - field.top) / line.height))";
        session.until_script(beside, "499").await;
        // For a file, with its text and buttons to the other lines.
        let file = "const files = new DataTransfer();
            files.items.add(new File(['11 22 33 44\\n'.repeat(500)], 'long.log'));
            const input = document.querySelector('#decode-file');
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));";
        session.script(file).await;
        session.find(".margin-leaves").await;
        assert_eq!(session.find_all(".source-line").await.len(), 200);
        session.click(".margin-leaves button:last-child").await;
        session.find("#decode-text-400").await;
        session.click(".margin-leaves button:last-child").await;
        session.find("#decode-text-500").await;
        assert_eq!(
            session.find_all(".source-line .source-text").await.len(),
            100
        );
    });
}

#[test]
fn the_page_answers_while_the_worker_reads_a_long_text() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let before = requests(session).await;
        // Counts ticks of a 20 ms timer while the page shows that it reads, and the bytes sent to the worker.
        let watch = "window.ticks = 0;
            setInterval(() => window.ticks += document.querySelector('.decode-reading') !== null, 20);
            window.given = 0;
            const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (source, moved) {
                window.given += source.byteLength;
                return post.call(this, source, moved);
            };";
        session.script(watch).await;
        let file = "const files = new DataTransfer();
            files.items.add(new File([text], 'long.log'));
            const input = document.querySelector('#decode-file');
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));";
        let field = "const field = document.querySelector('#decode-text');
            field.value = text;
            field.dispatchEvent(new Event('input', { bubbles: true }));";
        // 6 MB.
        for (put, rows) in [(file, 85_000_u64), (field, 84_000)] {
            let script = format!(
                "const row = n => 'ffffa80c`' + n.toString(16).padStart(8, '0') +
                    '  00 11 22 33 44 55 66 77-88 99 aa bb cc dd ee ff  ..\\n';
                 const text = Array.from({{ length: {rows} }}, (_, n) => row(n * 16)).join('');
                 window.ticks = window.given = 0;
                 {put}
                 return text.length"
            );
            let length = session.script(&script).await;
            let bytes = rows * 16;
            session
                .expect_text(".fact-bytes", &format!("{bytes} ({bytes:#x})"))
                .await;
            let ticks = session.script("return window.ticks").await;
            assert!(ticks.as_u64() >= Some(5), "the timer fired {ticks} times");
            // The worker gets the whole text once, with the options.
            let given = session.script("return window.given").await.as_u64();
            let more = given.zip(length.as_u64()).map(|(given, text)| given - text);
            assert!(more < Some(64), "{given:?} bytes for a text of {length}");
            assert!(session.find_all(".decode-reading").await.is_empty());
        }
        assert_eq!(requests(session).await, before);
    });
}

#[test]
fn a_long_paste_is_taken_as_a_file() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let paste = |row: &str| {
            format!(
                "const text = '{row}\\n'.repeat(20000);
                 const data = new DataTransfer();
                 data.setData('text', text);
                 const options = {{ clipboardData: data, bubbles: true, cancelable: true }};
                 const field = document.querySelector('#decode-text');
                 return field.dispatchEvent(new ClipboardEvent('paste', options))"
            )
        };
        // Numbers are bytes; words are no bytes of a file either.
        let taken = session.script(&paste("11 22 33 44 55 66 77 88")).await;
        assert_eq!(taken, json!(false), "the field gets none of it");
        session.expect_text(".fact-bytes", "160000 (0x27100)").await;
        session
            .expect_text(
                ".decode-took",
                "pasted text (480000 bytes) was read as text. Read it as raw bytes",
            )
            .await;
        let typed = "return document.querySelector('#decode-text').value";
        assert_eq!(session.script(typed).await, json!(""));
        session.script(&paste("no dump has such a line")).await;
        session.find(".decode-error:not([hidden])").await;
        assert!(session.find_all(".fact-bytes").await.is_empty());
    });
}

#[test]
fn only_the_last_of_several_texts_is_shown() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        // The note may be shown for less time than the polling interval.
        let watch = "globalThis.noted = false;
            new MutationObserver(() => noted ||= !!document.querySelector('.decode-reading'))
                .observe(document.getElementById('decode'), { childList: true, subtree: true });";
        session.script(watch).await;
        paste(session, &"11 22 33 44 55 66 77 88\n".repeat(20_000)).await;
        paste(session, MANGLED).await;
        session.expect_text(".fact-dialect", "WinDbg db").await;
        session
            .expect_text(".margin-summary", "9 lines, 5 read, 2 skipped, 2 ignored")
            .await;
        assert_eq!(session.script("return noted").await, true);
    });
}

#[test]
fn what_may_be_two_things_is_switched() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        // Numbers, or bytes in their written order.
        paste(session, &"00112233 44556677 8899aabb ccddeeff\n".repeat(9)).await;
        let first = session.text(".fact-dialect").await;
        session.click(".decode-also .read-as").await;
        session
            .until("the other reading", async || {
                (session.text(".fact-dialect").await != first).then_some(())
            })
            .await;
        session.click(".read-undo").await;
        session.expect_text(".fact-dialect", &first).await;
    });
}

#[test]
fn every_dialect_is_listed_and_can_be_chosen() {
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        let summary = session.text(".decode-dialects summary").await;
        assert!(summary.starts_with("Supported formats ("), "{summary}");
        assert!(session.find_all(".dialect").await.len() > 20);
        assert!(session.find_all(".dialect .read-as").await.is_empty());
        paste(session, MANGLED).await;
        session.find(".hex").await;
        session.click(".decode-dialects summary").await;
        session.press("Read it as plain hexadecimal").await;
        session
            .until("another reading, or why there is none", async || {
                let plain = session.find_all(".read-undo").await;
                (!plain.is_empty()).then_some(())
            })
            .await;
        // Unfolded parts stay unfolded.
        session.find(".decode-dialects[open]").await;
    });
}

#[test]
fn a_layout_is_compared_with_ours() {
    let page = "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode";
    visit(Profile::DESKTOP, async |session| {
        open(session, page).await;
        let before = requests(session).await;
        paste(
            session,
            "0: kd> dt nt!_ETW_REALTIME_CONSUMER\n   +0x000 Links            : _LIST_ENTRY\n   \
             +0x010 ProcessHandle    : Ptr64 Void\n   +0x058 LoggerId         : Uint2B\n",
        )
        .await;
        session.find(".decode-compared").await;
        let rows = session.find_all(".compared-row").await.len();
        assert!(rows >= 3, "{rows}");
        let same = session.find_all(".compared-row.is-same").await.len();
        assert!(same >= 2, "{same}");
        assert!(session.find_all(".hex").await.is_empty());
        assert_eq!(requests(session).await, before);
    });
}

#[test]
fn a_file_is_taken_as_what_it_is_and_otherwise_on_request() {
    let folder = std::env::temp_dir().join(format!("strata-decode-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (blob, dump) = (folder.join("blob.bin"), folder.join("dump.txt"));
    let mut bytes = vec![0_u8; 0x88];
    bytes[0x10] = 0x44;
    std::fs::write(&blob, &bytes).unwrap();
    std::fs::write(&dump, MANGLED).unwrap();
    visit(Profile::DESKTOP, async |session| {
        open(session, PAGE).await;
        session.send("#decode-file", blob.to_str().unwrap()).await;
        session.expect_text(".fact-dialect", "raw bytes").await;
        session.expect_text(".fact-bytes", "136 (0x88)").await;
        assert_eq!(
            value(session, "ProcessHandle").await,
            "0x44 handle in the table of the process"
        );
        let before = requests(session).await;
        session.send("#decode-file", dump.to_str().unwrap()).await;
        session.expect_text(".fact-dialect", "WinDbg db").await;
        session.click(".decode-took button").await;
        session.expect_text(".fact-dialect", "raw bytes").await;
        assert_eq!(requests(session).await, before);
    });
    std::fs::remove_dir_all(&folder).unwrap();
}
