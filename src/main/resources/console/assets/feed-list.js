/** The newest loops, gates and resets as they come, newest first. */

import { el, said } from "./dom.js";
import { asked, words } from "./format.js";
import { headlineParts } from "./story.js";
import { icon } from "./icons.js";
import { taskLink } from "./links.js";
import { since } from "./times.js";

const MOST = 50;
const PICTURES = { verdict: "loop", gate: "gate", reset: "reset" };

/** A list that takes events, and holds them back while it is paused. */
export class FeedList {
  element = el("ol", { class: "feed" });
  #waiting = [];
  #paused = false;
  #tell;

  /** `tell(waiting)` is called with how many are held back. */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Whether something stands in it. */
  get isEmpty() {
    return this.element.childElementCount === 0;
  }

  /** Puts these in place of all, newest first. */
  fill(events) {
    this.element.replaceChildren(...events.slice(0, MOST).map((event) => row(event, false)));
  }

  /** Adds events, oldest first. */
  add(events) {
    if (this.#paused) {
      this.#waiting = [...this.#waiting, ...events].slice(-MOST);
      this.#tell(this.#waiting.length);
      return;
    }
    this.element.prepend(...events.slice(-MOST).reverse().map((event) => row(event, true)));
    while (this.element.childElementCount > MOST) {
      this.element.lastChild.remove();
    }
  }

  /** Holds events back, or shows those that were. */
  pause(paused) {
    this.#paused = paused;
    if (!paused) {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.add(waiting);
    }
    this.#tell(this.#waiting.length);
  }
}

function row(event, fresh) {
  return el(
    "li",
    { class: `${event.kind}${fresh ? " fresh" : ""}` },
    el("span", { class: "dot" }, icon(PICTURES[event.kind] ?? "action")),
    el("div", {}, el("span", { class: "strong" }, headlineParts(event)), event.shadow && " (shadow)", " ", since(timeOf(event))),
    el("div", { class: "muted" }, taskLink(event.kind === "gate" ? event.rootTaskId : event.taskId), detail(event)),
  );
}

/** When it was published: a feed goes by the clock, not by the events' own time. */
function timeOf(event) {
  return event.decidedAt ?? event.closedAt ?? event.updatedAt ?? event.openedAt ?? event.at ?? Date.now();
}

function detail(event) {
  switch (event.kind) {
    case "verdict":
      return [" ", said(event.agentId), ` · ${asked(event.action, event.target)}`];
    case "gate":
      return ` ${words(event.loopType)}`;
    default:
      return [" ", said(event.reason)];
  }
}
