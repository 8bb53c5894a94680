// The chosen theme, set before anything is painted: a page must not flash in the other one.
(function () {
  try {
    const chosen = localStorage.getItem("eddyline-theme");
    if (chosen === "light" || chosen === "dark") {
      document.documentElement.dataset.theme = chosen;
    }
  } catch {
    // storage is blocked: the system's theme is taken
  }
})();
