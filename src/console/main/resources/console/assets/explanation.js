/** Why a task got no verdict: what the detectors made of each event, loaded when a person requests it. */

import { el, bdiText, renew } from "./dom.js";
import { get } from "./api.js";
import { counted, sentence, visible, whole, words } from "./format.js";
import { eventTime } from "./times.js";

const TIMEOUT_MS = 40_000;
/** Newest rows at first; a button shows twice as many. */
const ROWS = 200;

/** The content of the section. */
export class Explanation {
  #taskId;
  #answer = null;
  #rows = ROWS;
  #button = el("button", { type: "button", "data-key": "explain", onclick: () => this.#load() }, "Explain each event");
  #status = el("p", { class: "muted", role: "status" }, "Reads the task's events from Kafka and replays them.");
  #problem = el("p", { class: "problem", role: "alert" });
  #table = el("div");
  element = el("div", { class: "explanation", "data-part": "explanation" }, this.#button, this.#status, this.#problem, this.#table);

  constructor(taskId) {
    this.#taskId = taskId;
  }

  async #load() {
    // a disabled button would lose the focus
    if (this.element.hasAttribute("aria-busy")) {
      return;
    }
    this.element.setAttribute("aria-busy", "true");
    this.#button.setAttribute("aria-disabled", "true");
    this.#problem.textContent = "";
    this.#status.textContent = "The events are read and replayed.";
    try {
      this.#answer = await get("task/explanation", { taskId: this.#taskId }, TIMEOUT_MS);
      this.#rows = ROWS;
      this.#status.replaceChildren(...summary(this.#answer));
      this.#button.textContent = "Explain again";
      this.#draw();
    } catch (refused) {
      this.#status.textContent = "";
      this.#problem.textContent = visible(refused.message);
    }
    this.element.removeAttribute("aria-busy");
    this.#button.removeAttribute("aria-disabled");
  }

  #draw() {
    const { events } = this.#answer;
    const shown = events.slice(-this.#rows);
    const earlier = events.length - shown.length;
    renew(
      this.#table,
      earlier > 0 && el("p", { class: "more" }, el("button", { type: "button", "data-key": "earlier events", onclick: () => this.#more() }, `${whole(earlier)} earlier events`)),
      table(shown),
    );
  }

  #more() {
    this.#rows *= 2;
    this.#draw();
  }
}

function summary({ summary: text, isLimited }) {
  return [
    ...text.trim().split(/\r?\n/).flatMap((line) => [bdiText(sentence(line)), el("br")]),
    isLimited ? "Older records were left out: the command explain reads more." : "",
  ];
}

function table(events) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `Explanation of ${counted(events.length, "event")}` },
    el(
      "table",
      { class: "explained" },
      el("thead", {}, el("tr", {}, ["No.", "Time", "Agent", "Event", "What came of it"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, events.map(row)),
    ),
  );
}

function row(event) {
  const isVerdict = event.notes.some((note) => note.kind === "verdict");
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, whole(event.event)),
    el("td", {}, eventTime(Date.parse(event.occurredAt))),
    el("td", {}, bdiText(event.agentId)),
    el("td", {}, words(event.type), event.text && [" ", bdiText(event.text)]),
    el("td", { class: isVerdict && "strong" }, results(event).map((result) => el("p", {}, bdiText(result)))),
  );
}

/** The outcome of the call, what else happened, and how far each rule is. */
function results({ outcome, reason, notes, counts }) {
  return [
    ...(outcome ? [`${outcome}: ${reason}`] : []),
    ...notes.map((note) => note.text),
    ...Object.entries(counts ?? {}).map(([rule, count]) => `${words(rule)} ${count}`),
  ];
}
