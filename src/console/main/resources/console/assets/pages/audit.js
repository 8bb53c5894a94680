/** The audit: who decided what, and the newest changes of policies and graphs. */

import { el, renew, bdiText } from "../dom.js";
import { address, get } from "../api.js";
import { badge, decided } from "../badges.js";
import { configChanges } from "../config-changes.js";
import { choice, field } from "../fields.js";
import { full, sentence, whole } from "../format.js";
import { Live } from "../live.js";
import { gateAddress, shortId, taskLink } from "../links.js";
import { readdress } from "../router.js";
import { empty, failure, section, skeleton } from "../states.js";
import { at } from "../times.js";
import { failed, headed, recovered } from "./page.js";

const PAGE_SIZE = 50;
const TYPING_MS = 400;
const TIMES = ["from", "to"];
const FILTERS = ["from", "to", "by", "outcome", "taskId", "gateId"];
const COLUMNS = ["Time", "Task", "Outcome", "Decision", "By", "From where", "Gate"];
/** Requests for one page: each reads a part of the topic. */
const MOST_READS = 20;

/** Opens the page. */
export function open(main, parameters) {
  return new Audit(main, parameters);
}

class Audit {
  #filters;
  /** Cursors of the previous pages; the first page has none. */
  #cursors = [null];
  #next = null;
  /** The question whose answer is shown. */
  #shownLook = null;
  #typing = null;
  #form;
  #exports = el("p", { class: "exports" });
  #list = el("div", {}, skeleton(10));
  #pages = el("nav", { class: "pages", "aria-label": "Pages of the audit" });
  #config = el("div", { class: "config-changes" });
  #live;
  #changes;

  constructor(main, parameters) {
    this.#filters = filtersOf(parameters);
    headed(main, "Audit", "Every decision on a gate, accepted or refused, and every attempt of an agent to end a task at its open gate, for as long as the topic decision-receipts stores it.");
    this.#form = form(this.#filters, () => this.#filter());
    main.append(this.#form, this.#exports, this.#list, this.#pages, this.#config);
    this.#showExports();
    this.#live = new Live({
      load: () => this.#load(),
      every: 30_000,
      least: 3000,
      show: ([look, answer]) => this.#show(look, answer),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#changes = new Live({
      load: () => Promise.all([get("policies"), get("graphs")]),
      every: 60_000,
      show: ([policies, graphs]) => renew(this.#config, configChanges(policies, graphs)),
      // the list reports that the server does not answer
      fail: () => {},
    });
    this.#live.now();
    this.#changes.now();
  }

  events(events) {
    // a later page would shift while it is read
    if (this.#cursors.length === 1 && events.some((event) => event.kind === "gate")) {
      this.#live.soon();
    }
  }

  refresh() {
    this.#live.now();
    this.#changes.now();
  }

