/** Policies: the active ones by workflow, with their changes, and the rejected ones. */

import { el, renew, bdiText } from "../dom.js";
import { get } from "../api.js";
import { counted } from "../format.js";
import { Live } from "../live.js";
import { badge } from "../badges.js";
import { empty, failure, section, skeleton } from "../states.js";
import { at, since } from "../times.js";
import { failed, headed, recovered } from "./page.js";

/** Opens the page. */
export function open(main) {
  headed(main, "Policies", "The active policies by workflow, and their changes.");
  const body = el("div", { class: "stack policies" }, skeleton(6));
  main.append(body);
  let shown = "";
  const live = new Live({
    load: () => get("policies"),
    every: 30_000,
    show: (policies) => {
      recovered();
      const text = JSON.stringify(policies);
      // open details stay open while nothing changed
      if (text !== shown) {
        shown = text;
        renew(body, policies.inForce.map(policy), refused(policies.refused));
      }
    },
    fail: (error, pause) => {
      failed(error, pause);
      if (shown === "") {
        body.replaceChildren(failure("The policies could not be loaded", error.message, () => live.now()));
      }
    },
  });
  live.now();
  return { refresh: () => live.now(), end: () => live.end() };
}

function policy(each, index) {
  const copy = el("button", { type: "button", class: "plain", "data-key": `copy ${index}` }, "Copy");
  copy.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(each.yaml).then(() => true, () => false);
    copy.textContent = done ? "Copied" : "Select the text to copy it";
  });
  return section(
    bdiText(each.workflow) ?? "All other workflows",
    { id: `policy-${index}` },
    el(
      "dl",
      { class: "facts" },
      fact("Policy", el("span", { class: "strong" }, bdiText(each.name))),
      fact("Version", el("code", {}, each.version)),
      fact("From", each.source === "topic" ? badge("action", "info", "topic loop-policies") : badge("quiet", "plain", "settings")),
      each.since !== null && fact("Active since", at(each.since)),
      each.publishedBy && fact("By", bdiText(each.publishedBy)),
      each.note && fact("Why", bdiText(each.note)),
    ),
    el("h3", {}, each.changes.length ? `${counted(each.changes.length, "change")} against its preset` : "Nothing differs from its preset"),
    each.changes.length > 0 && changes(each.changes),
    el("details", {}, el("summary", {}, "As YAML"), el("div", { class: "yaml" }, copy, el("pre", { tabindex: "0", "aria-label": `Policy ${each.name}` }, each.yaml))),
  );
}

function fact(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, value));
}

function changes(items) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Changes" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ["Key", "Preset", "Here"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, items.map((change) => el("tr", {}, el("th", { scope: "row" }, el("code", {}, change.path)), el("td", {}, value(change.was)), el("td", {}, value(change.is))))),
    ),
  );
}

function value(setting) {
  if (setting === null || setting === undefined) {
    return el("span", { class: "muted" }, "not set");
  }
  return el("code", {}, typeof setting === "string" ? setting : JSON.stringify(setting));
}

function refused(items) {
  return section(
    "Refused",
    { id: "refused" },
    items.length === 0
      ? empty("No policy was rejected", "An invalid policy is rejected, and the last valid one stays active.")
      : el("ul", { class: "refused" }, items.map((item) => el("li", {}, el("p", {}, badge("cross", "bad", "rejected"), " ", el("span", { class: "strong" }, bdiText(item.workflow) ?? "all other workflows"), " ", since(item.at)), el("pre", { tabindex: "0", "aria-label": "Why" }, item.error)))),
  );
}
