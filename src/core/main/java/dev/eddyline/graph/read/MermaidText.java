package dev.eddyline.graph.read;

import dev.eddyline.graph.model.NodeKind;
import java.util.Locale;
import java.util.Set;

/** Reads texts of a Mermaid flowchart without quotes and HTML. */
final class MermaidText {

  private static final Set<String> STARTS = Set.of("start", "begin", "開始", "スタート");
  private static final Set<String> ENDS = Set.of("end", "stop", "終了", "エンド");

  private MermaidText() {}

  /** The text without quotes, tags and entities, in one line. */
  static String toPlainText(String written) {
    String text = written.strip();
    if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
      text = text.substring(1, text.length() - 1);
    }
    if (text.length() >= 2 && text.startsWith("`") && text.endsWith("`")) {
      text = text.substring(1, text.length() - 1);
    }
    String words =
        text.replaceAll("<[^<>]{0,200}>", " ")
            .replace("&nbsp;", " ")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("#quot;", "\"")
            .replace("&quot;", "\"")
            .replace("#35;", "#")
            .replace("&amp;", "&");
    return words.replaceAll("\\s{1,100}", " ").strip();
  }

  /** The kind of a node, by its id and label. */
  static NodeKind nodeKindOf(String id, String label) {
    String word = label.replaceAll("[\\[\\]()_*]", "").strip().toLowerCase(Locale.ROOT);
    boolean isPseudo = id.equals("__start__") || id.equals("__end__");
    if (STARTS.contains(word) || isPseudo && id.equals("__start__")) {
      return NodeKind.START;
    }
    return ENDS.contains(word) || isPseudo ? NodeKind.END : NodeKind.STEP;
  }

  /** Whether the label of an edge says that it is always taken. */
  static boolean isLabelOfUnconditionalEdge(String label) {
    String words = label.toLowerCase(Locale.ROOT);
    return words.startsWith("固定") || words.startsWith("fixed") || words.startsWith("always");
  }
}
