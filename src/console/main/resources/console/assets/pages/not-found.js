/** The page for an address that the console does not have. */

import { el, title } from "../dom.js";
import { empty } from "../states.js";

/** Opens the page. */
export function open(main) {
  title("Page not found");
  main.append(
    el("div", { class: "page-head" }, el("h1", {}, "Page not found")),
    empty("The console has no such page", "The address may be mistyped.", el("a", { href: "/" }, "Overview"), el("a", { href: "/tasks" }, "Tasks"), el("a", { href: "/gates" }, "Gates")),
  );
  return { end: () => {} };
}
