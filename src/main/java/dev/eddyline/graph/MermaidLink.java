package dev.eddyline.graph;

import java.util.Optional;

/**
 * A link between two nodes of a Mermaid flowchart.
 *
 * @param pointsForward whether it has an arrow forwards
 * @param pointsBackward whether it has an arrow backwards
 * @param isHidden whether it only affects the layout
 * @param isDotted whether its line is dotted
 * @param label its text, plain; empty: none
 */
record MermaidLink(
    boolean pointsForward,
    boolean pointsBackward,
    boolean isHidden,
    boolean isDotted,
    String label) {

  /** Reads the link at the cursor and moves past it; empty, without moving, where there is none. */
  static Optional<MermaidLink> read(MermaidCursor cursor) {
    int start = cursor.offset();
    cursor.skipBlanks();
    int named = cursor.offset();
    if (!cursor.readId().isEmpty() && !cursor.consume("@")) {
      cursor.moveTo(named);
    }
    boolean back = consumeStartHead(cursor, '<');
    Optional<MermaidLink> link = readLine(cursor, back);
    if (link.isEmpty()) {
      cursor.moveTo(start);
      return link;
    }
    cursor.skipBlanks();
    if (!cursor.consume("|")) {
      return link;
    }
    String label = cursor.readUntil("|");
    if (label == null) {
      cursor.moveTo(start);
      return Optional.empty();
    }
    MermaidLink bare = link.get();
    return Optional.of(
        new MermaidLink(
            bare.pointsForward,
            bare.pointsBackward,
            bare.isHidden,
            bare.isDotted,
            MermaidText.plainText(label)));
  }

  /** Consumes a head before the line: an arrow, or a circle or cross, which are also letters. */
  private static boolean consumeStartHead(MermaidCursor cursor, char arrow) {
    char head = cursor.peek(0);
    boolean isLine = "-=".indexOf(cursor.peek(1)) >= 0;
    if (isLine && (head == arrow || head == 'o' || head == 'x')) {
      cursor.moveTo(cursor.offset() + 1);
      return true;
    }
    return false;
  }

  private static Optional<MermaidLink> readLine(MermaidCursor cursor, boolean back) {
    if (cursor.consume("~~~")) {
      consumeRun(cursor, '~');
      return Optional.of(new MermaidLink(false, false, true, false, ""));
    }
    if (cursor.consume("-.")) {
      consumeRun(cursor, '.');
      return cursor.consume("-")
          ? Optional.of(new MermaidLink(consumeEndHead(cursor), back, false, true, ""))
          : readLabelledLine(cursor, ".-", '-', back);
    }
    for (char stroke : new char[] {'-', '='}) {
      int start = cursor.offset();
      int strokes = consumeRun(cursor, stroke);
      boolean leads = strokes >= 2 && consumeEndHead(cursor);
      if (leads || strokes >= 3) {
        return Optional.of(new MermaidLink(leads, back, false, false, ""));
      }
      if (strokes == 2) {
        return readLabelledLine(cursor, stroke == '-' ? "--" : "==", stroke, back);
      }
      cursor.moveTo(start);
    }
    return Optional.empty();
  }

  /** Reads the label within a line, and the line's second half. */
  private static Optional<MermaidLink> readLabelledLine(
      MermaidCursor cursor, String second, char stroke, boolean back) {
    int start = cursor.offset();
    String label = cursor.readUntil(second);
    if (label == null || label.isBlank() || !label.contains("\"") && label.contains("\n")) {
      cursor.moveTo(start);
      return Optional.empty();
    }
    consumeRun(cursor, stroke);
    boolean leads = consumeEndHead(cursor);
    return Optional.of(
        new MermaidLink(leads, back, false, second.equals(".-"), MermaidText.plainText(label)));
  }

  private static int consumeRun(MermaidCursor cursor, char stroke) {
    int length = 0;
    while (cursor.peek(0) == stroke) {
      cursor.moveTo(cursor.offset() + 1);
      length++;
    }
    return length;
  }

  private static boolean consumeEndHead(MermaidCursor cursor) {
    char head = cursor.peek(0);
    boolean isLetter = head == 'o' || head == 'x';
    if (head == '>' || isLetter) {
      cursor.moveTo(cursor.offset() + 1);
      return true;
    }
    return false;
  }
}
