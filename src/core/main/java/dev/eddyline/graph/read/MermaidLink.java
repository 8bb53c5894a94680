package dev.eddyline.graph.read;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A link between two nodes of a Mermaid flowchart.
 *
 * @param id its name; empty: none
 * @param hasForwardArrow whether it has an arrow forwards
 * @param hasBackwardArrow whether it has an arrow backwards
 * @param isHidden whether it only affects the layout
 * @param isDotted whether its line is dotted
 * @param label its text, plain; empty: none
 */
record MermaidLink(
    String id,
    boolean hasForwardArrow,
    boolean hasBackwardArrow,
    boolean isHidden,
    boolean isDotted,
    String label) {

  /** A line with its heads, which may be circles and crosses; or its half before a label. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?:(?<id>%s)@)?+(?<tail>[<ox](?=[-=]))?+".formatted(MermaidTokens.ID)
              + "(?:(?<hidden>~{3,}+)"
              + "|(?<half>--(?![->ox])|==(?![=>ox])|-\\.++(?!-))"
              + "|(?<line>-\\.++-|--++|==++)(?<head>[>ox])?+)");

  /** A label and the half of the line behind it, by the last character of the half before it. */
  private static final Map<Character, Pattern> LABELS =
      Map.of('-', labelBefore("--++"), '=', labelBefore("==++"), '.', labelBefore("\\.-++"));

  private static final Pattern LABEL_IN_BARS = MermaidTokens.textUntil("\\|");

  /** A label that is not blank, and has line breaks only if it is quoted. */
  private static Pattern labelBefore(String line) {
    String unquoted = "(?!%s%s)[^\\n]".formatted(MermaidTokens.WHITE_SPACE, line);
    return MermaidTokens.textUntil(line + "(?<head>[>ox])?+", unquoted);
  }

  /** Reads the link at the scanner and moves past it; otherwise empty. */
  static Optional<MermaidLink> read(TextScanner scanner) {
    if (!scanner.accept(LINE)) {
      return Optional.empty();
    }
    String id = scanner.group("id");
    boolean isForward = !scanner.group("head").isEmpty();
    boolean isBackward = !scanner.group("tail").isEmpty();
    boolean isHidden = !scanner.group("hidden").isEmpty();
    String half = scanner.group("half");
    boolean isDotted = (half + scanner.group("line")).contains(".");
    String label = "";
    if (!half.isEmpty()) {
      char end = half.charAt(half.length() - 1);
      if (!scanner.accept(Objects.requireNonNull(LABELS.get(end)))) {
        return Optional.empty();
      }
      isForward = !scanner.group("head").isEmpty();
      label = scanner.group("text");
    }
    scanner.accept(MermaidTokens.BLANKS);
    if (scanner.accept("|")) {
      if (!scanner.accept(LABEL_IN_BARS)) {
        return Optional.empty();
      }
      label = scanner.group("text");
    }
    String plain = MermaidText.toPlainText(label);
    return Optional.of(new MermaidLink(id, isForward, isBackward, isHidden, isDotted, plain));
  }
}
