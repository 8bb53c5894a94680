/** Addresses of the console's pages, and links to them. Ids are encoded. */

import { el, bdiText } from "./dom.js";
import { current } from "./session.js";

/** Address of a task's page. */
export function taskAddress(taskId) {
  return `/task?${new URLSearchParams({ id: taskId })}`;
}

/** Address of a gate. */
export function gateAddress(gateId) {
  return `/gates?${new URLSearchParams({ id: gateId })}`;
}

/** Address of a workflow's graph. */
export function graphAddress(workflow) {
  return `/graphs?${new URLSearchParams({ workflow })}`;
}

/** Address of the list of gates under filters. */
export function gatesAddress(filters) {
  return `/gates?${new URLSearchParams(filters)}`;
}

/** Address of a pattern. */
export function patternAddress(patternId) {
  return `/patterns?${new URLSearchParams({ patternId })}`;
}

/** Address of the list of tasks under filters. */
export function tasksAddress(filters) {
  return `/tasks?${new URLSearchParams(filters)}`;
}

/** A link to a task's page. A long id is cut in the middle on screen: its ends distinguish tasks. */
export function taskLink(taskId, attributes = {}) {
  return el("a", { href: taskAddress(taskId), class: "id", ...attributes }, bdiText(shortId(taskId)));
}

/** A link to a trace in the tracing system of the settings; null without one. */
export function traceLink(traceId) {
  const template = current().traceUrl;
  return template && /^[0-9a-f]{32}$/.test(traceId ?? "")
    ? el("a", { class: "trace", href: template.replaceAll("{traceId}", traceId), target: "_blank", rel: "noopener noreferrer" }, "Trace")
    : null;
}

/** An id of at most 60 characters. */
export function shortId(id) {
  const text = id === "" ? "(empty)" : id;
  return text.length <= 60 ? text : `${text.slice(0, 36)}…${text.slice(-20)}`;
}
