/** Fields of filter forms. */

import { el, bdiText } from "./dom.js";
import { words } from "./format.js";
import { icon } from "./icons.js";
import { shortId } from "./links.js";

/** A labelled field. */
export function field(name, input) {
  return el("label", {}, el("span", {}, name), input);
}

/** A choice of symbols, or any. */
export function choice(name, values, chosen) {
  return el("select", { name }, el("option", { value: "" }, "any"), values.map((value) => el("option", { value, selected: value === chosen }, words(value))));
}

/** A filter without a field, which came by a link: what it selects, and a button that removes it; nothing without a value. */
export function chip(name, what, value) {
  if (!value) {
    return null;
  }
  const input = el("input", { type: "hidden", name, value });
  const remove = () => {
    const { form } = input;
    shown.remove();
    form.querySelector("input").focus();
    form.dispatchEvent(new Event("input"));
  };
  const shown = el(
    "div",
    { class: "chip", role: "group", "aria-label": `only ${what}` },
    input,
    el("span", {}, `only ${what} `, el("code", {}, bdiText(shortId(value)))),
    el("button", { type: "button", class: "plain", "data-key": `remove ${name}`, onclick: remove }, icon("cross"), "Remove"),
  );
  return shown;
}
