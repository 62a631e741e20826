// Starts the module that the page names. A file and not an inline script, so that the content policy needs no exception.

// What Leptos' hydration reads; all empty, for every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

const { default: init, hydrate } = await import(document.getElementById("page-data").dataset.module);
await init();
hydrate();
