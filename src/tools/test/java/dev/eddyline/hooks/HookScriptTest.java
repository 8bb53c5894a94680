package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eddyline.TestTags;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the scripts of {@code eddyline hook} against a fake server. */
@Tag(TestTags.CLIENTS)
class HookScriptTest {

  private static final Pattern SHELL =
      Pattern.compile("^mkdir -p .*?^END$", Pattern.MULTILINE | Pattern.DOTALL);

  /** Path that is never answered. */
  private static final String SLOW = "/slow";

  /** Limit of the scripts' requests here: longer than a busy machine delays an answer. */
  private static final int TIMEOUT_SECONDS = 120;

  private static final String BLOCKED = "No tool runs without an answer of Eddyline.\n";

  @TempDir private Path home;
  private final List<Seen> seen = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private int status = 200;
  private String answer = "{\"hookSpecificOutput\":{\"additionalContext\":\"50% 'x'\"}}";

  private record Seen(String path, String token, String body) {}

  private record Ran(int code, String out, String err) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.createContext(SLOW, this::answerNever);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void end() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private synchronized void answer(HttpExchange http) throws IOException {
    String body = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    seen.add(
        new Seen(
            http.getRequestURI().getPath(),
            http.getRequestHeaders().getFirst("Authorization"),
            body));
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    http.sendResponseHeaders(status, bytes.length);
    http.getResponseBody().write(bytes);
    http.close();
  }

