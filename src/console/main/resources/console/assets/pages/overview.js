/** Overview: current activity, loops, and open gates. */

import { el, renew, bdiText } from "../dom.js";
import { get } from "../api.js";
import { counted, duration, spent, whole, words } from "../format.js";
import { FeedList } from "../feed-list.js";
import { heatMap } from "../heat.js";
import { Live } from "../live.js";
import { minutes, minuteTable, shares } from "../charts.js";
import { notice, over } from "../notices.js";
import { empty, failure, section, skeleton } from "../states.js";
import { patternAddress, tasksAddress } from "../links.js";
import { since } from "../times.js";
import { badge, loopType } from "../badges.js";
import { failed, headed, recovered } from "./page.js";

const EVERY_MS = 10_000;
const SOON_MS = 1000;

/** Opens the page. */
export function open(main) {
  headed(main, "Overview", "Loops, gates and what they cost, as they are now.");
  const body = el("div", { class: "overview" }, skeleton(8));
  main.append(body);
  const parts = new Parts();
  const live = new Live({
    // the overview is complete without the dead letters
    load: () => Promise.all([get("overview"), get("input-problems/causes").catch(() => null)]),
    every: EVERY_MS,
    least: SOON_MS,
    show: ([overview, problems]) => {
      recovered();
      showView(overview);
      showBlindHooks(overview.blindHooks);
      if (!parts.standsIn(body)) {
        body.replaceChildren(...parts.all);
        parts.loadFeed();
      }
      parts.show(overview, problems);
    },
    fail: (error, pause) => {
      failed(error, pause);
      if (!parts.standsIn(body)) {
        body.replaceChildren(failure("The overview could not be loaded", error.message, () => live.now()));
      }
    },
  });
  live.now();
  return {
    events: (events) => {
      parts.feed.add(events);
      live.soon();
    },
    refresh: () => live.now(),
    end: () => live.end(),
  };
}

function showView(overview) {
  if (overview.caughtUp) {
    over("view");
  } else {
    notice("view", "Eddyline is still reading its topics: figures and lists are not complete yet.", "info");
  }
}

/** Says which hooks gave Eddyline nothing to evaluate; null for a caller who may not see all tasks. */
function showBlindHooks(hooks) {
  if (!hooks?.length) {
    over("hooks");
    return;
  }
  const causes = hooks.slice(0, 3).map((item) => `${item.tool}: ${words(item.outcome)} (${whole(item.count)})`);
  const more = hooks.length > 3 ? ", and others" : "";
  notice("hooks", `Hooks without a verdict in the last hour: ${causes.join(", ")}${more}. What to do: docs/how-to/hooks.md, "Is the guard blind?"`);
}

