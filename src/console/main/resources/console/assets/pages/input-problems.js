/** Input problems: dead-lettered records, by cause. */

import { el, renew, bdiText } from "../dom.js";
import { get, list } from "../api.js";
import { badge } from "../badges.js";
import { counted, whole } from "../format.js";
import { shortId, taskLink } from "../links.js";
import { Live } from "../live.js";
import { empty, failure, skeleton } from "../states.js";
import { at, since } from "../times.js";
import { failed, headed, recovered } from "./page.js";

/** Records of a cause that are shown. */
const MOST = 50;
const KINDS = { unreadable: ["cross", "bad"], refused: ["warn", "warn"], failed: ["cross", "bad"] };

/** Opens the page. */
export function open(main) {
  return new InputProblems(main);
}

class InputProblems {
  #body = el("div", { class: "gates problems" }, skeleton(5));
  #note = el("p", { class: "muted" });
  /** The shown causes by key: an opened one stays open. */
  #shown = new Map();
  #live;

  constructor(main) {
    headed(main, "Input problems", "Records that were dead-lettered in the last 48 hours. They are unchanged on the topic agent-events-dlq.");
    main.append(this.#note, this.#body);
    this.#live = new Live({
      load: () => get("input-problems/causes"),
      every: 10_000,
      show: (answer) => this.#show(answer),
      fail: (error, pause) => this.#fail(error, pause),
    });
    this.#live.now();
  }

  refresh() {
    this.#live.now();
  }

  end() {
    this.#live.end();
  }

  #show({ causes, total, records, newestOnly, caughtUp }) {
    recovered();
    const before = this.#shown;
    this.#shown = new Map(causes.map((cause) => [cause.cause, cardOf(cause, before.get(cause.cause))]));
    this.#note.textContent = !caughtUp
      ? "Eddyline is still reading the topic: more may follow."
      : records === 0
        ? ""
        : `${counted(records, "record")} of ${counted(total, "cause")}${newestOnly ? "; only the newest 5,000 records are counted" : ""}${total > causes.length ? `; ${whole(causes.length)} causes are shown` : ""}`;
    if (causes.length === 0) {
      this.#body.replaceChildren(empty("No record was dead-lettered", "A record that cannot be read, or has an invalid field, appears here with its reason."));
      return;
    }
    const cards = [...this.#shown.values()].map((each) => each.element);
    [...this.#body.children].filter((child) => !cards.includes(child)).forEach((child) => child.remove());
    cards.forEach((card, index) => {
      if (this.#body.children[index] !== card) {
        this.#body.insertBefore(card, this.#body.children[index] ?? null);
      }
    });
  }

  #fail(error, pause) {
    failed(error, pause);
    if (this.#body.querySelector(".skeleton")) {
      this.#body.replaceChildren(failure("The records could not be loaded", error.message, () => this.#live.now()));
    }
  }
}

/** A card of a cause; it is rebuilt only when its records change, and stays open. */
function cardOf(cause, there) {
  const look = JSON.stringify([cause.records, cause.lastAt]);
  if (there?.look === look) {
    return there;
  }
  const element = there?.element ?? el("details", { class: "gate panel", "data-cause": cause.cause });
  const [picture, tone] = KINDS[cause.kind] ?? ["warn", "plain"];
  const summary = el(
    "summary",
    { "data-key": `cause ${cause.cause}` },
    el(
      "h2",
      {},
      el(
        "span",
        { class: "gate-line" },
        badge(picture, tone, counted(cause.records, "record")),
        el("span", { class: "strong headline" }, bdiText(cause.reason)),
        el("span", { class: "muted" }, cause.topic),
        el("span", { class: "muted" }, cause.agentId === null ? "agent unknown" : bdiText(cause.agentId)),
        el("span", { class: "muted" }, "last ", since(cause.lastAt)),
      ),
    ),
  );
  const body = el("div", { class: "problem-body" }, el("p", {}, el("span", { class: "strong" }, "What to do: "), bdiText(cause.fix)));
  const records = el("div", {});
  body.append(records);
  let isLoading = false;
  const load = () => {
    if (!element.open || isLoading) {
      return;
    }
    isLoading = true;
    records.replaceChildren(skeleton(2));
    list("input-problems", { cause: cause.cause }, MOST).then(
      ({ items, total }) => renew(records, table(items), items.length < total && el("p", { class: "muted" }, `The newest ${whole(items.length)} of ${whole(total)}`)),
      (error) => {
        isLoading = false;
        records.replaceChildren(failure("The records could not be loaded", error.message, load));
      },
    );
  };
  renew(element, summary, body);
  element.ontoggle = load;
  load();
  return { look, element };
}

function table(items) {
  const names = ["Time", "Partition and offset", "Key", "Task", "Type", "Value"];
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Records" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        items.map((item) =>
          el(
            "tr",
            {},
            cell("Time", at(item.at)),
            cell("Partition and offset", item.offset === null ? "–" : `${item.partition}, ${item.offset}`),
            cell("Key", item.key === null ? "–" : el("code", {}, bdiText(shortId(item.key)))),
            cell("Task", item.decoded.taskId === null ? "–" : taskLink(item.decoded.taskId)),
            cell("Type", item.decoded.type === null ? "–" : el("code", {}, item.decoded.type)),
            cell("Value", `${whole(item.bytes)} B, ${item.decoded.schema ?? item.decoded.format}`),
          ),
        ),
      ),
    ),
  );
}
