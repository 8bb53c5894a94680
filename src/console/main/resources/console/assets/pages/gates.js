/** Gates: the open ones by cause or one by one, the closed ones, and a single gate. */

import { el, renew } from "../dom.js";
import { get, list } from "../api.js";
import { causeBody, causeLine } from "../cause-card.js";
import { closedTable, reportClosed } from "../closed-gates.js";
import { counted, whole } from "../format.js";
import { gateBody, gateLine } from "../gate-card.js";
import { notifyButton } from "../notify.js";
import { GateCards } from "../gate-cards.js";
import { Live } from "../live.js";
import { readdress } from "../router.js";
import { may } from "../session.js";
import { empty, failure, skeleton } from "../states.js";
import { chip, choice, field } from "../fields.js";
import { LOOP_TYPES } from "../loop-types.js";
import { failed, headed, recovered } from "./page.js";

const PAGE_SIZE = 50;
const TYPING_MS = 250;
const ORDERS = ["oldest", "newest", "attempts", "cost"];
const FILTERS = ["query", "loopType", "agentId", "workflow", "cause"];

/** Opens the page. */
export function open(main, parameters) {
  return new Gates(main, parameters);
}

class Gates {
  #view;
  #filters;
  #order;
  #gateId;
  #limit = PAGE_SIZE;
  #typing = null;
  #tabs = el("nav", { class: "tabs", "aria-label": "Gates" });
  #form = el("form", { class: "filters", role: "search", "aria-label": "Filter gates" });
  #list = el("div", { class: "gates" }, skeleton(5));
  #cards = new GateCards(this.#list, reportClosed);
  #live;

