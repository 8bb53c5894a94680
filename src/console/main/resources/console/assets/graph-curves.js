/** The lines of a graph: curves between boxes that avoid the other boxes, and their labels. Pure. */

const SAMPLES = 40;
const HEAD = 9;
/** Maximum distance of a curve's middle from the straight line, in pixels. */
const BENDS = [5, 17, 30, 46, 66, 90];
/** Cost of a point behind a node, in pixels of bend. */
const HIDDEN_POINT = 9;
const CLEARANCE = 7;
const LABEL_PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

/** A curve between the boxes of two nodes; `paired` where another goes back. Points: start, control, end. */
export function curve(from, to, nodes, paired) {
  const others = nodes.filter((node) => node !== from && node !== to);
  const bends = paired ? BENDS.slice(1) : BENDS.flatMap((bend) => [bend, -bend]);
  let best = null;
  for (const bend of bends) {
    const points = bent(from, to, bend);
    const price = meets(points, others) * HIDDEN_POINT + Math.abs(bend);
    if (best === null || price < best.price) {
      best = { points, price };
    }
  }
  return trimmed(best.points, from, to);
}

/** A line from a node to itself, above or below it, wherever fewer lines are. Points: start, two controls, end. */
export function selfLoop(node, lines) {
  const loops = [-1, 1].map((side) => {
    const edge = node.y + (side * node.height) / 2;
    const points = [
      { x: node.x - 14, y: edge },
      { x: node.x - 26, y: edge + side * 38 },
      { x: node.x + 26, y: edge + side * 38 },
      { x: node.x + 14, y: edge + side * 3 },
    ];
    const box = { x: node.x, y: edge + side * 16, width: 48, height: 32 };
    const met = lines.flatMap((line) => samples(line.points)).filter((point) => inside(point, box, 0)).length;
    return { points, met };
  });
  const { points } = loops[1].met < loops[0].met ? loops[1] : loops[0];
  return { points, head: arrowHead(points[2], points[3]) };
}

/** Position of an edge's label: on its line, with the least overlap. */
export function labelBox(line, text, taken) {
  const width = text.length * 7.5 + 8;
  const height = 18;
  let best = null;
  for (const t of LABEL_PLACES) {
    const { x, y } = at(line.points, t);
    const box = { x, y, width, height };
    const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
    if (best === null || covered < best.covered) {
      best = { ...box, covered };
    }
    if (covered === 0) {
      break;
    }
  }
  return { x: best.x, y: best.y, width, height };
}

/** The box around all nodes, lines and labels. */
export function bounds(nodes, lines) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (x, y, width = 0, height = 0) => {
    box.left = Math.min(box.left, x - width / 2);
    box.right = Math.max(box.right, x + width / 2);
    box.top = Math.min(box.top, y - height / 2);
    box.bottom = Math.max(box.bottom, y + height / 2);
  };
  nodes.forEach((node) => include(node.x, node.y, node.width, node.height));
  for (const line of lines) {
    samples(line.points).forEach((point) => include(point.x, point.y, 4, 4));
    include(line.label.x, line.label.y, line.label.width, line.label.height);
  }
  return box;
}

/** Area that two boxes share. */
export function overlap(one, other) {
  const across = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** Points along a curve of three or four points. */
export function samples(points) {
  return Array.from({ length: SAMPLES + 1 }, (_, step) => at(points, step / SAMPLES));
}

/** The path's description for SVG. */
export function pathOf(points) {
  const [start, ...rest] = points;
  const written = rest.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join(" ");
  return `M${start.x.toFixed(1)} ${start.y.toFixed(1)}${rest.length === 2 ? "Q" : "C"}${written}`;
}

function bent(from, to, bend) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  return [
    { x: from.x, y: from.y },
    { x: (from.x + to.x) / 2 + uy * bend * 2, y: (from.y + to.y) / 2 - ux * bend * 2 },
    { x: to.x, y: to.y },
  ];
}

function meets(points, nodes) {
  return samples(points).filter((point) => nodes.some((node) => inside(point, node, CLEARANCE))).length;
}

function inside(point, box, more) {
  return (
    Math.abs(point.x - box.x) <= box.width / 2 + more && Math.abs(point.y - box.y) <= box.height / 2 + more
  );
}

/** The part of a curve that is outside of both boxes. */
function trimmed(points, from, to) {
  let first = 0;
  let last = 1;
  for (let step = 0; step <= 100; step++) {
    const t = step / 100;
    if (t < 0.5 && inside(at(points, t), from, 1)) {
      first = t;
    }
    if (1 - t > 0.5 && inside(at(points, 1 - t), to, 4)) {
      last = 1 - t;
    }
  }
  const cut = [blossom(points, first, first), blossom(points, first, last), blossom(points, last, last)];
  return { points: cut, head: arrowHead(cut[1], cut[2]) };
}

function blossom([a, b, c], s, t) {
  const mix = (axis) =>
    (1 - s) * (1 - t) * a[axis] + (s * (1 - t) + t * (1 - s)) * b[axis] + s * t * c[axis];
  return { x: mix("x"), y: mix("y") };
}

/** A point of the curve at t from 0 to 1 (de Casteljau). */
function at(points, t) {
  let row = points;
  while (row.length > 1) {
    row = row.slice(1).map((point, index) => ({
      x: row[index].x + (point.x - row[index].x) * t,
      y: row[index].y + (point.y - row[index].y) * t,
    }));
  }
  return row[0];
}

function arrowHead(before, tip) {
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const ux = (tip.x - before.x) / length;
  const uy = (tip.y - before.y) / length;
  return [
    { x: tip.x, y: tip.y },
    { x: tip.x - ux * HEAD - uy * HEAD * 0.45, y: tip.y - uy * HEAD + ux * HEAD * 0.45 },
    { x: tip.x - ux * HEAD + uy * HEAD * 0.45, y: tip.y - uy * HEAD - ux * HEAD * 0.45 },
  ];
}
