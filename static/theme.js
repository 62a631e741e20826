// Runs before anything is drawn, so that no page flashes in the wrong colours. The words are those of theme.rs.
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
