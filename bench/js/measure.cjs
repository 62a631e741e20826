// Kaitai Struct's JavaScript in Node: node measure.cjs FOLDER MODULES SIZE. One round for each line on standard input, for
// which it prints how many seconds it took and the checksum.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const { createRequire } = require("node:module");

const folder = path.resolve(process.argv[2]);
const modules = createRequire(path.resolve(process.argv[3], "package.json"));
const size = Number(process.argv[4]);
globalThis.self = globalThis;
globalThis.KaitaiStream = modules("kaitai-struct/KaitaiStream");
for (const script of ["kaitai.js", "reader.js"]) {
  (0, eval)(fs.readFileSync(path.join(folder, script), "utf8"));
}
const blob = fs.readFileSync(path.join(folder, "blob"));
const bytes = blob.buffer.slice(blob.byteOffset, blob.byteOffset + blob.length);

function round() {
  const stream = new KaitaiStream(bytes);
  const count = bytes.byteLength / size;
  let sum = 0;
  for (let i = 0; i < count; i++) sum = addLeaves(sum, new Structure.Structure(stream));
  return sum >>> 0;
}

readline.createInterface({ input: process.stdin }).on("line", () => {
  const start = performance.now();
  const sum = round();
  const seconds = (performance.now() - start) / 1000;
  console.log(`${seconds} ${sum}`);
});
