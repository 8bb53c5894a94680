package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import java.util.Set;
import java.util.stream.Stream;

/** Fields of a state that lead to other states, and are reported if they do not. */
final class AslFields {

  /** States that go on to another one or end. */
  private static final Set<String> GO_ON = Set.of("Task", "Pass", "Wait", "Parallel", "Map");

  private static final Set<String> OTHERS = Set.of("Choice", "Succeed", "Fail");

  /** Fields of a state that lead to other states. */
  private static final Set<String> LEADING_FIELDS =
      Set.of(
          "Type Next End Choices Default Catch Retry Branches Iterator ItemProcessor".split(" "));

  private static final Set<String> LISTS = Set.of("Choices", "Catch", "Retry", "Branches");

  private AslFields() {}

  /** Reports fields that lead to other states and are missing, misspelled or of another shape. */
  static void report(GraphBuilder draft, AslState state) {
    ParsedValue definition = state.definition();
    String name = state.name();
    definition
        .map()
        .forEach(
            (key, value) -> {
              LEADING_FIELDS.stream()
                  .filter(field -> field.equalsIgnoreCase(key) && !field.equals(key))
                  .map(field -> "has '%s', which must be written %s".formatted(key, field))
                  .forEach(reason -> draft.unparsed(value.line(), name, reason));
              if (LISTS.contains(key) && !value.isList()) {
                draft.unparsed(value.line(), name, "needs a list of " + key);
              }
            });
    if (!GO_ON.contains(state.type()) && !OTHERS.contains(state.type())) {
      draft.unparsed(definition.line(), name, "has the unknown Type '%s'".formatted(state.type()));
    }
    String missing =
        switch (state.type()) {
          case "Choice" -> definition.valueAt("Choices").list().isEmpty() ? "Choices" : "";
          case "Parallel" -> definition.valueAt("Branches").isList() ? "" : "Branches";
          case "Map" -> state.bodies().isEmpty() ? "ItemProcessor" : "";
          default -> "";
        };
    if (!missing.isEmpty()) {
      draft.unparsed(definition.line(), name, "needs " + missing);
    }
    if (GO_ON.contains(state.type()) && definition.textAt("Next").isEmpty() && !state.ends()) {
      draft.unparsed(definition.line(), name, "needs Next or End");
    }
    Stream.of("Choices", "Catch")
        .flatMap(field -> definition.valueAt(field).list().stream())
        .filter(it -> it.textAt("Next").isEmpty())
        .forEach(it -> draft.unparsed(it.line(), name, "needs Next in a choice or catcher"));
  }
}
