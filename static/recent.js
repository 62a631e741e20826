// The points visited last, for the start page. They stay in this browser: no cookie, no request. Without storage,
// nothing is shown. Stored values are validated on reading, because other code may have written them.
(() => {
  const page = document.getElementById("page-data").dataset;
  const base = page.base ?? "";
  const KEY = `strata-recent${base}`;
  const LIMIT = 8;
  const POINT = /^\/structures\/([^/]+)\/([^/]+)\/(x86|x64|arm64)$/;

  const read = () => {
    try {
      const paths = JSON.parse(localStorage.getItem(KEY));
      return paths.filter((path) => POINT.test(path) && decodeURIComponent(path)).slice(0, LIMIT);
    } catch {
      return [];
    }
  };
  const write = (paths) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(paths.slice(0, LIMIT)));
    } catch {
      // No storage, or no room in it.
    }
  };

  // A page with steps in place may end at another point than it began: both count as visited.
  const look = () => {
    const path = location.pathname.slice(base.length).replace(/(\/decode)?\/?$/, "");
    // A page without a structure has the address of one until it has read the input.
    if (POINT.test(path) && !document.getElementById("content").hasAttribute("data-unnamed")) {
      write([path, ...read().filter((other) => other !== path)]);
    }
  };
  if (["layout", "decode"].includes(page.page)) {
    look();
    addEventListener("pagehide", look);
  }

  const place = document.getElementById("recent");
  if (!place) {
    return;
  }
  const entry = (path) => {
    const [, ...words] = POINT.exec(path).map(decodeURIComponent);
    const [name, point] = ["span", "code"].map((tag) => document.createElement(tag));
    name.textContent = words[0];
    point.textContent = `${words[1]}/${words[2]}`;
    const link = document.createElement("a");
    link.href = base + path + ("files" in page ? "/" : "");
    link.append(name, " ", point);
    const item = document.createElement("li");
    item.append(link);
    return item;
  };
  const show = () => {
    const paths = read();
    place.hidden = paths.length === 0;
    place.querySelector("ul").replaceChildren(...paths.map(entry));
  };
  show();
  // Restored from the back/forward cache.
  addEventListener("pageshow", (event) => event.persisted && show());
  place.querySelector("button").addEventListener("click", () => {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
    show();
    document.getElementById("said").textContent = "Forgotten.";
    document.getElementById("content").focus();
  });
})();
