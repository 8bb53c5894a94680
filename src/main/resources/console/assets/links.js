/** Addresses of the console's pages, and links to them. Ids are encoded. */

import { el, bdiText } from "./dom.js";

/** Address of a task's page. */
export function taskAddress(taskId) {
  return `/task?${new URLSearchParams({ id: taskId })}`;
}

/** Address of the list of tasks under filters. */
export function tasksAddress(filters) {
  return `/tasks?${new URLSearchParams(filters)}`;
}

/** A link to a task's page. A long id is cut in the middle on screen: its ends distinguish tasks. */
export function taskLink(taskId, attributes = {}) {
  return el("a", { href: taskAddress(taskId), class: "id", ...attributes }, bdiText(shortId(taskId)));
}

/** An id of at most 60 characters. */
export function shortId(id) {
  const text = id === "" ? "(empty)" : id;
  return text.length <= 60 ? text : `${text.slice(0, 36)}…${text.slice(-20)}`;
}
