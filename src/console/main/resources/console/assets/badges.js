/** States, loop types and decisions as labels with icon and word, not by colour alone. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./format.js";

const STATES = {
  looping: ["loop", "warn"],
  held: ["gate", "bad"],
  rejected: ["cross", "plain"],
  completed: ["reset", "good"],
  quiet: ["quiet", "plain"],
};

const DECISIONS = {
  approve: ["reset", "good", "approved"],
  approve_other_agent: ["reset", "good", "approved, another agent"],
  reject: ["cross", "bad", "rejected"],
  false_positive: ["quiet", "plain", "false positive"],
};

/** A label. */
export function badge(picture, tone, text) {
  return el("span", { class: `badge ${tone}` }, picture && icon(picture), text);
}

/** A task's state. */
export function stateBadge(state) {
  const [picture, tone] = STATES[state] ?? ["quiet", "plain"];
  return badge(picture, tone, words(state));
}

/** A loop's type. */
export function loopType(type) {
  return el("span", { class: "type" }, words(type));
}

/** The decision on a gate; the gate may have closed by itself. */
export function decisionBadge(decision) {
  const [picture, tone, text] = DECISIONS[decision] ?? ["reset", "plain", "closed by itself"];
  return badge(picture, tone, text);
}

/** The decision in words. */
export function decided(decision) {
  return DECISIONS[decision]?.[2] ?? (decision ? words(decision) : "by itself");
}