  constructor(main, parameters) {
    headed(main, "Gates", `A gate blocks its task until a person decides. Keys on a gate: j and k go to the next and the previous one${may("decide") ? ", a chooses approve" : ""}.`, notifyButton());
    main.append(this.#tabs, this.#form, this.#list);
    this.#form.addEventListener("input", () => this.#filter());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#filter();
    });
    this.#choose(parameters);
    this.#live = new Live({
      load: () => this.#load(),
      every: 10_000,
      show: ([look, answer]) => this.#show(look, answer),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#live.now();
  }

  events(events) {
    if (events.some((event) => event.kind === "gate")) {
      this.#live.soon();
    }
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
    this.#gateId = parameters.get("id");
    this.#view = this.#gateId ? "one" : parameters.get("state") === "closed" ? "closed" : parameters.get("view") === "list" ? "list" : "causes";
    this.#filters = Object.fromEntries([...parameters].filter(([name]) => FILTERS.includes(name)));
    this.#order = ORDERS.includes(parameters.get("sort")) ? parameters.get("sort") : "oldest";
    this.#limit = PAGE_SIZE;
    this.#cards.clear();
    this.#list.replaceChildren(skeleton(5));
    const tab = (view, name, parameters) => el("a", { href: `/gates${parameters}`, "aria-current": this.#view === view ? "page" : null, "data-key": view }, name);
    renew(this.#tabs, tab("causes", "Open, by cause", ""), tab("list", "Open, one by one", "?view=list"), tab("closed", "Closed", "?state=closed"));
    this.#form.hidden = this.#view === "one";
    renew(
      this.#form,
      field("Text", el("input", { name: "query", type: "search", value: this.#filters.query ?? "", autocomplete: "off", spellcheck: "false" })),
      field("Loop type", choice("loopType", LOOP_TYPES, this.#filters.loopType)),
      field("Agent", el("input", { name: "agentId", value: this.#filters.agentId ?? "", autocomplete: "off", spellcheck: "false" })),
      field("Workflow", el("input", { name: "workflow", value: this.#filters.workflow ?? "", autocomplete: "off", spellcheck: "false" })),
      this.#view === "list" && field("Order", el("select", { name: "sort" }, ORDERS.map((order) => el("option", { value: order, selected: order === this.#order }, ORDER_WORDS[order])))),
      chip("cause", "cause", this.#filters.cause),
    );
  }

  #filter() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      const { sort, ...filters } = Object.fromEntries([...new FormData(this.#form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
      this.#filters = filters;
      // a card decides the gates of the filters under which it was built
      this.#cards.clear();
      this.#order = sort ?? "oldest";
      this.#limit = PAGE_SIZE;
      readdress({ ...VIEW_PARAMETERS[this.#view], ...filters, ...(sort && sort !== "oldest" ? { sort } : {}) });
      this.#live.now();
    }, TYPING_MS);
  }

  /** What is asked for now: the answer to an earlier question is not shown. */
  #look() {
    return JSON.stringify([this.#view, this.#gateId, this.#filters, this.#order, this.#limit]);
  }

  async #load() {
    const look = this.#look();
    const answers = {
      causes: () => get("gates/causes", { ...this.#filters, state: "open" }),
      list: () => list("gates", { ...this.#filters, state: "open", sort: this.#order }, this.#limit),
      closed: () => list("gates", { ...this.#filters, state: "closed" }, this.#limit),
      one: () => get("gate", { gateId: this.#gateId }),
    };
    return [look, await answers[this.#view]()];
  }

  #show(look, answer) {
    recovered();
    if (look !== this.#look()) {
      this.#live.now();
    } else if (this.#view === "closed") {
      this.#showClosed(answer);
    } else if (this.#view === "one") {
      this.#showOne(answer);
    } else if (this.#view === "list") {
      this.#showCards(answer.items.map((gate) => this.#gateEntry(gate)), answer.total > answer.items.length ? this.#more(answer.items.length, answer.total) : null);
    } else {
      this.#showCards(answer.causes.map((cause) => this.#causeEntry(cause)), answer.total > answer.causes.length ? el("p", { class: "muted" }, `${whole(answer.causes.length)} of ${counted(answer.total, "cause")}`) : null);
    }
  }

  #showOne(gate) {
    if (gate.open) {
      this.#showCards([this.#gateEntry(gate)], null);
      return;
    }
    this.#cards.clear();
    renew(this.#list, el("p", {}, "This gate is closed."), closedTable([gate]));
  }

  #gateEntry(gate) {
    return {
      key: gate.gateId,
      headline: gate.headline,
      look: JSON.stringify([gate.state, gate.loopCount, gate.attempts, gate.reason, gate.pending, gate.evidence?.length]),
      isGate: true,
      isSent: Boolean(gate.pending),
      line: () => gateLine(gate),
      body: () => gateBody(gate, () => this.#live.now()),
    };
  }

  #causeEntry(cause) {
    return {
      key: cause.cause,
      headline: cause.headline,
      look: JSON.stringify([cause.gates, cause.newestAt, cause.headline]),
      line: () => causeLine(cause),
      body: () => causeBody(cause, this.#filters, () => this.#live.now()),
    };
  }

  #showCards(entries, more) {
    const filtered = Object.keys(this.#filters).length > 0;
    const nothing = filtered
      ? empty("No open gate matches", "Remove a filter.", el("a", { href: "/gates" }, "All gates"))
      : empty("No gate is open", "New gates appear here by themselves.");
    this.#cards.show(entries, nothing, more);
  }

  #more(shown, total) {
    const button = el("button", { type: "button", "data-key": "more" }, `${whole(total - shown)} more`);
    button.addEventListener("click", () => {
      // doubles each time, so that a long list ends after few steps
      this.#limit *= 2;
      this.#live.now();
    });
    return el("p", { class: "more" }, button);
  }

  #showClosed({ items, total }) {
    renew(
      this.#list,
      items.length === 0
        ? empty("No gate was closed", "Closed gates appear here, with their decision, person and time.")
        : [closedTable(items), el("p", { class: "muted" }, `${whole(items.length)} of ${counted(total, "closed gate")}`), items.length < total && this.#more(items.length, total)],
    );
  }

  #fail(error, pause) {
    if (this.#view === "one" && error.status === 404) {
      recovered();
      this.#list.replaceChildren(empty("This gate is not known", error.message, el("a", { href: "/gates" }, "All gates")));
      return;
    }
    failed(error, pause);
    if (this.#list.querySelector(".skeleton, .failed")) {
      this.#list.replaceChildren(failure("The gates could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

const ORDER_WORDS = { oldest: "oldest first", newest: "newest first", attempts: "most attempts first", cost: "highest cost first" };
const VIEW_PARAMETERS = { causes: {}, list: { view: "list" }, closed: { state: "closed" } };
