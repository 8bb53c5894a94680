package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.config.Settings;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.ingest.EventIngest;
import dev.eddyline.console.ingest.EventPages;
import dev.eddyline.console.ingest.EventPublisher;
import dev.eddyline.console.ingest.HookMonitor;
import dev.eddyline.console.ingest.HookPages;
import dev.eddyline.console.ingest.WriteAuthorizer;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of the events and bytes of a token, by a clock that only the tests turn. */
class EventRateTest {

  private static final String FLOOD = "a-token-that-floods";
  private static final String OTHER = "another-token-that-posts";
  private static final String EVENT =
      "{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"%s\"}";
  private static final String HOOK =
      "{\"session_id\":\"s\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"p\"}";
  private static final int REQUEST_EVENTS = 1_000;

  private final List<AgentEvent> published = new ArrayList<>();
  private final GuardedServer server;

  EventRateTest() {
    OutputView view = new OutputView(Clock.systemUTC());
    EventPublisher inputs =
        new EventPublisher(
            Settings.mergeLayers(null, Map.of(), Map.of()),
            TopicCatalogue.load(""),
            new ConfluentSchemaRegistry(
                Map.of("schema.registry.url", "mock://event-rate"), AvailabilityListener.NONE)) {
          @Override
          public void publish(List<AgentEvent> events, Duration limit) {
            published.addAll(events);
          }
        };
    EventIngest ingest =
        new EventIngest(
            view, inputs, new WriteAuthorizer((scope, task) -> true), new RateLimit(this::nanos));
    server =
        new GuardedServer(
            List.of(
                TestAccessTokens.namedToken(FLOOD, Role.INGEST),
                TestAccessTokens.namedToken(OTHER, Role.INGEST)),
            new EventPages(ingest),
            new HookPages(
                ingest::publish,
                new HookMonitor(new SimpleMeterRegistry(), Clock.systemUTC()),
                Clock.systemUTC(),
                Optional.empty()));
  }

  private long nanos() {
    return server.nanos.get();
  }

  @AfterEach
  void end() {
    server.close();
  }

  private ApiClient.ApiResponse post(String token, String body) {
    return server
        .browser(token)
        .post("/api/v1/events", body, "Content-Type", "application/x-ndjson");
  }

  private ApiClient.ApiResponse postEvents(String token, int count) {
    return post(token, (EVENT.formatted("x") + "\n").repeat(count));
  }

  private void flood() {
    while (postEvents(FLOOD, REQUEST_EVENTS).status() == 202) {
      continue;
    }
  }

  @Test
  void limitsEventsOfToken() {
    // When
    flood();
    int burst = published.size();
    ApiClient.ApiResponse refused = postEvents(FLOOD, REQUEST_EVENTS);
    server.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    int later = postEvents(FLOOD, REQUEST_EVENTS).status();
    int again = postEvents(FLOOD, 1).status();

    // Then
    assertThat(burst).isEqualTo((int) RateLimit.Rate.PUBLISHED_EVENTS.burst());
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.http().headers().firstValue("Retry-After")).contains("1");
    assertThat(refused.json().get("retryAfterSeconds").intValue()).isEqualTo(1);
    assertThat(refused.json().get("error").textValue()).contains("1,000 a second", "4,000 at once");
    assertThat(later).isEqualTo(202);
    assertThat(again).isEqualTo(429);
  }

  @Test
  void floodOfOneTokenLeavesEventsAndHooksOfAnotherAccepted() {
    // Given
    flood();
    published.clear();

    // When
    int events = postEvents(OTHER, REQUEST_EVENTS).status();
    int hook = hook(OTHER);
    int ownHook = hook(FLOOD);

    // Then
    assertThat(events).isEqualTo(202);
    assertThat(hook).isEqualTo(200);
    assertThat(published).hasSizeGreaterThan(REQUEST_EVENTS);
    assertThat(ownHook).isEqualTo(429);
  }

  private int hook(String token) {
    return server
        .browser(token)
        .post("/api/v1/hooks/claude-code", HOOK, "Content-Type", "application/json")
        .status();
  }

  @Test
  void limitsBytesOfToken_alsoOfInvalidEvents() {
    // Given
    String body = "[" + " ".repeat(999_998) + "]";
    int requests = (int) (RateLimit.Rate.EVENT_BYTES.burst() / body.length());
    for (int i = 0; i < requests; i++) {
      post(FLOOD, body);
    }

    // When
    ApiClient.ApiResponse refused = post(FLOOD, body);
    int other = post(OTHER, EVENT.formatted("x")).status();
    server.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    int later = post(FLOOD, EVENT.formatted("x")).status();

    // Then
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().get("error").textValue()).contains("4 MB", "16 MB at once");
    assertThat(other).isEqualTo(202);
    assertThat(later).isEqualTo(202);
  }

  @Test
  void refusedRequestTakesNothingFromTheLimit() {
    // Given
    for (int i = 0; i < 3; i++) {
      postEvents(FLOOD, REQUEST_EVENTS);
    }
    postEvents(FLOOD, 1);

    // When
    int tooMany = postEvents(FLOOD, REQUEST_EVENTS).status();
    int rest = postEvents(FLOOD, REQUEST_EVENTS - 1).status();

    // Then
    assertThat(tooMany).isEqualTo(429);
    assertThat(rest).isEqualTo(202);
  }
}
