package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds the text for users about what to add to an agent, part by part. */
final class HookSetup {

  /** Depth of the JSON objects that have a line for each field; deeper ones are on one line. */
  private static final int MAX_MULTILINE_DEPTH = 2;

  private final StringBuilder text = new StringBuilder();
  private final HookTarget target;
  private final String agent;

  HookSetup(HookTarget target, String agent) {
    this.target = target;
    this.agent = agent;
  }

  /** Settings in the format that most agents share: a group of one handler for each event. */
  static ObjectNode grouped(List<String> events, Function<String, ObjectNode> handler) {
    ObjectNode settings = ClaudeHookFormat.emptyAnswer();
    ObjectNode hooks = settings.putObject("hooks");
    for (String event : events) {
      hooks.putArray(event).addObject().putArray("hooks").add(handler.apply(event));
    }
    return settings;
  }

  /** Settings of an agent whose events have handlers without groups. */
  static ObjectNode ungrouped(List<String> events, Function<String, ObjectNode> handler) {
    ObjectNode settings = ClaudeHookFormat.emptyAnswer().put("version", 1);
    ObjectNode hooks = settings.putObject("hooks");
    events.forEach(event -> hooks.putArray(event).add(handler.apply(event)));
    return settings;
  }

  /** JSON for people: a line for each hook, and a line feed at its end. */
  static String formatJson(ObjectNode json) {
    return formatJson(json, 1) + "\n";
  }

  private static String formatJson(JsonNode json, int depth) {
    if (!json.isObject() || depth > MAX_MULTILINE_DEPTH) {
      return json.toString();
    }
    String indent = "  ".repeat(depth);
    return json.properties().stream()
        .map(
            it ->
                "%s\"%s\": %s".formatted(indent, it.getKey(), formatJson(it.getValue(), depth + 1)))
        .collect(Collectors.joining(",\n", "{\n", "\n" + "  ".repeat(depth - 1) + "}"));
  }

  /** Starts a new part with an instruction. */
  HookSetup startSection(String what) {
    text.append(text.isEmpty() ? "" : "\n");
    return line(what);
  }

  /** Adds a line to the instruction. */
  HookSetup line(String words) {
    text.append("# ").append(words).append('\n');
    return this;
  }

  /** Adds JSON for a file. */
  HookSetup json(ObjectNode json) {
    text.append(formatJson(json));
    return this;
  }

  /** Adds a shell command that writes a file. */
  HookSetup file(String folder, String name, String content) {
    text.append("mkdir -p ").append(folder).append('\n');
    text.append("cat > ").append(folder).append('/').append(name).append(" <<'END'\n");
    text.append(content).append("END\n");
    return this;
  }

  /** Adds a shell command that writes the agent's script. */
  HookSetup script() {
    return file("~/.eddyline", agent + ".sh", target.fillTemplate(agent, "hook.sh"));
  }

  /** Adds how to set the token. */
  HookSetup token() {
    return startSection(
        "If Eddyline needs a token: export " + HookTarget.TOKEN + " where the agent starts.");
  }

  /** The whole text. */
  String text() {
    return text.toString();
  }
}
