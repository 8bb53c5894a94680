package dev.eddyline.graph;

import java.util.Optional;

/**
 * A link between two nodes of a Mermaid flowchart.
 *
 * @param leads whether it has an arrow forwards
 * @param leadsBack whether it has an arrow backwards
 * @param isHidden whether it only affects the layout
 * @param isDotted whether its line is dotted
 * @param label its text, plain; empty: none
 */
record MermaidLink(
    boolean leads, boolean leadsBack, boolean isHidden, boolean isDotted, String label) {

  /** Reads the link at the cursor and moves past it; empty, without moving, where there is none. */
  static Optional<MermaidLink> read(MermaidCursor cursor) {
    int start = cursor.at();
    cursor.skipBlanks();
    int named = cursor.at();
    if (!cursor.id().isEmpty() && !cursor.takes("@")) {
      cursor.to(named);
    }
    boolean back = isHead(cursor, '<');
    Optional<MermaidLink> link = line(cursor, back);
    if (link.isEmpty()) {
      cursor.to(start);
      return link;
    }
    cursor.skipBlanks();
    if (!cursor.takes("|")) {
      return link;
    }
    String label = cursor.until("|");
    if (label == null) {
      cursor.to(start);
      return Optional.empty();
    }
    MermaidLink bare = link.get();
    return Optional.of(
        new MermaidLink(
            bare.leads, bare.leadsBack, bare.isHidden, bare.isDotted, MermaidText.plain(label)));
  }

  /** Consumes a head before the line: an arrow, or a circle or cross, which are also letters. */
  private static boolean isHead(MermaidCursor cursor, char arrow) {
    char head = cursor.peek(0);
    boolean isLine = "-=".indexOf(cursor.peek(1)) >= 0;
    if (isLine && (head == arrow || head == 'o' || head == 'x')) {
      cursor.to(cursor.at() + 1);
      return true;
    }
    return false;
  }

  private static Optional<MermaidLink> line(MermaidCursor cursor, boolean back) {
    if (cursor.takes("~~~")) {
      run(cursor, '~');
      return Optional.of(new MermaidLink(false, false, true, false, ""));
    }
    if (cursor.takes("-.")) {
      run(cursor, '.');
      return cursor.takes("-")
          ? Optional.of(new MermaidLink(head(cursor), back, false, true, ""))
          : texted(cursor, ".-", '-', back);
    }
    for (char stroke : new char[] {'-', '='}) {
      int start = cursor.at();
      int strokes = run(cursor, stroke);
      boolean leads = strokes >= 2 && head(cursor);
      if (leads || strokes >= 3) {
        return Optional.of(new MermaidLink(leads, back, false, false, ""));
      }
      if (strokes == 2) {
        return texted(cursor, stroke == '-' ? "--" : "==", stroke, back);
      }
      cursor.to(start);
    }
    return Optional.empty();
  }

  /** Reads the label within a line, and the line's second half. */
  private static Optional<MermaidLink> texted(
      MermaidCursor cursor, String second, char stroke, boolean back) {
    int start = cursor.at();
    String label = cursor.until(second);
    if (label == null || label.isBlank() || !label.contains("\"") && label.contains("\n")) {
      cursor.to(start);
      return Optional.empty();
    }
    run(cursor, stroke);
    boolean leads = head(cursor);
    return Optional.of(
        new MermaidLink(leads, back, false, second.equals(".-"), MermaidText.plain(label)));
  }

  private static int run(MermaidCursor cursor, char stroke) {
    int length = 0;
    while (cursor.peek(0) == stroke) {
      cursor.to(cursor.at() + 1);
      length++;
    }
    return length;
  }

  private static boolean head(MermaidCursor cursor) {
    char head = cursor.peek(0);
    boolean isLetter = head == 'o' || head == 'x';
    if (head == '>' || isLetter) {
      cursor.to(cursor.at() + 1);
      return true;
    }
    return false;
  }
}
