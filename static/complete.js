// Completes names while they are typed, with the server's search: members, each added as a line of the list, and
// structures. A static site has no search: the text is used as typed.
(() => {
  const { base = "", files } = document.getElementById("page-data").dataset;
  const said = document.getElementById("said");

  // Searches after a pause in typing, and fills the field's suggestions with the results.
  const complete = (field, kinds, name, taken) => {
    const options = document.getElementById(field.getAttribute("list"));
    const known = () => [...options.children].map((option) => option.value);
    let asked = new AbortController();
    const ask = async (text) => {
      asked.abort();
      asked = new AbortController();
      const query = new URLSearchParams({ q: text, limit: 20 });
      try {
        const answer = await fetch(`${base}/api/v1/search?${query}`, { signal: asked.signal });
        const { items } = await answer.json();
        const hits = items.filter((hit) => kinds.includes(hit.kind));
        const names = [...new Set(hits.map(name))];
        options.replaceChildren(
          ...names.map((value) => Object.assign(document.createElement("option"), { value })),
        );
      } catch {
        // Another request replaced this one, or the server is unreachable: the text is used as typed.
      }
    };
    let timer;
    field.addEventListener("input", (event) => {
      // A chosen suggestion has no `inputType`, or is a replacement.
      const chosen = !event.inputType || event.inputType === "insertReplacementText";
      clearTimeout(timer);
      if (chosen && known().includes(field.value)) {
        taken?.();
        return;
      }
      const text = field.value.trim();
      if (text.length > 2 && files === undefined) {
        timer = setTimeout(ask, 120, text);
      }
    });
    return () => options.replaceChildren();
  };

  for (const field of document.querySelectorAll("[data-completes=structures]")) {
    complete(field, ["structure", "type"], (hit) => hit.title);
  }

  const member = document.getElementById("add-member");
  if (!member) {
    return;
  }
  const list = document.querySelector(".offsets-members textarea");
  const name = (hit) => (hit.structure ? `${hit.structure}.${hit.title}` : hit.title);
  member.closest("label").hidden = false;
  const add = () => {
    const text = member.value.trim();
    if (text === "") {
      return;
    }
    const before = list.value.trimEnd();
    list.value = before === "" ? text : `${before}\n${text}`;
    member.value = "";
    empty();
    said.textContent = `${text} is in the list.`;
  };
  const empty = complete(member, ["member", "structure", "type"], name, add);
  member.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && member.value.trim() !== "") {
      event.preventDefault();
      add();
    }
  });
})();
