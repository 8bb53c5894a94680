package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a mapping: present keys, declared keys, and problems. */
abstract class Keys {

  /** Maximum number of problems with a suggestion of the nearest key. */
  private static final int MAX_PROBLEMS_WITH_SUGGESTION = 100;

  private final KeyPath at;
  private final ObjectNode node;
  private final boolean isPresent;
  private final Map<String, DeclaredKey> declaredKeys = new LinkedHashMap<>();
  String purpose = "";
  String nextKeyDescription = "";

  /** Reads the mapping at a path. */
  Keys(KeyPath at, JsonNode node) {
    this.at = at;
    if (node != null && !node.isObject() && !node.isNull()) {
      addProblem("must be a mapping, was " + KeyType.kind(node));
    }
    isPresent = node != null;
    this.node = node instanceof ObjectNode object ? object : KeyType.NODES.objectNode();
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
  public void declareKey(String key, KeyType<?> type, JsonNode preset, JsonNode value) {
    declareKey(key, type, false, preset, value);
  }

  void declareKey(
      String key, KeyType<?> type, boolean isRequired, JsonNode preset, JsonNode value) {
    addDeclaredKey(
        new DeclaredKey.ValueKey(
            key, consumeDescriptionFor(key), type, isRequired, preset, value, purpose));
  }

  /** Takes the description for the next key, or returns that of an earlier declaration. */
  String consumeDescriptionFor(String key) {
    String description = nextKeyDescription;
    nextKeyDescription = "";
    return description.isEmpty() && declaredKeys.containsKey(key)
        ? declaredKeys.get(key).about()
        : description;
  }

  void addDeclaredKey(DeclaredKey what) {
    declaredKeys.put(what.key(), what);
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
    return !declaredKeys.containsKey(key)
        && at.problemCount() < MAX_PROBLEMS_WITH_SUGGESTION
        && Nearest.of(key, declaredKeys.keySet()).isEmpty();
  }

  /** Whether a key's value is a mapping. */
  public boolean isMapping(String key) {
    return node.path(key).isObject();
  }

  private String hint(String key) {
    return at.problemCount() < MAX_PROBLEMS_WITH_SUGGESTION
        ? Nearest.hint(key, declaredKeys.keySet())
        : "";
  }

  /** Adds a problem of a key. */
  public void addProblem(String key, String problem) {
    at.key(key).addProblem(problem);
  }

  /** Adds a warning about a key with a valid value. */
  public void addWarning(String key, String warning) {
    at.key(key).addWarning(warning);
  }

  /** The warnings of the document so far. */
  public List<String> warnings() {
    return at.warnings();
  }

  /** Adds a problem of the mapping itself. */
  public void addProblem(String problem) {
    at.addProblem(problem);
  }

  /** The path of the mapping; empty for the document itself. */
  public String path() {
    return at.path();
  }

  KeyPath at(String key) {
    return at.key(key);
  }

  /** The value as it is written; null if absent or null. */
  JsonNode value(String key) {
    JsonNode value = node.get(key);
    return value == null || value.isNull() ? null : value;
  }

  /** The mapping of a key as it is written; null if absent. */
  JsonNode mapping(String key) {
    return node.get(key);
  }

  /** The JSON Schema (draft 2020-12) of the section, with its declared keys and no other. */
  public ObjectNode schema() {
    ObjectNode schema = SchemaNodes.ofType("object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = KeyType.NODES.arrayNode();
    for (DeclaredKey key : declaredKeys.values()) {
      String about = key.about().isEmpty() ? key.purpose() : key.about();
      ObjectNode property = properties.putObject(key.key());
      if (!about.isEmpty()) {
        property.put("description", about);
      }
      property.setAll(key.schema());
      if (key.isRequired()) {
        required.add(key.key());
      }
    }
    return required.isEmpty() ? schema : schema.set("required", required);
  }
}