  private void answerNever(HttpExchange http) {
    try {
      ended.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    http.close();
  }

  private String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path);
  }

  private Ran run(Map<String, String> environment, String input, String... command)
      throws Exception {
    Path in = Files.writeString(home.resolve("in"), input);
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.redirectInput(in.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().remove("EDDYLINE_TOKEN");
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    return new Ran(code, Files.readString(out), Files.readString(err));
  }

  private static void assumeThere(String program) {
    boolean isThere =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    assumeTrue(isThere, program + " is not installed");
  }

  /** Follows the printed instructions, except for the settings. */
  private void install(String agent, String url) throws Exception {
    assumeThere("sh");
    String text = HookFixtures.agent(agent).setup(new HookTarget(url, false, false));
    Matcher shell = SHELL.matcher(text);
    while (shell.find()) {
      assertThat(run(Map.of(), "", "sh", "-c", shell.group()).code()).isZero();
    }
  }

  private Ran hook(String agent, String url, Map<String, String> environment, String... more)
      throws Exception {
    assumeThere("curl");
    install(agent, url);
    Path script = home.resolve(".eddyline/" + agent + ".sh");
    String seconds = "--max-time " + HookTarget.CURL_SECONDS;
    assertThat(Files.readString(script)).contains(seconds);
    int limit = url.endsWith(SLOW) ? 1 : TIMEOUT_SECONDS;
    Files.writeString(script, Files.readString(script).replace(seconds, "--max-time " + limit));
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(more));
    return run(environment, "{\"a\":\"line\\nline\"}\n", command.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"claude-code", "codex", "gemini-cli", "goose", "cursor", "vscode", "copilot-cli"})
  void serverAnswerIsPrintedByTheScript(String agent) throws Exception {
    // When
    Ran ran = hook(agent, url(""), Map.of("EDDYLINE_TOKEN", "a-token-of-an-agent"));

    // Then
    assertThat(ran.code()).isZero();
    assertThat(ran.out().strip()).isEqualTo(answer);
    assertThat(seen)
        .containsExactly(
            new Seen(
                "/api/v1/hooks/" + agent,
                "Bearer a-token-of-an-agent",
                "{\"a\":\"line\\nline\"}\n"));
  }

  @Test
  void noTokenHeaderIsSentIfTokenIsUnset_andTheProxyIsBypassed() throws Exception {
    // When
    Ran ran =
        hook("codex", url(""), Map.of("http_proxy", "http://127.0.0.1:" + Ports.findFreePort()));

    // Then
    assertThat(ran.out().strip()).isEqualTo(answer);
    assertThat(seen).extracting(Seen::token).containsOnlyNulls();
  }

  @ParameterizedTest
  @CsvSource({"absent", "slow", "error"})
  void unavailableServerAllowsOrBlocksTheTool(String how) throws Exception {
    // Given
    status = 503;
    String url =
        switch (how) {
          case "absent" -> "http://127.0.0.1:" + Ports.findFreePort();
          case "slow" -> url(SLOW);
          default -> url("");
        };

    // When
    Ran open = hook("codex", url, Map.of());
    Ran closed = hook("codex", url, Map.of(), "block");

    // Then
    assertThat(open.code()).isZero();
    assertThat(open.out()).isEmpty();
    assertThat(closed.code()).isEqualTo(2);
    assertThat(closed.out()).isEmpty();
    assertThat(closed.err())
        .contains(how.equals("error") ? "Eddyline answered 503: " + answer : "did not answer");
    assertThat(closed.err()).endsWith(BLOCKED);
    assertThat(open.err()).contains("Eddyline").doesNotContain(BLOCKED);
  }

  @Test
  void anAnswerWithContextEndsWithTwo() throws Exception {
    // When
    Ran text = hook("copilot-cli", url(""), Map.of(), "context");
    answer = "{}";
    Ran empty = hook("copilot-cli", url(""), Map.of(), "context");

    // Then
    assertThat(text.code()).isEqualTo(2);
    assertThat(text.out()).contains("additionalContext");
    assertThat(empty.code()).isZero();
  }

  @Test
  void goosePluginFilesAreWritten() throws Exception {
    // When
    install("goose", url(""));

    // Then
    ObjectMapper json = new ObjectMapper();
    Path plugin = home.resolve(".agents/plugins/eddyline");
    assertThat(json.readTree(plugin.resolve("plugin.json").toFile()).path("name").textValue())
        .isEqualTo("eddyline");
    assertThat(json.readTree(plugin.resolve("hooks/hooks.json").toFile()).path("hooks")).hasSize(4);
  }

  /** A fake OpenCode: calls the plugin's functions, and prints their results. */
  private static final String OPENCODE =
      """
      import { Eddyline } from "./.opencode/plugins/eddyline.mjs";
      const hooks = await Eddyline({});
      const call = { tool: "bash", sessionID: "s", callID: "c1" };
      const ran = { title: "", output: "no", metadata: { exit: 1 } };
      let thrown = null;
      await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m1" }, parts: [{ type: "text", text: "go" }] });
      await hooks["tool.execute.before"](call, { args: { command: "make" } }).catch((error) => { thrown = error.message; });
      await hooks.event({ event: { type: "message.part.updated", properties: { part: { type: "tool", ...call, state: { status: "error", input: {}, error: thrown ?? "failed" } } } } });
      await hooks["tool.execute.after"]({ ...call, args: { command: "make" } }, ran);
      console.log(JSON.stringify({ thrown, output: ran.output }));
      """;

  private JsonNode openCode(String url) throws Exception {
    assumeThere("node");
    install("opencode", url);
    Path plugin = home.resolve(".opencode/plugins/eddyline.js");
    String timeout = "AbortSignal.timeout(%d000)";
    assertThat(Files.readString(plugin)).contains(timeout.formatted(HookTarget.CURL_SECONDS));
    Files.writeString(
        plugin.resolveSibling("eddyline.mjs"),
        Files.readString(plugin)
            .replace(
                timeout.formatted(HookTarget.CURL_SECONDS), timeout.formatted(TIMEOUT_SECONDS)));
    Path main = Files.writeString(home.resolve("main.mjs"), OPENCODE);
    Ran ran = run(Map.of(), "", "node", main.toString());
    assertThat(ran.err()).isEmpty();
    return new ObjectMapper().readTree(ran.out());
  }

  private List<String> events() {
    return seen.stream()
        .flatMap(it -> HookFixtures.events("opencode", it.body()).stream())
        .map(event -> event.getEventId())
        .toList();
  }

  @Test
  void openCodePluginAddsTheTextsBeforeAndAfterACallToItsOutput() throws Exception {
    // When
    JsonNode ran = openCode(url(""));

    // Then
    assertThat(ran.get("thrown").isNull()).isTrue();
    assertThat(ran.get("output").textValue()).isEqualTo("no" + "\n\n50% 'x'".repeat(2));
    assertThat(events())
        .containsExactly("s:m1:user", "s:c1:called", "s:c1:returned", "s:c1:returned");
  }

  @Test
  void openCodePluginBlocksACall_withoutReportingAFailure() throws Exception {
    // Given
    answer =
        "{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"wait\"}}";

    // When
    JsonNode ran = openCode(url(""));

    // Then
    assertThat(ran.get("thrown").textValue()).isEqualTo("wait");
    assertThat(events()).containsExactly("s:m1:user", "s:c1:called", "s:c1:returned");
  }

  @Test
  void openCodePluginContinuesWithoutAServer() throws Exception {
    // When
    JsonNode ran = openCode("http://127.0.0.1:" + Ports.findFreePort());

    // Then
    assertThat(ran.get("thrown").isNull()).isTrue();
    assertThat(ran.get("output").textValue()).isEqualTo("no");
  }
}
