package dev.eddyline.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The keys of a mapping: present keys, declared keys, and problems. */
abstract class Keys {

  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Maximum number of problems with a suggestion of the nearest key. */
  private static final int MOST_HINTED = 100;

  final String path;
  final ObjectNode node;
  private final boolean named;
  final List<String> problems;
  private final Map<String, Asked> asked = new LinkedHashMap<>();
  String origin = "";
  String sentence = "";

  /** Reads the mapping at a path; adds problems to the list. */
  Keys(String path, JsonNode node, List<String> problems) {
    this.path = path;
    this.problems = problems;
    if (node != null && !node.isObject() && !node.isNull()) {
      refuse("must be a mapping, was " + kind(node));
    }
    named = node != null;
    this.node = node instanceof ObjectNode object ? object : NODES.objectNode();
  }

  /** Whether the section is present, which enables it by default. */
  public boolean isNamed() {
    return named;
  }

  /** The keys present in the section. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Declares a key that is read elsewhere. */
  public void tell(String key, String allowed, JsonNode preset, JsonNode value) {
    remember(new Asked.Value(key, told(key), allowed, preset, value, origin));
  }

  /** Takes the description for the next key, or returns that of an earlier declaration. */
  String told(String key) {
    String waiting = sentence;
    sentence = "";
    return waiting.isEmpty() && isAsked(key) ? asked.get(key).about() : waiting;
  }

  /** Replaces the description of a key's allowed values. */
  public void describe(String key, String allowed) {
    if (asked.get(key) instanceof Asked.Value value) {
      remember(
          new Asked.Value(
              key, value.about(), allowed, value.preset(), value.value(), value.origin()));
    }
  }

  void remember(Asked what) {
    asked.put(what.key(), what);
  }

  boolean isAsked(String key) {
    return asked.containsKey(key);
  }

  /** All declared keys, in order of declaration. */
  public List<Asked> asked() {
    return List.copyOf(asked.values());
  }

  /** Adds a problem for each undeclared key, with the nearest declared one. */
  public void refuseOthers() {
    refuseOthers(Map.of());
  }

  /** The same, with reasons for keys that are only allowed elsewhere. */
  public void refuseOthers(Map<String, String> reasons) {
    for (String key : names()) {
      if (!asked.containsKey(key)) {
        refuse(key, reasons.getOrDefault(key, "unknown key" + hint(key)));
      }
    }
  }

  private String hint(String key) {
    return problems.size() < MOST_HINTED ? Nearest.hint(key, asked.keySet()) : "";
  }

  /** Adds a problem of a key. */
  public void refuse(String key, String problem) {
    problems.add(at(key) + ": " + problem);
  }

  /** Adds a problem of the mapping itself. */
  public void refuse(String problem) {
    problems.add(pathOrRoot() + ": " + problem);
  }

  JsonNode taken(String key, Predicate<JsonNode> right, String rule, JsonNode preset) {
    JsonNode taken = value(key);
    if (taken != null && !right.test(taken)) {
      refuse(key, rule + ", was " + kind(taken));
      return preset;
    }
    return taken == null ? preset : taken;
  }

  JsonNode value(String key) {
    JsonNode value = node.get(key);
    return value == null || value.isNull() ? null : value;
  }

  String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  String pathOrRoot() {
    return path.isEmpty() ? "policy" : path;
  }

  static String kind(JsonNode value) {
    String text = value.isValueNode() ? " " + value.asText() : "";
    return value.getNodeType().name().toLowerCase(Locale.ROOT)
        + text.substring(0, Math.min(text.length(), 40));
  }

  static JsonNode node(String text) {
    return text == null ? NODES.nullNode() : NODES.textNode(text);
  }

  static JsonNode node(Enum<?> symbol) {
    return node(symbol == null ? null : word(symbol));
  }

  static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
