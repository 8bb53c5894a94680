package dev.eddyline.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces the nouns, places and folders of a case by others, the same one everywhere: in texts,
 * paths, arguments, results and names of tools. Structure, times and labels stay.
 */
public final class CaseRenaming {

  private static final Set<String> UNCHANGED_FIELDS =
      Set.of("taskId", "rootTaskId", "parentTaskId", "callId", "retryOf", "type", "occurredAt");

  private final Map<String, String> others;
  private final Pattern names;

  private CaseRenaming(Domain domain, Draw draw) {
    others = new HashMap<>();
    for (Function<Domain, List<String>> category :
        List.<Function<Domain, List<String>>>of(Domain::nouns, Domain::places, Domain::folders)) {
      replace(category.apply(domain), pool(domain, category, draw));
    }
    String anyName =
        others.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(name -> name))
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    // Japanese has no spaces between words
    names =
        Pattern.compile(
            domain.language().equals("ja") ? anyName : "(?<!\\p{L})(?:" + anyName + ")(?!\\p{L})");
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

  /** Words of a category in other fields of the same language, or else the field's own. */
  private static List<String> pool(
      Domain domain, Function<Domain, List<String>> category, Draw draw) {
    Set<String> words = new LinkedHashSet<>();
    for (Domain other : CaseTexts.domains()) {
      if (other.language().equals(domain.language())) {
        words.addAll(category.apply(other));
      }
    }
    words.removeAll(domain.names());
    return draw.shuffle(List.copyOf(words.isEmpty() ? category.apply(domain) : words));
  }

  private void replace(List<String> words, List<String> pool) {
    boolean own = pool.contains(words.get(0));
    for (int i = 0; i < words.size(); i++) {
      String word = own ? pool.get(i) : words.get(i);
      others.put(word, pool.get((own ? i + 1 : i) % pool.size()));
    }
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
