package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Eddyline server that an agent's hooks call.
 *
 * @param base its URL, without the path of the hooks
 * @param failClosed whether no tool runs while it is unavailable
 * @param isHeadless whether the agent runs without a terminal
 */
public record HookTarget(String base, boolean failClosed, boolean isHeadless) {

  /** Environment variable of the agent that holds the token. */
  static final String TOKEN = "EDDYLINE_TOKEN";

  /** Longest time of one request, in seconds. */
  static final int CURL_SECONDS = 5;

  /** Longest time of a hook's command, in seconds: curl ends before. */
  static final int COMMAND_SECONDS = 10;

  /** Only characters without a special meaning in a shell, JSON or JavaScript. */
  private static final Pattern URL =
      Pattern.compile("https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~/-]*)?");

  private static final Set<String> BEFORE_TOOL = Set.of(ClaudeHookFormat.BEFORE_TOOL, "BeforeTool");

  /** Rejects an invalid URL, and a URL with more than scheme, host, port and path. */
  public HookTarget {
    if (!URL.matcher(base).matches()) {
      throw new IllegalArgumentException(
          "the URL must be http(s)://HOST[:PORT][/PATH], such as http://127.0.0.1:8090");
    }
    base = base.replaceAll("/+$", "");
  }

  /** URL of an agent's hooks; where no tool runs without a verdict, a missing one is an error. */
  String url(String agent) {
    String parameters =
        Stream.of(failClosed ? "closed=true" : "", isHeadless ? "headless=true" : "")
            .filter(parameter -> !parameter.isEmpty())
            .collect(Collectors.joining("&"));
    return "%s/api/v1/hooks/%s%s"
        .formatted(base, agent, parameters.isEmpty() ? "" : "?" + parameters);
  }

  /** Whether an agent's tool must not run when this hook fails. */
  boolean blocks(String event) {
    return failClosed && BEFORE_TOOL.contains(event);
  }

  /** A handler that runs the agent's script. */
  ObjectNode command(String agent, String event) {
    return ClaudeHookFormat.emptyAnswer()
        .put("type", "command")
        .put("command", script(agent, blocks(event)))
        .put("timeout", COMMAND_SECONDS);
  }

  /** Command line of the agent's script. */
  static String script(String agent, boolean blocks) {
    return "sh ~/.eddyline/" + agent + ".sh" + (blocks ? " block" : "");
  }

  /** A template file with its placeholders replaced. */
  String fillTemplate(String agent, String resource) {
    try (InputStream in = HookTarget.class.getResourceAsStream("/hooks/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@AGENT@", agent)
          .replace("@URL@", url(agent))
          .replace("@SECONDS@", Integer.toString(CURL_SECONDS))
          .replace("@FAIL_CLOSED@", Boolean.toString(failClosed));
    } catch (IOException impossible) {
      throw new UncheckedIOException("a resource of the jar cannot be read", impossible);
    }
  }
}
