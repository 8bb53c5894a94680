/** The graph of a task's workflow, and the task's transitions drawn over it. */

import { get } from "./api.js";

/** Of a graph with more nodes only the visited ones are drawn. */
export const LARGEST = 60;
const KEPT_MS = 30_000;
const known = new Map();

/** The workflow's current graph; null where it has none, or it cannot be loaded. */
export async function declared(workflow) {
  if (!workflow) {
    return null;
  }
  const kept = known.get(workflow);
  if (kept && Date.now() - kept.at < KEPT_MS) {
    return kept.graph;
  }
  let graph = kept?.graph ?? null;
  try {
    const { items } = await get("graphs");
    const found = items.find((item) => item.workflow === workflow);
    graph = found ? await get("graph", { workflow }) : null;
  } catch {
    // the transitions are shown without the graph
  }
  known.set(workflow, { at: Date.now(), graph });
  return graph;
}

/** Transitions, with unvisited edges of the graph added with a count of 0. Pure. */
export function drawnOver(transitions, graph) {
  if (!graph) {
    return transitions;
  }
  const walked = new Set(transitions.nodes);
  const names = new Map(graph.nodes.map((node) => [node.id, !walked.has(node.id) && walked.has(node.label) ? node.label : node.id]));
  const nameOf = (id) => names.get(id) ?? id;
  const gone = new Set(transitions.edges.map((edge) => pair(edge.from, edge.to)));
  const large = graph.nodes.length > LARGEST;
  const others = new Map();
  for (const edge of graph.edges) {
    const [from, to] = [nameOf(edge.from), nameOf(edge.to)];
    if (!gone.has(pair(from, to)) && (!large || (walked.has(from) && walked.has(to)))) {
      others.set(pair(from, to), { from, to, count: 0, limit: null, inLoop: false, onGraph: true });
    }
  }
  const drawn = large ? [] : [...names.values()];
  return {
    nodes: [...new Set([...drawn, ...transitions.nodes])],
    edges: [...transitions.edges, ...others.values()],
  };
}

function pair(from, to) {
  return JSON.stringify([from, to]);
}
