/**
 * Layout of a task's transitions. Pure and deterministic: names, edges and a number of columns in,
 * coordinates out.
 *
 * Nodes are placed in layers from left to right, each after its predecessors; edges that close a
 * cycle are ignored. More layers than columns continue below in the opposite direction, so that
 * successive steps stay neighbours. Edges bend to the left, so that opposite edges are two lines.
 */

import { bounds, curve, labelBox, selfLoop } from "./graph-curves.js";

/** Width of a column, in pixels. */
export const COLUMN = 168;
const ROW = 74;
const BAND_GAP = 34;
const NODE_HEIGHT = 34;
const LONGEST_NAME = 18;
const LARGEST_LAYER = 5;
const MARGIN = 8;

/** The layout of a graph: its size, `nodes` with boxes around x and y, `edges` with path, arrow head and label. */
export function layout(names, edges, columns) {
  const known = new Set(names);
  const drawn = edges.filter((edge) => known.has(edge.from) && known.has(edge.to));
  const nodes = place(layers(names, drawn), Math.max(1, columns));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const pairs = new Set(drawn.map((edge) => pair(edge.from, edge.to)));
  const between = drawn
    .filter((edge) => edge.from !== edge.to)
    .map((edge) => ({
      ...edge,
      ...curve(byName.get(edge.from), byName.get(edge.to), nodes, pairs.has(pair(edge.to, edge.from))),
    }));
  const loops = drawn
    .filter((edge) => edge.from === edge.to)
    .map((edge) => ({ ...edge, ...selfLoop(byName.get(edge.from), between) }));
  const lines = [...between, ...loops];
  const taken = nodes.map((node) => ({ ...node }));
  for (const line of lines) {
    line.label = labelBox(line, labelText(line), taken);
    taken.push(line.label);
  }
  return framed(nodes, lines);
}

/** The label of an edge: visits, and the limit where it has one. */
export function labelText(edge) {
  if (edge.count === 0) {
    return "";
  }
  if (edge.onGraph === false) {
    return `${edge.count} ?`;
  }
  return edge.limit === null || edge.limit === undefined ? `${edge.count}` : `${edge.count}/${edge.limit}`;
}

/** A node's name, shortened to fit. */
export function nodeText(name) {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

/** Layers of names: each after those that lead to it, in an order with few crossings. */
export function layers(names, edges) {
  const ranks = ranked(names, edges);
  const rows = [];
  for (const name of names) {
    (rows[ranks.get(name)] ??= []).push(name);
  }
  const ordered = rows.filter(Boolean);
  for (let index = 1; index < ordered.length; index++) {
    sortByNeighbours(ordered[index], ordered[index - 1], edges);
  }
  return ordered.flatMap((row) =>
    Array.from({ length: Math.ceil(row.length / LARGEST_LAYER) }, (_, part) =>
      row.slice(part * LARGEST_LAYER, (part + 1) * LARGEST_LAYER),
    ),
  );
}

/** A rank for each name: one more than the highest of those that lead to it, cycles cut where they close. */
function ranked(names, edges) {
  const next = new Map(names.map((name) => [name, []]));
  edges.filter((edge) => edge.from !== edge.to).forEach((edge) => next.get(edge.from).push(edge.to));
  const finished = [];
  const state = new Map();
  const forward = [];
  for (const start of names) {
    walk(start, next, state, finished, forward);
  }
  const ranks = new Map(names.map((name) => [name, 0]));
  for (const name of finished.reverse()) {
    for (const [from, to] of forward) {
      if (from === name) {
        ranks.set(to, Math.max(ranks.get(to), ranks.get(from) + 1));
      }
    }
  }
  return ranks;
}

function walk(start, next, state, finished, forward) {
  if (state.has(start)) {
    return;
  }
  const path = [{ name: start, index: 0 }];
  state.set(start, "open");
  while (path.length > 0) {
    const top = path.at(-1);
    const to = next.get(top.name)[top.index++];
    if (to === undefined) {
      state.set(top.name, "done");
      finished.push(top.name);
      path.pop();
    } else if (state.get(to) !== "open") {
      forward.push([top.name, to]);
      if (!state.has(to)) {
        state.set(to, "open");
        path.push({ name: to, index: 0 });
      }
    }
  }
}

function sortByNeighbours(row, before, edges) {
  const place = new Map(before.map((name, index) => [name, index]));
  const middle = new Map(
    row.map((name, index) => {
      const sources = edges.filter((edge) => edge.to === name && place.has(edge.from)).map((edge) => place.get(edge.from));
      return [name, sources.length ? sources.reduce((sum, each) => sum + each, 0) / sources.length : index];
    }),
  );
  row.sort((a, b) => middle.get(a) - middle.get(b));
}

function place(rows, columns) {
  const nodes = [];
  let top = 0;
  for (let first = 0; first < rows.length; first += columns) {
    const band = rows.slice(first, first + columns);
    const leftwards = (first / columns) % 2 === 1;
    const height = Math.max(...band.map((row) => row.length)) * ROW;
    band.forEach((row, index) => {
      const column = leftwards ? columns - 1 - index : index;
      row.forEach((name, line) => {
        const y = top + height / 2 + (line - (row.length - 1) / 2) * ROW;
        nodes.push({ name, x: (column + 0.5) * COLUMN, y, width: widthOf(name), height: NODE_HEIGHT });
      });
    });
    top += height + BAND_GAP;
  }
  return nodes;
}

function widthOf(name) {
  return Math.max(60, nodeText(name).length * 7.2 + 22);
}

function pair(from, to) {
  return JSON.stringify([from, to]);
}

/** Moves everything to the margin. */
function framed(nodes, lines) {
  const box = bounds(nodes, lines);
  const move = ({ x, y }) => ({ x: x - box.left + MARGIN, y: y - box.top + MARGIN });
  return {
    width: Math.ceil(box.right - box.left + 2 * MARGIN),
    height: Math.ceil(box.bottom - box.top + 2 * MARGIN),
    nodes: nodes.map((node) => ({ ...node, ...move(node) })),
    edges: lines.map((line) => ({
      ...line,
      points: line.points.map(move),
      head: line.head.map(move),
      label: { ...line.label, ...move(line.label) },
    })),
  };
}
