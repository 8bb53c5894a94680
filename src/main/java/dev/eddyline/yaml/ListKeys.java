package dev.eddyline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keys with symbols, expressions or lists as values. Of a list with too many entries, which is a
 * problem, only the maximum is read.
 */
abstract class ListKeys extends Keys {

  /** Maximum entries of a list of symbols. */
  private static final int MOST_SYMBOLS = 100;

  ListKeys(String path, JsonNode node, List<String> problems) {
    super(path, node, problems);
  }

  /** Regular expressions by name, in order. */
  public Map<String, Expression> expressions(String key, int most) {
    Section names = new Section(pathOf(key), node.get(key), problems);
    Map<String, Expression> expressions = new LinkedHashMap<>();
    List<String> all = names.names();
    for (String name : all.subList(0, Math.min(all.size(), most))) {
      Expression expression = expression(names.pathOf(name), names.node.get(name));
      if (expression != null) {
        expressions.put(name, expression);
      }
    }
    checkMaxEntryCount(key, names.node, most);
    declareKey(key, "NAME: expression, ≤ " + most, NODES.objectNode(), names.node);
    return expressions;
  }

  /** A list of regular expressions. */
  public List<Expression> expressionList(String key, int most) {
    List<Expression> expressions = new ArrayList<>();
    JsonNode list = list(key, most, "expressions");
    for (int i = 0; i < Math.min(list.size(), most); i++) {
      Expression expression = expression(pathOf(key) + "[" + i + "]", list.get(i));
      if (expression != null) {
        expressions.add(expression);
      }
    }
    return expressions;
  }

  /** A regular expression; null if absent. */
  public Expression expression(String key) {
    JsonNode nodeValue = value(key);
    Expression expression = nodeValue == null ? null : expression(pathOf(key), nodeValue);
    declareKey(
        key, "expression", NODES.nullNode(), nodeValue == null ? NODES.nullNode() : nodeValue);
    return expression;
  }

  private Expression expression(String at, JsonNode nodeValue) {
    if (!nodeValue.isTextual()) {
      problems.add(at + ": must be a regular expression, was " + kind(nodeValue));
      return null;
    }
    try {
      return Expression.of(nodeValue.textValue());
    } catch (IllegalArgumentException refused) {
      problems.add(at + ": " + refused.getMessage());
      return null;
    }
  }

  /** A list of mappings; empty if absent. */
  public List<Section> sections(String key, int most) {
    return sections(key, list(key, most, "mappings"), most);
  }

  /** A list of mappings, if present. */
  public Optional<List<Section>> sectionsIfAny(String key, int most) {
    JsonNode none = NODES.nullNode();
    JsonNode list = valueOrDefault(key, JsonNode::isArray, "must be a list", none);
    checkMaxEntryCount(key, list, most);
    declareKey(key, "a list of ≤ " + most + " mappings", none, list);
    return list.isNull() ? Optional.empty() : Optional.of(sections(key, list, most));
  }

  private List<Section> sections(String key, JsonNode list, int most) {
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < Math.min(list.size(), most); i++) {
      sections.add(new Section(pathOf(key) + "[" + i + "]", list.get(i), problems));
    }
    return sections;
  }

  /** A list of these symbols, ignoring case; may be empty. */
  public <E extends Enum<E>> Set<E> someOf(String key, Set<E> preset, List<E> allowed) {
    JsonNode list = valueOrDefault(key, JsonNode::isArray, "must be a list", NODES.nullNode());
    Set<E> result = new LinkedHashSet<>(list.isNull() ? preset : Set.of());
    checkMaxEntryCount(key, list, MOST_SYMBOLS);
    for (int i = 0; i < Math.min(list.size(), MOST_SYMBOLS); i++) {
      E named = symbol(key, list.get(i).asText(), allowed);
      if (named != null) {
        result.add(named);
      }
    }
    declareKey(key, "a list of " + words(allowed), nodes(preset), nodes(result));
    return result;
  }

  private static <E extends Enum<E>> JsonNode nodes(Set<E> symbols) {
    ArrayNode nodes = NODES.arrayNode();
    symbols.forEach(symbol -> nodes.add(word(symbol)));
    return nodes;
  }

  /** A list of texts with a maximum length each; the default if absent. */
  public Set<String> texts(String key, Set<String> preset, int most, int longest) {
    Set<String> texts = node.has(key) ? texts(key, most, longest) : preset;
    declareKey(key, "a list of ≤ " + most + " texts", textNodes(preset), textNodes(texts));
    return texts;
  }

  private static JsonNode textNodes(Set<String> texts) {
    ArrayNode nodes = NODES.arrayNode();
    texts.forEach(nodes::add);
    return nodes;
  }

  /** A list of texts with a maximum length each; empty if absent. */
  public Set<String> texts(String key, int most, int longest) {
    JsonNode list = list(key, most, "texts");
    Set<String> texts = new LinkedHashSet<>();
    for (int i = 0; i < Math.min(list.size(), most); i++) {
      JsonNode text = list.get(i);
      if (!text.isTextual() || text.textValue().isBlank()) {
        problems.add(pathOf(key) + "[" + i + "]: must be text, was " + kind(text));
      } else if (text.textValue().length() > longest) {
        problems.add(pathOf(key) + "[" + i + "]: must have ≤ " + longest + " characters");
      } else {
        texts.add(text.textValue());
      }
    }
    return texts;
  }

  /** The symbol of this name; for an unknown name adds a problem and returns null. */
  <E extends Enum<E>> E symbol(String key, String text, List<E> allowed) {
    for (E candidate : allowed) {
      if (candidate.name().equalsIgnoreCase(text)) {
        return candidate;
      }
    }
    addProblem(key, "must be one of " + words(allowed) + ", was '" + text + "'");
    return null;
  }

  static <E extends Enum<E>> String words(List<E> symbols) {
    return symbols.stream().map(Keys::word).collect(Collectors.joining(", "));
  }

  private JsonNode list(String key, int most, String what) {
    JsonNode list = valueOrDefault(key, JsonNode::isArray, "must be a list", NODES.arrayNode());
    checkMaxEntryCount(key, list, most);
    declareKey(key, "a list of ≤ " + most + " " + what, NODES.arrayNode(), list);
    return list;
  }

  private void checkMaxEntryCount(String key, JsonNode container, int most) {
    if (container.size() > most) {
      addProblem(key, "must have ≤ " + most + " entries, was " + container.size());
    }
  }
}
