package dev.eddyline.graph;

import java.util.regex.Pattern;

/** Detects the format of a graph's text. */
final class GraphLook {

  private static final int LOOKED_AT = 200_000;
  private static final Pattern STATES = Pattern.compile("\"(?:StartAt|States)\"\\s{0,20}:");
  private static final Pattern OURS = Pattern.compile("\"from\"\\s{0,20}:");

  private GraphLook() {}

  /** The format of the text; YAML where it looks like none of the others. */
  static GraphFormat of(String text) {
    String start = text.substring(0, Math.min(text.length(), LOOKED_AT));
    String bare = start.stripLeading();
    if (bare.startsWith("<")) {
      return GraphFormat.BPMN;
    }
    if (MarkdownCharts.areIn(text)) {
      return GraphFormat.MARKDOWN;
    }
    if (bare.startsWith("{")) {
      boolean isOurs = OURS.matcher(start).find();
      return STATES.matcher(start).find()
          ? GraphFormat.ASL
          : isOurs ? GraphFormat.YAML : GraphFormat.LANGGRAPH;
    }
    return MermaidChart.isFlowchart(start) ? GraphFormat.MERMAID : GraphFormat.YAML;
  }
}
