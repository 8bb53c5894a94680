/** Whether the page shows the present: "live", or since when it is stale and why. */

import { clock, full } from "./format.js";
import { notice, over } from "./notices.js";

const WORDS = { live: "live", connecting: "connecting", hidden: "paused" };

/** The feed's connection, and when something was last received. */
let connection = { state: "connecting", seconds: 0, heardAt: null };
/** What the instance last reported: since when it does not work, epoch milliseconds, and what. */
let instance = { staleSince: null, obstacles: [] };

/** The state of the feed's connection has changed. */
export function showConnection(state, seconds, heardAt) {
  connection = { state, seconds, heardAt };
  show();
}

/** The instance has reported its state. */
export function showInstance({ staleSince = null, obstacles = [] }) {
  instance = { staleSince, obstacles };
  show();
}

function show() {
  const { state, seconds, heardAt } = connection;
  const isLost = state === "waiting";
  const since = instance.staleSince ?? (isLost ? heardAt : null);
  const isStale = since !== null && (isLost || state === "live");
  const badge = document.getElementById("link");
  const text = isStale ? `stale since ${clock(since, Date.now())}` : WORDS[state] ?? `reconnecting in ${seconds} s`;
  if (badge.textContent !== text) {
    badge.textContent = text;
  }
  badge.dataset.state = isStale ? "stale" : state;
  badge.title = state === "live" && !isStale ? `Connected since ${full(Date.now())}` : "Events may be missing until it is live again";
  if (isStale) {
    notice("stale", `Nothing shown here is newer than ${full(since)}: ${why(isLost, seconds)}`);
  } else {
    over("stale");
  }
}

function why(isLost, seconds) {
  if (isLost) {
    return `no connection to Eddyline, the next attempt is in ${seconds} s.`;
  }
  return `this instance does not work (${instance.obstacles.join(", ")}). Its page /health/ready has the reasons.`;
}
