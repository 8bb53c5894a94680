package dev.eddyline.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tools of one run: each role has one tool, each argument one name. */
final class Toolbox {

  private static final Set<String> SLOW_ROLES = Set.of("check", "start", "shell");

  private final RunStyle style;
  private final Draw draw;
  private final Map<String, String> words = new HashMap<>();
  private final Map<String, String> keys = new HashMap<>();

  Toolbox(RunStyle style, Draw draw) {
    this.style = style;
    this.draw = draw;
  }

  /** Arguments in this order: names and values in turn. */
  static Map<String, Object> with(Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return arguments;
  }

  /** The name of the tool of a role, in the run's convention. */
  String name(String role) {
    return style.naming().name(style.domain().server(), words(role));
  }

  private String words(String role) {
    return words.computeIfAbsent(
        role,
        newRole -> {
          List<String> own = style.domain().tools().get(newRole);
          return draw.pick(own != null ? own : CaseTexts.terms(newRole));
        });
  }

  InventedCall call(String role, Map<String, Object> arguments, String output, boolean failed) {
    Map<String, Object> named = new LinkedHashMap<>();
    arguments.forEach((key, value) -> named.put(argumentName(key), value));
    if (style.arguments() == ArgumentShape.COMMAND) {
      String command = ArgumentShape.command(style.domain().cli(), words(role), named);
      return shell(command, output, failed).lasting(duration(role));
    }
    ObjectNode shaped = explain(style.arguments().shape(style.domain().server(), role, named));
    JsonNode passed =
        style.arguments() == ArgumentShape.TEXT ? TextNode.valueOf(shaped.toString()) : shaped;
    return new InventedCall(name(role), passed, output, failed, duration(role));
  }

  InventedCall shell(String command, String output, boolean failed) {
    ObjectNode arguments = explain(JsonNodeFactory.instance.objectNode().put("command", command));
    return new InventedCall(words("shell"), arguments, output, failed, duration("shell"));
  }

  /** A call of any name, without arguments. */
  InventedCall bare(String tool, String output, boolean failed) {
    ObjectNode empty = JsonNodeFactory.instance.objectNode();
    return new InventedCall(tool, empty, output, failed, duration("bare"));
  }

  private String argumentName(String key) {
    List<String> names = CaseTexts.terms("key." + key);
    return names == null ? key : keys.computeIfAbsent(key, newKey -> draw.pick(names));
  }

  private ObjectNode explain(ObjectNode arguments) {
    return style.explains()
        ? arguments.put("description", draw.pick(CaseTexts.terms("explanation")))
        : arguments;
  }

  private double duration(String role) {
    boolean slow = SLOW_ROLES.contains(role) && draw.chance(0.4);
    return slow ? draw.logarithmic(2, draw.chance(0.1) ? 600 : 60) : draw.logarithmic(0.1, 5);
  }
}
