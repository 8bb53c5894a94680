/** Placeholders for content: a skeleton while it loads, a sentence for no content, an error. */

import { el, unseen } from "./dom.js";
import { icon } from "./icons.js";

/** Grey bars, as many as rows are expected. */
export function skeleton(rows) {
  return el(
    "div",
    { class: "skeleton", "aria-busy": "true" },
    unseen("Loading"),
    Array.from({ length: rows }, () => el("span", { class: "bar", "aria-hidden": "true" })),
  );
}

/** No content, and the reason. */
export function empty(title, text, ...more) {
  return el("div", { class: "empty" }, el("p", { class: "strong" }, title), el("p", {}, text), more);
}

/** Something could not be loaded. */
export function failure(title, text, retry) {
  return el(
    "div",
    { class: "empty failed", role: "alert" },
    el("p", { class: "strong" }, icon("warn"), title),
    el("p", {}, text),
    retry && el("button", { type: "button", onclick: retry }, "Try now"),
  );
}

/** A part of a page with a heading. */
export function section(title, { id, note, tools, level = "h2", wide = false } = {}, ...children) {
  return el(
    "section",
    { class: `panel${wide ? " wide" : ""}`, "aria-labelledby": id },
    el(
      "div",
      { class: "panel-head" },
      el(level, { id }, title),
      note && el("p", { class: "muted" }, note),
      tools && el("div", { class: "tools" }, tools),
    ),
    children,
  );
}
