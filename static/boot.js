// Starts the module that the page names. A file and not an inline script, so that the content policy needs no exception.

// What Leptos' hydration reads; all empty, for every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

// The field in which one searches: the module that does comes when the field is first used. Until then, and where it does
// not come, the field is a form.
const field = document.getElementById("search-text");
if (field) {
  let coming = false;
  const come = async () => {
    if (!coming) {
      coming = true;
      const { default: init, start } = await import("./search.js");
      await init();
      await start();
    }
  };
  field.addEventListener("focus", come);
  if (document.activeElement === field) {
    come();
  }
  addEventListener("keydown", (event) => {
    const others = event.altKey || event.shiftKey;
    const command = event.ctrlKey || event.metaKey;
    const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
    const slash = event.key === "/" && !command && !event.altKey && !typing;
    if (slash || (event.key.toLowerCase() === "k" && command && !others)) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}

const { default: init, hydrate } = await import(document.getElementById("page-data").dataset.module);
await init();
hydrate();
