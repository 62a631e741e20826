// Runs before the first paint, so that no page flashes in the wrong theme. `boot.js` stores the choice.
(() => {
  const root = document.documentElement;
  root.setAttribute("data-script", "");
  try {
    const theme = localStorage.getItem("strata-theme");
    if (theme === "light" || theme === "dark") {
      root.setAttribute("data-theme", theme);
    }
  } catch {
    // No storage: the system's colours.
  }
})();
