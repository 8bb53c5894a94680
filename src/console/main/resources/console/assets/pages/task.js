/** A task: timeline, transitions, counters, verdicts, its open gate, and an explanation of its events. */

import { el, renew, bdiText, title } from "../dom.js";
import { get } from "../api.js";
import { declared, drawnOver } from "../declared.js";
import { Explanation } from "../explanation.js";
import { actionText, counted, reported, whole, words } from "../format.js";
import { gateBody } from "../gate-card.js";
import { graph } from "../graph.js";
import { Live } from "../live.js";
import { shortId, taskLink } from "../links.js";
import { notice, over } from "../notices.js";
import { empty, failure, section, skeleton } from "../states.js";
import { badge, loopType, stateBadge } from "../badges.js";
import { Timeline } from "../timeline.js";
import { since } from "../times.js";
import { failed, recovered } from "./page.js";

/** Opens the page of the task that the address names. */
export function open(main, parameters) {
  return new Task(main, parameters.get("id") ?? "");
}

class Task {
  #id;
  #head = el("div", { class: "page-head" });
  #body = el("div", { class: "stack" }, skeleton(8));
  #gate = el("div");
  #drawn = new Map();
  #timeline = new Timeline();
  #timelineText = null;
  #explanation;
  #live;

  constructor(main, id) {
    this.#id = id;
    this.#explanation = new Explanation(id);
    title(shortId(id));
    this.#showHead(null);
    main.append(this.#head, this.#body);
    this.#live = new Live({
      load: async () => {
        const task = await get("task", { taskId: id });
        return { ...task, transitions: drawnOver(task.transitions, await declared(task.workflow)) };
      },
      every: 10_000,
      show: (task) => this.#show(task),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#live.now();
  }

  events(events) {
    if (events.some((event) => event.taskId === this.#id || event.rootTaskId === this.#id)) {
      this.#live.soon();
    }
  }

  refresh() {
    this.#live.now();
  }

  end() {
    this.#live.end();
    over("task");
  }

  #showHead(task) {
    renew(
      this.#head,
      el("p", { class: "crumb" }, el("a", { href: "/tasks" }, "Tasks"), task && task.rootTaskId !== task.taskId && [" / ", taskLink(task.rootTaskId)], " /"),
      el("h1", { class: "id" }, bdiText(this.#id)),
      task && el("p", {}, stateBadge(task.state), " ", task.workflow && badge(null, "plain", bdiText(task.workflow))),
    );
  }

  #show(task) {
    recovered();
    if (task.obstacle) {
      notice("task", `${task.obstacle} Published outputs are shown.`, "info");
    } else if (task.stale) {
      notice("task", "A standby replica answers for this task: it may be slightly behind.", "info");
    } else {
      over("task");
    }
    this.#showHead(task);
    this.#showGate(task.openGate);
    if (!this.#body.contains(this.#gate)) {
      this.#drawn.clear();
      this.#body.replaceChildren(el("section", { "aria-label": "Figures" }, this.#part("figures")), this.#gate, this.#columns(), this.#why());
    }
    this.#draw("figures", figures(task), () => figuresOf(task));
    this.#draw("graph", task.transitions, () => (task.transitions.nodes.length ? graph(task.transitions) : empty("No transitions", "This task has not reported any.")));
    this.#showTimeline(task.story);
    this.#draw("steps", task.steps, () => steps(task.steps));
    this.#draw("ladder", task.ladder, () => ladder(task.ladder));
    this.#draw("leader", [task.leaderContext, task.openGate?.text], () => leader(task.leaderContext, task.openGate));
  }

  #columns() {
    return el(
      "div",
      { class: "columns" },
      el(
        "div",
        { class: "stack" },
        section("Transitions", { id: "transitions" }, this.#part("graph")),
        section("Timeline", { id: "story", note: "oldest first, by event time" }, el("div", { "data-part": "story" }, this.#timeline.element)),
      ),
      el(
        "div",
        { class: "stack" },
        section("Steps", { id: "steps" }, this.#part("steps")),
        section("Ladder", { id: "ladder", note: "the action for each loop" }, this.#part("ladder")),
        section("Leader context", { id: "leader" }, this.#part("leader")),
      ),
    );
  }

  #why() {
    return section("Why was there no verdict?", { id: "why", note: "what the detectors made of each event", wide: true }, this.#explanation.element);
  }

  #part(name) {
    const place = el("div", { "data-part": name });
    this.#drawn.set(name, { place, text: null });
    return place;
  }

  /** Redraws a part only if it changed, so that open details and the graph stay. */
  #draw(name, data, make) {
    const part = this.#drawn.get(name);
    const text = JSON.stringify(data);
    if (part.text !== text) {
      part.text = text;
      renew(part.place, make());
    }
  }

  #showTimeline(story) {
    const text = JSON.stringify(story);
    if (this.#timelineText !== text) {
      this.#timelineText = text;
      this.#timeline.show(story);
    }
  }

  #showGate(gate) {
    const look = gate ? JSON.stringify([gate.gateId, gate.pending, gate.loopCount, gate.attempts]) : "";
    if (this.#gate.dataset.look === look) {
      return;
    }
    this.#gate.dataset.look = look;
    this.#gate.replaceChildren(
      ...(gate ? [section("This task waits at a gate", { id: "gate", wide: true }, gateBody(gate, () => this.#live.now(), { withTask: gate.taskId !== this.#id }))] : []),
    );
  }

  #fail(error, pause) {
    if (error.status === 404) {
      over("server");
      this.#body.replaceChildren(empty("Unknown task", "It has no events, or its state has expired, 24 hours after its last event.", el("a", { href: "/tasks" }, "All tasks")));
    } else if (error.status === 503) {
      over("server");
      notice("task", `${error.message} Trying again in ${Math.ceil(pause)} s.`, "info");
      if (!this.#body.contains(this.#gate)) {
        this.#body.replaceChildren(empty("This task is not available yet", "Its partition moves or is being restored. The page loads by itself."));
      }
    } else {
      failed(error, pause);
      if (!this.#body.contains(this.#gate)) {
        this.#body.replaceChildren(failure("The task could not be loaded", error.message, () => this.#live.now()));
      }
    }
  }
}

function figures(task) {
  return [task.loopCount, task.attempts, task.cost, task.startedAt, task.lastAt, task.epoch];
}

function figuresOf(task) {
  const entries = [
    ["Loops", whole(task.loopCount), "since the last reset"],
    ["Attempts", whole(task.attempts), "of the same action"],
    ["Cost", ...reported(task.cost)],
    ["Resets", whole(task.epoch), "so far"],
    ["Started", task.startedAt === null ? "–" : since(task.startedAt), "event time"],
    ["Last event", task.lastAt === null ? "–" : since(task.lastAt), "event time"],
  ];
  return el(
    "dl",
    { class: "figures" },
    entries.map(([name, value, note]) => el("div", { class: "figure" }, el("dt", {}, name), el("dd", {}, el("span", { class: "value" }, value), el("span", { class: "muted" }, note)))),
  );
}

function steps(entries) {
  if (entries.length === 0) {
    return empty("No steps", "This task has not reported any.");
  }
  return el(
    "ul",
    { class: "steps" },
    entries.map((step) => {
      const over = step.limit !== null && step.visits > step.limit;
      const fill = el("span", { class: `fill${over ? " over" : ""}`, "aria-hidden": "true" });
      fill.style.width = `${Math.min(100, (100 * step.visits) / (step.limit ?? Math.max(1, step.visits)))}%`;
      return el(
        "li",
        {},
        el("span", { class: "name" }, bdiText(step.name)),
        el("span", { class: "number" }, step.limit === null ? counted(step.visits, "visit") : `${whole(step.visits)} of ${whole(step.limit)}${over ? ", over" : ""}`),
        step.limit !== null && el("span", { class: "track" }, fill),
      );
    }),
  );
}

function ladder(loops) {
  return loops.length === 0
    ? empty("Nothing yet", "No loop since the last reset.")
    : el("ol", { class: "tried" }, loops.map((loop) => el("li", {}, rung(loop), ` × ${whole(loop.count)}`, loop.reason && el("p", { class: "muted" }, bdiText(loop.reason)))));
}

/** A loop and its action; an event can close several loops, and has one verdict. */
function rung(loop) {
  return loop.loopType === null
    ? [el("span", { class: "type" }, "other loop"), " ", el("span", { class: "strong" }, loop.target ? `up to ${words(loop.target)}` : "covered by the verdict on another loop")]
    : [loopType(loop.loopType), " ", el("span", { class: "strong" }, actionText(loop.answered, loop.target))];
}

function leader(context, gate) {
  if (context === null) {
    return empty("No context", "It comes with the first verdict.");
  }
  const isShown = gate?.text?.includes(context.suggestion);
  return [
    context.suggestion && !isShown && el("p", { class: "verdict-text" }, bdiText(context.suggestion)),
    el("p", {}, "Now: ", loopType(context.current.loopType), " ", el("span", { class: "strong" }, actionText(context.current.action, context.current.target))),
    context.history.length > 0 && el("details", {}, el("summary", {}, `Before: ${counted(context.history.length, "answer")}`), el("ol", { class: "tried" }, context.history.map((each) => el("li", {}, loopType(each.loopType), ` ${actionText(each.action, each.target)}`)))),
  ];
}
