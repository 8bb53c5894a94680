package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.hooks.HookOutcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Log lines and figures of hooks. */
class HookMonitorTest {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-04T08:00:30Z"));
  private final HookMonitor monitor = new HookMonitor(new SimpleMeterRegistry(), now::get);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void end() {
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(HookMonitor.class);
  }

  private List<String> lines() {
    return log.list.stream()
        .map(line -> line.getMessage() + " " + line.getKeyValuePairs())
        .toList();
  }

  @Test
  void logsEachToolAndOutcomeOnceAMinute() {
    // When
    for (int hook = 0; hook < 3; hook++) {
      monitor.count("codex", HookOutcome.NO_RESULT, "tool_response");
      monitor.count("codex", HookOutcome.UNAUTHORIZED, null);
      monitor.count("codex", HookOutcome.ACCEPTED, null);
      monitor.count("codex", HookOutcome.IGNORED, null);
    }
    now.updateAndGet(time -> time.plus(HookMonitor.LOG_INTERVAL));
    monitor.count("codex", HookOutcome.NO_RESULT, "tool_response");

    // Then
    assertThat(lines()).hasSize(3).allMatch(line -> line.startsWith("hook not evaluated"));
    assertThat(lines().get(0)).contains("codex", "no_result", "tool_response", "count=\"1\"");
    assertThat(lines().get(1)).contains("unauthorized").doesNotContain("field");
    assertThat(lines().get(2)).contains("no_result", "count=\"3\"");
  }

  @Test
  void listsTheHooksOfTheLastHour() {
    // Given
    monitor.count("codex", HookOutcome.NO_RESULT, null);
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
    monitor.count("codex", HookOutcome.NO_RESULT, null);
    monitor.count("goose", HookOutcome.INVALID, null);
    monitor.count("goose", HookOutcome.ACCEPTED, null);

    // Then
    assertThat(monitor.blindHooks())
        .containsExactly(
            new OverviewJson.BlindHooks("codex", "no_result", 2),
            new OverviewJson.BlindHooks("goose", "invalid", 1));

    // When
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(31)));

    // Then
    assertThat(monitor.blindHooks()).contains(new OverviewJson.BlindHooks("codex", "no_result", 1));

    // When
    now.updateAndGet(time -> time.plus(HookMonitor.WINDOW));

    // Then
    assertThat(monitor.blindHooks()).isEmpty();
  }
}
