/** Patterns: similar loops of any tasks, with filters; each row opens. */

import { el, renew } from "../dom.js";
import { get } from "../api.js";
import { counted, whole } from "../format.js";
import { GateCards } from "../gate-cards.js";
import { Live } from "../live.js";
import { readdress } from "../router.js";
import { empty, failure, skeleton } from "../states.js";
import { chip, choice, field } from "../fields.js";
import { LOOP_TYPES } from "../loop-types.js";
import { patternBody, patternLine } from "../pattern-card.js";
import { failed, headed, recovered } from "./page.js";

const MOST = 200;
const TYPING_MS = 250;
const ORDERS = { count: "most loops first", newest: "newest first", cost: "highest cost first" };
const FILTERS = ["query", "loopType", "agentId", "workflow", "sort", "patternId"];

/** Opens the page. */
export function open(main, parameters) {
  return new Patterns(main, parameters);
}

class Patterns {
  #filters = {};
  #typing = null;
  #form = el("form", { class: "filters", role: "search", "aria-label": "Filter patterns" });
  #sum = el("p", { class: "muted", role: "status" });
  #list = el("div", { class: "gates" }, skeleton(5));
  #cards = new GateCards(this.#list, () => {});
  #live;

  constructor(main, parameters) {
    headed(main, "Patterns", "Similar loops of one or more tasks in the last 48 hours. A pattern is the cause of its gates.", this.#sum);
    main.append(this.#form, this.#list);
    this.#form.addEventListener("input", () => this.#filter());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#filter();
    });
    this.#choose(parameters);
    this.#live = new Live({
      load: () => this.#load(),
      every: 15_000,
      least: 3000,
      show: ([filters, answer]) => this.#show(filters, answer),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#live.now();
  }

  events() {
    this.#live.soon();
  }

  refresh() {
    this.#live.now();
  }

  changed(parameters) {
    this.#choose(parameters);
    this.#live.now();
  }

  end() {
    clearTimeout(this.#typing);
    this.#live.end();
  }

  #choose(parameters) {
    clearTimeout(this.#typing);
    this.#filters = Object.fromEntries([...parameters].filter(([name]) => FILTERS.includes(name)));
    this.#cards.clear();
    this.#list.replaceChildren(skeleton(5));
    const text = (name) => el("input", { name, value: this.#filters[name] ?? "", autocomplete: "off", spellcheck: "false" });
    const sorted = this.#filters.sort ?? "count";
    renew(
      this.#form,
      field("Text", el("input", { name: "query", type: "search", value: this.#filters.query ?? "", autocomplete: "off", spellcheck: "false" })),
      field("Loop type", choice("loopType", LOOP_TYPES, this.#filters.loopType)),
      field("Agent", text("agentId")),
      field("Workflow", text("workflow")),
      field("Order", el("select", { name: "sort" }, Object.entries(ORDERS).map(([order, words]) => el("option", { value: order, selected: order === sorted }, words)))),
      chip("patternId", "pattern", this.#filters.patternId),
    );
  }

  #filter() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#filters = Object.fromEntries([...new FormData(this.#form)].map(([name, value]) => [name, value.trim()]).filter(([name, value]) => value && !(name === "sort" && value === "count")));
      readdress(this.#filters);
      this.#live.now();
    }, TYPING_MS);
  }

  async #load() {
    const filters = this.#filters;
    return [filters, await get("patterns", { ...filters, limit: MOST })];
  }

  #show(filters, { items, total }) {
    recovered();
    if (filters !== this.#filters) {
      this.#live.now();
      return;
    }
    this.#sum.textContent = items.length < total ? `${whole(items.length)} of ${counted(total, "pattern")}` : counted(total, "pattern");
    this.#cards.show(items.map(entry), this.#nothing(), null);
  }

  #nothing() {
    return Object.keys(this.#filters).length > 0
      ? empty("No pattern matches", "Remove a filter.", el("a", { href: "/patterns" }, "All patterns"))
      : empty("No patterns", "A pattern groups similar loops of one or more tasks. The first loop begins one.");
  }

  #fail(error, pause) {
    failed(error, pause);
    if (this.#list.querySelector(".skeleton, .failed")) {
      this.#list.replaceChildren(failure("The patterns could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

function entry(pattern) {
  return {
    key: pattern.patternId,
    headline: pattern.headline,
    look: JSON.stringify([pattern.loops, pattern.tasks, pattern.lastAt, pattern.openGates, pattern.closedGates]),
    line: () => patternLine(pattern),
    body: () => patternBody(pattern),
  };
}
