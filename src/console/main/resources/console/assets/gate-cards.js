/** A list of cards of gates or causes, which changes while people use it. */

import { el } from "./dom.js";
import { may } from "./session.js";

const LOADING_MS = 5_000;

/** Cards in `element`; `closed(key, card)` is called for each gate that is no longer in the list. */
export class GateCards {
  /** The shown cards by key, with their last look: an unchanged card is not rebuilt. */
  #cards = new Map();
  #element;
  #closed;

  constructor(element, closed) {
    this.#element = element;
    this.#closed = closed;
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Removes all cards, so that the next ones are built again. */
  clear() {
    this.#cards.clear();
  }

  /** Shows these entries, then `more`; without entries `nothing`. */
  show(entries, nothing, more) {
    const before = this.#cards;
    this.#cards = new Map();
    [...before]
      .filter(([key]) => !entries.some((entry) => entry.key === key))
      .filter(([, shown]) => shown.isGate)
      .forEach(([key, shown]) => this.#closed(key, shown.element));
    for (const entry of entries) {
      this.#cards.set(entry.key, card(entry, before.get(entry.key), this.#cards.size === 0 && before.size === 0));
    }
    const elements = [...this.#cards.values()].map((each) => each.element);
    this.#arrange(entries.length === 0 ? [nothing] : elements, entries.length === 0 ? null : more);
  }

  #arrange(elements, more) {
    const wanted = [...elements, ...(more ? [more] : [])];
    const lost = this.#element.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;
    [...this.#element.children].filter((child) => !wanted.includes(child)).forEach((child) => child.remove());
    wanted.forEach((element, index) => {
      if (this.#element.children[index] !== element) {
        this.#element.insertBefore(element, this.#element.children[index] ?? null);
      }
    });
    if (lost !== null && !this.#element.contains(document.activeElement)) {
      // keyboard users continue where they were, or where that is gone at the first gate
      const again = [...this.#element.querySelectorAll("[data-key]")].find((element) => element.dataset.key === lost);
      (again ?? this.#element.querySelector("summary") ?? document.getElementById("main")).focus({ preventScroll: Boolean(again) });
    }
  }

  /** Keys of a focused gate; they do nothing while a text is typed. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, select, input:not([type=radio])")) {
      return;
    }
    const here = event.target.closest("details.gate");
    if (event.key === "j" || event.key === "k") {
      const there = event.key === "j" ? here?.nextElementSibling : here?.previousElementSibling;
      there?.querySelector("summary")?.focus();
      event.preventDefault();
    } else if (event.key === "a" && here && may("decide")) {
      event.preventDefault();
      approve(here);
    }
  }
}

/** A card of a gate or a cause; it is not rebuilt while a person fills in its form. */
function card(entry, there, open) {
  if (there && (there.look === entry.look || (isBusy(there.element) && !entry.isSent))) {
    return there;
  }
  const element = el("details", { class: "gate panel", "data-gate": entry.key, "data-headline": entry.headline, open: there ? there.element.open : open });
  element.append(el("summary", { "data-key": `gate ${entry.key}` }, el("h2", {}, entry.line())));
  // of hundreds of gates only the visible ones are built
  const build = () => {
    if (element.open && element.childElementCount === 1) {
      element.append(entry.body());
    }
  };
  element.addEventListener("toggle", build);
  build();
  return { look: entry.look, element, isGate: entry.isGate };
}

/** Opens a gate, chooses approve and goes to the button. */
function approve(element) {
  element.open = true;
  const choose = () => {
    const radio = element.querySelector("input[value=approve]");
    if (radio) {
      radio.checked = true;
      element.querySelector("button[type=submit]").focus();
    }
    return Boolean(radio);
  };
  if (!choose()) {
    // the form follows once the gates are loaded; a person who went on is left alone
    const loaded = new MutationObserver(() => {
      if (!element.contains(document.activeElement) || choose()) {
        loaded.disconnect();
      }
    });
    loaded.observe(element, { childList: true, subtree: true });
    setTimeout(() => loaded.disconnect(), LOADING_MS);
  }
}

/** Whether a person is filling in its form. */
function isBusy(element) {
  const form = element.querySelector("form.decision");
  return form !== null && (form.contains(document.activeElement) || form.querySelector(":checked") !== null || form.querySelector("textarea").value !== "");
}
