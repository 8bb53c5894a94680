/** The open gates of one cause, with a form that decides them together. */

import { el, bdiText } from "./dom.js";
import { list } from "./api.js";
import { cost, counted, whole } from "./format.js";
import { badge, loopType } from "./badges.js";
import { gateBody } from "./gate-card.js";
import { bulkForm, pendingNote } from "./decision.js";
import { gateAddress, shortId } from "./links.js";
import { failure, skeleton } from "./states.js";
import { since } from "./times.js";

/** Most gates that one decision covers. */
const MOST = 500;

/** A cause in one line: what repeats, how often, where, since when. */
export function causeLine(cause) {
  return el(
    "span",
    { class: "gate-line" },
    badge("gate", "bad", counted(cause.gates, "gate")),
    el("span", { class: "strong headline" }, bdiText(cause.headline)),
    loopType(cause.loopType),
    el("span", { class: "muted" }, names(cause.agents), cause.workflows.length > 0 && [" · ", names(cause.workflows)]),
    el("span", { class: "muted" }, "oldest ", since(cause.oldestAt)),
    cost({ tokens: cause.tokens, usd: cause.usd, millis: 0 }) && el("span", { class: "muted" }, cost({ tokens: cause.tokens, usd: cause.usd, millis: 0 })),
  );
}

function names(all) {
  const shown = all.slice(0, 3).map((name, index) => [index > 0 && ", ", bdiText(name)]);
  return all.length > 3 ? [shown, ` and ${whole(all.length - 3)} more`] : shown;
}

/** The gates of a cause and the form; they are loaded when the body is built. `decided` is called after the last decision. */
export function causeBody(cause, filters, decided) {
  const body = el("div", { class: "gate-body" }, skeleton(4));
  const load = () =>
    list("gates", { ...filters, state: "open", cause: cause.cause }, MOST).then(
      ({ items, total }) => {
        if (items.length === 1) {
          body.replaceWith(gateBody(items[0], decided));
        } else {
          body.replaceChildren(gatesOf(items, total), decide(cause, items, decided));
        }
      },
      (error) => body.replaceChildren(failure("The gates could not be loaded", error.message, load)),
    );
  load();
  return body;
}

function gatesOf(gates, total) {
  return el(
    "div",
    { class: "gate-facts" },
    el("h3", {}, "What happened"),
    el("p", { class: "reason" }, bdiText(gates[0]?.headline ?? "")),
    gates[0]?.text && el("p", { class: "verdict-text" }, bdiText(gates[0].text)),
    el("h3", {}, gates.length < total ? `The ${whole(gates.length)} oldest of ${counted(total, "gate")}` : counted(total, "gate")),
    el(
      "ul",
      { class: "cause-gates" },
      gates.map((gate) =>
        el(
          "li",
          {},
          el("a", { href: gateAddress(gate.gateId), class: "id", "data-key": `to ${gate.gateId}` }, bdiText(shortId(gate.rootTaskId))),
          el("span", { class: "muted" }, " ", bdiText(gate.agentId), " ", since(gate.openedAt), ` ${counted(gate.attempts, "attempt")} `, gate.pending && badge("reset", "plain", "sent")),
        ),
      ),
    ),
  );
}

function decide(cause, gates, decided) {
  const side = el("div", { class: "gate-decide" });
  const waiting = gates.filter((gate) => !gate.pending).map((gate) => gate.gateId);
  const sent = (pending) => {
    const note = pendingNote(pending);
    note.tabIndex = -1;
    side.replaceChildren(note);
    note.focus({ preventScroll: true });
    decided();
  };
  side.append(waiting.length > 0 ? bulkForm(cause.cause, waiting, sent) : el("p", { class: "muted" }, gates.length > 0 ? "All decisions were sent." : "These gates are closed."));
  return side;
}
