/** Closed gates: a table, and the report of a gate that closes while it is viewed. */

import { el, bdiText } from "./dom.js";
import { get } from "./api.js";
import { duration } from "./format.js";
import { gateAddress, shortId, taskLink } from "./links.js";
import { notice, over } from "./notices.js";
import { decided, decisionBadge, loopType } from "./badges.js";
import { since } from "./times.js";

const CLOSED_NOTICE_MS = 20_000;

/** Reports how a viewed gate was closed. */
export async function reportClosed(gateId, element) {
  if (!element.open) {
    return;
  }
  const gate = await get("gate", { gateId }).catch(() => null);
  if (gate && !gate.open) {
    const by = gate.decidedBy ? ` by ${gate.decidedBy}` : "";
    notice("gate", `The gate of ${shortId(gate.rootTaskId)} is closed: ${decided(gate.decision)}${by}.`, "info");
    setTimeout(() => over("gate"), CLOSED_NOTICE_MS);
  }
}

/** Closed gates with their decisions. */
export function closedTable(gates) {
  const names = ["Closed", "Task", "Gate", "Loop", "Decision", "By", "Guidance", "Waited"];
  const cell = (name, ...content) => el("td", { "data-name": name }, content);
  return el(
    "div",
    { class: "panel flush" },
    el(
      "table",
      { class: "tasks closed" },
      el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        gates.map((gate) =>
          el(
            "tr",
            {},
            cell("Closed", gate.closedAt === null ? "–" : since(gate.closedAt)),
            el("th", { scope: "row" }, taskLink(gate.rootTaskId, { "data-key": gate.gateId })),
            cell("Gate", el("a", { href: gateAddress(gate.gateId), class: "clamp" }, bdiText(gate.headline))),
            cell("Loop", loopType(gate.loopType)),
            cell("Decision", decisionBadge(gate.decision)),
            cell("By", bdiText(gate.decidedBy) ?? "–", gate.decisionVerified === false ? el("small", { title: "Not signed by the console or API: its sender says so" }, " (claimed)") : ""),
            cell("Guidance", gate.guidance ? el("span", { class: "clamp" }, bdiText(gate.guidance)) : "–"),
            cell("Waited", gate.closedAt === null ? "–" : duration(gate.closedAt - gate.openedAt)),
          ),
        ),
      ),
    ),
  );
}
