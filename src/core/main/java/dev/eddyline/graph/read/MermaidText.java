package dev.eddyline.graph.read;

/** Reads texts of a Mermaid flowchart without quotes and HTML. */
final class MermaidText {

  private MermaidText() {}

  /** The text without quotes, tags and entities, in one line. */
  static String toPlainText(String written) {
    return unquote(unquote(written.strip(), "\""), "`")
        .replaceAll("<[^<>]{0,200}>", " ")
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("#quot;", "\"")
        .replace("&quot;", "\"")
        .replace("#35;", "#")
        .replace("&amp;", "&")
        .replaceAll("\\s{1,100}", " ")
        .strip();
  }

  private static String unquote(String text, String quote) {
    boolean isQuoted = text.length() >= 2 && text.startsWith(quote) && text.endsWith(quote);
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }
}
