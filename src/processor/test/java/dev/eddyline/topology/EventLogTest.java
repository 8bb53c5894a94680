package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** Each loop, gate and reset is logged on one line with the documented fields. */
class EventLogTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.eddyline.events");
  private final Level before = logger.getLevel();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final EngineScenario story = EngineScenario.under("default");

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(before);
  }

  /** The fields of the lines that the scenario logs. */
  private List<Map<String, Object>> captureLogLines(EngineScenario story) {
    EventLog log = new EventLog();
    for (SpecificRecord record : story.published()) {
      log.logOutput(record);
    }
    return lines.list.stream().map(EventLogTest::fields).toList();
  }

  private static Map<String, Object> fields(ILoggingEvent line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (KeyValuePair pair : line.getKeyValuePairs()) {
      fields.put(pair.key, pair.value);
    }
    return fields;
  }

  @Test
  void aLoopIsLoggedWithItsFields_butWithoutEventText() {
    // Given
    story.task("task_123").byAgent("backend_dev_1").fails("TypeError: my secret");
    story.task("task_123").byAgent("backend_dev_1").fails("TypeError: my secret");

    // When
    List<Map<String, Object>> loggedLines = captureLogLines(story);

    // Then
    assertThat(loggedLines).hasSize(1);
    assertThat(loggedLines.get(0))
        .containsEntry("event", "loop_detected")
        .containsEntry("task_id", "task_123")
        .containsEntry("agent_id", "backend_dev_1")
        .containsEntry("loop_count", 1)
        .containsEntry("is_exact_match", true)
        .containsEntry("orchestrator_reasoning", "Exact error message match")
        .containsEntry("shadow", false)
        .containsEntry("timestamp", EngineScenario.BEGIN.plusSeconds(1).toString());
    assertThat(loggedLines.get(0).get("error_signature")).asString().hasSize(32);
    assertThat(loggedLines.toString()).doesNotContain("secret");
    assertThat(lines.list).allMatch(line -> line.getLevel() == Level.INFO);
  }

  @Test
  void aGateIsLoggedWithItsEvents() {
    // Given
    for (int i = 0; i < 3; i++) {
      story.task("task_123").fails("Error A");
    }

    // When
    Map<String, Object> gate = captureLogLines(story).get(2);

    // Then
    assertThat(gate)
        .containsEntry("event", "gate_triggered")
        .containsEntry("task_id", "task_123")
        .containsEntry("agent_id", "agent-1")
        .containsEntry("loop_count", 2)
        .containsEntry("trigger_reason", "Loop detected after 3 attempts")
        .containsEntry("failure_history", List.of("e1", "e2", "e3"))
        .containsEntry("timestamp", EngineScenario.BEGIN.plusSeconds(2).toString());
  }

  @Test
  void resetsAndGateChangesAreLoggedUnderTheirOwnNames() {
    // Given
    for (int i = 0; i < 4; i++) {
      story.task("task_123").fails("Error A");
    }
    story.task("task_123").decides(Decision.APPROVE);

    // When
    List<Map<String, Object>> loggedLines = captureLogLines(story);

    // Then
    assertThat(loggedLines)
        .extracting(line -> line.get("event"))
        .containsExactly(
            "loop_detected",
            "loop_detected",
            "gate_triggered",
            "loop_detected",
            "gate_updated",
            "gate_closed",
            "loop_counter_reset",
            "decision_accepted");
    assertThat(loggedLines.get(6))
        .containsEntry("task_id", "task_123")
        .containsEntry("reason", "Human intervention")
        .containsEntry("previous_count", 3)
        .containsEntry("timestamp", EngineScenario.BEGIN.plusSeconds(4).toString());
  }

  @Test
  void theMonitoredEventNamesAreLogged() {
    // Given
    EngineScenario phases = EngineScenario.underYaml("step_iteration_exceeded: {max: 1}");
    phases.task("T1").enters("test");
    phases.task("T1").enters("test");

    // When / Then
    assertThat(captureLogLines(phases).get(0).get("orchestrator_reasoning"))
        .asString()
        .contains("exceeded max_visits");
  }

  @Test
  void shadowVerdictsAreMarked() {
    // Given
    EngineScenario watching = EngineScenario.underYaml("mode: shadow", "identical_failure: {}");
    watching.task("T1").fails("Error A");
    watching.task("T1").fails("Error A");

    // When / Then
    assertThat(captureLogLines(watching))
        .singleElement()
        .satisfies(line -> assertThat(line).containsEntry("shadow", true));
  }

  @Test
  void aReasonThatQuotesTheEventIsLoggedAtDebugOnly() {
    // Given
    for (int i = 0; i < 3; i++) {
      story.task("T1").attempts(TaskStatus.BLOCKED, List.of("my secret"), List.of());
    }

    // When
    List<Map<String, Object>> atInfo = captureLogLines(story);
    lines.list.clear();
    logger.setLevel(Level.DEBUG);
    List<Map<String, Object>> atDebug = captureLogLines(story);

    // Then
    assertThat(atInfo).hasSize(1);
    assertThat(atInfo.toString()).contains("BLOCKED_TASK_SPIN").doesNotContain("secret");
    assertThat(atDebug.toString()).contains("my secret");
  }

  @Test
  void anOkVerdictIsNotLogged() {
    // Given
    story.task("T1").requestingReply().enters("build");

    // When / Then
    assertThat(story.published()).hasSize(1);
    assertThat(captureLogLines(story)).isEmpty();
  }
}
