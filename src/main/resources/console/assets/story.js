/** A task's timeline: a strip of the loop counter, and a list of all events, newest last. */

import { el, bdiText, svg } from "./dom.js";
import { actionText, clock, counted, duration, full, words } from "./format.js";
import { decided, loopType } from "./badges.js";
import { icon } from "./icons.js";
import { at } from "./times.js";

const WIDTH = 1000;
const HEIGHT = 84;
const FLOOR = 70;
/** From this many consecutive actions on, they are folded. */
const FOLD_FROM = 4;
/** Pauses from this length on are shown. */
const PAUSE_MS = 5 * 60_000;

const PICTURES = { verdict: "loop", gate: "gate", reset: "reset", action: "action" };

/** The counter over time, each loop, gate and reset marked. */
export function strip(story) {
  const marks = story.filter((entry) => entry.kind !== "action");
  if (marks.length === 0) {
    return null;
  }
  const first = story[0].at;
  const length = Math.max(1, story.at(-1).at - first);
  const x = (time) => 16 + ((time - first) / length) * (WIDTH - 32);
  const most = Math.max(1, ...marks.map(countOf));
  const y = (count) => FLOOR - (count / most) * (FLOOR - 14);
  let path = `M16 ${FLOOR}`;
  for (const mark of marks) {
    path += `H${x(mark.at).toFixed(1)}V${y(countOf(mark)).toFixed(1)}`;
  }
  path += `H${WIDTH - 16}`;
  const figure = svg(
    "svg",
    { class: "strip", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "floor", d: `M16 ${FLOOR}H${WIDTH - 16}` }),
    svg("path", { class: "counter", d: path }),
  );
  const holder = el("div", { class: "strip-holder" }, figure);
  for (const mark of marks) {
    const dot = el("span", { class: `mark ${mark.kind}`, title: `${headline(mark)}, ${full(mark.at)}` }, icon(PICTURES[mark.kind]));
    dot.style.left = `${x(mark.at) / (WIDTH / 100)}%`;
    dot.style.top = `${(100 * y(countOf(mark))) / HEIGHT}%`;
    holder.append(dot);
  }
  const now = Date.now();
  return el(
    "figure",
    { class: "strip-figure", role: "img", "aria-label": `The loop counter over ${duration(length)}: ${summary(marks)}` },
    holder,
    el("figcaption", { "aria-hidden": "true" }, el("span", {}, clock(first, now)), el("span", {}, "loop counter"), el("span", {}, clock(story.at(-1).at, now))),
  );
}

function countOf(mark) {
  return mark.kind === "reset" ? 0 : (mark.loopCount ?? 0);
}

function summary(marks) {
  const of = (kind) => marks.filter((mark) => mark.kind === kind).length;
  const highest = Math.max(...marks.map(countOf));
  return `${counted(of("verdict"), "verdict")}, ${counted(of("gate"), "change", "changes")} of gates, ${counted(of("reset"), "reset")}; highest count ${highest}`;
}

/** The events in their order; many actions in a row are folded. */
export function storyList(story) {
  const list = el("ol", { class: "story" });
  let previous = null;
  for (const group of grouped(story)) {
    const first = group[0];
    if (previous !== null && first.at - previous > PAUSE_MS) {
      list.append(el("li", { class: "pause" }, `${duration(first.at - previous)} later`));
    }
    list.append(...(group.length >= FOLD_FROM ? [folded(group)] : group.map(entry)));
    previous = group.at(-1).at;
  }
  return list;
}

function grouped(story) {
  const groups = [];
  for (const each of story) {
    const last = groups.at(-1);
    if (each.kind === "action" && last?.[0].kind === "action") {
      last.push(each);
    } else {
      groups.push([each]);
    }
  }
  return groups;
}

function folded(actions) {
  return el(
    "li",
    { class: "entry action" },
    el("span", { class: "dot" }, icon("action")),
    el("details", {}, el("summary", {}, `${actions.length} actions`), el("ol", { class: "story inner" }, actions.map(entry))),
  );
}

function entry(event) {
  return el(
    "li",
    { class: `entry ${event.kind}` },
    el("span", { class: "dot" }, icon(PICTURES[event.kind] ?? "action")),
    el("div", { class: "entry-head" }, head(event), at(event.at ?? event.decidedAt ?? event.occurredAt)),
    details(event),
  );
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
      return `Counter reset from ${event.previousCount}`;
    default:
      return event.what ?? words(event.kind);
  }
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
  return [
    event.reason && el("p", {}, bdiText(event.reason)),
    event.guidance && el("blockquote", {}, bdiText(event.guidance)),
    event.kind === "verdict" && event.text && el("p", { class: "muted" }, bdiText(event.text)),
    event.kind === "verdict" && event.evidence?.length > 0 && evidence(event.evidence),
  ];
}

/** Events that show a loop, folded. */
export function evidence(events, open = false) {
  return el(
    "details",
    { class: "evidence", open },
    el("summary", {}, `Evidence: ${counted(events.length, "event")}`),
    el("ol", {}, events.map((each) => el("li", {}, el("span", { class: "what" }, bdiText(each.what || "–")), " ", at(each.at)))),
  );
}
