// Sets the chosen theme before the first paint, so that the page does not flash.
(function () {
  try {
    const chosen = localStorage.getItem("eddyline-theme");
    if (chosen === "light" || chosen === "dark") {
      document.documentElement.dataset.theme = chosen;
    }
  } catch {
    // storage is blocked: the system's theme is used
  }
})();
