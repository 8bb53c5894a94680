package dev.eddyline.graph;

/** The format of a graph's text. */
public enum GraphFormat {
  /** Eddyline's own YAML, or the same as JSON. */
  YAML,
  /** The result of LangGraph's {@code get_graph().to_json()}. */
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
