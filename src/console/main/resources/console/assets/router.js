/** Real paths without reloading: links within the console change the page in place. */

import { failure } from "./states.js";

const ROUTES = {
  "/": () => import("./pages/overview.js"),
  "/tasks": () => import("./pages/tasks.js"),
  "/task": () => import("./pages/task.js"),
  "/gates": () => import("./pages/gates.js"),
  "/patterns": () => import("./pages/patterns.js"),
  "/graphs": () => import("./pages/graphs.js"),
  "/policies": () => import("./pages/policies.js"),
  "/input-problems": () => import("./pages/input-problems.js"),
  "/audit": () => import("./pages/audit.js"),
};
const notFound = () => import("./pages/not-found.js");

let page = null;
let navigation = 0;

/** The page that is shown; null before the first. */
export function shownPage() {
  return page;
}

/** Follows links and the browser's history. */
export function startRouter() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) {
      return;
    }
    if (link.pathname in ROUTES && !link.hash) {
      event.preventDefault();
      navigate(link.href);
    }
  });
  addEventListener("popstate", () => open(true));
  open(false);
}

/** Goes to an address of the console. */
export function navigate(href) {
  const there = new URL(href, location.href);
  if (there.href === location.href) {
    page?.refresh?.();
    return;
  }
  const samePage = there.pathname === location.pathname && page?.changed;
  history.pushState(null, "", there);
  if (samePage) {
    page.changed(there.searchParams);
  } else {
    open(true);
  }
}

/** Replaces the address of the current page, without a history entry. */
export function readdress(parameters) {
  const query = new URLSearchParams(parameters).toString();
  history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}`);
}

async function open(moved) {
  const mine = ++navigation;
  page?.end();
  page = null;
  const main = document.getElementById("main");
  mark();
  let module;
  try {
    module = await (ROUTES[location.pathname] ?? notFound)();
  } catch {
    main.replaceChildren(failure("The page could not be loaded", "Eddyline does not answer.", () => location.reload()));
    return;
  }
  if (mine !== navigation) {
    return;
  }
  main.replaceChildren();
  page = module.open(main, new URLSearchParams(location.search));
  if (moved) {
    // a new page begins at its top, for eyes and for a screen reader
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

function mark() {
  const path = location.pathname === "/task" ? "/tasks" : location.pathname;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.pathname === path) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}
