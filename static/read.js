// The worker of the decode page: reads what `boot.js` posts with a module of its own, and answers in order. The first
// answer means that it is ready.
import init, { read } from "./worker.js";

const ready = init();
const answer = async (work) => {
  try {
    await ready;
    const contents = work();
    postMessage({ contents }, contents ? [contents.buffer] : []);
  } catch (error) {
    postMessage({ error: error.message });
  }
};
onmessage = ({ data }) => answer(() => read(data));
answer(() => undefined);
