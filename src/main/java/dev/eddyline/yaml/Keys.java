package dev.eddyline.yaml;

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
  private static final int MAX_PROBLEMS_WITH_SUGGESTION = 100;

  final String path;
  final ObjectNode node;
  private final boolean isPresent;
  final List<String> problems;
  private final Map<String, DeclaredKey> declaredKeys = new LinkedHashMap<>();
  String purpose = "";
  String nextKeyDescription = "";

  /** Reads the mapping at a path; adds problems to the list. */
  Keys(String path, JsonNode node, List<String> problems) {
    this.path = path;
    this.problems = problems;
    if (node != null && !node.isObject() && !node.isNull()) {
      addProblem("must be a mapping, was " + kind(node));
    }
    isPresent = node != null;
    this.node = node instanceof ObjectNode object ? object : NODES.objectNode();
  }

  /** Whether the section is present, which enables it by default. */
  public boolean isNamed() {
    return isPresent;
  }

  /** The keys present in the section. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Declares a key that is read elsewhere. */
  public void declareKey(String key, String allowed, JsonNode preset, JsonNode value) {
    addDeclaredKey(
        new DeclaredKey.ValueKey(key, consumeDescriptionFor(key), allowed, preset, value, purpose));
  }

  /** Takes the description for the next key, or returns that of an earlier declaration. */
  String consumeDescriptionFor(String key) {
    String description = nextKeyDescription;
    nextKeyDescription = "";
    return description.isEmpty() && isKeyDeclared(key)
        ? declaredKeys.get(key).about()
        : description;
  }

  /** Replaces the description of a key's allowed values. */
  public void describeAllowedValues(String key, String allowed) {
    if (declaredKeys.get(key) instanceof DeclaredKey.ValueKey value) {
      addDeclaredKey(
          new DeclaredKey.ValueKey(
              key, value.about(), allowed, value.preset(), value.value(), value.purpose()));
    }
  }

  void addDeclaredKey(DeclaredKey what) {
    declaredKeys.put(what.key(), what);
  }

  boolean isKeyDeclared(String key) {
    return declaredKeys.containsKey(key);
  }

  /** All declared keys, in order of declaration. */
  public List<DeclaredKey> declaredKeys() {
    return List.copyOf(declaredKeys.values());
  }

  /** Adds a problem for each undeclared key, with the nearest declared one. */
  public void rejectUnknownKeys() {
    rejectUnknownKeys(Map.of());
  }

  /** The same, with reasons for keys that are only allowed elsewhere. */
  public void rejectUnknownKeys(Map<String, String> reasons) {
    for (String key : names()) {
      if (!declaredKeys.containsKey(key)) {
        addProblem(key, reasons.getOrDefault(key, "unknown key" + hint(key)));
      }
    }
  }

  /** Whether a present key is not declared and no declared one is near. */
  public boolean isUnlikeDeclaredKeys(String key) {
    return !isKeyDeclared(key)
        && problems.size() < MAX_PROBLEMS_WITH_SUGGESTION
        && Nearest.of(key, declaredKeys.keySet()).isEmpty();
  }

  /** Whether a key's value is a mapping. */
  public boolean isMapping(String key) {
    return node.path(key).isObject();
  }

  private String hint(String key) {
    return problems.size() < MAX_PROBLEMS_WITH_SUGGESTION
        ? Nearest.hint(key, declaredKeys.keySet())
        : "";
  }

  /** Adds a problem of a key. */
  public void addProblem(String key, String problem) {
    problems.add(pathOf(key) + ": " + problem);
  }

  /** Adds a problem of the mapping itself. */
  public void addProblem(String problem) {
    problems.add(pathOrRoot() + ": " + problem);
  }

  JsonNode valueOrDefault(String key, Predicate<JsonNode> isValid, String rule, JsonNode preset) {
    JsonNode nodeValue = value(key);
    if (nodeValue != null && !isValid.test(nodeValue)) {
      addProblem(key, rule + ", was " + kind(nodeValue));
      return preset;
    }
    return nodeValue == null ? preset : nodeValue;
  }

  JsonNode value(String key) {
    JsonNode value = node.get(key);
    return value == null || value.isNull() ? null : value;
  }

  String pathOf(String key) {
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