  changed(parameters) {
    clearTimeout(this.#typing);
    this.#filters = filtersOf(parameters);
    for (const each of this.#form.elements) {
      each.value = shownValue(each.name, this.#filters[each.name]);
    }
    this.#first();
  }

  end() {
    clearTimeout(this.#typing);
    this.#live.end();
    this.#changes.end();
  }

  /** What is asked for now: the answer to an earlier question is not shown. */
  #look() {
    return JSON.stringify([this.#filters, this.#cursors.at(-1)]);
  }

  /**
   * Reads until something is found: the server reads a part of the topic for each request. Nothing
   * older can appear later, so the same question is read on only once.
   */
  async #load() {
    const look = this.#look();
    const filters = this.#filters;
    const mostReads = look === this.#shownLook ? 1 : MOST_READS;
    let answer = { items: [], next: this.#cursors.at(-1), readBackTo: null };
    for (let reads = 0; reads < mostReads && answer.items.length === 0 && look === this.#look(); reads++) {
      const before = answer.readBackTo;
      answer = await get("audit", { ...filters, cursor: answer.next, limit: PAGE_SIZE });
      answer.readBackTo ??= before;
      if (answer.next === null) {
        break;
      }
    }
    return [look, answer];
  }

  #filter() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#filters = readForm(this.#form);
      readdress(this.#filters);
      this.#first();
    }, TYPING_MS);
  }

  #first() {
    this.#cursors = [null];
    this.#showExports();
    this.#list.classList.add("stale");
    this.#live.now();
  }

  #showExports() {
    const link = (format, name) =>
      el("a", { href: address("audit/export", { ...this.#filters, format }), download: "", "data-key": `export ${format}` }, name);
    renew(this.#exports, "Export with these filters: ", link("csv", "CSV"), ", ", link("jsonl", "JSON lines"));
  }

  #show(look, { items, next, readBackTo }) {
    recovered();
    if (look !== this.#look()) {
      this.#live.now();
      return;
    }
    const isRefresh = look === this.#shownLook;
    this.#shownLook = look;
    if (isRefresh && items.length === 0) {
      // what was shown came from the whole search
      return;
    }
    this.#next = next;
    this.#list.classList.remove("stale");
    renew(
      this.#list,
      items.length > 0 ? table(items) : this.#nothing(),
      next !== null && readBackTo !== null && el("p", { class: "muted" }, `Read back to ${full(readBackTo)}. Older decisions follow.`),
    );
    this.#showPages();
  }

  #nothing() {
    if (this.#next !== null) {
      return empty("Nothing found yet", "Older decisions were not read yet. Continue with the button Older.");
    }
    return Object.keys(this.#filters).length > 0 || this.#cursors.length > 1
      ? empty("No decision matches", "Remove a filter.", el("a", { href: "/audit" }, "All decisions"))
      : empty("Nothing was decided", "A decision on a gate appears here with its author, time and outcome.");
  }

  #showPages() {
    const newer = this.#cursors.length > 1;
    this.#pages.hidden = !newer && this.#next === null;
    const turn = (key, name, possible, change) =>
      el("button", { type: "button", "data-key": key, disabled: !possible, onclick: () => this.#turn(change) }, name);
    renew(
      this.#pages,
      turn("newer", "Newer", newer, () => this.#cursors.pop()),
      el("span", { class: "muted" }, `Page ${whole(this.#cursors.length)}`),
      turn("older", "Older", this.#next !== null, () => this.#cursors.push(this.#next)),
    );
  }

  #turn(change) {
    change();
    this.#next = null;
    this.#list.classList.add("stale");
    this.#live.now();
    scrollTo({ top: 0 });
  }

  #fail(error, pause) {
    failed(error, pause);
    if (error.status === 400 && this.#cursors.length > 1) {
      // the cursor belongs to an earlier topic
      this.#cursors = [null];
    } else if (!this.#list.querySelector("table")) {
      this.#list.replaceChildren(failure("The audit could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

/** The filters of a page's address, without others: the API rejects unknown parameters. */
function filtersOf(parameters) {
  return Object.fromEntries([...parameters].filter(([name, value]) => FILTERS.includes(name) && value !== ""));
}

/** The value of a field: times are epoch milliseconds in the address, and local in the form. */
function shownValue(name, value) {
  if (!value || !TIMES.includes(name)) {
    return value ?? "";
  }
  const time = new Date(Number(value));
  return Number.isNaN(time.getTime()) ? "" : new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}

function readForm(form) {
  return Object.fromEntries(
    [...new FormData(form)]
      .map(([name, value]) => [name, TIMES.includes(name) && value ? String(new Date(value).getTime()) : value.trim()])
      .filter(([, value]) => value && value !== "NaN"),
  );
}

function form(filters, changed) {
  const text = (name) => el("input", { name, value: filters[name] ?? "", autocomplete: "off", spellcheck: "false" });
  const time = (name) => el("input", { name, type: "datetime-local", step: "any", value: shownValue(name, filters[name]) });
  const place = el(
    "form",
    { class: "filters many", role: "search", "aria-label": "Filter decisions" },
    field("By", text("by")),
    field("Outcome", choice("outcome", ["accepted", "refused"], filters.outcome)),
    field("Task id", text("taskId")),
    field("Gate id", text("gateId")),
    field("From", time("from")),
    field("To", time("to")),
  );
  place.addEventListener("input", changed);
  place.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
  return place;
}

function table(receipts) {
  return section(
    "Decisions",
    { id: "decisions" },
    el(
      "table",
      { class: "tasks audit" },
      el("thead", {}, el("tr", {}, COLUMNS.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, receipts.map(row)),
    ),
  );
}

function row(receipt) {
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  const accepted = receipt.outcome === "accepted";
  return el(
    "tr",
    { "data-outcome": receipt.outcome },
    cell("Time", at(receipt.decidedAt)),
    el("th", { scope: "row" }, taskLink(receipt.rootTaskId, { "data-key": `task ${receipt.receiptId}` })),
    cell("Outcome", badge(accepted ? "reset" : "cross", accepted ? "good" : "bad", receipt.outcome), receipt.reason && el("span", { class: "muted line" }, " ", bdiText(receipt.reason))),
    cell("Decision", sentence(asked(receipt))),
    cell("By", receipt.attempt === null && [el("span", { class: "strong" }, bdiText(receipt.by)), " ", verified(receipt.verified)]),
    cell("From where", bdiText(receipt.origin) ?? "–", el("span", { class: "muted line" }, " ", bdiText(receipt.agentId))),
    cell("Gate", receipt.gateId ? el("a", { href: gateAddress(receipt.gateId), class: "id" }, bdiText(shortId(receipt.gateId))) : "–"),
  );
}

function asked(receipt) {
  if (receipt.attempt !== null) {
    return `tried by an event: ${receipt.attempt}`;
  }
  return receipt.outcome === "refused" ? `asked for: ${decided(receipt.decision)}` : decided(receipt.decision);
}

function verified(isVerified) {
  return isVerified
    ? el("small", { title: "Signed by the console or API" }, "(signed by the console)")
    : el("small", { title: "Not signed by the console or API: its sender says so" }, "(claimed)");
}
