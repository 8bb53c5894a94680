/** Relative times on a page, which are updated while the page is open. */

import { el } from "./dom.js";
import { ago, clock, full } from "./format.js";

const EVERY_MS = 10_000;

/** A time as "3 min ago", the whole time on hovering. */
export function since(at) {
  const time = el("time", { datetime: new Date(at).toISOString(), title: full(at), "data-at": at });
  time.textContent = ago(at, Date.now());
  return time;
}

/** When an event happened, the whole time on hovering. */
export function eventTime(millis) {
  return at(millis, "Event time: ");
}

/** When Eddyline processed or published something, the whole time on hovering. */
export function processingTime(millis) {
  return at(millis, "Processing time: ");
}

/** A time of day, the whole time on hovering, after what it is. */
export function at(millis, what = "") {
  return el(
    "time",
    { datetime: new Date(millis).toISOString(), title: `${what}${full(millis)}` },
    clock(millis, Date.now()),
  );
}

/** Updates all relative times. */
export function keepTimes() {
  setInterval(() => {
    const now = Date.now();
    for (const time of document.querySelectorAll("time[data-at]")) {
      time.textContent = ago(Number(time.dataset.at), now);
    }
  }, EVERY_MS);
}
