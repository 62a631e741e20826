// Code for every page, and the start of the WASM module on interactive pages. A file and not an inline script, so that
// the content security policy needs no exception.

// The globals that Leptos' hydration reads; all empty, because every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

// Completes the citation's address with the origin, and shows a notice if the address cites other data.
const own = document.getElementById("citation")?.dataset.hash;
const cited = new URLSearchParams(location.search).get("data");
const otherwise = document.getElementById("cited-otherwise");
for (const text of document.querySelectorAll(".citation-text")) {
  text.textContent = text.textContent.replace(/(?<=[\s{"])\/[^\s{}"]*[?&]data=[^\s{}"]*/, (place) => location.origin + place);
}
if (cited && own && otherwise && !own.startsWith(cited.toLowerCase())) {
  otherwise.querySelector("code").textContent = cited.slice(0, 64);
  otherwise.hidden = false;
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
addEventListener("submit", (event) => {
  const field = event.target.querySelector(".picker-form > [list]");
  const link = field && pointOf(field);
  if (link) {
    event.preventDefault();
    event.target.reset();
    link.click();
  } else if (field && document.querySelector(".decode-read")) {
    // The error page would lose the bytes.
    event.preventDefault();
    field.setCustomValidity(`No version of this structure is called "${field.value.trim()}": choose one from the list.`);
    field.reportValidity();
  }
});
// A chosen suggestion is submitted at once: unlike typing, it has no `inputType`, or one of replacement.
addEventListener("input", (event) => {
  const typed = event.inputType && event.inputType !== "insertReplacementText";
  const field = event.target.closest(".picker-form [list]");
  field?.setCustomValidity("");
  if (field?.value && !typed) {
    field.form.requestSubmit();
  }
});

const root = document.documentElement;

// Input pasted into the wrong place is handed over to the page that reads it, in the storage of this tab: no address
// and no request ever contains it. Several lines in a search field, or one line of bytes, are decoded or judged; a
// task's form names the page.
const { base = "", files, page: kind } = document.getElementById("page-data").dataset;
const HANDED = `strata-handed${base}`;
const hand = (text, everywhere) => {
  try {
    sessionStorage.setItem(HANDED, JSON.stringify({ text, everywhere }));
    return true;
  } catch {
    document.getElementById("said").textContent = "The text is too long to be handed over: paste it on the page that decodes.";
    return false;
  }
};
const page = (path) => `${base}${path}${files === undefined ? "" : "/"}`;
const BYTES = new RegExp(
  [
    String.raw`(?:^|[\s:|])(?:(?:0x)?[0-9a-f]{2}[\s,-]+){7}`,
    "(?:[0-9a-f]{8}[\\s`]+){3}",
    String.raw`^(?:[0-9a-f]{2}[\s,-]+){3,}[0-9a-f]{2}$`,
    String.raw`^(?:[0-9a-f]{8}\s+)+[0-9a-f]{8}$`,
    "^[0-9a-f]{32,}$",
  ].join("|"),
  "i",
);
const isOfBytes = (text) => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.filter((line) => BYTES.test(line.trim())).length * 2 >= lines.length;
};
// Hands over text from a search field that must not be in a URL; returns whether it did.
const takeOver = (text) => {
  const bytes = isOfBytes(text);
  const handed = (bytes || text.includes("\n")) && hand(text, bytes);
  if (handed) {
    location.assign(page(bytes ? "/identify" : "/validity"));
  }
  return handed;
};
// The field that reads pasted input, by page.
const FIELD_OF = { decode: "decode-text", validity: "validity-text" };
const type = (field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
addEventListener("paste", (event) => {
  const text = (event.clipboardData?.getData("text") ?? "").trim();
  const field = event.target.closest?.(FIELDS);
  if (text === "" || (field && field.type !== "search")) {
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
  if (takeOver(text)) {
    event.preventDefault();
  }
});
addEventListener("drop", (event) => {
  const text = (event.dataTransfer?.getData("text") ?? "").trim();
  if (text !== "" && event.target.closest?.(FIELDS)?.type === "search" && takeOver(text)) {
    event.preventDefault();
  }
});
// Bytes that were typed or filled in are not sent either, nor those too large to be handed over.
addEventListener("submit", (event) => {
  const text = event.target.matches(".search-form") ? event.target.querySelector("[type=search]").value.trim() : "";
  if (text !== "" && isOfBytes(text)) {
    event.preventDefault();
    takeOver(text);
  }
});
addEventListener("submit", (event) => {
  const form = event.target.closest(".task-form");
  if (!form) {
    return;
  }
  const everywhere = event.submitter?.dataset.task === "everywhere";
  const text = form.querySelector("textarea")?.value ?? "";
  const handed = text.trim() === "" || hand(text, everywhere);
  const { structure, point, from, to } = form.elements;
  if (!handed) {
    event.preventDefault();
  } else if (everywhere) {
    event.preventDefault();
    location.assign(form.dataset.anywhere);
  } else if (files !== undefined) {
    event.preventDefault();
    const query = new URLSearchParams(point ? { point: point.value } : { from: from.value, to: to.value });
    const folder = encodeURIComponent(structure.value.trim());
    location.assign(`${base}/structures/${folder}/${point ? "decode" : "diff"}/?${query}`);
  }
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
// The page's structure was not chosen by the visitor: its values stay hidden until the page steps to the best fit of
// all structures, or another choice is made.
const chooseBest = async () => {
  const compared = () => document.querySelector(".verdict-everywhere[aria-pressed=true]");
  const compare = await seen(() => document.querySelector("[data-do=everywhere]"));
  const before = location.pathname;
  const values = document.querySelectorAll(".decode-pane, #decode-findings, #decode-array, #decode-export");
  values.forEach((element) => (element.hidden = true));
  compare.click();
  const verdict = (await seen(compared)).closest(".decode-verdict");
  const fits = verdict.matches(".is-fits, .is-fits-badly");
  const best = verdict.querySelector(".verdict-ways a[href]");
  if (fits) {
    best?.click();
  }
  await seen(() => (fits && !best) || location.pathname !== before || !compared());
  values.forEach((element) => (element.hidden = false));
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
  const field = await seen(() => root.hasAttribute("data-hydrated") && document.getElementById(id));
  type(field, handed.text);
  if (handed.everywhere) {
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
    worker.onerror = () => failed(new Error("the worker that reads did not load"));
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
// last. The arrow keys move to the same link of another row. Before that, every row is a tab stop.
const ROWS = "[data-rows]";
const STOPS = "a[href]:not(.cell-offset > a), summary";
const rowOf = (target) => {
  const rows = target.closest?.(ROWS);
  const row = rows && [...rows.children].find((row) => row.contains(target));
  return row && { rows: [...rows.children], row };
};
const stopsOf = (row) => [...row.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
addEventListener("focusin", ({ target }) => {
  const found = rowOf(target);
  for (const row of found?.rows ?? []) {
    for (const stop of row.querySelectorAll(STOPS)) {
      row === found.row ? stop.removeAttribute("tabindex") : stop.setAttribute("tabindex", "-1");
    }
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
    const found = event.target.closest?.(ROWS) && !event.target.closest(".menu-list") && rowOf(event.target);
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
  },
  true,
);

// Completes the address of a member's copied link, and adds the year of access to a citation.
addEventListener("toggle", ({ target }) => {
  for (const place of target.querySelectorAll?.("code[data-link]") ?? []) {
    place.textContent = new URL(place.textContent, location.href).href;
  }
}, true);
const bibtex = document.getElementById("cite-bibtex");
if (bibtex) {
  bibtex.textContent = bibtex.textContent.replace(/,\n  url = /, `,\n  year = {${new Date().getFullYear()}},\n  url = `);
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
