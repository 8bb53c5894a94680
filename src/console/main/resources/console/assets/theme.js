/** The button that switches the theme: system, light, dark. */

import { icon } from "./icons.js";
import { el } from "./dom.js";

const KEY = "eddyline-theme";
const NEXT = { system: "light", light: "dark", dark: "system" };
const ICON = { system: "half", light: "sun", dark: "moon" };

/** Makes the button show the theme and change it. */
export function themeButton(button) {
  const show = (theme) => {
    if (theme === "system") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = theme;
    }
    button.replaceChildren(icon(ICON[theme]), el("span", { class: "unseen" }, `Theme: ${theme}`));
    button.title = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    const theme = NEXT[current()];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // storage is blocked: the choice ends with the page
    }
    show(theme);
  });
  show(current());
}

function current() {
  return document.documentElement.dataset.theme ?? "system";
}
