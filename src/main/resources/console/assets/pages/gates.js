/** Gates: the open ones, oldest first, and the closed ones. */

import { el, renew, bdiText } from "../dom.js";
import { get, list } from "../api.js";
import { counted, duration, whole } from "../format.js";
import { gateBody, gateLine } from "../gate-card.js";
import { Live } from "../live.js";
import { shortId, taskLink } from "../links.js";
import { notice, over } from "../notices.js";
import { empty, failure, skeleton } from "../states.js";
import { decided, decisionBadge, loopType } from "../badges.js";
import { since } from "../times.js";
import { failed, headed, recovered } from "./page.js";

const PAGE_SIZE = 50;
const CLOSED_NOTICE_MS = 20_000;

/** Opens the page. */
export function open(main, parameters) {
  return new Gates(main, parameters);
}

class Gates {
  #state;
  /** The shown gates by id, with their last JSON: an unchanged gate is not rebuilt. */
  #cards = new Map();
  #limit = PAGE_SIZE;
  #tabs = el("nav", { class: "tabs", "aria-label": "Gates" });
  #list = el("div", { class: "gates" }, skeleton(5));
  #live;

  constructor(main, parameters) {
    headed(main, "Gates", "A gate blocks its task until a person decides.");
    main.append(this.#tabs, this.#list);
    this.#choose(parameters);
    this.#live = new Live({
      load: () => this.#load(),
      every: 10_000,
      show: ([state, answer]) => this.#show(state, answer),
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
    this.#live.end();
  }

  #choose(parameters) {
    this.#state = parameters.get("state") === "closed" ? "closed" : "open";
    this.#limit = PAGE_SIZE;
    this.#cards.clear();
    this.#list.replaceChildren(skeleton(5));
    const tab = (state, name) => el("a", { href: `/gates?state=${state}`, "aria-current": this.#state === state ? "page" : null, "data-key": state }, name);
    renew(this.#tabs, tab("open", "Open, oldest first"), tab("closed", "Closed"));
  }

  async #load() {
    const state = this.#state;
    return [state, await list("gates", { state }, this.#limit)];
  }

  #show(state, answer) {
    recovered();
    if (state !== this.#state) {
      this.#live.now();
    } else if (state === "open") {
      this.#showOpen(answer);
    } else {
      this.#showClosed(answer);
    }
  }

  #showOpen({ items, total }) {
    const before = this.#cards;
    this.#cards = new Map();
    [...before]
      .filter(([gateId]) => !items.some((gate) => gate.gateId === gateId))
      .forEach(([gateId, card]) => reportClosed(gateId, card.element));
    if (items.length === 0) {
      this.#arrange([empty("No gate is open", "New gates appear here by themselves.")], null);
      return;
    }
    for (const gate of items) {
      this.#cards.set(gate.gateId, this.#card(gate, before.get(gate.gateId), this.#cards.size === 0 && before.size === 0));
    }
    this.#arrange([...this.#cards.values()].map((card) => card.element), total > items.length ? this.#more(items.length, total) : null);
  }

  /** A gate's card; it is not rebuilt while a person fills in its form. */
  #card(gate, there, open) {
    const look = JSON.stringify([gate.state, gate.loopCount, gate.attempts, gate.reason, gate.pending, gate.evidence?.length]);
    if (there && (there.look === look || (isBusy(there.element) && !gate.pending))) {
      return there;
    }
    const wide = there ? there.element.open : open;
    const element = el("details", { class: "gate panel", "data-gate": gate.gateId, open: wide });
    element.append(el("summary", { "data-key": `gate ${gate.gateId}` }, el("h2", {}, gateLine(gate))));
    // of hundreds of gates only the visible ones are built
    const build = () => {
      if (element.open && element.childElementCount === 1) {
        element.append(gateBody(gate, () => this.#live.now()));
      }
    };
    element.addEventListener("toggle", build);
    build();
    return { look, element };
  }

  #arrange(elements, more) {
    const wanted = [...elements, ...(more ? [more] : [])];
    const lost = this.#list.contains(document.activeElement);
    [...this.#list.children].filter((child) => !wanted.includes(child)).forEach((child) => child.remove());
    wanted.forEach((element, index) => {
      if (this.#list.children[index] !== element) {
        this.#list.insertBefore(element, this.#list.children[index] ?? null);
      }
    });
    if (lost && !this.#list.contains(document.activeElement)) {
      // keyboard users continue at the next gate
      (this.#list.querySelector("summary") ?? document.getElementById("main")).focus();
    }
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
    failed(error, pause);
    if (this.#list.querySelector(".skeleton, .failed")) {
      this.#list.replaceChildren(failure("The gates could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

/** Reports how a viewed gate was closed. */
async function reportClosed(gateId, element) {
  if (!element.open) {
    return;
  }
  const gate = await get("gate", { id: gateId }).catch(() => null);
  if (gate && !gate.open) {
    const by = gate.decidedBy ? ` by ${gate.decidedBy}` : "";
    notice("gate", `The gate of ${shortId(gate.rootTaskId)} is closed: ${decided(gate.decision)}${by}.`, "info");
    setTimeout(() => over("gate"), CLOSED_NOTICE_MS);
  }
}

/** Whether a person is filling in its form. */
function isBusy(element) {
  const form = element.querySelector("form.decision");
  return form !== null && (form.contains(document.activeElement) || form.querySelector(":checked") !== null || form.querySelector("textarea").value !== "");
}

function closedTable(gates) {
  const names = ["Closed", "Task", "Loop", "Decision", "By", "Guidance", "Waited"];
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "div",
    { class: "panel flush" },
    el(
      "table",
      { class: "tasks closed" },
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        gates.map((gate) =>
          el(
            "tr",
            {},
            cell("Closed", gate.closedAt === null ? "–" : since(gate.closedAt)),
            el("th", { scope: "row" }, taskLink(gate.rootTaskId, { "data-key": gate.gateId })),
            cell("Loop", loopType(gate.loopType)),
            cell("Decision", decisionBadge(gate.decision)),
            cell("By", bdiText(gate.decidedBy) ?? "–", gate.decisionVerified === false ? el("small", { title: "Not signed by the console or API: its sender says so" }, " (claimed)") : ""),
            cell("Guidance", gate.guidance ? el("span", { class: "clamp" }, bdiText(gate.guidance)) : "–"),
            cell("Waited", gate.closedAt === null ? "–" : duration(gate.closedAt - gate.openedAt)),
          ),
        ),
      ),
    ),
  );
}
