package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;

/** Finds the Mermaid flowcharts in a Markdown text. */
final class MarkdownCharts {

  /**
   * A fenced block.
   *
   * @param text the text between the fences
   * @param line the line of the file at which it begins
   */
  record Block(String text, int line) {}

  private MarkdownCharts() {}

  /** The flowcharts, in their order; other diagrams are ignored. */
  static List<Block> of(String markdown) {
    List<Block> blocks = new ArrayList<>();
    StringBuilder open = null;
    String fence = "";
    int begin = 0;
    int number = 0;
    for (String line : markdown.split("\n", -1)) {
      number++;
      String bare = line.strip();
      if (open == null && isFence(bare)) {
        fence = bare.substring(0, 3);
        open = new StringBuilder();
        begin = bare.substring(3).strip().startsWith("mermaid") ? number + 1 : 0;
      } else if (open != null && bare.startsWith(fence) && bare.substring(3).isBlank()) {
        if (begin > 0 && MermaidChart.isFlowchart(open.toString())) {
          blocks.add(new Block(open.toString(), begin));
        }
        open = null;
      } else if (open != null) {
        open.append(line).append('\n');
      }
    }
    return blocks;
  }

  /** Whether the text has a Mermaid fence. */
  static boolean areIn(String text) {
    return text.contains("```mermaid") || text.contains("~~~mermaid");
  }

  private static boolean isFence(String line) {
    return line.startsWith("```") || line.startsWith("~~~");
  }
}
