/** The console: frame, live feed, session, and the page that is shown. */

import { el, titleCount } from "./dom.js";
import { Feed } from "./feed.js";
import { counted, whole } from "./format.js";
import { get } from "./api.js";
import { Live } from "./live.js";
import { isNotifying, notifyOf } from "./notify.js";
import { navigate, shownPage, startRouter } from "./router.js";
import { tasksAddress } from "./links.js";
import { demandSignIn, hasSignedIn, isLocked, loadSession, mayUseCode, onSession, signInByAddress, signOut } from "./session.js";
import { notice, over, say } from "./notices.js";
import { showConnection, showInstance } from "./staleness.js";
import { themeButton } from "./theme.js";
import { keepTimes } from "./times.js";

/** Events reach the page in batches: a burst must not repaint it a thousand times a second. */
const BUNCH_MS = 250;
/** A screen reader announces a summary, not each event. */
const SAY_EVERY_MS = 20_000;

let bunch = [];
let tally = { verdict: 0, gate: 0 };

const feed = new Feed(take, linkState, isNotifying);

function take(name, data) {
  if (name === "view") {
    viewState(data.caughtUp);
    showInstance(data);
    return;
  }
  if (bunch.length === 0) {
    setTimeout(handOn, BUNCH_MS);
  }
  bunch.push(data.kind ? data : { kind: name, ...data });
  if (name in tally) {
    tally[name]++;
  }
}

function handOn() {
  const events = bunch;
  bunch = [];
  shownPage()?.events?.(events);
  notifyOf(events, navigate);
  if (events.some((event) => event.kind === "gate")) {
    waiting.soon();
  }
}

function viewState(caughtUp) {
  if (caughtUp) {
    over("view");
  } else {
    notice("view", "Eddyline is still reading its topics: figures and lists are not complete yet.", "info");
  }
}

function linkState(state, seconds, heardAt) {
  showConnection(state, seconds, heardAt);
  if (state === "live") {
    shownPage()?.refresh?.();
  }
}

/** The number of open gates, next to their link on every page. */
const waiting = new Live({
  load: () => get("gates", { state: "open", limit: 1 }),
  every: 30_000,
  least: 2000,
  isNeeded: isNotifying,
  show: ({ total }) => {
    const place = document.getElementById("open-gates");
    place.hidden = total === 0;
    place.replaceChildren(whole(total), el("span", { class: "unseen" }, " open"));
    titleCount(total);
  },
  // the page shows the error
  fail: () => {},
});

function saySums() {
  if (tally.verdict || tally.gate) {
    say(`${counted(tally.verdict, "loop")} and ${counted(tally.gate, "change", "changes")} of gates recently`);
    tally = { verdict: 0, gate: 0 };
  }
}

function search() {
  const form = document.getElementById("find");
  const field = document.getElementById("search");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    navigate(tasksAddress({ query: field.value.trim() }));
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, dialog, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}

function showUser(session) {
  const place = document.getElementById("user");
  place.replaceChildren();
  const name = session.user ?? session.token;
  if (name) {
    place.append(el("span", { title: described(session) }, name));
  }
  if (mayUseCode()) {
    place.append(el("button", { type: "button", class: "plain", onclick: demandSignIn }, "Sign in"));
  } else if (!isLocked() && hasSignedIn()) {
    place.append(el("button", { type: "button", class: "plain", onclick: signOut }, "Sign out"));
  }
}

/** Roles and scope of the signed-in caller. */
function described({ roles, workflows, taskPrefix }) {
  const tasks = [
    workflows.length > 0 && `of ${workflows.join(", ")}`,
    taskPrefix && `whose ids begin with ${taskPrefix}`,
  ].filter(Boolean);
  return `Signed in: ${roles.join(", ") || "no role"}; ${tasks.length ? `tasks ${tasks.join(" ")}` : "all tasks"}`;
}

async function start() {
  themeButton(document.getElementById("theme"));
  keepTimes();
  search();
  await signInByAddress();
  await loadSession();
  onSession(showUser);
  setInterval(saySums, SAY_EVERY_MS);
  let shownTo = null;
  onSession((session) => {
    if (isLocked()) {
      return;
    }
    const before = shownTo;
    shownTo = JSON.stringify([session.user, session.token, session.roles, session.workflows, session.taskPrefix]);
    if (before === null) {
      startRouter();
      feed.start();
    } else if (before !== shownTo) {
      // nothing of the earlier reader stays: pages, feed, caches
      location.reload();
      return;
    }
    feed.again();
    waiting.now();
    shownPage()?.refresh?.();
  });
}

start();
