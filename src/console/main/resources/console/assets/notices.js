/** Named notices above the page, for current problems. */

import { el } from "./dom.js";
import { visible } from "./format.js";
import { icon } from "./icons.js";

const shown = new Map();

/** Shows a notice, or replaces its text. */
export function notice(name, text, tone = "warn") {
  const there = shown.get(name);
  if (there) {
    const words = there.querySelector("span");
    if (words.textContent !== visible(text)) {
      words.textContent = visible(text);
    }
    return;
  }
  const line = el("p", { class: `notice ${tone}`, "data-notice": name }, icon("warn"), el("span", {}, text));
  shown.set(name, line);
  document.getElementById("notices").append(line);
}

/** Removes a notice by name. */
export function over(name) {
  shown.get(name)?.remove();
  shown.delete(name);
}

/** Announces a text to screen readers. */
export function say(text) {
  document.getElementById("spoken").textContent = visible(text);
}
