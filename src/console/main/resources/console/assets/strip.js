/** The loop counter of a task over a part of its time, with its loops, gates and resets. */

import { el, svg } from "./dom.js";
import { clock, counted, duration, full } from "./format.js";
import { headline, PICTURES } from "./story.js";
import { icon } from "./icons.js";

const WIDTH = 1000;
const HEIGHT = 84;
const FLOOR = 70;
const SIDE = 16;
/** Marks of one kind that are closer than this are one mark: a long story has thousands. */
const NEAREST = 10;

/** The picture of a story, oldest first, from one event time to another; null without marks. */
export function strip(story, { from, to }) {
  const marks = story.filter((entry) => entry.kind !== "action");
  if (marks.length === 0) {
    return null;
  }
  const length = Math.max(1, to - from);
  const x = (time) => SIDE + ((time - from) / length) * (WIDTH - 2 * SIDE);
  const most = marks.reduce((highest, mark) => Math.max(highest, countOf(mark)), 1);
  const y = (count) => FLOOR - (count / most) * (FLOOR - 14);
  const shown = marks.filter((mark) => mark.at >= from && mark.at <= to);
  const before = marks.findLast((mark) => mark.at < from);
  let path = `M${SIDE} ${y(before ? countOf(before) : 0).toFixed(1)}`;
  for (const mark of shown) {
    path += `H${x(mark.at).toFixed(1)}V${y(countOf(mark)).toFixed(1)}`;
  }
  path += `H${WIDTH - SIDE}`;
  const figure = svg(
    "svg",
    { class: "strip", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "floor", d: `M${SIDE} ${FLOOR}H${WIDTH - SIDE}` }),
    svg("path", { class: "counter", d: path }),
  );
  const now = Date.now();
  return el(
    "figure",
    { class: "strip-figure", role: "img", "aria-label": `The loop counter over ${duration(length)}: ${summary(shown)}` },
    el("div", { class: "strip-holder" }, figure, apart(shown, x).map((group) => dot(group, x, y))),
    el("figcaption", { "aria-hidden": "true" }, el("span", {}, clock(from, now)), el("span", {}, "loop counter by event time"), el("span", {}, clock(to, now))),
  );
}

/** Marks of one kind that are drawn at one place: the newest one, after another one if there is any. */
function apart(marks, x) {
  const groups = new Map();
  for (const mark of marks) {
    const key = `${mark.kind} ${Math.round(x(mark.at) / NEAREST)}`;
    groups.set(key, [...(groups.get(key) ?? []).slice(-1), mark]);
  }
  return [...groups.values()];
}

function dot(group, x, y) {
  const mark = group.at(-1);
  const text = group.length > 1 ? `${headline(mark)}, and others` : headline(mark);
  const place = el("span", { class: `mark ${mark.kind}`, title: `${text}, event time ${full(mark.at)}` }, icon(PICTURES[mark.kind]));
  place.style.left = `${x(mark.at) / (WIDTH / 100)}%`;
  place.style.top = `${(100 * y(countOf(mark))) / HEIGHT}%`;
  return place;
}

function countOf(mark) {
  return mark.kind === "reset" ? 0 : (mark.loopCount ?? 0);
}

function summary(marks) {
  const of = (kind) => marks.filter((mark) => mark.kind === kind).length;
  const highest = marks.reduce((most, mark) => Math.max(most, countOf(mark)), 0);
  return `${counted(of("verdict"), "verdict")}, ${counted(of("gate"), "change", "changes")} of gates, ${counted(of("reset"), "reset")}; highest count ${highest}`;
}
