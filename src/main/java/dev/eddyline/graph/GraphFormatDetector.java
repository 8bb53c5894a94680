package dev.eddyline.graph;

import java.util.regex.Pattern;

/** Detects the format of a graph's text. */
final class GraphFormatDetector {

  private static final int MAX_INSPECTED_CHARS = 200_000;
  private static final Pattern ASL_KEY_PATTERN =
      Pattern.compile("\"(?:StartAt|States)\"\\s{0,20}:");
  private static final Pattern EDGE_FROM_KEY_PATTERN = Pattern.compile("\"from\"\\s{0,20}:");

  private GraphFormatDetector() {}

  /** The format of the text; YAML where it looks like none of the others. */
  static GraphFormat detectFormat(String text) {
    String start = text.substring(0, Math.min(text.length(), MAX_INSPECTED_CHARS));
    String trimmed = start.stripLeading();
    if (trimmed.startsWith("<")) {
      return GraphFormat.BPMN;
    }
    if (MarkdownFlowcharts.hasMermaidFence(text)) {
      return GraphFormat.MARKDOWN;
    }
    if (trimmed.startsWith("{")) {
      boolean isEddylineJson = EDGE_FROM_KEY_PATTERN.matcher(start).find();
      return ASL_KEY_PATTERN.matcher(start).find()
          ? GraphFormat.ASL
          : isEddylineJson ? GraphFormat.YAML : GraphFormat.LANGGRAPH;
    }
    return MermaidParser.isFlowchart(start) ? GraphFormat.MERMAID : GraphFormat.YAML;
  }
}
