package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;

/** Finds the Mermaid flowcharts in a Markdown text. */
final class MarkdownFlowcharts {

  /**
   * A fenced block.
   *
   * @param text the text between the fences
   * @param line the line of the file at which it begins
   */
  record FencedBlock(String text, int line) {}

  private MarkdownFlowcharts() {}

  /** The flowcharts, in their order; other diagrams are ignored. */
  static List<FencedBlock> findMermaidBlocks(String markdown) {
    List<FencedBlock> blocks = new ArrayList<>();
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
        if (begin > 0 && MermaidParser.isFlowchart(open.toString())) {
          blocks.add(new FencedBlock(open.toString(), begin));
        }
        open = null;
      } else if (open != null) {
        open.append(line).append('\n');
      }
    }
    return blocks;
  }

  /** Whether the text has a Mermaid fence. */
  static boolean hasMermaidFence(String text) {
    return text.contains("```mermaid") || text.contains("~~~mermaid");
  }

  private static boolean isFence(String line) {
    return line.startsWith("```") || line.startsWith("~~~");
  }
}
