/** Workflow graphs: all active ones with their findings, the rejected ones, and a single one. */

import { el, renew, bdiText } from "../dom.js";
import { get } from "../api.js";
import { counted, whole, words } from "../format.js";
import { graph } from "../graph.js";
import { Live } from "../live.js";
import { badge } from "../badges.js";
import { drawnOver, LARGEST } from "../declared.js";
import { graphAddress } from "../links.js";
import { empty, failure, section, skeleton } from "../states.js";
import { at, since } from "../times.js";
import { failed, headed, recovered } from "./page.js";

/** Opens the list, or the graph of the workflow that the address names. */
export function open(main, parameters) {
  const workflow = parameters.get("workflow");
  const body = el("div", { class: "stack graphs" }, skeleton(6));
  headed(main, workflow === null ? "Graphs" : "Workflow graph", "Tasks are checked against the graph of their workflow.");
  main.append(body);
  let shown = "";
  const live = new Live({
    load: () => (workflow === null ? get("graphs") : get("graph", { workflow })),
    every: 30_000,
    show: (answer) => {
      recovered();
      const text = JSON.stringify(answer);
      // open details stay open while nothing changed
      if (text !== shown) {
        shown = text;
        renew(body, workflow === null ? [list(answer.items), rejected(answer.refused)] : one(answer));
      }
    },
    fail: (error, pause) => {
      if (error.status === 404) {
        recovered();
        renew(body, empty("This workflow has no graph", error.message, el("a", { href: "/graphs" }, "All graphs")));
        return;
      }
      failed(error, pause);
      if (shown === "") {
        body.replaceChildren(failure("The graphs could not be loaded", error.message, () => live.now()));
      }
    },
  });
  live.now();
  return { refresh: () => live.now(), end: () => live.end() };
}

function list(items) {
  if (items.length === 0) {
    return empty("No workflow has a graph", "Publish one with eddyline graph put, or name its file in the setting graphs.");
  }
  const names = ["Workflow", "Findings", "Nodes", "Edges", "From", "Active since"];
  return el(
    "div",
    { class: "panel flush" },
    el(
      "table",
      { class: "tasks" },
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, items.map(row)),
    ),
  );
}

function row(item) {
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("a", { href: graphAddress(item.workflow), class: "id", "data-key": item.workflow }, bdiText(item.workflow))),
    cell("Findings", lintBadge(item)),
    cell("Nodes", whole(item.nodeCount)),
    cell("Edges", whole(item.edgeCount)),
    cell("From", sourceOf(item)),
    cell("Active since", item.since === null ? "–" : since(item.since)),
  );
}

/** The result of the lint check in few words. */
function lintBadge({ findingCount, errorCount, notSought }) {
  if (findingCount === null) {
    return badge("quiet", "plain", "check is running");
  }
  if (findingCount === 0) {
    return notSought.length ? badge("warn", "warn", "check not complete") : badge("reset", "good", "none");
  }
  return errorCount > 0 ? badge("cross", "bad", counted(errorCount, "error")) : badge("warn", "warn", counted(findingCount, "warning"));
}

function sourceOf(item) {
  return item.source === "topic" ? "topic workflow-graphs" : "settings";
}

function one(answer) {
  return [
    section(
      bdiText(answer.workflow),
      { id: "declared", tools: el("a", { href: "/graphs" }, "All graphs") },
      el(
        "dl",
        { class: "facts" },
        fact("Findings", lintBadge(answer)),
        fact("Size", `${counted(answer.nodeCount, "node")}, ${counted(answer.edgeCount, "edge")}`),
        answer.recursionLimit !== null && fact("Recursion limit", whole(answer.recursionLimit)),
        fact("Version", el("code", {}, answer.version)),
        fact("From", sourceOf(answer)),
        answer.since !== null && fact("Active since", at(answer.since)),
      ),
      picture(answer),
      el("details", {}, el("summary", {}, "As text"), el("pre", { tabindex: "0", "aria-label": "Text of the graph" }, answer.text)),
    ),
    section("Findings", { id: "findings" }, findings(answer)),
  ];
}

function fact(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, value));
}

/** The graph, the cycles of errors in red. */
function picture(answer) {
  if (!answer.complete || answer.nodes.length > LARGEST) {
    return el("p", { class: "muted" }, `A graph of more than ${LARGEST} nodes is not drawn here: eddyline lint --format markdown draws its cycles.`);
  }
  const cycles = new Set(
    answer.findings
      .filter((finding) => finding.error)
      .flatMap(({ cycle }) => cycle.map((from, index) => JSON.stringify([from, cycle[(index + 1) % cycle.length]]))),
  );
  const { nodes, edges } = drawnOver({ nodes: [], edges: [] }, answer);
  return el(
    "div",
    { class: "declaration" },
    graph({ nodes, edges: edges.map((edge) => ({ ...edge, inLoop: cycles.has(JSON.stringify([edge.from, edge.to])) })) }, { isDeclaration: true }),
  );
}

function findings({ findings: all, findingCount, misread, notSought }) {
  if (findingCount === null) {
    return empty("The check is running", "The page shows its findings by itself.");
  }
  const incomplete = [...notSought.map((check) => `Not completed: ${check}`), ...misread.map((part) => `Not understood: ${part}`)];
  return [
    all.length === 0 ? empty("No findings", "Each cycle has a bound.") : el("ol", { class: "refused" }, all.map(finding)),
    incomplete.length > 0 && el("ul", { class: "muted" }, incomplete.map((text) => el("li", {}, bdiText(text)))),
  ];
}

function finding(each) {
  return el(
    "li",
    {},
    el("p", {}, each.error ? badge("cross", "bad", "error") : badge("warn", "warn", "warning"), " ", el("span", { class: "strong" }, words(each.kind)), each.line > 0 && el("span", { class: "muted" }, ` line ${whole(each.line)}`)),
    el("p", {}, bdiText(each.reason)),
    each.cycle.length > 0 && el("p", { class: "what" }, bdiText(each.cycle.join(" → "))),
    each.remedies.length > 0 &&
      el("ul", { class: "similar" }, each.remedies.map((remedy) => el("li", {}, remedy.recommended && [badge("reset", "good", "recommended"), " "], bdiText(remedy.change), remedy.price && el("p", { class: "muted" }, bdiText(remedy.price))))),
  );
}

function rejected(items) {
  return (
    items.length > 0 &&
    section(
      "Rejected",
      { id: "rejected", note: "the last valid graph stays active" },
      el("ul", { class: "refused" }, items.map((item) => el("li", {}, el("p", {}, badge("cross", "bad", "rejected"), " ", el("span", { class: "strong" }, bdiText(item.workflow)), " ", since(item.at)), el("pre", { tabindex: "0", "aria-label": "Why" }, item.error)))),
    )
  );
}
