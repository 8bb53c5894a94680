/** One open gate with all that a person needs to decide. */

import { el, bdiText } from "./dom.js";
import { actionText, cost, counted, words } from "./format.js";
import { icon } from "./icons.js";
import { badge, loopType } from "./badges.js";
import { decisionForm, pendingNote } from "./decision.js";
import { evidence } from "./story.js";
import { gateAddress, shortId, taskLink, traceLink } from "./links.js";
import { processingTime, since } from "./times.js";

/** A gate in one line: what repeats, where, since when. */
export function gateLine(gate) {
  return el(
    "span",
    { class: "gate-line" },
    badge("gate", "bad", since(gate.openedAt)),
    el("span", { class: "strong headline" }, bdiText(gate.headline)),
    loopType(gate.loopType),
    el("span", { class: "muted id" }, bdiText(shortId(gate.rootTaskId))),
    el("span", { class: "muted" }, bdiText(gate.agentId), gate.workflow && [" · ", bdiText(gate.workflow)]),
    cost(gate.cost) && el("span", { class: "muted" }, cost(gate.cost)),
    gate.pending && badge("reset", "plain", "sent"),
  );
}

/** The complete gate. `decided` is called after a decision was sent. */
export function gateBody(gate, decided, { withTask = true, link = null } = {}) {
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
  side.append(gate.pending ? pendingNote(gate.pending) : decisionForm(gate, sent, link ? { path: "linked-gate/decision", parameters: link, byLink: true } : {}));
  return el(
    "div",
    { class: "gate-body" },
    el(
      "div",
      { class: "gate-facts" },
      el("h3", {}, "What happened"),
      el("p", { class: "reason" }, bdiText(gate.headline)),
      gate.reason !== gate.headline && el("p", {}, bdiText(gate.reason)),
      gate.text && el("p", { class: "verdict-text" }, bdiText(gate.text)),
      facts(gate, withTask, link === null),
      gate.evidence?.length > 0 && evidence(gate.evidence, { open: true }),
      el("h3", {}, "What was tried, by processing time"),
      tried(gate.tried ?? []),
      el("h3", {}, "How similar loops were resolved"),
      similar(gate.similar ?? []),
    ),
    side,
  );
}

function facts(gate, withTask, withLinks) {
  const entries = [
    withTask && ["Task", withLinks ? taskLink(gate.taskId) : bdiText(gate.taskId)],
    withTask && gate.rootTaskId !== gate.taskId && ["Root task", withLinks ? taskLink(gate.rootTaskId) : bdiText(gate.rootTaskId)],
    gate.goal && ["Goal", bdiText(gate.goal)],
    ["Loop", loopType(gate.loopType)],
    ["Counted", `${counted(gate.loopCount, "loop")}, ${counted(gate.attempts, "attempt")}`],
    ["Agent", bdiText(gate.agentId)],
    gate.workflow && ["Workflow", bdiText(gate.workflow)],
    ["Action", actionText(gate.action, gate.target)],
    cost(gate.cost) && ["Cost of the loop", cost(gate.cost)],
    withLinks && ["Gate", el("a", { href: gateAddress(gate.gateId), class: "id" }, bdiText(gate.gateId))],
    gate.label && ["Label", el("code", {}, bdiText(gate.label))],
    ["Opened (processing time)", processingTime(gate.openedAt)],
    traceLink(gate.traceId) && ["Newest event", traceLink(gate.traceId)],
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
    answers.map((each) => el("li", {}, el("span", { class: "strong" }, words(each.action)), " ", processingTime(each.at), each.text && el("p", { class: "muted" }, bdiText(each.text)))),
  );
}

function similar(remedies) {
  return remedies.length === 0
    ? el("p", { class: "muted" }, "No similar loop was resolved before.")
    : el("ul", { class: "similar" }, remedies.map((remedy) => el("li", {}, bdiText(remedy))));
}
