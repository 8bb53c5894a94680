/** What all pages share: their heading, and the line that says that the server does not answer. */

import { el, title as titled } from "../dom.js";
import { notice, over } from "../notices.js";
import { clock } from "../format.js";

let answeredAt = null;

/** A page's title and heading. */
export function headed(main, title, text, ...more) {
  titled(title);
  main.append(el("div", { class: "page-head" }, el("h1", {}, title), text && el("p", { class: "muted" }, text), more));
}

/** The server did not answer, or not well: what is shown stays, with its time. */
export function failed(error, pauseSeconds) {
  if (error.status === 401) {
    return;
  }
  const shown = answeredAt === null ? "" : ` What is shown is of ${clock(answeredAt, Date.now())}.`;
  notice("server", `${error.message}. Trying again in ${Math.ceil(pauseSeconds)} s.${shown}`, "bad");
}

/** The server answers. */
export function recovered() {
  answeredAt = Date.now();
  over("server");
}
