/** A task's transitions as a picture, the cycle in red, and as a table. */

import { el, renew, bdiText, svg } from "./dom.js";
import { counted, whole } from "./format.js";
import { COLUMN, labelText, layout, nodeText } from "./graph-layout.js";
import { pathOf } from "./graph-curves.js";

const MOST_COLUMNS = 6;

/** The graph in an element that it fills; redrawn when the element's width changes. A declaration has no visits. */
export function graph(transitions, { isDeclaration = false } = {}) {
  const { nodes, edges } = transitions;
  const place = el("div", { class: "graph" });
  let columns = 0;
  const draw = () => {
    const fit = Math.max(2, Math.min(MOST_COLUMNS, Math.floor(place.clientWidth / COLUMN)));
    if (fit !== columns && place.clientWidth > 0) {
      columns = fit;
      renew(place, picture(nodes, edges, columns, isDeclaration ? declaration(nodes, edges) : described(nodes, edges)));
    }
  };
  const watch = new ResizeObserver(draw);
  watch.observe(place);
  return isDeclaration
    ? el("div", {}, place, legend(edges.map((edge) => ({ ...edge, count: 1 })), "thick red: a cycle of an error"))
    : el("div", {}, place, legend(edges, "thick red: the loop; numbers: how often, of how many allowed"), table(edges.filter((edge) => edge.count > 0)));
}

/** What a picture of a declared graph shows. */
function declaration(nodes, edges) {
  const cycle = edges.filter((edge) => edge.inLoop).map((edge) => `${edge.from} to ${edge.to}`);
  const size = `${counted(nodes.length, "node")}, ${counted(edges.length, "edge")}`;
  return cycle.length ? `${size}. In a cycle of an error: ${cycle.join("; ")}` : size;
}

function picture(nodes, edges, columns, text) {
  const drawn = layout(nodes, edges, columns);
  const looping = new Set(edges.filter((edge) => edge.inLoop).flatMap((edge) => [edge.from, edge.to]));
  return svg(
    "svg",
    {
      role: "img", "aria-label": text, width: drawn.width, height: drawn.height,
      viewBox: `0 0 ${drawn.width} ${drawn.height}`,
    },
    // the cycle above the rest, labels above all lines
    [...drawn.edges].sort((a, b) => Number(a.inLoop) - Number(b.inLoop)).map(line),
    drawn.nodes.map((node) => box(node, looping.has(node.name))),
    drawn.edges.map(label),
  );
}

function line(edge) {
  const head = edge.head.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
  return svg(
    "g",
    { class: `edge${marks(edge)}` },
    svg("title", {}, `${edge.from} → ${edge.to}, ${times(edge)}${edge.onGraph === false ? ", not on the workflow's graph" : ""}`),
    svg("path", { d: pathOf(edge.points) }),
    svg("polygon", { points: head }),
  );
}

/** CSS classes of an edge: in a loop, declared and not visited, or visited and not declared. */
function marks(edge) {
  const declared = edge.count === 0 ? " declared" : "";
  return `${edge.inLoop ? " in-loop" : ""}${declared}${edge.onGraph === false ? " unknown" : ""}`;
}

function box(node, looping) {
  return svg(
    "g",
    { class: looping ? "node in-loop" : "node" },
    svg("title", {}, node.name),
    svg("rect", {
      x: node.x - node.width / 2, y: node.y - node.height / 2, width: node.width, height: node.height, rx: 8,
    }),
    svg("text", { x: node.x, y: node.y + 4.5, "text-anchor": "middle" }, nodeText(node.name)),
  );
}

function label(edge) {
  const over = edge.limit !== null && edge.count > edge.limit;
  return svg(
    "text",
    {
      class: `edge-label${marks(edge)}${over ? " over" : ""}`,
      x: edge.label.x, y: edge.label.y + 4.5, "text-anchor": "middle",
    },
    labelText(edge),
  );
}

/** What the picture shows, in one sentence. */
export function described(nodes, edges) {
  const loop = edges.filter((edge) => edge.inLoop).map((edge) => `${edge.from} to ${edge.to}, ${times(edge)}`);
  const gone = edges.filter((edge) => edge.count > 0);
  const strange = gone.filter((edge) => edge.onGraph === false).map((edge) => `${edge.from} to ${edge.to}`);
  const size = `${counted(nodes.length, "step")}, ${counted(gone.length, "transition")}`;
  const looped = loop.length ? `${size}. In the loop: ${loop.join("; ")}` : `${size}, none in a loop`;
  return strange.length ? `${looped}. Not on the workflow's graph: ${strange.join("; ")}` : looped;
}

function times(edge) {
  const limit = edge.limit === null ? "" : `, limit ${whole(edge.limit)}`;
  return `${counted(edge.count, "time")}${limit}`;
}

function legend(edges, looping) {
  return [
    edges.some((edge) => edge.inLoop) &&
      el("p", { class: "legend" }, el("span", { class: "swatch in-loop", "aria-hidden": "true" }), looping),
    edges.some((edge) => edge.count === 0) &&
      el("p", { class: "legend" }, el("span", { class: "swatch declared", "aria-hidden": "true" }), "thin: on the workflow's graph, not visited"),
    edges.some((edge) => edge.onGraph === false) &&
      el("p", { class: "legend" }, el("span", { class: "swatch unknown", "aria-hidden": "true" }), "dashed, with ?: visited, but not on the workflow's graph"),
  ];
}

function yesOrNo(known) {
  return known ? "yes" : known === false ? "no" : "";
}

function table(edges) {
  const declared = edges.some((edge) => typeof edge.onGraph === "boolean");
  const columns = ["From", "To", "Times", "Limit", "In the loop", ...(declared ? ["On the graph"] : [])];
  const name = (text) => el("td", { class: "node-name" }, bdiText(text));
  return el(
    "details",
    {},
    el("summary", {}, "Transitions as a table"),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Transitions" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, columns.map((column) => el("th", { scope: "col" }, column)))),
        el(
          "tbody",
          {},
          edges.map((edge) =>
            el("tr", {}, name(edge.from), name(edge.to), el("td", { class: "number" }, whole(edge.count)), el("td", { class: "number" }, whole(edge.limit)), el("td", {}, edge.inLoop ? "yes" : "no"), declared && el("td", {}, yesOrNo(edge.onGraph))),
          ),
        ),
      ),
    ),
  );
}
