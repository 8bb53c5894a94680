/** The forms for a decision on one or many open gates. */

import { el, bdiText } from "./dom.js";
import { post } from "./api.js";
import { current, demandSignIn, may, mayUseCode } from "./session.js";
import { decided } from "./badges.js";
import { counted, full, visible, whole } from "./format.js";
import { notice, over, say } from "./notices.js";

const CHOICES = [
  ["approve", "Approve", "Continue with the guidance; the counter is reset."],
  ["approve_other_agent", "Approve with another agent", "Continue with another agent."],
  ["reject", "Reject", "The task ends: its agents are asked to stop."],
  ["false_positive", "False positive", "Not a loop; the counter is reset."],
];
const NAME_KEY = "eddyline-name";
/** Answers that all others would get too: none, not signed in, not allowed, not available. */
const FATAL = new Set([0, 401, 403, 503]);
const REFUSALS_MS = 60_000;
/** Decisions that are sent at a time. */
const AT_A_TIME = 4;

/**
 * The form for one gate; `sent` is called once the server accepted the decision, or reports an earlier one.
 * `path` and `parameters` are those of the request.
 */
export function decisionForm(gate, sent, { path = "gate/decision", parameters = { gateId: gate.gateId }, byLink = false } = {}) {
  const confirmation = ["The task ", el("span", { class: "id" }, bdiText(gate.rootTaskId.slice(0, 200))), " ends, its subtasks with it."];
  return form({ key: gate.gateId, button: "Decide", confirmation, byLink }, async (answer, problem) => {
    try {
      const taken = await post(path, parameters, answer);
      say(`Sent: ${decided(answer.decision)}`);
      sent({ decision: taken.decision ?? answer.decision, by: taken.by ?? answer.by, at: Date.now() });
    } catch (refused) {
      problem.textContent = visible(refused.message);
      if (refused.status === 409 || refused.status === 404) {
        sent(null);
      }
    }
  });
}

/** The form for many gates, which get one decision and one guidance; `sent` is called after the last one. */
export function bulkForm(key, gateIds, sent) {
  const many = counted(gateIds.length, "gate");
  const confirmation = [`The tasks of ${many} end, their subtasks with them.`];
  return form({ key, button: `Decide ${many}`, confirmation }, async (answer, _problem, progress) => {
    const refusals = await decideAll(gateIds, answer, progress);
    const done = gateIds.length - refusals.length;
    say(`Sent: ${decided(answer.decision)} ${counted(done, "gate")}`);
    if (refusals.length > 0) {
      // the card may be gone when this is read
      notice("bulk", `${counted(refusals.length, "gate")} of ${whole(gateIds.length)} not decided: ${refusals[0].message}`, "bad");
      setTimeout(() => over("bulk"), REFUSALS_MS);
    }
    sent({ decision: answer.decision, by: answer.by, at: Date.now(), count: done });
  });
}

/** Sends a decision for each gate, a few at a time; returns the refusals. */
async function decideAll(gateIds, answer, progress) {
  const waiting = [...gateIds];
  const refusals = [];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await post("gate/decision", { gateId: id }, answer);
      } catch (refused) {
        if (refused.status === 429) {
          waiting.unshift(id);
          await new Promise((later) => setTimeout(later, (refused.retryAfter ?? 1) * 1000));
        } else {
          refusals.push(refused);
          if (FATAL.has(refused.status)) {
            // the others would be refused as well
            waiting.splice(0).forEach(() => refusals.push(refused));
          }
        }
      }
      progress(gateIds.length - waiting.length);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return refusals;
}

/** A form for a decision; `send` is called with the answer, the place of a problem, and a function that shows progress. */
function form({ key, button: label, confirmation, byLink = false }, send) {
  const name = `decision-${key}`;
  const user = byLink ? null : current().user;
  if (!byLink && !may("decide")) {
    return mayUseCode()
      ? el("button", { type: "button", class: "sign-in", onclick: demandSignIn }, "Sign in to decide")
      : el("p", { class: "muted" }, "Read only: a decision needs the role decide.");
  }
  const guidance = el("textarea", { id: `guidance-${key}`, rows: 3, maxlength: 10_000, "data-key": `guidance ${key}` });
  const by = user ? null : el("input", { id: `by-${key}`, required: true, maxlength: 200, autocomplete: "name", value: storedName(), "data-key": `by ${key}` });
  const problem = el("p", { class: "problem", role: "alert" });
  const button = el("button", { class: "main", type: "submit", "data-key": `decide ${key}` }, label);
  const place = el(
    "form",
    { class: "decision", "data-gate": key },
    el(
      "fieldset",
      {},
      el("legend", {}, "Your decision"),
      CHOICES.map(([value, title, meaning]) =>
        el(
          "label",
          { class: `choice ${value}` },
          el("input", { type: "radio", name, value, required: true, "data-key": `${value} ${key}` }),
          el("span", {}, el("span", { class: "strong" }, title), el("span", { class: "muted" }, meaning)),
        ),
      ),
    ),
    el("label", { for: guidance.id }, "Guidance for the agent"),
    guidance,
    by && [el("label", { for: by.id }, "Your name"), by],
    problem,
    el("div", { class: "buttons" }, button),
  );
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    const decision = new FormData(place).get(name);
    if (decision === "reject" && !(await confirmed(confirmation))) {
      return;
    }
    button.disabled = true;
    problem.textContent = "";
    const author = by?.value.trim();
    if (author) {
      rememberName(author);
    }
    await send({ decision, guidance: guidance.value.trim(), ...(author ? { by: author } : {}) }, problem, (done) => {
      button.textContent = `${label}: ${whole(done)}`;
    });
    button.disabled = false;
    button.textContent = label;
  });
  return place;
}

/** Asks for confirmation before tasks are ended. */
function confirmed(what) {
  return new Promise((answer) => {
    const dialog = el(
      "dialog",
      { "aria-labelledby": "confirm-title", "aria-describedby": "confirm-text" },
      el(
        "form",
        { method: "dialog", class: "stack" },
        el("h2", { id: "confirm-title" }, "Reject and end the task?"),
        el("p", { id: "confirm-text" }, what, " This cannot be undone here."),
        el("div", { class: "buttons" }, el("button", { value: "no", autofocus: true }, "Keep it open"), el("button", { value: "yes", class: "danger" }, "Reject the task")),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Replaces the form while a decision is pending. */
export function pendingNote(pending) {
  return el(
    "p",
    { class: "pending", role: "status" },
    el("span", { class: "strong" }, `Sent: ${decided(pending.decision)}`),
    pending.count !== undefined && ` for ${counted(pending.count, "gate")}`,
    pending.by && [" by ", bdiText(pending.by)],
    ". Waiting for the processor. ",
    el("span", { class: "muted" }, full(pending.at)),
  );
}

function storedName() {
  try {
    return localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    return "";
  }
}

function rememberName(name) {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    // storage is blocked: the name must be entered again
  }
}
