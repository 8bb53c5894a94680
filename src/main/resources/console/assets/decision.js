/** The form for a decision on an open gate. */

import { el, bdiText } from "./dom.js";
import { post } from "./api.js";
import { current, may } from "./session.js";
import { decided } from "./badges.js";
import { full, visible } from "./format.js";
import { say } from "./notices.js";

const CHOICES = [
  ["approve", "Approve", "Continue with the guidance; the counter is reset."],
  ["approve_other_agent", "Approve with another agent", "Continue with another agent."],
  ["reject", "Reject", "The task ends: its agents are asked to stop."],
  ["false_positive", "False positive", "Not a loop; the counter is reset."],
];
const NAME_KEY = "eddyline-name";

/** The form for a gate; `sent` is called once the server accepted the decision, or reports an earlier one. */
export function decisionForm(gate, sent) {
  const name = `decision-${gate.gateId}`;
  const { user } = current();
  if (!may("decide")) {
    return el("p", { class: "muted" }, "Read only: a decision needs the role decide.");
  }
  const guidance = el("textarea", { id: `guidance-${gate.gateId}`, rows: 3, maxlength: 10_000, "data-key": `guidance ${gate.gateId}` });
  const by = user ? null : el("input", { id: `by-${gate.gateId}`, required: true, maxlength: 200, autocomplete: "name", value: storedName(), "data-key": `by ${gate.gateId}` });
  const problem = el("p", { class: "problem", role: "alert" });
  const button = el("button", { class: "main", type: "submit", "data-key": `decide ${gate.gateId}` }, "Decide");
  const form = el(
    "form",
    { class: "decision", "data-gate": gate.gateId },
    el(
      "fieldset",
      {},
      el("legend", {}, "Your decision"),
      CHOICES.map(([value, label, meaning]) =>
        el(
          "label",
          { class: `choice ${value}` },
          el("input", { type: "radio", name, value, required: true, "data-key": `${value} ${gate.gateId}` }),
          el("span", {}, el("span", { class: "strong" }, label), el("span", { class: "muted" }, meaning)),
        ),
      ),
    ),
    el("label", { for: guidance.id }, "Guidance for the agent"),
    guidance,
    by && [el("label", { for: by.id }, "Your name"), by],
    problem,
    el("div", { class: "buttons" }, button),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const decision = new FormData(form).get(name);
    if (decision === "reject" && !(await confirmed(gate))) {
      return;
    }
    button.disabled = true;
    problem.textContent = "";
    await send({ gate, decision, guidance: guidance.value.trim(), by: by?.value.trim() }, problem, sent);
    button.disabled = false;
  });
  return form;
}

async function send({ gate, decision, guidance, by }, problem, sent) {
  if (by) {
    rememberName(by);
  }
  try {
    const taken = await post("gate/decision", { id: gate.gateId }, { decision, guidance, ...(by ? { by } : {}) });
    say(`Sent: ${decided(decision)}`);
    sent({ decision: taken.decision ?? decision, by: taken.by ?? by, at: Date.now() });
  } catch (refused) {
    problem.textContent = visible(refused.message);
    if (refused.status === 409 || refused.status === 404) {
      sent(null);
    }
  }
}

/** Asks for confirmation before a task is ended. */
function confirmed(gate) {
  return new Promise((answer) => {
    const dialog = el(
      "dialog",
      { "aria-labelledby": "confirm-title", "aria-describedby": "confirm-text" },
      el(
        "form",
        { method: "dialog", class: "stack" },
        el("h2", { id: "confirm-title" }, "Reject and end the task?"),
        el("p", { id: "confirm-text" }, "The task ", el("span", { class: "id" }, bdiText(gate.rootTaskId.slice(0, 200))), " ends, its subtasks with it. This cannot be undone here."),
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
