// format.ksy → JavaScript: node compile.cjs FOLDER, the one with `format.ksy` in it.
const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");

const folder = path.resolve(process.argv[2]);
const modules = createRequire(path.resolve(process.argv[3], "package.json"));
const compiler = modules("kaitai-struct-compiler");
const format = JSON.parse(fs.readFileSync(path.join(folder, "format.ksy"), "utf8"));
compiler.compile("javascript", format, null, false).then((files) => {
  fs.writeFileSync(path.join(folder, "kaitai.js"), files["Structure.js"]);
});
