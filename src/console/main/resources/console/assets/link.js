/** The page of a decision link: one gate and its form, without signing in. */

import { el, title } from "./dom.js";
import { get } from "./api.js";
import { gateBody } from "./gate-card.js";
import { decided } from "./badges.js";
import { loadSession } from "./session.js";
import { empty, skeleton } from "./states.js";

const link = Object.fromEntries(new URLSearchParams(location.search));
const main = document.getElementById("main");

async function show() {
  let gate;
  try {
    gate = await get("linked-gate", link);
  } catch (refused) {
    content(empty("This gate cannot be shown", refused.message, el("a", { href: "/gates" }, "Gates in the console")));
    return;
  }
  if (gate.open) {
    content(gateBody(gate, () => {}, { link }));
  } else {
    const by = gate.decidedBy ? ` by ${gate.decidedBy}` : "";
    content(empty("This gate is closed", `It was closed: ${decided(gate.decision)}${by}.`));
  }
}

function content(...children) {
  main.replaceChildren(el("div", { class: "page-head" }, el("h1", {}, "Decide a gate")), el("div", { class: "panel" }, children));
}

title("Decide a gate");
content(skeleton(5));
// an open console gives a page the token that its writes need
await loadSession({ signIn: false });
await show();
