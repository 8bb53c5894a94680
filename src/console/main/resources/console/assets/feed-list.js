/** The newest loops, gates and resets, newest first. */

import { el, bdiText } from "./dom.js";
import { actionText, words } from "./format.js";
import { headlineParts, isIdle } from "./story.js";
import { icon } from "./icons.js";
import { taskLink } from "./links.js";
import { since } from "./times.js";

const MOST = 50;
const PICTURES = { verdict: "loop", gate: "gate", reset: "reset" };

/** A list of events, which queues new ones while it is paused. */
export class FeedList {
  element = el("ol", { class: "feed" });
  #waiting = [];
  #paused = false;
  #onQueued;

  /** `onQueued(count)` is called with the number of queued events. */
  constructor(onQueued) {
    this.#onQueued = onQueued;
  }

  /** Whether it has events. */
  get isEmpty() {
    return this.element.childElementCount === 0;
  }

  /** Replaces all events, newest first. */
  fill(events) {
    this.element.replaceChildren(...events.filter((event) => !isIdle(event)).slice(0, MOST).map((event) => row(event, false)));
  }

  /** Adds events, oldest first. */
  add(all) {
    const events = all.filter((event) => !isIdle(event));
    if (this.#paused) {
      this.#waiting = [...this.#waiting, ...events].slice(-MOST);
      this.#onQueued(this.#waiting.length);
      return;
    }
    this.element.prepend(...events.slice(-MOST).reverse().map((event) => row(event, true)));
    while (this.element.childElementCount > MOST) {
      this.element.lastChild.remove();
    }
  }

  /** Pauses the list, or shows the queued events. */
  pause(paused) {
    this.#paused = paused;
    if (!paused) {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.add(waiting);
    }
    this.#onQueued(this.#waiting.length);
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

/** The clock time of publishing; the feed does not use event times. */
function timeOf(event) {
  return event.decidedAt ?? event.closedAt ?? event.updatedAt ?? event.openedAt ?? event.at ?? Date.now();
}

function detail(event) {
  switch (event.kind) {
    case "verdict":
      return [" ", bdiText(event.agentId), ` · ${actionText(event.action, event.target)}`];
    case "gate":
      return ` ${words(event.loopType)}`;
    default:
      return [" ", bdiText(event.reason)];
  }
}
