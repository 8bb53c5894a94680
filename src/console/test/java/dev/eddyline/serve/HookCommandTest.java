package dev.eddyline.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.hooks.HookAgents;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code eddyline hook}. */
class HookCommandTest {

  private static final Pattern JSON =
      Pattern.compile("^\\{.*?^\\}$", Pattern.MULTILINE | Pattern.DOTALL);

  static List<String> agents() {
    return HookAgents.names();
  }

  private static CommandRun run(String options) {
    return CommandRun.of(List.of(), ("hook " + options).split(" "));
  }

  /** The JSON objects of the output, outside of the script. */
  private static List<JsonNode> settings(String out) throws Exception {
    List<JsonNode> found = new ArrayList<>();
    Matcher json = JSON.matcher(out.replaceAll("(?ms)^(?:#!/bin/sh|// Sends).*?^END$", ""));
    while (json.find()) {
      found.add(new ObjectMapper().readTree(json.group()));
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("agents")
  void setupTextIsStable_andHasTheUrlAndTheTokenVariable(String agent) {
    // When
    CommandRun run = run(agent + " --url https://loops.example:8443/eddyline/");

    // Then
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("https://loops.example:8443/eddyline/api/v1/hooks/" + agent, "EDDYLINE_TOKEN")
        .doesNotContainPattern("@[A-Z_]+@")
        .isEqualTo(run(agent + " --url https://loops.example:8443/eddyline").out());
  }

  @Test
  void claudeCodeGetsHttpHooksAndCommands() throws Exception {
    // When
    List<JsonNode> settings = settings(run("claude-code").out());

    // Then
    JsonNode http = settings.get(0).at("/hooks/PreToolUse/0/hooks/0");
    JsonNode command = settings.get(1).at("/hooks/PreToolUse/0/hooks/0");
    assertThat(http.get("type").textValue()).isEqualTo("http");
    assertThat(http.get("url").textValue())
        .isEqualTo("http://127.0.0.1:8090/api/v1/hooks/claude-code");
    assertThat(http.at("/headers/Authorization").textValue()).isEqualTo("Bearer $EDDYLINE_TOKEN");
    assertThat(http.at("/allowedEnvVars/0").textValue()).isEqualTo("EDDYLINE_TOKEN");
    assertThat(http.has("onFailure")).isFalse();
    assertThat(command.get("command").textValue()).isEqualTo("sh ~/.eddyline/claude-code.sh");
    assertThat(settings.get(0).get("hooks").fieldNames())
        .toIterable()
        .contains("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SessionEnd");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"claude-code", "codex", "gemini-cli", "goose", "cursor", "vscode", "copilot-cli"})
  void failClosedBlocksBeforeAToolOnly(String agent) throws Exception {
    // When
    String open = run(agent).out();
    String closed = run(agent + " --fail-closed").out();

    // Then
    assertThat(open).doesNotContain(".sh block");
    List<JsonNode> settings = settings(closed);
    JsonNode hooks = settings.get(settings.size() - 1).get("hooks");
    hooks
        .properties()
        .forEach(
            event ->
                assertThat(event.getValue().toString().contains(".sh block"))
                    .as(event.getKey())
                    .isEqualTo(
                        event.getKey().matches("PreToolUse|BeforeTool|before(Shell|MCP).*")));
  }

  @Test
  void headlessSettingsAreForClaudeCodeOnly() throws Exception {
    // When
    List<JsonNode> settings = settings(run("claude-code --headless --fail-closed").out());
    CommandRun other = run("codex --headless");

    // Then
    assertThat(settings.get(0).at("/hooks/PreToolUse/0/hooks/0/url").textValue())
        .endsWith("/hooks/claude-code?closed=true&headless=true");
    assertThat(other.code()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("--headless: codex cannot defer a call");
  }

  @Test
  void headlessSettingsAreForAFileOfTheirOwn() {
    assertThat(run("claude-code --headless").out())
        .startsWith("# Save as FILE, and start: claude -p --settings FILE\n")
        .doesNotContain(".claude/settings.json", "VS Code");
    assertThat(run("claude-code").out()).doesNotContain("--settings");
  }

  @Test
  void unknownToolIsRejectedWithASuggestion() {
    // When
    CommandRun run = run("claudecode");

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("nearest: claude-code", "gemini-cli");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8090",
        "http://x/'",
        "http://x/$(id)",
        "http://u:p@x",
        "ftp://x",
        "http://x/?a"
      })
  void urlWithShellCharactersIsRejected(String url) {
    // When
    CommandRun run = run("codex --url " + url);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("--url");
  }
}
