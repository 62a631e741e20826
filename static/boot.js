// Starts the module. A file and not an inline script, so that the content policy needs no exception.
import init, { hydrate } from "./strata.js";

// What Leptos' hydration reads; all empty, for every page is resolved before it is rendered.
globalThis.__RESOLVED_RESOURCES = [];
globalThis.__SERIALIZED_ERRORS = [];
globalThis.__PENDING_RESOURCES = [];
globalThis.__RESOURCE_RESOLVERS = [];
globalThis.__INCOMPLETE_CHUNKS = [];

await init();
hydrate();
