package dev.eddyline.graph.read;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node of a Mermaid flowchart, as it is written in a statement.
 *
 * @param id its id
 * @param label its plain text; empty if the statement has none
 * @param isRhombus whether it has the shape of a choice
 */
record MermaidNode(String id, Optional<String> label, boolean isRhombus) {

  private static final String RHOMBUS = "{";

  /** Opening and closing brackets of shapes, the longer first. */
  private static final List<String[]> SHAPES =
      Stream.of(
              "((( )))", "(( ))", "([ ])", "( )", "[[ ]]", "[( )]", "[/ ]", "[\\ ]", "[ ]", "{{ }}",
              "{ }", "> ]")
          .map(shape -> shape.split(" "))
          .toList();

  private static final Pattern OPENING =
      Pattern.compile(
          SHAPES.stream().map(shape -> Pattern.quote(shape[0])).collect(Collectors.joining("|")));

  /** The label of a shape and its end, by its opening bracket. Slants do not belong to a label. */
  private static final Map<String, Pattern> LABELS =
      SHAPES.stream().collect(Collectors.toMap(shape -> shape[0], MermaidNode::labelOf));

  /** Names of its shape among the attributes of a node. */
  private static final Set<String> RHOMBUSES = Set.of("diam", "diamond", "decision", "question");

  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\b(\\w++)\\s*+:\\s*+(\"[^\"]*\"|'[^']*'|[^,\\n]*)");

  private static final Pattern CLASS = Pattern.compile(":::(?:%s)?".formatted(MermaidTokens.ID));

  private static final Pattern LETTER = Pattern.compile("[\\p{Alnum}[^\\p{ASCII}]]");

  private static Pattern labelOf(String[] shape) {
    String slant = shape[0].startsWith("[") ? "[/\\\\]?+" : "";
    return MermaidTokens.textUntil(slant + Pattern.quote(shape[1]));
  }

  /** Reads a node with its shape and attributes; otherwise empty. */
  static Optional<MermaidNode> read(TextScanner scanner) {
    String id = scanner.take(MermaidTokens.ID);
    if (!LETTER.matcher(id).find()) {
      return Optional.empty();
    }
    Optional<String> label = Optional.empty();
    String opening = scanner.take(OPENING);
    boolean isRhombus = opening.equals(RHOMBUS);
    if (!opening.isEmpty()) {
      if (!scanner.accept(Objects.requireNonNull(LABELS.get(opening)))) {
        return Optional.empty();
      }
      label = Optional.of(scanner.group("text"));
    }
    if (scanner.accept("@{")) {
      if (!scanner.accept(MermaidTokens.ATTRIBUTES)) {
        return Optional.empty();
      }
      String attributes = scanner.group("attributes");
      Optional<String> drawn = label;
      label = attribute(attributes, "label").or(() -> drawn);
      isRhombus |= attribute(attributes, "shape").filter(RHOMBUSES::contains).isPresent();
    }
    scanner.accept(CLASS);
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
}
