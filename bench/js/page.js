// Strata's decoder as WASM against Kaitai Struct's JavaScript, alternately, in one page. Posts the seconds of every
// round.
const WARM_UP = 4;
const ROUNDS = 15;
// Repetitions of the fast sides in one round: the clock has steps of a tenth of a millisecond.
const REPEATS = 20;

async function bytesOf(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function run(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = path;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${path} does not load`));
    document.head.append(script);
  });
}

async function decoder(folder, subject, bundle, blob) {
  const module = await import(`./${folder}/decoder.js`);
  await module.default();
  return new module.Decoder(bundle, subject.structure, subject.version, subject.arch, blob);
}

async function measure(subject, bundle) {
  const folder = `subjects/${subject.structure}`;
  const blob = await bytesOf(`${folder}/blob`);
  await run(`${folder}/kaitai.js`);
  await run(`${folder}/reader.js`);
  const [small, fast] = [
    await decoder("small", subject, bundle, blob),
    await decoder("fast", subject, bundle, blob),
  ];
  const { Structure } = window.Structure;
  const add = window.addLeaves;
  const kaitai = () => {
    const stream = new KaitaiStream(blob.buffer);
    let sum = 0;
    for (let i = 0; i < subject.count; i++) sum = add(sum, new Structure(stream));
    return sum >>> 0;
  };
  const sides = [
    [REPEATS, () => small.numbers() >>> 0],
    [1, () => small.values() >>> 0],
    [REPEATS, () => fast.numbers() >>> 0],
    [1, () => fast.values() >>> 0],
    [1, kaitai],
  ];
  const rounds = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const measured = sides.map(([repeats, side]) => {
      const start = performance.now();
      let sum;
      for (let i = 0; i < repeats; i++) sum = side();
      return { seconds: (performance.now() - start) / 1000 / repeats, sum };
    });
    const sums = measured.map(({ sum }) => sum);
    if (sums.some((sum) => sum !== sums[0])) throw new Error(`${subject.structure}: the checksums differ: ${sums}`);
    if (round >= WARM_UP) rounds.push(measured.map(({ seconds }) => seconds));
  }
  return rounds;
}

// Runs every query repeatedly, in a bundle with a hundred thousand members; returns the seconds of each.
async function search() {
  const module = await import("./small/decoder.js");
  await module.default();
  const searcher = new module.Searcher(await bytesOf("search-bundle"));
  const queries = await (await fetch("queries.json")).json();
  const seconds = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of queries) {
      const start = performance.now();
      searcher.search(query);
      seconds.push((performance.now() - start) / 1000);
    }
  }
  return { size: searcher.size(), seconds };
}

async function all() {
  const subjects = await (await fetch("subjects.json")).json();
  const bundle = await bytesOf("bundle");
  const measured = [];
  for (const subject of subjects) measured.push(await measure(subject, bundle));
  return { measured, search: await search() };
}

const answer = await all().catch((error) => ({ error: `${error}` }));
await fetch("result", { method: "POST", body: JSON.stringify(answer) });
