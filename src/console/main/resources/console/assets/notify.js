/** Notifications of the browser when a gate opens while the page is hidden; off until a person asks for them. */

import { el, renew } from "./dom.js";
import { counted, visible } from "./format.js";
import { gateAddress, shortId } from "./links.js";

const WANTED_KEY = "eddyline-notify";
/** More gates than this at once are one notification. */
const MOST_AT_ONCE = 3;

/** Whether gates are notified in this browser. */
export function isNotifying() {
  return isSupported() && Notification.permission === "granted" && isWanted();
}

/** A button that asks for the browser's permission, and turns notifications on and off. */
export function notifyButton() {
  const button = el("button", { type: "button", class: "plain", "data-key": "notify" });
  const problem = el("span", { class: "muted", role: "status" });
  const show = () => {
    button.setAttribute("aria-pressed", String(isNotifying()));
    renew(button, isNotifying() ? "Notifying you" : "Notify me");
    button.title = "A notification of the browser for each gate that opens while this page is hidden";
  };
  button.addEventListener("click", async () => {
    problem.textContent = "";
    if (isNotifying()) {
      remember(false);
    } else if ((await Notification.requestPermission()) === "granted") {
      remember(true);
    } else {
      problem.textContent = "This browser does not allow notifications of the console.";
    }
    show();
  });
  show();
  return isSupported() ? el("span", { class: "notify" }, button, " ", problem) : null;
}

/** Notifies of the gates that were opened by these events, if the page is hidden; `go(address)` follows a click. */
export function notifyOf(events, go) {
  const opened = events.filter((event) => event.kind === "gate" && event.state === "opened");
  if (opened.length === 0 || !document.hidden || !isNotifying()) {
    return;
  }
  if (opened.length > MOST_AT_ONCE) {
    send(`${counted(opened.length, "gate")} opened`, { body: visible(opened[0].headline), tag: "gates" }, () => go("/gates"));
    return;
  }
  for (const gate of opened) {
    // the same tag in several tabs is one notification
    send("Gate opened", { body: visible(`${gate.headline}\n${shortId(gate.rootTaskId)}`), tag: gate.gateId }, () => go(gateAddress(gate.gateId)));
  }
}

function send(title, options, clicked) {
  let sent;
  try {
    sent = new Notification(title, options);
  } catch {
    // browsers of phones show notifications of service workers only
    return;
  }
  sent.onclick = () => {
    focus();
    sent.close();
    clicked();
  };
}

function isSupported() {
  return "Notification" in globalThis;
}

function isWanted() {
  try {
    return localStorage.getItem(WANTED_KEY) === "yes";
  } catch {
    return false;
  }
}

function remember(wanted) {
  try {
    if (wanted) {
      localStorage.setItem(WANTED_KEY, "yes");
    } else {
      localStorage.removeItem(WANTED_KEY);
    }
  } catch {
    // storage is blocked: notifications stay off
  }
}
