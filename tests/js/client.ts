// A script as a user would write it, with the types that openapi-typescript makes of the API's document. It asks the server
// that its argument names, and prints what it learned, one JSON object.

import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];

/** What a path answers as JSON. */
type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer T } } } };
}
  ? T
  : never;

/** The variables of a path. */
type Variables<P extends keyof paths> = paths[P] extends {
  get: { parameters: { path: infer T } };
}
  ? T
  : Record<string, never>;

/** The parameters of a path's query. */
type Query<P extends keyof paths> = paths[P] extends {
  get: { parameters: { query?: infer T } };
}
  ? T
  : never;

const server = process.argv[2] ?? "";

async function get<P extends keyof paths>(
  path: P,
  variables: Variables<P>,
  query?: Query<P>,
): Promise<Answer<P>> {
  let url: string = path;
  for (const [name, value] of Object.entries(variables as Record<string, string>)) {
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  }
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number>)) {
    asked.set(name, String(value));
  }
  const answer = await fetch(`${server}${url}?${asked}`);
  if (!answer.ok) {
    const problem = (await answer.json()) as Schemas["Problem"];
    throw new Error(`${problem.status} ${problem.detail}`);
  }
  return (await answer.json()) as Answer<P>;
}

const name = "ETW_REALTIME_CONSUMER";

// The structures that an article describes, page by page.
const names: string[] = [];
let cursor: string | null = null;
do {
  const page: Schemas["Structures"] = await get(
    "/api/v1/structures",
    {},
    cursor === null
      ? { source: "article", limit: 2 }
      : { source: "article", limit: 2, cursor },
  );
  names.push(...page.items.map((structure) => structure.name));
  cursor = page.next ?? null;
} while (cursor !== null);

const layout = await get(
  "/api/v1/structures/{name}/layouts/{version}/{arch}",
  { name, version: "6.2", arch: "x64" },
);
const flags: Schemas["Member"] | undefined = layout.members.find(
  (member) => member.name === "Flags",
);
const bits: string[] = (flags?.bits ?? []).map((bit) => `${bit.name} ${bit.mask}`);

const diff = await get(
  "/api/v1/structures/{name}/diff",
  { name },
  { from: "6.1/x64", to: "6.2/x64" },
);
const kinds = new Set<Schemas["Change"]["kinds"][number]>(
  diff.changes.flatMap((change) => change.kinds),
);

const refused = await get("/api/v1/structures/{name}", { name: "nothing" }).then(
  () => "",
  (error: Error) => error.message,
);

console.log(JSON.stringify({ names, size: layout.size, bits, kinds: [...kinds].sort(), refused }));
