package dev.eddyline.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces the nouns, places and folders of a case by invented ones of the same shape, the same one
 * everywhere: in texts, paths, arguments, results and names of tools. Structure, times and labels
 * stay.
 */
public final class CaseRenaming {

  private static final Set<String> UNCHANGED_FIELDS =
      Set.of("taskId", "rootTaskId", "parentTaskId", "callId", "retryOf", "type", "occurredAt");

  private final Map<String, String> others;
  private final Pattern names;

  private CaseRenaming(Domain domain, Draw draw) {
    others = new HashMap<>();
    for (String name : domain.names()) {
      String other = respell(name, domain, draw);
      while (others.containsValue(other) || domain.names().contains(other)) {
        other = respell(name, domain, draw);
      }
      others.put(name, other);
    }
    String anyName =
        others.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(name -> name))
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    // Japanese has no spaces between words; the n of an escaped new line does not belong to a word
    names =
        Pattern.compile(
            domain.language().equals("ja")
                ? anyName
                : "(?<!(?<!\\\\)\\p{L})(?:" + anyName + ")(?!\\p{L})");
  }

  /** The case with other names, drawn by the seed. */
  public static InventedCase rename(InventedCase original, long seed) {
    CaseRenaming renaming = new CaseRenaming(original.domain(), new Draw(seed));
    List<ObjectNode> events = new ArrayList<>();
    for (ObjectNode event : original.events()) {
      events.add((ObjectNode) renaming.rename(event));
    }
    return new InventedCase(
        original.id(),
        original.kind(),
        original.domain(),
        original.language(),
        original.label(),
        events);
  }

  /**
   * A name of the same shape: each letter becomes one of its script and case in the field's names.
   */
  private static String respell(String name, Domain domain, Draw draw) {
    StringBuilder other = new StringBuilder();
    name.codePoints()
        .forEach(
            letter ->
                other.appendCodePoint(
                    Character.isLetter(letter) ? draw.pick(alike(letter, domain)) : letter));
    return other.toString();
  }

  private static List<Integer> alike(int letter, Domain domain) {
    return domain.names().stream()
        .flatMapToInt(String::codePoints)
        .filter(
            other ->
                Character.isLetter(other)
                    && UnicodeScript.of(other) == UnicodeScript.of(letter)
                    && Character.isUpperCase(other) == Character.isUpperCase(letter))
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }

  private JsonNode rename(JsonNode node) {
    if (node.isTextual()) {
      return TextNode.valueOf(rename(node.textValue()));
    }
    if (node instanceof ArrayNode array) {
      ArrayNode renamed = array.arrayNode();
      array.forEach(element -> renamed.add(rename(element)));
      return renamed;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode renamed = object.objectNode();
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        boolean fixed = UNCHANGED_FIELDS.contains(field.getKey());
        renamed.set(field.getKey(), fixed ? field.getValue() : rename(field.getValue()));
      }
      return renamed;
    }
    return node;
  }

  private String rename(String text) {
    return names
        .matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(others.get(name.group())));
  }
}
