package dev.eddyline.app;

import static dev.eddyline.app.RunningApplication.PARTITIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The processor with a real broker and a real registry. */
class ApplicationIT {

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication("app-");

  private final Application application = RUNNING.application();
  private final EventFeed feed = RUNNING.feed();

  @Test
  void threeIdenticalFailuresOpenOneGate_andACompletionResetsTheCounter() {
    // Given
    String task = "task1";

    // When
    for (int i = 0; i < 4; i++) {
      feed.send(JsonEvents.failure(task, "Syntax error at line 42"));
    }
    feed.send(JsonEvents.success(task));

    // Then
    await().until(() -> feed.resets().stream().anyMatch(r -> r.getTaskId().equals(task)));
    await()
        .untilAsserted(
            () ->
                assertThat(feed.gatesOf(task))
                    .extracting(GateTrigger::getState)
                    .containsExactly(GateState.OPENED, GateState.UPDATED, GateState.CLOSED));
    await().until(() -> feed.verdictsOf(task).size() == 3);
    List<LoopVerdict> verdicts = feed.verdictsOf(task);
    assertThat(verdicts).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2, 3);
    assertThat(verdicts).extracting(LoopVerdict::getAttempts).containsExactly(2, 3, 4);
    List<GateTrigger> gates = feed.gatesOf(task);
    assertThat(gates).extracting(GateTrigger::getGateId).containsOnly(gates.get(0).getGateId());
    assertThat(gates.get(0).getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void aDecisionClosesTheGate_resetsTheCounter_andIsJournaled() {
    // Given
    String task = "decided";
    for (int i = 0; i < 3; i++) {
      feed.send(JsonEvents.failure(task, "same"));
    }
    await().until(() -> !feed.gatesOf(task).isEmpty());
    String gateId = feed.gatesOf(task).get(0).getGateId();

    // When
    feed.decide(task, JsonEvents.approval(task, gateId));

    // Then
    await().until(() -> feed.gatesOf(task).size() == 2);
    assertThat(feed.gatesOf(task).get(1).getDecidedBy()).isEqualTo("lead");
    await()
        .untilAsserted(
            () ->
                assertThat(feed.resets())
                    .filteredOn(reset -> reset.getTaskId().equals(task))
                    .extracting(reset -> reset.getReason() + " " + reset.getPreviousCount())
                    .containsExactly("Human intervention 2"));
    await()
        .until(
            () ->
                feed.journal().stream()
                    .anyMatch(entry -> entry.getTopic().endsWith("gate-decisions")));
  }

  @Test
  void recordsMisroutedByACrc32ProducerAreRerouted() {
    // Given: librdkafka's default partitioner, which misses some of the homes of 20 tasks
    for (int task = 0; task < 20; task++) {
      for (int i = 0; i < 3; i++) {
        sendAsLibrdkafka(
            TopicRole.AGENT_EVENTS, "crc-" + task, JsonEvents.failure("crc-" + task, "same"));
      }
    }
    await().until(() -> opened("crc-").size() == 20);

    // When
    for (GateTrigger gate : opened("crc-")) {
      String root = gate.getRootTaskId();
      sendAsLibrdkafka(TopicRole.GATE_DECISIONS, root, JsonEvents.approval(root, gate.getGateId()));
    }

    // Then
    await()
        .until(
            () ->
                feed.resets().stream().filter(r -> r.getTaskId().startsWith("crc-")).count() == 20);
    assertThat(application.meters().find("eddyline.strays").counters()).hasSize(2);
    assertThat(feed.deadLetters()).noneMatch(letter -> text(letter.key()).startsWith("crc-"));
  }

  @Test
  void aDuplicateEventIsNotCountedAsARepetition() {
    // Given
    String task = "redelivered";
    AgentEvent event = JsonEvents.failure(task, "same");

    // When
    for (int i = 0; i < 10; i++) {
      feed.send(event);
    }
    AgentEvent second = JsonEvents.failure(task, "same");
    feed.send(second);

    // Then
    await().until(() -> !feed.verdictsOf(task).isEmpty());
    assertThat(feed.verdictsOf(task))
        .extracting(LoopVerdict::getEventId)
        .containsExactly(second.getEventId());
  }

  @Test
  void aRequestIsRepliedTo_evenWithoutALoop() {
    // Given
    AgentEvent event = JsonEvents.failure("asked", "first");
    event.setReplyRequested(true);

    // When
    feed.send(event);

    // Then
    await().until(() -> feed.verdictsOf("asked").size() == 1);
    assertThat(feed.verdictsOf("asked").get(0).getAction()).isEqualTo(Action.CONTINUE);
  }

  private void sendAsLibrdkafka(TopicRole topic, String key, AgentEvent event) {
    CRC32 crc = new CRC32();
    crc.update(key.getBytes(StandardCharsets.UTF_8));
    feed.send(topic, (int) (crc.getValue() % PARTITIONS), key, event);
  }

  private List<GateTrigger> opened(String rootPrefix) {
    return feed.gates().stream()
        .filter(gate -> gate.getRootTaskId().startsWith(rootPrefix))
        .filter(gate -> gate.getState() == GateState.OPENED)
        .toList();
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
