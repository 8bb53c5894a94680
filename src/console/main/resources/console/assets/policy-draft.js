/** The form that changes a workflow's policy so that a pattern becomes quiet. */

import { el, bdiText } from "./dom.js";
import { get, post } from "./api.js";
import { may } from "./session.js";
import { counted, duration, full, visible, whole } from "./format.js";
import { loopType } from "./badges.js";
import { taskLink } from "./links.js";
import { say } from "./notices.js";

const DEFAULT = "default";
const PREVIEW_MS = 60_000;
const CHOICES = {
  turn_off: "Turn its detectors off",
  watch: "Only watch all loops of the workflow",
  mute_agents: "Mute its agents for 24 hours",
  none: "Edit the text myself",
};

/** A button that opens the form; nothing for a caller who may not change policies. */
export function draftButton(pattern) {
  if (!may("admin")) {
    return null;
  }
  const place = el("div", { class: "policy-draft" });
  const button = el("button", { type: "button", "data-key": `draft ${pattern.patternId}` }, "Draft a policy change");
  button.addEventListener("click", () => {
    const form = new DraftForm(pattern).element;
    place.replaceChildren(form);
    form.querySelector("select").focus();
  });
  place.append(button);
  return place;
}

class DraftForm {
  #pattern;
  #inForce = null;
  #asked = 0;
  #workflow;
  #choice;
  #text;
  #before = el("pre", { tabindex: "0", "aria-label": "Policy in force" });
  #unedited = "";
  #limits = el("p", { class: "muted", role: "status" });
  #edited = el("p", { class: "edited", role: "status" });
  #note;
  #problem = el("p", { class: "problem", role: "alert" });
  #effect = el("div", { class: "effect" });
  #preview = el("button", { type: "button" }, "Preview");
  #put = el("button", { type: "submit", class: "main" }, "Put in force");
  element;

