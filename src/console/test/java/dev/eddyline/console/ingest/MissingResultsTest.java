package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.hooks.HookAgents;
import dev.eddyline.hooks.HookCall;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sessions whose calls come without results. */
class MissingResultsTest {

  private final MissingResults results = new MissingResults();

  private boolean call(String session) {
    return results.add("codex", events(session, 0));
  }

  private boolean result(String session) {
    return results.add("codex", events(session, 1));
  }

  private static List<AgentEvent> events(String session, int hook) {
    var agent = HookAgents.find("codex").orElseThrow();
    String json = agent.failingCall(session, 1).get(hook).toString();
    return agent.read(HookCall.read(json, Optional.empty(), Instant.EPOCH)).events();
  }

  @Test
  void reportsCallsAboveTheLimitWithoutAnyResult() {
    // When
    for (int call = 0; call < MissingResults.MAX_CALLS; call++) {
      assertThat(call("s")).isFalse();
    }

    // Then
    assertThat(call("s")).isTrue();
    assertThat(call("other")).isFalse();
    assertThat(result("s")).isFalse();
    assertThat(call("s")).isFalse();
  }

  @Test
  void oneResultIsEnough() {
    // Given
    call("s");
    result("s");

    // Then
    for (int call = 0; call < 3 * MissingResults.MAX_CALLS; call++) {
      assertThat(call("s")).isFalse();
    }
  }

  @Test
  void oldSessionsAreEvicted() {
    // Given
    for (int call = 0; call < MissingResults.MAX_CALLS; call++) {
      call("s");
    }

    // When
    for (int session = 0; session < MissingResults.MAX_SESSIONS; session++) {
      call("session-" + session);
    }

    // Then
    assertThat(call("s")).isFalse();
  }
}
