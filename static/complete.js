// Completes members while they are typed: the server's search is asked, and what is chosen becomes a line of the list.
(() => {
  const base = document.getElementById("page-data").dataset.base ?? "";
  const field = document.getElementById("add-member");
  const options = document.getElementById("known-members");
  const list = document.querySelector(".offsets-members textarea");
  const said = document.getElementById("said");
  field.closest("label").hidden = false;

  const known = () => [...options.children].map((option) => option.value);
  const name = (hit) => (hit.structure ? `${hit.structure}.${hit.title}` : hit.title);
  let asked = new AbortController();
  const ask = async (text) => {
    asked.abort();
    asked = new AbortController();
    const query = new URLSearchParams({ q: text, limit: 20 });
    try {
      const answer = await fetch(`${base}/api/v1/search?${query}`, { signal: asked.signal });
      const { items } = await answer.json();
      const hits = items.filter((hit) => ["member", "structure", "type"].includes(hit.kind));
      const names = [...new Set(hits.map(name))];
      options.replaceChildren(
        ...names.map((value) => Object.assign(document.createElement("option"), { value })),
      );
    } catch {
      // Another question was asked, or the server is not there: what is typed can be added as it is.
    }
  };
  const add = () => {
    const member = field.value.trim();
    if (member === "") {
      return;
    }
    const before = list.value.trimEnd();
    list.value = before === "" ? member : `${before}\n${member}`;
    field.value = "";
    options.replaceChildren();
    said.textContent = `${member} is in the list.`;
  };

  let timer;
  field.addEventListener("input", (event) => {
    // What a list of options puts in comes without a kind of input, or as a replacement.
    const chosen = !event.inputType || event.inputType === "insertReplacementText";
    if (chosen && known().includes(field.value)) {
      add();
      return;
    }
    clearTimeout(timer);
    const text = field.value.trim();
    if (text.length > 2) {
      timer = setTimeout(ask, 120, text);
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && field.value.trim() !== "") {
      event.preventDefault();
      add();
    }
  });
})();
