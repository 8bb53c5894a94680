/** Tasks with a verdict, with filters and pages. */

import { el, renew, bdiText } from "../dom.js";
import { get } from "../api.js";
import { counted, reported, whole } from "../format.js";
import { Live } from "../live.js";
import { readdress } from "../router.js";
import { empty, failure, skeleton } from "../states.js";
import { loopType, stateBadge } from "../badges.js";
import { sparkline } from "../charts.js";
import { choice, field } from "../fields.js";
import { taskLink } from "../links.js";
import { LOOP_TYPES } from "../loop-types.js";
import { since } from "../times.js";
import { failed, headed, recovered } from "./page.js";

const PAGE_SIZE = 50;
const TYPING_MS = 250;
const STATES = ["looping", "held", "rejected", "completed", "quiet"];
const COLUMNS = ["Task", "State", "Loops", "Recent", "Loop types", "Agent", "Last", "Cost"];

const FILTERS = ["query", "state", "loopType", "agentId", "workflow"];

/** Opens the page. */
export function open(main, parameters) {
  return new Tasks(main, parameters);
}

class Tasks {
  #filters;
  /** Cursors of the previous pages; the first page has none. */
  #cursors = [null];
  #next = null;
  #typing = null;
  #form;
  #sum = el("p", { class: "muted", role: "status" });
  #list = el("div", {}, skeleton(12));
  #pages = el("nav", { class: "pages", "aria-label": "Pages of the list" });
  #live;

  constructor(main, parameters) {
    this.#filters = filtersOf(parameters);
    headed(main, "Tasks", null, this.#sum);
    this.#form = form(this.#filters, (filters) => this.#filter(filters));
    main.append(this.#form, this.#list, this.#pages);
    document.getElementById("search").value = this.#filters.query ?? "";
    this.#live = new Live({
      load: () => this.#load(),
      least: 3000,
      show: ([cursor, answer]) => this.#show(cursor, answer),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#live.now();
  }

  events() {
    // a later page would shift while it is read
    if (this.#cursors.length === 1) {
      this.#live.soon();
    }
  }

  refresh() {
    this.#live.now();
  }

  changed(parameters) {
    this.#filters = filtersOf(parameters);
    for (const field of this.#form.elements) {
      field.value = this.#filters[field.name] ?? "";
    }
    document.getElementById("search").value = this.#filters.query ?? "";
    this.#first();
  }

  end() {
    clearTimeout(this.#typing);
    this.#live.end();
    document.getElementById("search").value = "";
  }

  async #load() {
    const cursor = this.#cursors.at(-1);
    const filters = this.#filters;
    const answer = await get("tasks", { ...filters, cursor, limit: PAGE_SIZE });
    return [cursor, filters === this.#filters ? answer : null];
  }

  #filter(filters) {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#filters = filters;
      document.getElementById("search").value = filters.query ?? "";
      readdress(filters);
      this.#first();
    }, TYPING_MS);
  }

  #first() {
    this.#cursors = [null];
    this.#list.classList.add("stale");
    this.#live.now();
  }

  #show(cursor, answer) {
    recovered();
    // the answer to an earlier request
    if (answer === null || cursor !== this.#cursors.at(-1)) {
      this.#live.now();
      return;
    }
    this.#next = answer.next;
    this.#list.classList.remove("stale");
    const from = (this.#cursors.length - 1) * PAGE_SIZE;
    this.#sum.textContent =
      answer.total > answer.items.length
        ? `${whole(from + 1)} to ${whole(from + answer.items.length)} of ${counted(answer.total, "task")}`
        : counted(answer.total, "task");
    renew(this.#list, answer.items.length ? table(answer.items) : this.#nothing());
    this.#showPages(answer.total);
  }

  #nothing() {
    return Object.keys(this.#filters).length
      ? empty("No task matches", "Remove a filter, or search for a part of its id.", el("a", { href: "/tasks" }, "All tasks"))
      : empty("No task has looped yet", "A task appears here with its first verdict.");
  }

  #showPages(total) {
    const before = this.#cursors.length > 1;
    this.#pages.hidden = !before && this.#next === null;
    const turn = (key, name, possible, change) =>
      el("button", { type: "button", "data-key": key, disabled: !possible, onclick: () => this.#turn(change) }, name);
    renew(
      this.#pages,
      turn("previous", "Previous", before, () => this.#cursors.pop()),
      el("span", { class: "muted" }, `Page ${whole(this.#cursors.length)} of ${whole(Math.ceil(total / PAGE_SIZE))}`),
      turn("next", "Next", this.#next !== null, () => this.#cursors.push(this.#next)),
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
      // the cursor belongs to an earlier view
      this.#cursors = [null];
    } else if (!this.#list.querySelector("table")) {
      this.#list.replaceChildren(failure("The tasks could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

/** The filters of a page's address, without others: the API rejects unknown parameters. */
function filtersOf(parameters) {
  return Object.fromEntries([...parameters].filter(([name]) => FILTERS.includes(name)));
}

function form(filters, changed) {
  const place = el(
    "form",
    { class: "filters", role: "search", "aria-label": "Filter tasks" },
    field("Task id", el("input", { name: "query", type: "search", value: filters.query ?? "", autocomplete: "off", spellcheck: "false" })),
    field("State", choice("state", STATES, filters.state)),
    field("Loop type", choice("loopType", LOOP_TYPES, filters.loopType)),
    field("Agent", el("input", { name: "agentId", value: filters.agentId ?? "", autocomplete: "off", spellcheck: "false" })),
    field("Workflow", el("input", { name: "workflow", value: filters.workflow ?? "", autocomplete: "off", spellcheck: "false" })),
  );
  const applyFilters = () => changed(Object.fromEntries([...new FormData(place)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value)));
  place.addEventListener("input", applyFilters);
  place.addEventListener("submit", (event) => {
    event.preventDefault();
    applyFilters();
  });
  return place;
}

function table(tasks) {
  return el(
    "div",
    { class: "panel flush" },
    el(
      "table",
      { class: "tasks" },
      el("thead", {}, el("tr", {}, COLUMNS.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, tasks.map(row)),
    ),
  );
}

function row(task) {
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, taskLink(task.taskId, { "data-key": task.taskId }), task.lastReason && el("span", { class: "muted clamp one" }, bdiText(task.lastReason))),
    cell("State", stateBadge(task.state)),
    cell("Loops", el("span", { class: "number" }, whole(task.loopCount))),
    cell("Recent", sparkline(task.loopsLately)),
    cell("Loop types", task.loopTypes.map((type) => [loopType(type), " "])),
    cell("Agent", el("span", { class: "clamp", title: task.agentId }, bdiText(task.agentId)), task.workflow && el("span", { class: "muted clamp", title: task.workflow }, bdiText(task.workflow))),
    cell("Last", since(task.lastAt)),
    cell("Cost", reported(task.cost)[0]),
  );
}
