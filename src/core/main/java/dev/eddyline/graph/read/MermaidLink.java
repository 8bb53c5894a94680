package dev.eddyline.graph.read;

import java.util.Optional;

/**
 * A link between two nodes of a Mermaid flowchart.
 *
 * @param hasForwardArrow whether it has an arrow forwards
 * @param hasBackwardArrow whether it has an arrow backwards
 * @param isHidden whether it only affects the layout
 * @param isDotted whether its line is dotted
 * @param label its text, plain; empty: none
 */
record MermaidLink(
    boolean hasForwardArrow,
    boolean hasBackwardArrow,
    boolean isHidden,
    boolean isDotted,
    String label) {

  /** Reads the link at the cursor and moves past it; empty, without moving, where there is none. */
  static Optional<MermaidLink> read(MermaidCursor cursor) {
    int start = cursor.offset();
    cursor.skipBlanks();
    int named = cursor.offset();
    if (!cursor.readId().isEmpty() && !cursor.consumeIfNext("@")) {
      cursor.moveToOffset(named);
    }
    boolean back = consumeArrowheadBeforeLine(cursor, '<');
    Optional<MermaidLink> link = readLinkLine(cursor, back);
    if (link.isEmpty()) {
      cursor.moveToOffset(start);
      return link;
    }
    cursor.skipBlanks();
    if (!cursor.consumeIfNext("|")) {
      return link;
    }
    String label = cursor.readUntil("|");
    if (label == null) {
      cursor.moveToOffset(start);
      return Optional.empty();
    }
    MermaidLink bare = link.get();
    return Optional.of(
        new MermaidLink(
            bare.hasForwardArrow,
            bare.hasBackwardArrow,
            bare.isHidden,
            bare.isDotted,
            MermaidText.toPlainText(label)));
  }

  /** Consumes a head before the line: an arrow, or a circle or cross, which are also letters. */
  private static boolean consumeArrowheadBeforeLine(MermaidCursor cursor, char arrow) {
    char head = cursor.peek(0);
    boolean isLine = "-=".indexOf(cursor.peek(1)) >= 0;
    if (isLine && (head == arrow || head == 'o' || head == 'x')) {
      cursor.moveToOffset(cursor.offset() + 1);
      return true;
    }
    return false;
  }

  private static Optional<MermaidLink> readLinkLine(MermaidCursor cursor, boolean back) {
    if (cursor.consumeIfNext("~~~")) {
      consumeRepeatedChar(cursor, '~');
      return Optional.of(new MermaidLink(false, false, true, false, ""));
    }
    if (cursor.consumeIfNext("-.")) {
      consumeRepeatedChar(cursor, '.');
      return cursor.consumeIfNext("-")
          ? Optional.of(new MermaidLink(consumeArrowheadAfterLine(cursor), back, false, true, ""))
          : readLabelledLine(cursor, ".-", '-', back);
    }
    for (char stroke : new char[] {'-', '='}) {
      int start = cursor.offset();
      int strokes = consumeRepeatedChar(cursor, stroke);
      boolean leads = strokes >= 2 && consumeArrowheadAfterLine(cursor);
      if (leads || strokes >= 3) {
        return Optional.of(new MermaidLink(leads, back, false, false, ""));
      }
      if (strokes == 2) {
        return readLabelledLine(cursor, stroke == '-' ? "--" : "==", stroke, back);
      }
      cursor.moveToOffset(start);
    }
    return Optional.empty();
  }

  /** Reads the label within a line, and the line's second half. */
  private static Optional<MermaidLink> readLabelledLine(
      MermaidCursor cursor, String second, char stroke, boolean back) {
    int start = cursor.offset();
    String label = cursor.readUntil(second);
    if (label == null || label.isBlank() || !label.contains("\"") && label.contains("\n")) {
      cursor.moveToOffset(start);
      return Optional.empty();
    }
    consumeRepeatedChar(cursor, stroke);
    boolean leads = consumeArrowheadAfterLine(cursor);
    return Optional.of(
        new MermaidLink(leads, back, false, second.equals(".-"), MermaidText.toPlainText(label)));
  }

  private static int consumeRepeatedChar(MermaidCursor cursor, char stroke) {
    int length = 0;
    while (cursor.peek(0) == stroke) {
      cursor.moveToOffset(cursor.offset() + 1);
      length++;
    }
    return length;
  }

  private static boolean consumeArrowheadAfterLine(MermaidCursor cursor) {
    char head = cursor.peek(0);
    boolean isLetter = head == 'o' || head == 'x';
    if (head == '>' || isLetter) {
      cursor.moveToOffset(cursor.offset() + 1);
      return true;
    }
    return false;
  }
}
