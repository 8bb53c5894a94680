package dev.eddyline.console.pages;

import static dev.eddyline.schema.LoopType.CUSTOM;
import static dev.eddyline.schema.LoopType.IDENTICAL_FAILURE;
import static dev.eddyline.schema.LoopType.REPEATED_ACTION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.schema.LoopVerdict;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drafts of policies over HTTP. */
class PolicyDraftPagesTest {

  private static final String TOKEN = "token-of-all";
  private static final String PATH = "/api/v1/policies";

  private final OutputView view =
      new OutputView(Clock.fixed(ReplayedOutputs.START.plusSeconds(60), ZoneOffset.UTC));
  private final AtomicReference<PolicySnapshot> current =
      new AtomicReference<>(PolicySnapshot.of(Policies.load("default")));
  private final List<LoopPolicy> published = new ArrayList<>();
  private final CountDownLatch isReading = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private GuardedServer server;
  private LoopVerdict newest;

  @BeforeEach
  void start() {
    RecentEventReader reader =
        new RecentEventReader(
            "agent-events",
            null,
            () -> {
              isReading.countDown();
              awaitQuietly(mayEnd);
              throw new KafkaException("no broker");
            },
            System::nanoTime);
    server =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)),
            new PatternPages(view),
            new PolicyDraftPages(
                view,
                current::get,
                new ActivePolicyTexts("default"),
                new PolicyPreview(reader, GraphSource.NONE, System::nanoTime),
                new PolicyWriter(current::get, this::publish, System::nanoTime)));
    List<String> lines = new ArrayList<>();
    for (String line : ReplayedOutputs.failures("t", 3)) {
      lines.add(line.replace("{", "{\"workflow\":\"build\","));
    }
    for (SpecificRecord output : ReplayedOutputs.replayEventLines(lines)) {
      view.onOutput(output, null);
      newest = output instanceof LoopVerdict verdict ? verdict : newest;
    }
  }

  @AfterEach
  void end() {
    mayEnd.countDown();
    server.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private long publish(String workflow, LoopPolicy policy) {
    published.add(policy);
    current.updateAndGet(
        now ->
            now.withChanges(
                List.of(PublishedPolicy.parsePublishedPolicy(workflow, 7, policy.getYaml()))));
    return 7;
  }

  private ApiClient.ApiResponse draft(String change) {
    String id =
        server.browser(TOKEN).get("/api/v1/patterns").json().at("/items/0/patternId").textValue();
    return server
        .browser(TOKEN)
        .get(PATH + "/draft?workflow=build&patternId=" + id + "&change=" + change);
  }

  private static String body(String yaml, String replaces) {
    ObjectNode body = RequestBodies.JSON.createObjectNode();
    body.put("workflow", "build").put("yaml", yaml);
    if (replaces != null) {
      body.put("replaces", replaces);
    }
    return body.toString();
  }

  @Test
  void draftOfPatternIsPutInForce() {
    // Given
    ApiClient.ApiResponse draft = draft("turn_off");
    String yaml = draft.json().get("draft").textValue();
    String version = draft.json().get("version").textValue();

    // When
    ApiClient.ApiResponse put = server.browser(TOKEN).post(PATH, body(yaml, version));
    ApiClient.ApiResponse again = server.browser(TOKEN).post(PATH, body(yaml, version));

    // Then
    assertThat(yaml)
        .isNotEqualTo(draft.json().get("yaml").textValue())
        .isEqualTo(
            """
            name: "build"
            # keys that are not set here come from the preset
            extends: default

            identical_failure:
              enabled: false
            """);
    assertThat(put.status()).as("%s", put.json()).isEqualTo(202);
    assertThat(put.json().get("active").booleanValue()).isTrue();
    assertThat(put.json().get("offset").longValue()).isEqualTo(7);
    assertThat(again.status()).isEqualTo(409);
    assertThat(published)
        .singleElement()
        .satisfies(
            policy -> {
              assertThat(policy.getYaml()).isEqualTo(yaml);
              assertThat(policy.getPublishedBy()).startsWith("token " + TOKEN);
            });
  }

  @Test
  void otherChangesWatchAndMute() {
    assertThat(draft("watch").json().get("draft").textValue()).contains("mode: \"shadow\"");
    assertThat(draft("mute_agents").json().get("draft").textValue())
        .contains("\"agent\":\"a1\"", "\"until\":\"2026-03-02T10:01:00Z\"")
        .doesNotContain("boom");
    assertThat(draft("none").json().get("draft").textValue()).endsWith("extends: default\n");
  }

  @Test
  void detectorsOfAllLoopTypesOfItsVerdictsAreTurnedOff() {
    // Given
    publishVerdict(verdict -> verdict.setTrips(List.of(IDENTICAL_FAILURE, REPEATED_ACTION)));
    JsonNode named = draft("turn_off").json();

    // When
    publishVerdict(verdict -> verdict.setTrips(List.of(IDENTICAL_FAILURE, CUSTOM)));
    JsonNode unnamed = draft("turn_off").json();

    // Then
    assertThat(named.get("draft").textValue())
        .contains("identical_failure:\n  enabled: false\n")
        .contains("repeated_action:\n  enabled: false\n");
    assertThat(named.get("note").isNull()).isTrue();
    assertThat(unnamed.get("draft")).isEqualTo(named.get("draft"));
    assertThat(unnamed.get("note").textValue()).contains("stays on");
  }

  @Test
  void draftSaysThatMoreAgentsAreNotMuted() {
    // Given
    publishVerdict(verdict -> verdict.setAgents(agents(19)));
    JsonNode all = draft("mute_agents").json();

    // When
    publishVerdict(verdict -> verdict.setAgents(agents(20)));
    JsonNode limited = draft("mute_agents").json();

    // Then
    assertThat(all.get("draft").textValue().split("\"agent\"", -1)).hasSize(21);
    assertThat(all.get("note").isNull()).isTrue();
    assertThat(limited.get("draft")).isEqualTo(all.get("draft"));
    assertThat(limited.get("note").textValue()).contains("more than 20 agents");
  }

  private static List<String> agents(int count) {
    return IntStream.range(0, count).mapToObj(it -> "agent-" + it).toList();
  }

  private void publishVerdict(Consumer<LoopVerdict> change) {
    LoopVerdict verdict = LoopVerdict.newBuilder(newest).build();
    verdict.setVerdictId(newest.getVerdictId() + "+");
    verdict.setDecidedAt(newest.getDecidedAt().plusMillis(1));
    change.accept(verdict);
    newest = verdict;
    view.onOutput(verdict, null);
  }

  @Test
  void invalidRequestsNameTheirField() {
    // When
    ApiClient.ApiResponse unknown =
        server.browser(TOKEN).get(PATH + "/draft?workflow=docs&patternId=none&change=turn_off");
    ApiClient.ApiResponse invalid =
        server.browser(TOKEN).post(PATH + "/preview", body("name: x\ngate: {loops: 0}", null));
    ApiClient.ApiResponse nameless =
        server.browser(TOKEN).post(PATH, "{\"workflow\":\" \",\"yaml\":\"name: x\"}");

    // Then
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(invalid.status()).isEqualTo(400);
    assertThat(invalid.json().get("field").textValue()).isEqualTo("yaml");
    assertThat(nameless.json().get("field").textValue()).isEqualTo("workflow");
  }

  @Test
  void onePreviewRunsAtATime() throws Exception {
    // Given
    AtomicReference<ApiClient.ApiResponse> first = new AtomicReference<>();
    Thread running =
        new Thread(
            () ->
                first.set(server.browser(TOKEN).post(PATH + "/preview", body("name: x\n", null))));
    running.start();
    isReading.await();

    // When
    ApiClient.ApiResponse second =
        server.browser(TOKEN).post(PATH + "/preview", body("name: x\n", null));
    mayEnd.countDown();
    running.join();

    // Then
    assertThat(second.status()).isEqualTo(503);
    assertThat(second.http().headers().firstValue("Retry-After")).isPresent();
    assertThat(second.json().get("error").textValue()).contains("another preview is running");
    assertThat(first.get().status()).isEqualTo(503);
    assertThat(first.get().json().get("error").textValue()).contains("no broker");
  }
}
