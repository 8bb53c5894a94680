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
 * @param label its text, plain; empty: none
 * @param isChoice whether it is dotted or has a text, which does not say that it is always taken
 */
record MermaidLink(
    String id,
    boolean hasForwardArrow,
    boolean hasBackwardArrow,
    boolean isHidden,
    String label,
    boolean isChoice) {

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

  /** Begins the label of a link that is always taken. */
  private static final Pattern ALWAYS = Pattern.compile("(?i)固定|fixed|always");

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
    boolean isChoice = (isDotted || !plain.isEmpty()) && !ALWAYS.matcher(plain).lookingAt();
    return Optional.of(new MermaidLink(id, isForward, isBackward, isHidden, plain, isChoice));
  }
}
