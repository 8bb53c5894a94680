/** Heat map of agents and loop types: a cell with more loops is darker. */

import { el, bdiText } from "./dom.js";
import { whole, words } from "./format.js";
import { tasksAddress } from "./links.js";

const LEVELS = 5;

/** Minimum count for the darkest shade, so that a few loops do not look alarming. */
const LEAST_MOST = 10;

/** Shade of a count from 0 to 5, by square root: small counts differ even next to a large one. */
export function shade(count, most) {
  return count <= 0 ? 0 : Math.max(1, Math.ceil(LEVELS * Math.sqrt(count / Math.max(LEAST_MOST, most))));
}

/** The table; each count leads to its tasks. */
export function heatMap({ agents, loopTypes, counts }) {
  const most = Math.max(0, ...counts.flat());
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Loops by agent and type" },
    el(
      "table",
      { class: "heat" },
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, "Agent"), loopTypes.map((type) => el("th", { scope: "col" }, words(type)))),
      ),
      el(
        "tbody",
        {},
        agents.map((agent, row) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", title: agent }, bdiText(agent)),
            loopTypes.map((loopType, column) => cell(agent, loopType, counts[row][column], most)),
          ),
        ),
      ),
    ),
  );
}

function cell(agent, loopType, count, most) {
  return el(
    "td",
    { class: `heat-${shade(count, most)}` },
    count > 0
      ? el(
          "a",
          {
            href: tasksAddress({ agentId: agent, loopType }),
            "aria-label": `${whole(count)}: tasks of ${agent} with ${words(loopType)}`,
            "data-key": `heat ${agent} ${loopType}`,
          },
          whole(count),
        )
      : el("span", { class: "muted", "aria-label": "0" }, "·"),
  );
}
