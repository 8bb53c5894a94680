package dev.eddyline.graph;

/** How a graph is written. */
public enum GraphFormat {
  /** Eddyline's own YAML, or the same as JSON. */
  YAML,
  /** What LangGraph's {@code get_graph().to_json()} gives. */
  LANGGRAPH,
  /** A Mermaid flowchart, drawn by hand or by {@code draw_mermaid()}. */
  MERMAID,
  /** Markdown with Mermaid flowcharts in it. */
  MARKDOWN,
  /** BPMN 2.0 XML. */
  BPMN,
  /** Amazon States Language, in JSON. */
  ASL
}
