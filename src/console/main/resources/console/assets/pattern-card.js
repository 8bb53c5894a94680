/** One pattern: similar loops of any tasks, and what resolved them. */

import { el, bdiText } from "./dom.js";
import { cost, counted, whole } from "./format.js";
import { badge, decisionBadge, loopType } from "./badges.js";
import { hours, sparkline } from "./charts.js";
import { gatesAddress, taskLink, tasksAddress } from "./links.js";
import { draftButton } from "./policy-draft.js";
import { at, since } from "./times.js";

/** A pattern in one line: what repeats, how often, where, since when. */
export function patternLine(pattern) {
  return el(
    "span",
    { class: "gate-line" },
    badge("loop", "warn", counted(pattern.loops, "loop")),
    el("span", { class: "strong headline" }, bdiText(pattern.headline)),
    loopType(pattern.loopType),
    el("span", { class: "muted" }, tasksOf(pattern)),
    el("span", { class: "muted" }, names(pattern.agents), pattern.workflows.length > 0 && [" · ", names(pattern.workflows)]),
    el("span", { class: "muted" }, "newest ", since(pattern.lastAt)),
    cost(pattern.cost) && el("span", { class: "muted" }, cost(pattern.cost)),
    pattern.openGates > 0 && badge("gate", "bad", counted(pattern.openGates, "open gate")),
    sparkline(fourHours(pattern.perHour), "48 hours"),
  );
}

/** Loops of 4 hours each: a bar of one hour would be too thin. */
function fourHours(perHour) {
  return Array.from({ length: perHour.length / 4 }, (_, index) => perHour.slice(4 * index, 4 * index + 4).reduce((sum, count) => sum + count, 0));
}

/** The complete pattern. */
export function patternBody(pattern) {
  return el(
    "div",
    { class: "gate-body pattern" },
    el(
      "div",
      { class: "gate-facts" },
      el("h3", {}, "What repeats"),
      el("p", { class: "reason" }, bdiText(pattern.headline)),
      pattern.reason !== pattern.headline && el("p", {}, bdiText(pattern.reason)),
      hours("Loops an hour", "warn", pattern.perHour),
      facts(pattern),
      el("h3", {}, "Newest tasks"),
      el("ul", { class: "names" }, pattern.newestTasks.map((taskId) => el("li", {}, taskLink(taskId, { "data-key": `task ${taskId} ${pattern.patternId}` })))),
    ),
    el(
      "div",
      { class: "gate-decide resolved" },
      el("h3", {}, "What resolved it before"),
      resolutions(pattern),
      pattern.guidance.length > 0 && [el("h3", {}, "Guidance"), guidance(pattern.guidance)],
      pattern.remedies.length > 0 && [el("h3", {}, "Remedies of similar loops, when the newest gate was opened"), el("ul", { class: "similar" }, pattern.remedies.map((remedy) => el("li", {}, bdiText(remedy))))],
    ),
    draftButton(pattern),
  );
}

function tasksOf(pattern) {
  return pattern.moreTasks ? `≥ ${counted(pattern.tasks, "task")}` : counted(pattern.tasks, "task");
}

function names(all) {
  const shown = all.slice(0, 3).map((name, index) => [index > 0 && ", ", bdiText(name)]);
  return all.length > 3 ? [shown, ` and ${whole(all.length - 3)} more`] : shown;
}

function facts(pattern) {
  const links = (all, filter) => all.map((name, index) => [index > 0 && ", ", el("a", { href: tasksAddress({ [filter]: name }), "data-key": `${filter} ${name} ${pattern.patternId}` }, bdiText(name))]);
  const gates = (state, count) => (count > 0 ? el("a", { href: gatesAddress({ ...state, cause: pattern.patternId }), "data-key": `gates ${count} ${pattern.patternId}` }, whole(count)) : whole(0));
  const entries = [
    ["Loop", loopType(pattern.loopType)],
    pattern.rule && ["Custom detector", el("code", {}, bdiText(pattern.rule))],
    ["Tasks", tasksOf(pattern)],
    ["Agents", links(pattern.agents, "agentId")],
    ["Workflows", pattern.workflows.length > 0 ? links(pattern.workflows, "workflow") : "none"],
    ["First", at(pattern.firstAt)],
    ["Newest", at(pattern.lastAt)],
    ["Open gates", gates({ view: "list" }, pattern.openGates)],
    ["Closed gates", gates({ state: "closed" }, pattern.closedGates)],
    cost(pattern.cost) && ["Cost", cost(pattern.cost)],
  ];
  return el(
    "dl",
    { class: "facts" },
    entries.filter(Boolean).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

function resolutions(pattern) {
  return pattern.resolutions.length === 0
    ? el("p", { class: "muted" }, "None of its gates was closed yet.")
    : el(
        "ul",
        { class: "names" },
        pattern.resolutions.map((each) => el("li", {}, decisionBadge(each.decision), outcome(each))),
      );
}

function guidance(items) {
  return el(
    "ul",
    { class: "similar" },
    items.map((each) => el("li", {}, bdiText(each.text), el("span", { class: "muted line" }, outcome(each)))),
  );
}

/** What happened after these gates. A rejection ends a task and is not a success; a false positive needs none. */
function outcome({ decision, gates, recurred, unknown }) {
  if (decision === "reject") {
    return el("span", { class: "muted" }, ` ended ${counted(gates, "task")}`);
  }
  const helped = decision === "false_positive" ? 0 : gates - recurred - unknown;
  const parts = [
    [helped, "did not come back"],
    [recurred, "came back"],
    [unknown, "not known yet"],
  ].filter(([count]) => count > 0);
  const texts = parts.map(([count, text]) => (count < gates ? `${text} after ${whole(count)}` : text));
  return el("span", { class: "muted" }, ` ${[counted(gates, "gate"), ...texts].join(", ")}`);
}
