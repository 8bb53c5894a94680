/** The newest change of each published policy and graph, and the rejected ones. */

import { el, bdiText } from "./dom.js";
import { badge } from "./badges.js";
import { empty, section } from "./states.js";
import { at } from "./times.js";

const COLUMNS = ["Time", "Workflow", "Change", "Version or reason"];

/** A section with the changes, newest first. */
export function configChanges(policies, graphs) {
  const changes = [
    ...policies.inForce.map((each) => published("Policy", each)),
    ...policies.refused.map((each) => rejected("Policy", each)),
    ...graphs.items.map((each) => published("Graph", each)),
    ...graphs.refused.map((each) => rejected("Graph", each)),
  ]
    .filter((change) => change.at !== null)
    .sort((one, other) => other.at - one.at);
  return section(
    "Policies and graphs",
    { id: "config-changes", note: "The newest change of each. Its record has a time, but no author: Kafka's own log names the user." },
    changes.length === 0 ? empty("Nothing was published", "A published policy or graph appears here.") : table(changes),
  );
}

function published(kind, { workflow, version, since }) {
  return { kind, workflow, at: since, isActive: true, detail: version };
}

function rejected(kind, { workflow, at: time, error }) {
  return { kind, workflow, at: time, isActive: false, detail: error };
}

function table(changes) {
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "table",
    { class: "tasks" },
    el("thead", {}, el("tr", {}, COLUMNS.map((name) => el("th", { scope: "col" }, name)))),
    el(
      "tbody",
      {},
      changes.map((change) =>
        el(
          "tr",
          {},
          cell("Time", at(change.at)),
          el("th", { scope: "row" }, bdiText(change.workflow) ?? "all other workflows"),
          cell("Change", change.kind, " ", change.isActive ? badge("reset", "good", "active") : badge("cross", "bad", "rejected")),
          cell("Version or reason", change.isActive ? el("code", {}, bdiText(change.detail)) : el("span", { class: "clamp" }, bdiText(change.detail))),
        ),
      ),
    ),
  );
}
