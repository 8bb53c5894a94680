/** Creates elements without markup: any text is inserted as text. */

import { visible } from "./format.js";

const SVG = "http://www.w3.org/2000/svg";
/** Attributes with human-readable text. */
const READ = new Set(["title", "aria-label", "placeholder", "alt"]);

/** An HTML element. A function is a listener (`onclick`); null and false are omitted. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, likewise. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, READ.has(name) ? visible(value) : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter(there).map(asNode));
  return element;
}

function there(child) {
  return child !== null && child !== undefined && child !== false;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(visible(child));
}

/** Replaces an element's content, and keeps the focus by `data-key` or id. */
export function renew(element, ...children) {
  const focus = document.activeElement;
  const key = element.contains(focus) ? focus.dataset.key ?? focus.id : null;
  element.replaceChildren(...children.flat(Infinity).filter(there).map(asNode));
  if (key) {
    [...element.querySelectorAll("[data-key], [id]")]
      .find((candidate) => (candidate.dataset.key ?? candidate.id) === key)
      ?.focus({ preventScroll: true });
  }
}

/** A text of an event, with its own isolated text direction; null for null. */
export function bdiText(text) {
  return there(text) ? el("bdi", {}, text) : null;
}

let pageTitle = "Eddyline";
let openGates = 0;

/** The title of the page that is shown. */
export function title(text) {
  pageTitle = `${visible(text)} · Eddyline`;
  document.title = openGates > 0 ? `(${openGates}) ${pageTitle}` : pageTitle;
}

/** The number of open gates, which the browser's tab shows on every page. */
export function titleCount(count) {
  openGates = count;
  document.title = openGates > 0 ? `(${openGates}) ${pageTitle}` : pageTitle;
}

/** Words for a screen reader only. */
export function unseen(text) {
  return el("span", { class: "unseen" }, text);
}
