/** The entries of a task's timeline: verdicts, changes of gates, resets, actions. */

import { el, bdiText } from "./dom.js";
import { actionText, counted, words } from "./format.js";
import { decided, loopType } from "./badges.js";
import { icon } from "./icons.js";
import { traceLink } from "./links.js";
import { eventTime, processingTime } from "./times.js";

/** Icons by kind. */
export const PICTURES = { verdict: "loop", gate: "gate", reset: "reset", action: "action" };

/** The reason of a reset after a completion, part of the API. */
const COMPLETED = "Task completed successfully";
/** From this difference on, the processing time is shown next to the event time. */
const DELAY_MS = 60_000;

/** Whether an entry says nothing: a reset of a counter that was 0, without a completion. */
export function isIdle(event) {
  return event.kind === "reset" && event.previousCount === 0 && event.reason !== COMPLETED;
}

/** One entry of a list. */
export function entry(event) {
  return el(
    "li",
    { class: `entry ${event.kind}` },
    el("span", { class: "dot" }, icon(PICTURES[event.kind] ?? "action")),
    el("div", { class: "entry-head" }, head(event), when(event)),
    details(event),
  );
}

/** Equal neighbours in one line: the newest one, how many there are, and the others folded. */
export function repeated(events, fold) {
  const [first, last] = [events[0], events.at(-1)];
  return el(
    "li",
    { class: `entry repeated ${last.kind}` },
    el("span", { class: "dot" }, icon(PICTURES[last.kind] ?? "action")),
    el(
      "div",
      { class: "entry-head" },
      el("span", {}, head(last), " ", el("span", { class: "badge plain" }, `× ${events.length}`)),
      el("span", { class: "when" }, eventTime(first.at), " – ", eventTime(last.at)),
    ),
    last.reason && last.kind !== "action" && el("p", {}, bdiText(last.reason)),
    fold(`equal ${last.kind} ${first.at}`, counted(events.length, "equal entry", "equal entries"), () => el("ol", { class: "story inner" }, events.map(entry))),
  );
}

function when(event) {
  const processed = event.decidedAt ?? event.updatedAt ?? event.at;
  const isLate = Math.abs(processed - event.at) >= DELAY_MS;
  return el("span", { class: "when" }, eventTime(event.at), isLate && [" · processed ", processingTime(processed)]);
}

function head(event) {
  switch (event.kind) {
    case "verdict":
      return el("span", {}, el("span", { class: "strong" }, `Loop ${event.loopCount}`), " ", loopType(event.loopType), " ", el("span", { class: "asked" }, actionText(event.action, event.target)), event.shadow && el("span", { class: "badge plain" }, "shadow"));
    case "action":
      return el("span", {}, event.step && el("span", { class: "type" }, bdiText(event.step)), " ", bdiText(event.what));
    default:
      return el("span", { class: "strong" }, headlineParts(event));
  }
}

/** An entry in one line. */
export function headline(event) {
  switch (event.kind) {
    case "verdict":
      return `Loop ${event.loopCount}: ${words(event.loopType)}`;
    case "gate":
      return event.state === "closed" ? `Gate closed: ${decided(event.decision)}` : `Gate ${words(event.state)}`;
    case "reset":
      return resetLine(event);
    default:
      return event.what ?? words(event.kind);
  }
}

function resetLine(event) {
  const counter = event.previousCount > 0 ? `ounter reset from ${event.previousCount}` : "";
  if (event.reason === COMPLETED) {
    return counter ? `Task completed, c${counter}` : "Task completed";
  }
  return counter ? `C${counter}` : "Counter reset";
}

/** The same with who decided, whose name runs in its own direction. */
export function headlineParts(event) {
  const by = event.kind === "gate" && event.state === "closed" && event.decidedBy;
  return by ? [headline(event), " by ", bdiText(event.decidedBy)] : headline(event);
}

function details(event) {
  if (event.kind === "action") {
    return null;
  }
  const isVerdict = event.kind === "verdict";
  return [
    event.reason && event.reason !== COMPLETED && el("p", {}, bdiText(event.reason)),
    event.guidance && el("blockquote", {}, bdiText(event.guidance)),
    isVerdict && event.text && el("p", { class: "muted" }, bdiText(event.text)),
    isVerdict && event.unknownContents > 0 && el("p", { class: "muted" }, `${event.unknownContents} tool calls and results of the task had no content: loops among them are not found.`),
    isVerdict && event.evidence?.length > 0 && evidence(event.evidence, { key: `evidence ${event.verdictId}` }),
    traceLink(event.traceId),
  ];
}

/** Events that show a loop, folded. */
export function evidence(events, { open = false, key = null } = {}) {
  return el(
    "details",
    { class: "evidence", open, "data-key": key },
    el("summary", {}, `Evidence: ${counted(events.length, "event")}, by event time`),
    el("ol", {}, events.map((each) => el("li", {}, el("span", { class: "what" }, bdiText(each.what || "–")), " ", eventTime(each.at)))),
  );
}
