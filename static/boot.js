// Code for every page, and the start of the WASM module on interactive pages. A file and not an inline script, so that
// the content security policy needs no exception.

// The globals that Leptos' hydration reads; all empty, because every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

// Completes the citation's address with the origin, and shows a notice if the address cites other data. The entry for a
// citation manager has no address of a server on this machine: it would lead nobody else anywhere.
const own = document.getElementById("citation")?.dataset.hash;
const cited = new URLSearchParams(location.search).get("data");
const otherwise = document.getElementById("cited-otherwise");
const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
for (const text of document.querySelectorAll(".citation-text")) {
  if (isLocal && text.matches("pre")) {
    text.textContent = text.textContent.replace(/,\n {2}(?:url = \{|"URL": ")\/.*/, "");
  }
  text.textContent = text.textContent.replace(/(?<=[\s{"])\/[^\s{}"]*[?&]data=[^\s{}"]*/, (place) => location.origin + place);
}
if (cited && own && otherwise && !own.startsWith(cited.toLowerCase())) {
  otherwise.querySelector("code").textContent = cited.slice(0, 64);
  otherwise.hidden = false;
}

// The heads of tables stay in sight below the bar with the structure: in a box that scrolls by itself, and in the
// page if the box need not scroll.
const bar = document.querySelector(".point-bar");
const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target === bar) {
      const shown = bar.offsetHeight + Math.min(parseFloat(getComputedStyle(bar).top) || 0, 0);
      document.documentElement.style.setProperty("--bar-height", `${shown}px`);
    } else {
      target.classList.toggle("fits", target.scrollWidth <= target.clientWidth && target.scrollHeight <= target.clientHeight);
    }
  }
});
for (const box of document.querySelectorAll(".point-bar, .table-box, .table-frame, .history-box")) {
  sized.observe(box);
}

// The module, fetched and started once, by the first code that needs it.
let loading;
const load = () =>
  (loading ??= import("./app.js").then(async (module) => {
    await module.default();
    return module;
  }));

// The search field: its first use loads the module. Until then, and if it cannot be loaded, the field is a form.
const FIELD = "search-text";
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
let coming = false;
const come = async ({ target }) => {
  if (target?.id === FIELD && !coming) {
    coming = true;
    const { startSearch } = await load();
    await startSearch();
  }
};
addEventListener("focusin", come);
come({ target: document.activeElement });
// Escape closes the list of hits; without an open list, it leaves the field, so that the page gets its keys back. It
// also leaves the decode page's input field, which has the focus initially.
addEventListener(
  "keydown",
  ({ key, target }) => {
    const leaves = target.id === FIELD || target.id === FIELD_OF.decode;
    if (key === "Escape" && leaves && target.getAttribute("aria-expanded") !== "true") {
      target.blur();
    }
  },
  true,
);
addEventListener("keydown", (event) => {
  const others = event.altKey || event.shiftKey;
  const command = event.ctrlKey || event.metaKey;
  const typing = event.target.closest?.(FIELDS);
  const slash = event.key === "/" && !command && !event.altKey && !typing;
  const field = document.getElementById(FIELD);
  if (field && (slash || (event.key.toLowerCase() === "k" && command && !others))) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// The fields in which points are typed: if the text names a point of the picker beside it, that link is followed, so
// that the page takes the step in place. The server interprets any other text.
const pointOf = ({ form, value, list }) => {
  const [, version, own] = /^(.*?)(?:[\s/]+(x86|x64|arm64))?$/.exec(value.trim().toLowerCase());
  const arch = own ?? form.elements.near.value.split("/")[1];
  const names = [version, `build ${version}`];
  const called = ({ value, label }) => {
    const [id, on] = value.toLowerCase().split(" ");
    return on === arch && (id === version || label.toLowerCase().split(", ").some((name) => names.includes(name)));
  };
  const option = [...list.options].find(called);
  return option && document.getElementById(`${form.dataset.picker}-${option.value.replace(" ", "-")}`);
};
// Any other text is asked of the server first, so that the page stays, with the reason below the field, if it names no
// point.
addEventListener("submit", async (event) => {
  const form = event.target;
  const field = form.matches(".picker-form") && form.querySelector("[list]");
  const link = field && pointOf(field);
  const isOfFiles = files !== undefined;
  if (!field || (!link && isOfFiles && kind !== "decode")) {
    return;
  }
  event.preventDefault();
  if (link) {
    form.reset();
    link.click();
    return;
  }
  if (isOfFiles) {
    tell(field, "No version of this structure has this name: choose one from the list.");
    return;
  }
  const answer = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  const step = [...document.querySelectorAll(".picker a[href]")].find(({ href }) => href === answer.url);
  if (!answer.ok) {
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    tell(field, found.querySelector(".picker-why")?.textContent ?? "This names no version.");
  } else if (step) {
    form.reset();
    step.click();
  } else if (kind === "decode") {
    tell(field, "This version is not in the list, and its page would lose the bytes: open it in another tab.");
  } else {
    location.assign(answer.url);
  }
});
// A chosen suggestion is submitted at once: unlike typing, it has no `inputType`, or one of replacement.
addEventListener("input", (event) => {
  const typed = event.inputType && event.inputType !== "insertReplacementText";
  const field = event.target.closest(".picker-form [list]");
  if (field?.value && !typed) {
    field.form.requestSubmit();
  }
});

const root = document.documentElement;

// What the text in a search field is: "bytes" or "offsets" (lines of a table), which stay in this browser; "words" to
// search for; "code", of which only some words are searched for; a "command" whose output is missing; or, for several
// lines of anything else, "lines".
const GUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|^[0-9a-f]{33}$/gi;
// A member that `dt` or `dx` lists, also with its value, in which addresses are no bytes.
const LISTED = /^\[?\+0x[0-9a-f]+(?:\s*\(\s*\d+:\s*\d+\))?\]?\s+[a-z_]\w*\s*:/i;
const OFFSET_LINES = [
  /^#\s*define\s+\w+\s+\(?(?:0x[0-9a-f]+|\d+)/i,
  /^[\w.!*&<>: -]*\b(?!(?:size|offset)\s*=)\w+\s*=\s*(?:0x[0-9a-f]+|\d+)[ul]*\s*(?:[;,].*)?$/i,
  LISTED,
  /^[a-z_][\w.!]*\s*[,;]\s*[a-z_][\w.]*\s*[,;]\s*(?:0x)?[0-9a-f]+$/i,
  /^"[\w.!]+"\s*:\s*"?(?:0x[0-9a-f]+|\d+)/i,
  /^[{[].*"[\w.!]+"\s*:/,
  /^(?:struct\s+)?[A-Z]*_\w+\s+(?!x64|x86|arm64|size|offset|bits?|byte|[dq]?word)[A-Za-z_][\w.]*\s+0x[0-9A-Fa-f]+$/,
];
// Of a long text without a line of either, only so many lines are read as one.
const LINES_JOINED = 1000;
const C_STRUCTURE = /^\s*(?:typedef\s+)?(?:struct|union)\b/m;
// Consecutive numbers with the same even number of digits are bytes, if there are this many of them.
const LEAST = { 2: 3, 4: 3, 8: 2, 16: 1 };
const isRunOfNumbers = (tokens) => {
  const NUMBER = /^(?:0x|&h|\$)?0?((?:[0-9a-f]{2}){1,2}|[0-9a-f]{8}|[0-9a-f]{16})(?:h|u?l{0,2})[:;]?$/i;
  const widthOf = (token) => NUMBER.exec(token)?.[1].length;
  // One that begins with a single digit is not padded.
  const isPadded = !tokens.some((token) => /^0x[0-9a-f]$/i.test(token));
  for (let start = 0; isPadded && start < tokens.length; ) {
    const width = widthOf(tokens[start]);
    let end = start + 1;
    while (width && widthOf(tokens[end] ?? "") === width) {
      end += 1;
    }
    const run = tokens.slice(start, end);
    // Releases, and the sizes that a person types.
    const isDecimal = run.every((token) => /^[1-9]\d*$/.test(token)) && width < 8;
    if (run.length >= LEAST[width] + (isDecimal ? 1 : 0)) {
      return true;
    }
    start = end;
  }
  return false;
};
// Numbers without leading zeros are bytes if they are not in order, as offsets would be.
const isListOfBytes = (text) =>
  [...text.matchAll(/(?:\b(?:0x[0-9a-f]{1,2}|\d{1,3})\b[\s,;]*){4,}/gi)].some(([list]) => {
    const numbers = list.match(/\w+/g).map(Number);
    return numbers.every((number) => number < 256) && numbers.some((number, at) => at > 0 && numbers[at - 1] >= number);
  });
// Base64, as opposed to a name, which has longer words, and to the place of a member (`Name+0x58`).
const isBase64 = (token) => {
  const [, digits, padding] = /^([A-Za-z0-9+/]{14,})(={0,2})$/.exec(token) ?? [];
  if (!digits || token.length < 16 || /\+(?:0x[0-9a-f]+|[0-9a-f]+h)$/i.test(token)) {
    return false;
  }
  const words = token.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const length = token.length / words.length;
  return padding !== "" || /(.)\1{3}/.test(token) || (/[+/]/.test(token) ? length < 4 : token.length % 4 === 0 && length < 2.6);
};
// A file on a symbol server, by the PDB's GUID or the image's time stamp.
const SYMBOL_PATH = /\.(?:pdb|exe|dll|sys)[\\/][0-9a-f]{9,40}(?!\w)/i;
const isLineOfBytes = (line) => {
  const text = line.replace(SYMBOL_PATH, "").replace(GUID, "GUID").trim();
  const tokens = text.split(/[\s,|"'{}()[\]]+/).filter((token) => token !== "");
  const [first = "", second = "", third = ""] = tokens;
  const isGroup = (token) => /^(?:0x)?(?:[0-9a-f]{2}){1,8}$/i.test(token);
  const isAddress = /^(?:0x)?[0-9a-f]{8,16}$|^(?:0x)?[0-9a-f]{4,16}:$/i.test(first) || (first.endsWith(":") && isGroup(third));
  return (
    // A pointer, or sixteen digits or more in a row.
    /(?<!\w)(?:0x|\\x)?[0-9a-f]{8}\x60?[0-9a-f]{8}/i.test(text) ||
    (isAddress && isGroup(second)) ||
    /^(?:0x)?[0-9a-f]{4,16}(?:\s+<[^>]*>)?:\s+(?:-?\d|0x[0-9a-f]|")/i.test(text) ||
    /^[0-9a-f]{6,16}(?:\s+-?[0-9a-f]{1,11}){3}/i.test(text) ||
    /\bhex:[0-9a-f]{2}/i.test(text) ||
    /(?:\\x[0-9a-f]{1,2}.*){2}|(?:%[0-9a-f]{2}){3}|(?:\\u[0-9a-f]{4}){2}|(?:\\[0-3]?[0-7]{1,2}){3}/i.test(text) ||
    /(?<!\w)[0-9a-f]{2}([-:])(?:[0-9a-f]{2}\1){2,}[0-9a-f]{2}(?!\w)/i.test(text) ||
    /\{\s*(?:0x[0-9a-f]+|\d{1,3})\s*[,}]|\[\s*(?:0x[0-9a-f]+|\d{1,3})\s*,/i.test(text) ||
    isRunOfNumbers(tokens) ||
    isListOfBytes(text) ||
    tokens.some(isBase64)
  );
};
// Accesses to memory in lines of disassembly: with their size, or with the register that has it.
const ACCESSES = [
  /\b(?:byte|[dq]?word) ptr (?:[fg]s:)?\[\s*\w+\s*\+\s*(?:0x)?[0-9a-f]+h?\]/i,
  /\b(?:mov|cmp|test|add|sub|and|x?or|xchg|inc|dec|lea)\s+[^[;]*\[\s*\w+\s*\+\s*(?:0x)?[0-9a-f]+h?\](?:,\s*\w+)?/i,
];
const accessIn = (line) => ACCESSES.map((access) => access.exec(line)?.[0]).find((access) => access);
// A command that shows a type at an address, and one without its output.
const NAMES_A_TYPE = /^(?:[\d:]*\s*\w*>\s*)?d[tx]\s/i;
const SHOWS_MEMORY = /^(?:[\d:]*\s*\w*>\s*)?d[a-z]{1,2}\s+(?:0x)?[0-9a-f]{8}\x60?[0-9a-f]{8}(?:\s+l\S+)?$/i;
// The version in what `lmvm nt` or `winver` prints.
const VERSION = /^\s*File version:\s+(\d+(?:\.\d+){3})|\(OS Build (\d+\.\d+)\)/im;
const versionIn = (text) => VERSION.exec(text)?.slice(1).find((version) => version);
// The words of code to search for: a version, accesses, or a command without addresses.
const wordsOf = (text) =>
  versionIn(text) ||
  text.split("\n").map(accessIn).filter((access) => access).join(", ") ||
  text.replace(/(?<!\w)(?:0x)?[0-9a-f]{8}\x60?[0-9a-f]{8}(?!\w)/gi, "");
// The structures that they are in: the registers, until one is loaded anew.
const structuresIn = (text) => {
  const bare = (register) => register.toLowerCase().replace(/^[re]/, "");
  const loads = {};
  const places = text.split("\n").map((line) => {
    const [, base] = /\[\s*(\w+)\s*\+/.exec(accessIn(line) ?? "") ?? [];
    const place = base && `${bare(base)} ${loads[bare(base)] ?? 0}`;
    const [, loaded] = /\b(?:mov\w*|lea)\s+(\w+)\s*,/i.exec(line) ?? [];
    if (loaded) {
      loads[bare(loaded)] = (loads[bare(loaded)] ?? 0) + 1;
    }
    return place;
  });
  return new Set(places.filter((place) => place));
};
export const kindOf = (text) => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const only = lines.length === 1 ? lines[0].trim() : "";
  if (SHOWS_MEMORY.test(only)) {
    return "command";
  }
  // One access without an address is searched for as typed.
  const isCode = NAMES_A_TYPE.test(only) || lines.filter(accessIn).length * 2 > lines.length;
  if (isCode && (only === "" || isLineOfBytes(only))) {
    return "code";
  }
  const isOffset = (line) => OFFSET_LINES.some((pattern) => pattern.test(line.trim()));
  if (lines.length > 0 && lines.filter((line) => LISTED.test(line.trim())).length * 2 >= lines.length) {
    return "offsets";
  }
  if (lines.length > 0 && lines.filter(isLineOfBytes).length * 2 >= lines.length) {
    return "bytes";
  }
  if (only === "" && versionIn(text)) {
    return "code";
  }
  if (lines.some(isOffset)) {
    return "offsets";
  }
  if (lines.length < 2) {
    return "words";
  }
  if (C_STRUCTURE.test(text)) {
    return "offsets";
  }
  if (isLineOfBytes(lines.slice(0, LINES_JOINED).join(" "))) {
    return "bytes";
  }
  return /0x[0-9a-f]|[=,:\s]\d+[;,]?\s*$/im.test(text) ? "offsets" : "lines";
};

// Input pasted into the wrong place is handed over to the page that reads it, within this browser: no address and no
// request ever contains it. The text waits in a database, because the storage of a tab has no room for a long one; the
// tab knows its key. A task's form names the page.
const { base = "", files, page: kind } = document.getElementById("page-data").dataset;
const HANDED = `strata-handed${base}`;
const TEXTS = "texts";
const inDatabase = (request) =>
  new Promise((resolve, reject) => {
    const opened = indexedDB.open(HANDED, 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore(TEXTS);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const database = opened.result;
      const change = database.transaction(TEXTS, "readwrite");
      const asked = request(change.objectStore(TEXTS));
      change.oncomplete = () => {
        database.close();
        resolve(asked.result);
      };
      change.onabort = () => reject(change.error);
    };
  });
// Whether a text is on its way to another page: until then, nothing is submitted.
let isUnderWay = false;
addEventListener("pageshow", () => (isUnderWay = false));
addEventListener(
  "submit",
  (event) => {
    if (isUnderWay) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
// Hands a text over and goes to the page that takes it. If the browser has no room, the page stays and says so.
const hand = async (field, text, everywhere, go, to = "decode") => {
  isUnderWay = true;
  const key = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
  try {
    await inDatabase((texts) => texts.put(text, key));
    sessionStorage.setItem(HANDED, JSON.stringify({ key, everywhere, to }));
  } catch {
    isUnderWay = false;
    tell(field, "Not taken: the browser has no room to hand the text over. Open the page that reads it, and paste there.");
    return;
  }
  go();
};
// Says beside a field why its input was not taken, until the input changes.
const tell = (field, message) => {
  const told = field.form.querySelector(".not-taken") ?? document.createElement("p");
  told.className = "not-taken";
  told.role = "alert";
  field.form.append(told);
  told.textContent = message;
  field.ariaInvalid = "true";
};
addEventListener("input", ({ target }) => {
  const told = target.form?.querySelector(".not-taken");
  if (told) {
    told.remove();
    target.ariaInvalid = null;
  }
});
const page = (path) => `${base}${path}${files === undefined ? "" : "/"}`;
const searchFor = (text) =>
  location.assign(`${page("/search")}?q=${encodeURIComponent(text)}${files === undefined ? "&open=1" : ""}`);
// Takes text from a search field that must not be in an address, or that the field would cut; returns whether it did.
const takeOver = (field, text, found = kindOf(text)) => {
  if (found === "bytes" || found === "offsets") {
    const [path, to] = found === "bytes" ? ["/identify", "decode"] : ["/validity", "validity"];
    hand(field, text, found === "bytes", () => location.assign(page(path)), to);
  } else if (found === "code" && structuresIn(text).size > 1) {
    tell(field, "Not taken: its registers hold several structures. Paste the lines about one of them.");
  } else if (found === "code") {
    searchFor(wordsOf(text));
  } else if (found === "command") {
    tell(field, "Not taken: a command without its output.");
  } else if (found === "lines") {
    tell(field, "Not taken: several lines, but neither bytes, which are decoded, nor names with offsets, which are checked.");
  } else if (field.maxLength > 0 && text.length > field.maxLength) {
    tell(field, `Not taken: a search has at most ${field.maxLength} characters, and this text has ${text.length}.`);
  } else {
    return false;
  }
  return true;
};
// The field that reads pasted input, by page.
const FIELD_OF = { decode: "decode-text", validity: "validity-text" };
// The page that decodes takes a longer text as a file: a browser lays a long field out anew, for seconds, at each change.
const LONGEST_TYPED = 256 * 1024;
const asFile = (text) => {
  const input = document.getElementById("decode-file");
  if (!input || text.length <= LONGEST_TYPED) {
    return false;
  }
  const picked = new DataTransfer();
  picked.items.add(new File([text], "pasted text", { type: "text/x-pasted" }));
  input.files = picked.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
};
const type = (field, text) => {
  if (asFile(text)) {
    return;
  }
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
addEventListener("paste", (event) => {
  const copied = event.clipboardData?.getData("text") ?? "";
  const text = copied.trim();
  const field = event.target.closest?.(FIELDS);
  if (text === "" || (field && field.type !== "search")) {
    const isWhole = () => field.selectionEnd - field.selectionStart === field.value.length;
    if (field?.id === FIELD_OF.decode && isWhole() && asFile(copied)) {
      event.preventDefault();
    }
    return;
  }
  if (!field) {
    // Outside of fields, the page's own field gets the input.
    const reads = root.hasAttribute("data-hydrated") && document.getElementById(FIELD_OF[kind]);
    if (reads) {
      event.preventDefault();
      type(reads, text);
    }
    return;
  }
  if (takeOver(field, text)) {
    event.preventDefault();
  }
});
addEventListener("drop", (event) => {
  const text = (event.dataTransfer?.getData("text") ?? "").trim();
  const field = event.target.closest?.(FIELDS);
  if (text !== "" && field?.type === "search" && takeOver(field, text)) {
    event.preventDefault();
  }
});
// Input that was typed or filled in is not sent either.
addEventListener("submit", (event) => {
  const field = event.target.querySelector("[type=search]");
  const text = field?.value.trim() ?? "";
  if (text !== "" && takeOver(field, text)) {
    event.preventDefault();
  }
});
// Nor by the entry of the list that leads to all hits.
const leadsToAll = (event, entry) => {
  const field = document.getElementById(FIELD);
  if (entry?.matches('[role=option][href*="search"][href*="q="]') && takeOver(field, field.value.trim())) {
    event.preventDefault();
    event.stopPropagation();
  }
};
addEventListener("click", (event) => leadsToAll(event, event.target.closest?.("a")), true);
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Enter" && event.target.id === FIELD) {
      leadsToAll(event, document.getElementById(event.target.getAttribute("aria-activedescendant")));
    }
  },
  true,
);
addEventListener("submit", async (event) => {
  const form = event.target.closest(".task-form");
  if (!form) {
    return;
  }
  event.preventDefault();
  const everywhere = event.submitter?.dataset.task === "everywhere";
  const { structure, point } = form.elements;
  const field = form.querySelector("textarea");
  const text = field?.value.trim() ?? "";
  const query = new URLSearchParams(new FormData(form));
  const asked = `${form.action}?${query}`;
  if (everywhere) {
    const found = kindOf(text);
    const isName = found === "words" && /^(?:\w+!)?\w*[g-z_]\w*$/i.test(text);
    if (isName || found === "code" || found === "command") {
      return isName ? searchFor(text) : takeOver(field, text, found);
    }
  } else if (files === undefined) {
    // The page stays, with the bytes, if the names mean nothing.
    const answer = await fetch(asked);
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const wrong = page.querySelector(".picker-form [aria-invalid]");
      const why = page.querySelector(".picker-why, .lede")?.textContent ?? "This names no structure or version.";
      const near = page.querySelector(".suggestions a")?.textContent;
      return tell(form.elements[wrong?.name] ?? structure, near ? `${why} Did you mean ${near}?` : why);
    }
  }
  const go = () => {
    if (everywhere) {
      location.assign(form.dataset.anywhere);
    } else if (files === undefined) {
      location.assign(asked);
    } else {
      query.delete("structure");
      const folder = encodeURIComponent(structure.value.trim());
      location.assign(`${base}/structures/${folder}/${point ? "decode" : "diff"}/?${query}`);
    }
  };
  text === "" ? go() : hand(field, field.value, everywhere, go);
});

// Resolves once `find` returns a value: for taking input over when the page can read it.
const seen = (find) =>
  new Promise((resolve) => {
    const look = () => {
      const found = find();
      if (found) {
        watch.disconnect();
        resolve(found);
      }
    };
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, { attributes: true, childList: true, subtree: true });
    look();
  });
// The visitor has named no structure: the page shows what fits, under the address of that question, and nothing of the
// structure that its own address names (`[data-unnamed]` in the styles). It then steps to the best fit of all structures,
// in the same history entry, or stays until the visitor chooses one.
const QUESTION = "Which structure is this?";
const chooseBest = async () => {
  const main = document.getElementById("content");
  const compared = () => document.querySelector(".verdict-everywhere[aria-pressed=true]");
  const [own, title] = [location.href, document.title];
  const here = new URL(page("/identify"), location.href).href;
  history.replaceState(history.state, "", here);
  document.title = `${QUESTION} · Strata`;
  const heading = Object.assign(document.createElement("h1"), { textContent: QUESTION });
  const progress = Object.assign(document.createElement("p"), {
    role: "status",
    textContent: "Comparing the bytes with every known structure…",
  });
  main.prepend(heading);
  // Without bytes in the input, there is nothing to compare.
  const compare = await seen(() => document.querySelector(".verdict-everywhere[aria-pressed=false]"));
  heading.after(progress);
  compare.click();
  const verdict = (await seen(compared)).closest(".decode-verdict");
  progress.remove();
  const best = verdict.querySelector(".verdict-ways a[href]");
  if (verdict.matches(".is-fits, .is-fits-badly")) {
    best ? best.click() : history.replaceState(history.state, "", own);
  }
  await seen(() => location.href !== here);
  if (location.href === own) {
    document.title = title;
  }
  heading.remove();
  main.removeAttribute("data-unnamed");
};
const take = async () => {
  const form = document.querySelector(".task-form[data-anywhere]");
  let handed = null;
  try {
    handed = JSON.parse(sessionStorage.getItem(HANDED));
  } catch {
    // No storage, or no value of ours in it.
  }
  if (handed && form && handed.everywhere) {
    location.replace(form.dataset.anywhere);
  }
  const id = FIELD_OF[kind];
  if (!handed || !id) {
    return;
  }
  sessionStorage.removeItem(HANDED);
  const isUnnamed = handed.everywhere && handed.to === kind;
  document.getElementById("content").toggleAttribute("data-unnamed", isUnnamed);
  const text = await inDatabase((texts) => {
    const kept = texts.get(handed.key);
    texts.delete(handed.key);
    return kept;
  });
  // The visitor went elsewhere meanwhile.
  if (handed.to !== kind) {
    return;
  }
  const field = await seen(() => root.hasAttribute("data-hydrated") && document.getElementById(id));
  type(field, text ?? "");
  if (isUnnamed) {
    await chooseBest();
  }
};

// The theme switch: system, light, dark. `theme.js` applies the stored choice before the first paint.
const THEME = "strata-theme";
const THEMES = ["system", "light", "dark"];
const theme = () => root.dataset.theme ?? THEMES[0];
const switched = document.querySelector(".theme-name");
switched.textContent = theme();
const switchTheme = () => {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  const isChosen = next !== THEMES[0];
  switched.textContent = next;
  if (isChosen) {
    root.dataset.theme = next;
  } else {
    delete root.dataset.theme;
  }
  try {
    isChosen ? localStorage.setItem(THEME, next) : localStorage.removeItem(THEME);
  } catch {
    // No storage: the choice applies to this page.
  }
};

// Copying. Browsers provide the clipboard only to https pages and to the machine itself; on an intranet with plain
// http, copying a selected text still works. The module uses this too.
globalThis.strataCopy = async (text) => {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement("textarea");
  const before = document.activeElement;
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  before?.focus();
  return copied;
};
const copy = async (text, what = text) => {
  const copied = await globalThis.strataCopy(text);
  const said = document.getElementById("said");
  said.textContent = copied ? `Copied: ${what}` : "The browser refuses to copy.";
};
const copyAnswer = async (url) => {
  try {
    const answer = await fetch(url);
    if (!answer.ok) {
      throw new Error(`status ${answer.status}`);
    }
    await copy(await answer.text(), url);
  } catch (error) {
    document.getElementById("said").textContent = `Not copied: ${error.message}.`;
  }
};

// Downloads a text as a file.
globalThis.strataDownload = async (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

// Reads input of the decode page in a worker, because a long text takes seconds. The worker reports when it is ready,
// and then answers in order. Without a source, this only waits until it is ready.
let reader;
const startReader = () =>
  new Promise((ready, failed) => {
    const worker = new Worker(new URL("./read.js", import.meta.url), { type: "module" });
    const asked = [];
    const ask = (source) =>
      new Promise((resolve, reject) => {
        asked.push({ resolve, reject });
        worker.postMessage(source, [source.buffer]);
      });
    worker.onmessage = ({ data: { contents, error } }) => {
      const { resolve, reject } = asked.shift() ?? { resolve: () => ready(ask), reject: failed };
      error === undefined ? resolve(contents) : reject(new Error(error));
    };
    worker.onerror = () => failed(new Error("the worker did not load"));
  });
globalThis.strataRead = async (source) => {
  const ask = await (reader ??= startReader());
  return source && ask(source);
};

// Menus, and buttons whose attributes name their action.
const close = (menu) => {
  menu.open = false;
  menu.querySelector("summary").focus();
};
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = menu.contains(target);
  }
  const button = target.closest?.("button");
  if (!button) {
    return;
  }
  const { copies, copiesAnswer } = button.dataset;
  if (button.classList.contains("theme-switch")) {
    switchTheme();
  } else if (copies) {
    copy(document.getElementById(copies).textContent);
  } else if (copiesAnswer) {
    copyAnswer(copiesAnswer);
  } else if (button.classList.contains("copies")) {
    copy(button.querySelector("code").textContent);
    close(button.closest("details"));
  }
});
addEventListener("keydown", ({ key, target }) => {
  const menu = document.activeElement?.closest("details.menu[open]");
  if (key === "Escape" && menu) {
    close(menu);
  } else if (key === "?" && !target.closest?.(FIELDS)) {
    document.getElementById("keys").togglePopover?.();
  }
});

// Roving tab index: rows with links of their own, and entries of lists, are one tab stop: the row that had the focus
// last, at first the first one. The arrow keys move to the same link of another row.
const ROWS = "[data-rows]";
const STOPS = "a[href]:not(.cell-offset > a, .history-table td a:not(.became-erratum)), summary, .copies, .export-copy";
const rowOf = (target) => {
  const rows = target.closest?.(ROWS);
  const row = rows && [...rows.children].find((row) => row.contains(target));
  return row && { rows: [...rows.children], row };
};
const stopsOf = (row) => [...row.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
const pass = (rows) => rows.flatMap((row) => [...row.querySelectorAll(STOPS)]).forEach((stop) => stop.tabIndex = -1);
for (const { children } of document.querySelectorAll(ROWS)) {
  pass([...children].filter((row) => row.querySelector(STOPS)).slice(1));
}
addEventListener("focusin", ({ target }) => {
  const found = rowOf(target);
  if (found) {
    pass(found.rows.filter((row) => row !== found.row));
    found.row.querySelectorAll(STOPS).forEach((stop) => stop.removeAttribute("tabindex"));
  }
});
const WAYS = {
  ArrowUp: (rows, at) => rows.slice(0, at).reverse(),
  ArrowDown: (rows, at) => rows.slice(at + 1),
  Home: (rows) => rows,
  End: (rows) => [...rows].reverse(),
};
const ALONG = { ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown" };
addEventListener(
  "keydown",
  (event) => {
    const found = rowOf(event.target);
    // Rows that are no table rows stand side by side; in the picker, these keys step.
    const along = found && !found.row.matches("tr") && !event.target.closest(".picker");
    const key = (along && ALONG[event.key]) || event.key;
    const others = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!found || others || !Object.hasOwn(WAYS, key)) {
      return;
    }
    const { rows, row } = found;
    const next = WAYS[key](rows, rows.indexOf(row)).find((row) => stopsOf(row).length > 0);
    const column = stopsOf(row).indexOf(event.target);
    const stops = next ? stopsOf(next) : [];
    const stop = stops[Math.min(Math.max(column, 0), stops.length - 1)];
    // Here the row has the focus; beyond it, the picker would handle the key.
    event.preventDefault();
    event.stopPropagation();
    stop?.focus();
    // The heads of a long table come into view with it.
    stop?.closest(".history-box")?.scrollIntoView({ block: "nearest" });
  },
  true,
);

// A menu of copies lies above all boxes, beside its button and within the window, until the page scrolls. The address of
// its member is completed.
const showMenu = (menu) => {
  const list = menu.querySelector(".menu-list");
  list.popover = "manual";
  list.togglePopover(menu.open);
  const { right, top, bottom } = menu.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const room = bottom + height <= innerHeight ? bottom : top - height;
  list.style.left = `${Math.max(right - width, 0)}px`;
  list.style.top = `${Math.max(room, 0)}px`;
};
addEventListener("toggle", ({ target }) => {
  if (!target.matches?.(".copy-menu")) {
    return;
  }
  for (const place of target.querySelectorAll("code[data-link]")) {
    place.textContent = new URL(place.textContent, location.href).href;
  }
  showMenu(target);
}, true);
addEventListener("scroll", ({ target }) => {
  const menu = document.querySelector(".copy-menu[open]");
  if (menu && target.contains(menu)) {
    menu.open = false;
  }
}, { capture: true, passive: true });
const bibtex = document.getElementById("cite-bibtex");
if (bibtex) {
  bibtex.textContent = bibtex.textContent.replace(/,\n  note = /, `,\n  year = {${new Date().getFullYear()}},\n  note = `);
}

take();

// Static pages have no kind, and need no module.
if (kind) {
  if (kind === "decode") {
    // The page waits for the worker, and shows its error.
    globalThis.strataRead().catch(() => {});
  }
  const { hydrate } = await load();
  await hydrate();
} else {
  root.setAttribute("data-hydrated", "");
}
