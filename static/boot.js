// Starts the module that the page names. A file and not an inline script, so that the content policy needs no exception.

// What Leptos' hydration reads; all empty, for every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

// What is cited has its whole address where that is known; and who follows a citation of other data is told so.
const own = document.getElementById("citation")?.dataset.hash;
const cited = new URLSearchParams(location.search).get("data");
const otherwise = document.getElementById("cited-otherwise");
for (const text of document.querySelectorAll(".citation-text")) {
  text.textContent = text.textContent.replace(/(?<=\s)\/\S*$/, (place) => location.origin + place);
}
if (cited && own && otherwise && !own.startsWith(cited.toLowerCase())) {
  otherwise.querySelector("code").textContent = cited.slice(0, 64);
  otherwise.hidden = false;
}

// The field in which one searches: the module that does comes when the field is first used. Until then, and where it does
// not come, the field is a form.
const FIELD = "search-text";
let coming = false;
const come = async ({ target }) => {
  if (target?.id === FIELD && !coming) {
    coming = true;
    const { default: init, start } = await import("./search.js");
    await init();
    await start();
  }
};
addEventListener("focusin", come);
come({ target: document.activeElement });
addEventListener("keydown", (event) => {
  const others = event.altKey || event.shiftKey;
  const command = event.ctrlKey || event.metaKey;
  const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  const slash = event.key === "/" && !command && !event.altKey && !typing;
  const field = document.getElementById(FIELD);
  if (field && (slash || (event.key.toLowerCase() === "k" && command && !others))) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// The fields in which points are typed: where what was typed names a point of the picker beside it, that is picked, so that
// the page takes the step in place. Of anything else the server knows what it may mean.
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
  }
});
// What is taken from the list is meant: typed letters come with the kind of their input, a whole entry does not.
addEventListener("input", (event) => {
  const typed = event.inputType && event.inputType !== "insertReplacementText";
  const field = event.target.closest(".picker-form [list]");
  if (field?.value && !typed) {
    field.form.requestSubmit();
  }
});

const { default: init, hydrate } = await import(document.getElementById("page-data").dataset.module);
await init();
hydrate();
