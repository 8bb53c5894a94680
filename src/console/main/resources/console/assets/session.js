/** Who is signed in, and the dialog that asks for a token. */

import { el } from "./dom.js";
import { sentence } from "./format.js";

/** Remembers that a token was entered here, so that sign-out is offered. */
const SIGNED_IN_KEY = "eddyline-signed-in";

const NOBODY = { user: null, token: null, roles: [], workflows: [], taskPrefix: "", csrf: null, traceUrl: null };

let session = { ...NOBODY, requiresToken: false };
let dialog = null;
const listeners = new Set();

/** The session as the server last reported it. */
export function current() {
  return session;
}

/** Whether the signed-in caller has a role. */
export function may(role) {
  return session.roles.includes(role);
}

/** CSRF token for writes; null where none is needed. */
export function csrf() {
  return session.csrf;
}

/** Calls the listener now and whenever somebody signs in or out. */
export function onSession(listener) {
  listeners.add(listener);
  listener(session);
  return () => listeners.delete(listener);
}

/** Asks the server who is signed in, and for a token where it is needed; false while it does not answer. */
export async function loadSession({ signIn = true } = {}) {
  let answer;
  try {
    answer = await fetch("/api/v1/session", { headers: { Accept: "application/json" } });
  } catch {
    return false;
  }
  const body = await answer.json().catch(() => null);
  if (answer.status === 401) {
    setSession({ ...NOBODY, requiresToken: true });
    if (signIn) {
      demandSignIn();
    }
  } else if (answer.ok && body) {
    setSession(body);
    if (signIn && isLocked()) {
      demandSignIn();
    }
  }
  return answer.ok;
}

/** Whether the console requires a sign-in. */
export function isLocked() {
  return session.requiresToken && session.user === null;
}

/** Whether a code would let the caller decide: the console has no tokens, and nobody is signed in. */
export function mayUseCode() {
  return !session.requiresToken && session.user === null && session.token === null;
}

/** Signs in with the code of the address, if it has one; a used one is not shown again. */
export async function signInByAddress() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) {
    return;
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  await loadSession({ signIn: false });
  if (mayUseCode()) {
    const answer = await begin(code).catch(() => null);
    if (answer?.ok) {
      remembered(() => localStorage.setItem(SIGNED_IN_KEY, "yes"));
    }
  }
}

/** Whether a token was entered in this browser. */
export function hasSignedIn() {
  return remembered(() => localStorage.getItem(SIGNED_IN_KEY)) !== null;
}

/** Ends the session and reloads the page, so that no data stays visible. */
export async function signOut() {
  remembered(() => localStorage.removeItem(SIGNED_IN_KEY));
  await fetch("/api/v1/session", { method: "DELETE", headers: csrfHeader() }).catch(() => null);
  location.reload();
}

/** Shows the dialog, once. It can be closed where only decisions need a sign-in. */
export function demandSignIn() {
  if (dialog) {
    return;
  }
  const byCode = mayUseCode();
  const token = el("input", {
    id: "token", name: "token", type: "password", required: true, autocomplete: "current-password",
    "aria-describedby": "sign-in-problem",
  });
  const problem = el("p", { id: "sign-in-problem", class: "problem", role: "alert" });
  const form = el(
    "form",
    { method: "dialog", class: "stack" },
    el("h2", { id: "sign-in-title" }, "Sign in"),
    el(
      "p",
      { class: "muted" },
      byCode ? "To decide, enter the code that Eddyline printed last." : "This console needs a token. Ask your administrator for one.",
    ),
    el("label", { for: "token" }, byCode ? "Code" : "Token"),
    token,
    problem,
    el("div", { class: "buttons" }, el("button", { class: "main", type: "submit" }, "Sign in")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    signIn(token, problem);
  });
  dialog = el("dialog", { id: "sign-in", "aria-labelledby": "sign-in-title" }, form);
  document.body.append(dialog);
  const show = () => {
    dialog?.showModal();
    token.focus();
  };
  // without a token no page can be shown. Escape closes a dialog in
  // spite of its cancel event being prevented, where nobody clicked before
  dialog.addEventListener("close", byCode ? forget : show);
  show();
}

function forget() {
  dialog?.remove();
  dialog = null;
}

/** Begins a session with a token or a code. */
function begin(token) {
  return fetch("/api/v1/session", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...csrfHeader() },
    body: JSON.stringify({ token }),
  });
}

async function signIn(token, problem) {
  problem.textContent = "";
  let answer;
  try {
    answer = await begin(token.value);
  } catch {
    problem.textContent = "Eddyline does not answer. Try again in a moment.";
    return;
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) {
    problem.textContent =
      answer.status === 401 ? `This ${mayUseCode() ? "code" : "token"} is not known.` : body?.error ? sentence(body.error) : `Eddyline answers ${answer.status}.`;
    token.select();
    return;
  }
  forget();
  remembered(() => localStorage.setItem(SIGNED_IN_KEY, "yes"));
  await loadSession();
}

function remembered(access) {
  try {
    return access() ?? null;
  } catch {
    // storage is blocked: no button to sign out, and the session ends by itself
    return null;
  }
}

function setSession(body) {
  session = body;
  listeners.forEach((listener) => listener(session));
}

function csrfHeader() {
  return session.csrf ? { "X-Csrf-Token": session.csrf } : {};
}
