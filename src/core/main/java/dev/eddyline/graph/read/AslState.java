package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A state of a machine.
 *
 * @param isJsonata whether its fields are of JSONata, not of JSONPath
 */
record AslState(String name, ParsedValue definition, boolean isJsonata) {

  /** The whole input. */
  static final String ROOT = "$";

  /** Fields of a Map with its machine. */
  private static final List<String> BODIES = List.of("Iterator", "ItemProcessor");

  /** States whose result is written; a Pass only if it has one. */
  private static final Set<String> WITH_RESULT = Set.of("Task", "Parallel", "Map");

  /**
   * A state in its own language.
   *
   * @param isJsonata whether JSONata is that of its machine
   */
  static AslState of(String name, ParsedValue definition, boolean isJsonata) {
    return new AslState(name, definition, isJsonata(definition, isJsonata));
  }

  /** Whether JSONata is the language of a machine or state, if it says so, or else by default. */
  static boolean isJsonata(ParsedValue machineOrState, boolean otherwise) {
    return machineOrState.textAt("QueryLanguage").map("JSONata"::equals).orElse(otherwise);
  }

  String type() {
    return definition.textAt("Type").orElse("");
  }

  boolean isPass() {
    return type().equals("Pass");
  }

  boolean returnsResult() {
    return WITH_RESULT.contains(type());
  }

  /** Whether a run waits in it, or for an answer from outside with a token or an activity. */
  boolean waits() {
    String resource = definition.textAt("Resource").orElse("");
    return type().equals("Wait") && definition.textAt("Seconds").filter("0"::equals).isEmpty()
        || resource.endsWith(".waitForTaskToken")
        || resource.contains(":activity:");
  }

  boolean ends() {
    return definition.textAt("End").filter("true"::equals).isPresent();
  }

  /** Its machines. */
  List<ParsedValue> bodies() {
    return Stream.concat(
            definition.valueAt("Branches").list().stream(),
            BODIES.stream().map(definition::valueAt).filter(ParsedValue::isMap))
        .toList();
  }

  /** Rules of a choice, or catchers, with where they lead. */
  Stream<ParsedValue> ways(String field) {
    return definition.valueAt(field).list().stream().filter(way -> way.textAt("Next").isPresent());
  }

  /** What its rules and catchers write holds where they lead. */
  Stream<ParsedValue> ways() {
    return Stream.of("Choices", "Catch").flatMap(this::ways);
  }

  static Stream<String> targets(Stream<ParsedValue> ways) {
    return ways.flatMap(way -> way.textAt("Next").stream());
  }

  /** Where its result is written; empty: nowhere. */
  Optional<String> resultPath() {
    return resultPath(definition);
  }

  static Optional<String> resultPath(ParsedValue part) {
    return has(part, "ResultPath")
        ? part.textAt("ResultPath").map(AslWrites::path)
        : Optional.of(ROOT);
  }

  static boolean has(ParsedValue part, String field) {
    return part.map().containsKey(field);
  }

  /** Whether a path is missing, or that of the whole. */
  boolean isWhole(String path) {
    return !has(definition, path) || definition.textAt(path).filter(ROOT::equals).isPresent();
  }
}
