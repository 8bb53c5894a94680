/** Shared by all pages: the heading, and the notice that the server does not answer. */

import { el, title as titled } from "../dom.js";
import { notice, over } from "../notices.js";
import { clock } from "../format.js";

let answeredAt = null;

/** A page's title and heading. */
export function headed(main, title, text, ...more) {
  titled(title);
  main.append(el("div", { class: "page-head" }, el("h1", {}, title), text && el("p", { class: "muted" }, text), more));
}

/** Reports a failed request; the last data stays, with its time. */
export function failed(error, pauseSeconds) {
  if (error.status === 401) {
    return;
  }
  const shown = answeredAt === null ? "" : ` Data shown is from ${clock(answeredAt, Date.now())}.`;
  notice("server", `${error.message}. Trying again in ${Math.ceil(pauseSeconds)} s.${shown}`, "bad");
}

/** Removes the notice after an answer. */
export function recovered() {
  answeredAt = Date.now();
  over("server");
}
