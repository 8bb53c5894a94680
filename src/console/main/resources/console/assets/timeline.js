/** A task's timeline: the loop counter, and all entries, oldest first, of the whole time or of a part of it. */

import { el, renew } from "./dom.js";
import { clock, counted, duration, whole } from "./format.js";
import { entry, isIdle, PICTURES, repeated } from "./story.js";
import { icon } from "./icons.js";
import { strip } from "./strip.js";
import { empty } from "./states.js";

/** From this many consecutive lines of actions on, they are folded. */
const FOLD_FROM = 4;
/** Pauses from this length on are shown. */
const PAUSE_MS = 5 * 60_000;
/** Lines at first; a button shows twice as many. */
const LINES = 200;
const SHORTEST_MS = 10;

const KEYS = { "+": "in", "=": "in", "-": "out", ArrowLeft: "earlier", ArrowRight: "later", 0: "all" };
const BUTTONS = [["in", "Zoom in", "+"], ["out", "Zoom out", "-"], ["earlier", "Earlier", "ArrowLeft"], ["later", "Later", "ArrowRight"], ["all", "All", "0"]];

/** The timeline in `element`; `show(story)` fills it. */
export class Timeline {
  #story = [];
  /** The shown part in event time, epoch milliseconds; null for the whole time. */
  #part = null;
  #lines = LINES;
  /** Keys of open details: they stay open when the story grows. */
  #open = new Set();
  #picture = el("div", { class: "strip-place" });
  #sum = el("p", { class: "muted", role: "status" });
  #list = el("div");
  #buttons = BUTTONS.map(([step, name, key]) =>
    el("button", { type: "button", class: "plain", "data-key": `timeline ${step}`, "data-step": step, "aria-keyshortcuts": key, onclick: () => this.#move(step) }, name),
  );
  #zoom = el("div", { class: "zoom", role: "group", "aria-label": "Part of the time. Keys: plus, minus, arrows, 0 for all.", tabindex: "0" }, this.#picture, el("div", { class: "buttons" }, this.#sum, this.#buttons));
  element = el("div", { class: "timeline" }, this.#zoom, this.#list);

  constructor() {
    this.#zoom.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        this.#move(step);
      }
    });
    this.#list.addEventListener("toggle", (event) => this.#toggled(event.target), true);
  }

  /** Shows a story, oldest entry first. */
  show(story) {
    this.#story = story.filter((each) => !isIdle(each));
    this.#draw();
  }

  #whole() {
    return { from: this.#story[0].at, to: this.#story.at(-1).at };
  }

  /** Changes the part by a step of the buttons. */
  #move(step) {
    if (!this.#possible().has(step)) {
      return;
    }
    const all = this.#whole();
    const { from, to } = this.#part ?? all;
    const length = to - from;
    if (step === "in") {
      // around the middle one of the shown entries: a part without any shows nothing
      const within = this.#shown();
      const middle = within.length > 0 ? within[Math.floor(within.length / 2)].at : (from + to) / 2;
      const half = Math.max(SHORTEST_MS, length / 2);
      this.#part = limited(middle - half / 2, half, all);
    } else if (step === "out") {
      this.#part = limited(from - length / 2, length * 2, all);
    } else if (step === "all") {
      this.#part = null;
    } else {
      this.#part = limited(from + (step === "earlier" ? -length / 2 : length / 2), length, all);
    }
    this.#lines = LINES;
    this.#draw();
  }

  /** The steps that change the part. */
  #possible() {
    const all = this.#whole();
    const { from, to } = this.#part ?? all;
    const steps = new Set();
    const add = (step, isPossible) => isPossible && steps.add(step);
    add("in", to - from > SHORTEST_MS);
    add("out", this.#part !== null);
    add("all", this.#part !== null);
    add("earlier", from > all.from);
    add("later", to < all.to);
    return steps;
  }

  #shown() {
    const { from, to } = this.#part ?? this.#whole();
    return this.#story.filter((each) => each.at >= from && each.at <= to);
  }

  #draw() {
    this.#zoom.hidden = this.#story.length === 0;
    if (this.#story.length === 0) {
      renew(this.#list, empty("No timeline", "Neither loops nor actions are stored."));
      return;
    }
    const part = this.#part ?? this.#whole();
    const shown = this.#shown();
    const possible = this.#possible();
    renew(this.#picture, strip(this.#story, part));
    const now = Date.now();
    this.#sum.textContent = this.#part === null ? counted(shown.length, "entry", "entries") : `${whole(shown.length)} of ${counted(this.#story.length, "entry", "entries")}, ${clock(part.from, now)} to ${clock(part.to, now)}`;
    for (const button of this.#buttons) {
      // a disabled button would lose the focus, and with it the keys
      button.setAttribute("aria-disabled", String(!possible.has(button.dataset.step)));
    }
    this.#showLines(lines(shown));
  }

  #showLines(all) {
    const newest = all.slice(-this.#lines);
    const list = el("ol", { class: "story" });
    let previous = null;
    for (const line of newest) {
      const at = line[0][0].at;
      if (previous !== null && at - previous > PAUSE_MS) {
        list.append(el("li", { class: "pause" }, `${duration(at - previous)} later`));
      }
      list.append(line.length >= FOLD_FROM ? this.#actions(line) : this.#runs(line));
      previous = line.at(-1).at(-1).at;
    }
    const earlier = all.length - newest.length;
    renew(
      this.#list,
      earlier > 0 && el("p", { class: "more" }, el("button", { type: "button", "data-key": "earlier lines", onclick: () => this.#more() }, `${whole(earlier)} earlier lines`)),
      newest.length > 0 ? list : el("p", { class: "muted" }, "No entry in this part of the time."),
    );
    this.#reopen(this.#list);
  }

  #reopen(part) {
    for (const details of part.querySelectorAll("details[data-key]")) {
      details.open = this.#open.has(details.dataset.key);
    }
  }

  #more() {
    this.#lines *= 2;
    this.#draw();
  }

  #runs(line) {
    const items = document.createDocumentFragment();
    items.append(...line.map((run) => (run.length > 1 ? repeated(run, (...parts) => this.#fold(...parts)) : entry(run[0]))));
    return items;
  }

  #actions(line) {
    const count = line.reduce((sum, run) => sum + run.length, 0);
    return el(
      "li",
      { class: "entry action" },
      el("span", { class: "dot" }, icon(PICTURES.action)),
      this.#fold(`actions ${line[0][0].at}`, counted(count, "action"), () => el("ol", { class: "story inner" }, this.#runs(line))),
    );
  }

  /** Details whose content is built when they are opened. */
  #fold(key, summary, content) {
    const details = el("details", { "data-key": key }, el("summary", {}, summary));
    details.build = () => {
      const isNew = details.childElementCount === 1;
      if (isNew) {
        details.append(content());
      }
      return isNew;
    };
    return details;
  }

  #toggled(details) {
    const { key } = details.dataset;
    if (key === undefined) {
      return;
    }
    if (details.open) {
      this.#open.add(key);
      if (details.build?.()) {
        this.#reopen(details);
      }
    } else {
      this.#open.delete(key);
    }
  }
}

/** A part of this length, moved into the whole time; null for all of it. */
function limited(from, length, all) {
  if (length >= all.to - all.from) {
    return null;
  }
  const start = Math.min(Math.max(from, all.from), all.to - length);
  return { from: start, to: start + length };
}

/** Lines of the list: each has runs of equal entries, a line of actions all consecutive ones. */
export function lines(story) {
  const result = [];
  for (const run of runs(story)) {
    const last = result.at(-1);
    if (run[0].kind === "action" && last?.[0][0].kind === "action") {
      last.push(run);
    } else {
      result.push([run]);
    }
  }
  return result;
}

/** Neighbours that are equal but for their times and counts, in groups. */
function runs(story) {
  const result = [];
  let previous = null;
  for (const each of story) {
    const same = likeness(each);
    if (same !== null && same === previous) {
      result.at(-1).push(each);
    } else {
      result.push([each]);
    }
    previous = same;
  }
  return result;
}

/** A text that equal entries share; null for an entry that equals no other. */
function likeness(event) {
  switch (event.kind) {
    case "action":
      return JSON.stringify([event.what, event.step]);
    case "verdict":
      return event.loopId ? JSON.stringify([event.taskId, event.loopId, event.loopType, event.action, event.target, event.shadow]) : null;
    case "gate":
      return event.state === "updated" ? JSON.stringify([event.gateId, event.decision]) : null;
    default:
      return null;
  }
}
