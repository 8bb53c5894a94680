// oracle.mjs FOLDER: reads the graphs of a folder with parsers that are not ours, and prints a line
// of JSON for each: its file, nodes and edges. Flowcharts and state diagrams are read by mermaid,
// processes by bpmn-moddle.
import fs from 'node:fs'
import path from 'node:path'
import { JSDOM } from 'jsdom'

const window = new JSDOM('<!DOCTYPE html><body></body>').window
globalThis.window = window
globalThis.document = window.document
const mermaid = (await import('mermaid')).default
const { BpmnModdle } = await import('bpmn-moddle')
mermaid.initialize({ startOnLoad: false })
const moddle = new BpmnModdle()

async function flowchart(text) {
  await mermaid.parse(text)
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text)
  const db = diagram.db
  const vertices = db.getVertices()
  const groups = new Map(db.getSubGraphs().map((group) => [group.id, group.nodes]))
  const ids = [...vertices.keys()].filter((id) => !groups.has(id))
  const pairs = db.getEdges().map((edge) => [edge.start, edge.end])
  // a link to a subgraph leads to the nodes in it that no other node in it leads to
  const below = (id) => (groups.has(id) ? groups.get(id).flatMap(below) : [id])
  const open = (id, leaving) => {
    if (!groups.has(id)) {
      return [id]
    }
    const nodes = [...new Set(below(id))]
    const inner = pairs.filter(([from, to]) => nodes.includes(from) && nodes.includes(to))
    const free = nodes.filter((node) => !inner.some(([from, to]) => node === (leaving ? from : to)))
    return free.length > 0 ? free : [leaving ? nodes[nodes.length - 1] : nodes[0]]
  }
  return {
    nodes: ids,
    edges: pairs.flatMap(([from, to]) =>
      open(from, true).flatMap((one) => open(to, false).map((other) => [one, other])),
    ),
  }
}

async function stateDiagram(text) {
  await mermaid.parse(text)
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text)
  const { nodes, edges } = diagram.db.getData()
  const name = (id) =>
    id === 'root_start' ? '[*]' : id === 'root_end' ? '[*] end' : id.replace(/_start$/, '/[*]').replace(/_end$/, '/[*] end')
  const composites = new Set(nodes.filter((node) => node.isGroup).map((node) => node.id))
  const starts = new Set(nodes.map((node) => node.id))
  const enter = (id) => (composites.has(id) ? `${id}_start` : id)
  const leave = (id) => (composites.has(id) ? `${id}_end` : id)
  for (const id of composites) {
    if (!starts.has(`${id}_start`) || !starts.has(`${id}_end`)) {
      throw new Error(`composite state ${id} has no start or end`)
    }
  }
  return {
    nodes: nodes.filter((node) => !node.isGroup).map((node) => name(node.id)),
    edges: edges.map((edge) => [name(leave(edge.start)), name(enter(edge.end))]),
  }
}

async function process(text) {
  const { rootElement } = await moddle.fromXML(text)
  const found = rootElement.rootElements.find((element) => element.$type === 'bpmn:Process')
  const nodes = []
  const edges = []
  const visit = (container, next) => {
    const elements = container.flowElements || []
    const flows = elements.filter((element) => element.$type === 'bpmn:SequenceFlow')
    const steps = elements.filter((element) => element.$type !== 'bpmn:SequenceFlow')
    for (const step of steps) {
      nodes.push(step.id)
      if (step.attachedToRef) {
        edges.push([step.attachedToRef.id, step.id])
      }
      const after = flows.filter((flow) => flow.sourceRef === step).map((flow) => flow.targetRef.id)
      if (step.$type === 'bpmn:SubProcess') {
        visit(step, after.length > 0 ? after : next)
        edges.push([step.id, step.flowElements.find((it) => it.$type === 'bpmn:StartEvent').id])
      } else if (after.length === 0) {
        // an end, or a step that no flow leaves
        next.forEach((id) => edges.push([step.id, id]))
      }
    }
    for (const flow of flows) {
      if (flow.sourceRef.$type !== 'bpmn:SubProcess') {
        edges.push([flow.sourceRef.id, flow.targetRef.id])
      }
    }
  }
  visit(found, [])
  return { nodes, edges }
}

const [folder] = globalThis.process.argv.slice(2)
for (const file of fs.readdirSync(folder).sort()) {
  const text = fs.readFileSync(path.join(folder, file), 'utf8')
  const read = file.endsWith('.bpmn')
    ? process
    : file.endsWith('.state.mmd')
      ? stateDiagram
      : file.endsWith('.mmd')
        ? flowchart
        : undefined
  if (read) {
    console.log(JSON.stringify({ file, ...(await read(text)) }))
  }
}
globalThis.process.exit(0)