  constructor(pattern) {
    this.#pattern = pattern;
    const id = (name) => `draft-${name}-${pattern.patternId}`;
    const workflows = pattern.workflows.length > 0 ? pattern.workflows : [DEFAULT];
    this.#workflow = el("select", { id: id("workflow"), "data-key": id("workflow") }, workflows.map((name) => el("option", { value: name }, name === DEFAULT ? "All workflows without their own policy" : name)));
    this.#choice = el("select", { id: id("change"), "data-key": id("change") }, Object.entries(CHOICES).map(([value, words]) => el("option", { value }, words)));
    this.#text = el("textarea", { id: id("text"), class: "mono", rows: 16, spellcheck: "false", autocomplete: "off", "data-key": id("text") });
    this.#note = el("input", { id: id("note"), maxlength: 1000, autocomplete: "off", "data-key": id("note") });
    this.element = el(
      "form",
      { class: "decision draft" },
      el("h3", {}, "Policy change"),
      el("div", { class: "draft-choices" }, el("label", { for: id("workflow") }, "Workflow"), this.#workflow, el("label", { for: id("change") }, "Change"), this.#choice),
      el("label", { for: id("text") }, "Policy with the change, as YAML"),
      this.#text,
      this.#edited,
      this.#limits,
      el("details", {}, el("summary", {}, "Policy in force"), this.#before),
      el("label", { for: id("note") }, "Reason of the change"),
      this.#note,
      this.#problem,
      el("div", { class: "buttons" }, this.#preview, this.#put),
      this.#effect,
    );
    this.#workflow.addEventListener("change", () => this.#load());
    this.#choice.addEventListener("change", () => this.#load());
    this.#text.addEventListener("input", () => {
      this.#effect.replaceChildren();
      this.#showEdited();
    });
    this.#note.addEventListener("keydown", (event) => {
      // only the button puts a policy in force
      if (event.key === "Enter") {
        event.preventDefault();
      }
    });
    this.#preview.addEventListener("click", () => this.#run(() => this.#showEffect()));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#run(() => this.#putInForce());
    });
    this.#load();
  }

  async #load() {
    const mine = ++this.#asked;
    // nothing can be put in force until the policy of this workflow is here
    this.#inForce = null;
    this.#text.readOnly = true;
    this.#effect.replaceChildren();
    await this.#run(async () => {
      const draft = await get("policies/draft", { workflow: this.#workflow.value, patternId: this.#pattern.patternId, change: this.#choice.value });
      if (mine === this.#asked) {
        this.#inForce = draft;
        this.#text.value = draft.draft;
        this.#unedited = this.#text.value;
        this.#text.readOnly = false;
        this.#before.textContent = visible(draft.yaml);
        this.#limits.textContent = visible(draft.note ?? "");
      }
    });
  }

  /** An edited text stays until a person discards the edits: only then can another draft replace it. */
  #showEdited() {
    const edited = this.#text.value !== this.#unedited;
    this.#workflow.disabled = this.#choice.disabled = edited;
    if (edited === (this.#edited.childElementCount > 0)) {
      return;
    }
    const discard = el("button", { type: "button" }, "Discard the edits");
    discard.addEventListener("click", () => {
      this.#text.value = this.#unedited;
      this.#effect.replaceChildren();
      this.#showEdited();
      this.#choice.focus();
    });
    this.#edited.replaceChildren(...(edited ? ["The text is edited: another workflow or change would replace it. ", discard] : []));
  }

  /** Runs a request; its error is shown in the form, which stays. */
  async #run(request) {
    this.#problem.textContent = "";
    this.#preview.disabled = this.#put.disabled = true;
    this.element.setAttribute("aria-busy", "true");
    try {
      await request();
    } catch (refused) {
      this.#problem.textContent = visible(refused.message);
    }
    this.element.removeAttribute("aria-busy");
    this.#preview.disabled = this.#put.disabled = this.#inForce === null;
  }

  async #showEffect() {
    this.#effect.replaceChildren(el("p", { class: "muted" }, "The newest events are replayed under both policies."));
    const yaml = this.#text.value;
    try {
      const answer = await post("policies/preview", {}, { workflow: this.#inForce.workflow, yaml }, PREVIEW_MS);
      if (yaml !== this.#text.value) {
        this.#effect.replaceChildren();
        return;
      }
      this.#effect.replaceChildren(...effect(answer));
      say(`Preview: ${counted(answer.changedTaskCount, "task")} with another outcome`);
    } catch (refused) {
      this.#effect.replaceChildren();
      throw refused;
    }
  }

  async #putInForce() {
    const { workflow, version } = this.#inForce;
    const taken = await post("policies", {}, { workflow, yaml: this.#text.value, replaces: version, note: this.#note.value.trim() });
    say("Put in force");
    const note = el(
      "p",
      { class: "pending", role: "status", tabindex: "-1" },
      el("span", { class: "strong" }, taken.active ? "In force: " : "Published: "),
      bdiText(taken.name),
      ", version ",
      el("code", {}, taken.version),
      ". ",
      el("a", { href: "/policies" }, "All policies"),
    );
    this.element.replaceWith(note);
    note.focus({ preventScroll: true });
  }
}

/** The effect of a draft: what was replayed, the sums by loop type, and the tasks that differ. */
function effect(answer) {
  if (answer.events === 0) {
    return [el("p", {}, `No event of this workflow is among the newest ${counted(answer.scannedRecords, "record")}.`)];
  }
  const span = `${counted(answer.events, "event")} of ${counted(answer.tasks, "task")} from ${full(answer.from)}, ${duration(answer.to - answer.from)}`;
  return [
    el("h3", {}, "Effect on recent events"),
    el("p", { class: "muted" }, span, answer.isLimited && ". A limit of records, bytes or time ended the preview."),
    table(
      "Effect by loop type",
      ["Loop", "Verdicts", "Only watched", "Gates"],
      [...answer.byType.map((type) => row(loopType(type.loopType), type.change)), row("All", answer.total)],
    ),
    el("p", { class: "strong" }, answer.changedTaskCount === 0 ? "No task has another outcome." : `${counted(answer.changedTaskCount, "task")} with another outcome`),
    answer.changedTasks.length > 0 && table("Tasks with another outcome", ["Task", "Verdicts", "Only watched", "Gates"], answer.changedTasks.map((task) => row(taskLink(task.taskId), task.change))),
  ].filter(Boolean);
}

function row(name, { before, after }) {
  const cell = (figure) => el("span", { class: "number" }, before[figure] === after[figure] ? whole(after[figure]) : `${whole(before[figure])} → ${whole(after[figure])}`);
  return [name, cell("verdicts"), cell("watched"), cell("gates")];
}

function table(title, names, rows) {
  return el(
    "div",
    { class: "scroll short", tabindex: "0", role: "region", "aria-label": title },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row" }, first), cells.map((cell) => el("td", {}, cell))))),
    ),
  );
}
