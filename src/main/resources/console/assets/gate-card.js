/** One open gate with all that a person needs to decide. */

import { el, bdiText } from "./dom.js";
import { actionText, cost, counted, words } from "./format.js";
import { icon } from "./icons.js";
import { badge, loopType } from "./badges.js";
import { decisionForm, pendingNote } from "./decision.js";
import { evidence } from "./story.js";
import { taskLink } from "./links.js";
import { at, since } from "./times.js";

/** A gate in one line: task, reason, age. */
export function gateLine(gate) {
  return el(
    "span",
    { class: "gate-line" },
    badge("gate", "bad", since(gate.openedAt)),
    el("span", { class: "strong id" }, bdiText(gate.rootTaskId.length > 80 ? `${gate.rootTaskId.slice(0, 79)}…` : gate.rootTaskId)),
    loopType(gate.loopType),
    el("span", { class: "muted" }, bdiText(gate.reason)),
    gate.pending && badge("reset", "plain", "sent"),
  );
}

/** The complete gate. `decided` is called after a decision was sent. */
export function gateBody(gate, decided, { withTask = true } = {}) {
  const side = el("div", { class: "gate-decide" });
  const sent = (pending) => {
    if (pending) {
      const note = pendingNote(pending);
      note.tabIndex = -1;
      side.replaceChildren(note);
      note.focus({ preventScroll: true });
    }
    decided();
  };
  side.append(gate.pending ? pendingNote(gate.pending) : decisionForm(gate, sent));
  return el(
    "div",
    { class: "gate-body" },
    el(
      "div",
      { class: "gate-facts" },
      el("h3", {}, "What happened"),
      el("p", { class: "reason" }, bdiText(gate.reason)),
      gate.text && el("p", { class: "verdict-text" }, bdiText(gate.text)),
      facts(gate, withTask),
      gate.evidence?.length > 0 && evidence(gate.evidence, true),
      el("h3", {}, "What was tried"),
      tried(gate.tried ?? []),
      el("h3", {}, "How similar loops were resolved"),
      similar(gate.similar ?? []),
    ),
    side,
  );
}

function facts(gate, withTask) {
  const entries = [
    withTask && ["Task", taskLink(gate.taskId)],
    withTask && gate.rootTaskId !== gate.taskId && ["Root task", taskLink(gate.rootTaskId)],
    ["Loop", loopType(gate.loopType)],
    ["Counted", `${counted(gate.loopCount, "loop")}, ${counted(gate.attempts, "attempt")}`],
    ["Agent", bdiText(gate.agentId)],
    gate.workflow && ["Workflow", bdiText(gate.workflow)],
    ["Action", actionText(gate.action, gate.target)],
    cost(gate.cost) && ["Cost of the loop", cost(gate.cost)],
    gate.label && ["Label", el("code", {}, bdiText(gate.label))],
    ["Opened", at(gate.openedAt)],
    gate.recurrenceOf && ["Came back", el("span", {}, icon("warn"), " it looped again after an earlier decision")],
  ];
  return el(
    "dl",
    { class: "facts" },
    entries.filter(Boolean).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

function tried(answers) {
  if (answers.length === 0) {
    return el("p", { class: "muted" }, "Nothing yet: this is the first action.");
  }
  return el(
    "ol",
    { class: "tried" },
    answers.map((each) => el("li", {}, el("span", { class: "strong" }, words(each.action)), " ", at(each.at), each.text && el("p", { class: "muted" }, bdiText(each.text)))),
  );
}

function similar(remedies) {
  return remedies.length === 0
    ? el("p", { class: "muted" }, "No similar loop was resolved before.")
    : el("ul", { class: "similar" }, remedies.map((remedy) => el("li", {}, bdiText(remedy))));
}
