package dev.eddyline.cases;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;

/** How a run passes arguments to its tools. */
enum ArgumentShape {
  FLAT,
  TEXT,
  NESTED,
  LIST,
  COMMAND;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The arguments as a JSON object; not for {@link #COMMAND}. */
  ObjectNode shape(String server, String action, Map<String, Object> values) {
    ObjectNode flat = JSON.valueToTree(values);
    ObjectNode outer = JSON.createObjectNode();
    switch (this) {
      case NESTED -> outer.put("tenant", server).set("params", flat);
      case LIST -> outer.putArray("operations").addObject().put("op", action).setAll(flat);
      default -> outer = flat;
    }
    return outer;
  }

  /** A command line for a program that does the same. */
  static String command(String program, String words, Map<String, Object> values) {
    StringBuilder command = new StringBuilder(program + " " + words.replace(' ', '-'));
    values.forEach(
        (key, value) -> {
          String text = value instanceof String word ? word : JSON.valueToTree(value).toString();
          command
              .append(" --")
              .append(key.toLowerCase(Locale.ROOT))
              .append(' ')
              .append(quote(text));
        });
    return command.toString();
  }

  private static String quote(String text) {
    return text.matches("[\\w./=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
