package dev.eddyline.graph.read;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A node of a Mermaid flowchart, as it is written in a statement.
 *
 * @param id its id
 * @param label its plain text; empty if the statement has none
 * @param isRhombus whether it has the shape of a choice
 */
record MermaidNode(String id, Optional<String> label, boolean isRhombus) {

  /** Opening and closing brackets of node shapes, the longer first. */
  private static final String[][] SHAPES = {
    {"(((", ")))"}, {"((", "))"}, {"([", "])"}, {"(", ")"}, {"[[", "]]"}, {"[(", ")]"},
    {"[/", "]"}, {"[\\", "]"}, {"[", "]"}, {"{{", "}}"}, {"{", "}"}, {">", "]"}
  };

  private static final String RHOMBUS = "{";

  /** Names of its shape among the attributes of a node. */
  private static final Set<String> RHOMBUSES = Set.of("diam", "diamond", "decision", "question");

  private static final Pattern ATTRIBUTE =
      Pattern.compile("(\\w+)\\s*:\\s*(\"[^\"]*\"|'[^']*'|[^,\\n]*)");

  /** Reads a node with its shape and attributes; empty where it is something else. */
  static Optional<MermaidNode> read(MermaidCursor cursor) {
    String id = cursor.readId();
    if (id.chars().noneMatch(letter -> Character.isLetterOrDigit(letter) || letter > 127)) {
      return Optional.empty();
    }
    Optional<String> label = Optional.empty();
    boolean isRhombus = false;
    int start = cursor.offset();
    for (String[] shape : SHAPES) {
      if (label.isEmpty() && cursor.consumeIfNext(shape[0])) {
        label = Optional.ofNullable(cursor.readUntil(shape[1]));
        if (label.isEmpty()) {
          cursor.moveToOffset(start);
          return Optional.empty();
        }
        if (shape[0].startsWith("[")) {
          label = label.map(MermaidNode::withoutSlash);
        }
        isRhombus |= shape[0].equals(RHOMBUS);
      }
    }
    if (cursor.consumeIfNext("@{")) {
      String attributes = cursor.readToClosingBrace();
      if (attributes == null) {
        cursor.moveToOffset(start);
        return Optional.empty();
      }
      Optional<String> written = label;
      label = attribute(attributes, "label").or(() -> written);
      isRhombus |= attribute(attributes, "shape").filter(RHOMBUSES::contains).isPresent();
    }
    if (cursor.consumeIfNext(":::")) {
      cursor.readId();
    }
    return Optional.of(new MermaidNode(id, label.map(MermaidText::toPlainText), isRhombus));
  }

  /** The value of an attribute, without its quotes. */
  private static Optional<String> attribute(String attributes, String name) {
    return ATTRIBUTE
        .matcher(attributes)
        .results()
        .filter(each -> each.group(1).equals(name))
        .map(each -> each.group(2).strip().replaceAll("^([\"'])(.*)\\1$", "$2"))
        .findFirst();
  }

  private static String withoutSlash(String label) {
    return label.endsWith("/") || label.endsWith("\\")
        ? label.substring(0, label.length() - 1)
        : label;
  }
}
