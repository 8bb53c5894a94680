package dev.eddyline.hooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/** The text that tells a user what to add to an agent. Built from parts, top to bottom. */
final class HookSetup {

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  private static final ObjectWriter JSON =
      JsonMapper.builder()
          .build()
          .writer(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                  .withObjectIndenter(INDENT));

  private final StringBuilder text = new StringBuilder();
  private final HookTarget target;
  private final String agent;

  HookSetup(HookTarget target, String agent) {
    this.target = target;
    this.agent = agent;
  }

  /** Settings in the form that most agents share: a group of one handler for each event. */
  static ObjectNode grouped(List<String> events, Function<String, ObjectNode> handler) {
    ObjectNode settings = ClaudeShape.nothing();
    ObjectNode hooks = settings.putObject("hooks");
    for (String event : events) {
      hooks.putArray(event).addObject().putArray("hooks").add(handler.apply(event));
    }
    return settings;
  }

  /** JSON for people, with a line feed at its end. */
  static String written(ObjectNode json) {
    try {
      return JSON.writeValueAsString(json) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("a tree cannot fail to be written", impossible);
    }
  }

  /** A new part: what the user does. */
  HookSetup part(String what) {
    text.append(text.isEmpty() ? "" : "\n");
    return line(what);
  }

  /** One more line of a part's words. */
  HookSetup line(String words) {
    text.append("# ").append(words).append('\n');
    return this;
  }

  /** JSON to be added to a file. */
  HookSetup json(ObjectNode json) {
    text.append(written(json));
    return this;
  }

  /** A file, as a shell command that writes it. */
  HookSetup file(String folder, String name, String content) {
    text.append("mkdir -p ").append(folder).append('\n');
    text.append("cat > ").append(folder).append('/').append(name).append(" <<'END'\n");
    text.append(content).append("END\n");
    return this;
  }

  /** The agent's script, as a shell command that writes it. */
  HookSetup script() {
    return file("~/.eddyline", agent + ".sh", target.fill(agent, "hook.sh"));
  }

  /** Where the token goes. */
  HookSetup token() {
    return part(
        "If Eddyline needs a token: export " + HookTarget.TOKEN + " where the agent starts.");
  }

  /** The whole text. */
  String text() {
    return text.toString();
  }
}