/** The parts of the page, each refilled with each answer; the feed updates itself. */
class Parts {
  #figures = el("dl", { class: "figures" });
  #minutes = el("div");
  #ages = el("div");
  #heat = el("div");
  #patterns = el("div");
  #types = el("div");
  #pause = el("button", { type: "button", class: "plain", "aria-pressed": "false" }, "Pause");
  #noFeed = el("p", { class: "muted" }, "Nothing yet. Loops, gates and resets appear here as they happen.");
  feed = new FeedList((waiting) => this.#showPause(waiting));

  constructor() {
    this.#pause.addEventListener("click", () => {
      const paused = this.#pause.getAttribute("aria-pressed") !== "true";
      this.#pause.setAttribute("aria-pressed", String(paused));
      this.feed.pause(paused);
    });
    this.all = [
      el("section", { "aria-label": "Figures" }, this.#figures),
      el(
        "div",
        { class: "columns" },
        el(
          "div",
          { class: "stack" },
          section("Last hour", { id: "minutes" }, this.#minutes),
          section("Agents and loop types", { id: "heat", note: "loops; each count leads to its tasks" }, this.#heat),
          section("Most frequent patterns", { id: "patterns", tools: el("a", { href: "/patterns" }, "All patterns") }, this.#patterns),
        ),
        el(
          "div",
          { class: "stack" },
          section("Open gates by age", { id: "ages", tools: el("a", { href: "/gates" }, "Decide") }, this.#ages),
          section("Live", { id: "feed-title", tools: this.#pause }, this.#noFeed, this.feed.element),
          section("By type", { id: "types" }, this.#types),
        ),
      ),
    ];
    new MutationObserver(() => (this.#noFeed.hidden = !this.feed.isEmpty)).observe(this.feed.element, { childList: true });
  }

  standsIn(body) {
    return body.contains(this.feed.element);
  }

  async loadFeed() {
    const recent = await get("feed/recent", { limit: 50 }).catch(() => null);
    if (recent) {
      this.feed.fill(recent.items);
    }
  }

  show(overview, problems) {
    const { tasks, gates, cost, decisions } = overview;
    const [burnt, more] = spent(cost);
    renew(
      this.#figures,
      // null for a caller who may not see all tasks
      tasks.active !== null && figure("Tasks active", whole(tasks.active), tasks.activeIn < tasks.partitions ? `now, in ${whole(tasks.activeIn)} of ${whole(tasks.partitions)} partitions` : "now"),
      figure("Looping", whole(tasks.looping), "a loop, no reset since, no open gate", tasks.looping ? "warn" : null, "/tasks?state=looping"),
      figure("Blocked by a gate", whole(tasks.held), gates.oldestOpenedAt === null ? "no gate is open" : ["oldest ", since(gates.oldestOpenedAt)], tasks.held ? "bad" : null, "/gates"),
      figure("Spent in loops", burnt, `${more}, ${duration(cost.millis)}`),
      figure("Time to a decision", decisions.medianMillis === null ? "–" : duration(decisions.medianMillis), `median of ${whole(decisions.count)}`),
      figure("False positives", whole(decisions.falsePositives), `of ${counted(decisions.count, "decision")}`),
      problems !== null && figure("Records dead-lettered", whole(problems.records), problems.records === 0 ? "in 48 h" : [counted(problems.total, "cause"), ", last ", since(problems.causes[0].lastAt)], problems.records ? "warn" : null, "/input-problems"),
    );
    renew(
      this.#minutes,
      minutes("Loops a minute", "warn", overview.perMinute, (minute) => minute.loops),
      minutes("Gates a minute", "bad", overview.perMinute, (minute) => minute.gates),
      el("p", { class: "axis", "aria-hidden": "true" }, el("span", {}, "60 min ago"), el("span", {}, "30"), el("span", {}, "now")),
      minuteTable(overview.perMinute),
    );
    renew(this.#ages, gates.open === 0 ? empty("No gate is open", "No task is blocked.") : shares(gates.byAge));
    renew(this.#heat, overview.heat.agents.length === 0 ? empty("No loops", "No agent is looping.") : heatMap(overview.heat));
    renew(this.#patterns, overview.patterns.length === 0 ? empty("No patterns", "A pattern groups similar loops of one or more tasks.") : patterns(overview.patterns));
    renew(this.#types, overview.byType.length === 0 ? empty("No loops", "Nothing was counted in this time.") : types(overview.byType));
  }

  #showPause(waiting) {
    const paused = this.#pause.getAttribute("aria-pressed") === "true";
    this.#pause.textContent = paused ? `Resume${waiting ? ` (${waiting})` : ""}` : "Pause";
  }
}

function figure(name, value, note, tone = null, href = null) {
  return el(
    "div",
    { class: `figure${tone ? ` ${tone}` : ""}` },
    el("dt", {}, href ? el("a", { href, "data-key": `figure ${name}` }, name) : name),
    el("dd", {}, el("span", { class: "value" }, value), el("span", { class: "muted" }, note)),
  );
}

function patterns(items) {
  return table(
    ["What repeats", "Loop", "Agents", "Tasks", "Loops"],
    items.map((item) => [
      el("a", { href: patternAddress(item.patternId), class: "clamp", "data-key": `pattern ${item.patternId}` }, bdiText(item.headline)),
      loopType(item.loopType),
      item.agents.map((agent, index) => [index > 0 && ", ", bdiText(agent)]),
      item.moreTasks ? el("span", { class: "number" }, `≥ ${whole(item.tasks)}`) : number(item.tasks),
      number(item.loops),
    ]),
  );
}

function types(items) {
  return table(
    ["Type", "Loops", "Gates", "False"],
    items.map((item) => [
      el("a", { href: tasksAddress({ loopType: item.loopType }), "data-key": `type ${item.loopType}` }, words(item.loopType)),
      number(item.loops),
      item.gates > 0 ? el("span", { class: "number" }, badge("gate", "bad", whole(item.gates))) : number(0),
      number(item.falsePositives),
    ]),
  );
}

function number(value) {
  return el("span", { class: "number" }, whole(value));
}

function table(names, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": names[0] },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell))))),
    ),
  );
}
