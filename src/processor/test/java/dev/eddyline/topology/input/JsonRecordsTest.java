package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TakeOverRig;
import dev.eddyline.topology.TopologyRig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** JSON records are completed by their record, and a tool_call is two events. */
class JsonRecordsTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String FAILURE =
      "{\"type\":\"failure_reported\",\"message\":\"TypeError: x is undefined\"}";
  private static final String FAILED_CALL =
      "{\"type\":\"tool_call\",\"tool\":\"ls\",\"arguments\":{\"b\":1,\"a\":2},"
          + "\"output\":\"denied\",\"isError\":true,\"tokens\":7,\"replyRequested\":true}";

  private static void pipe(TopologyRig rig, String key, String value, int second) {
    pipe(rig, key, value, new RecordHeaders(), second);
  }

  private static void pipe(
      TopologyRig rig, String key, String value, RecordHeaders headers, int second) {
    rig.pipe(EVENTS, key == null ? null : bytes(key), bytes(value), headers, seconds(second));
  }

  @Test
  void theRecordSuppliesIdTimeAndTask() {
    // Given
    try (TopologyRig rig = new TopologyRig()) {

      // When
      pipe(rig, "T1", "\uFEFF \n" + FAILURE, 1);
      pipe(rig, "T1", FAILURE, 2);

      // Then
      assertThat(rig.verdicts())
          .singleElement()
          .satisfies(
              verdict -> {
                assertThat(verdict.getTaskId()).isEqualTo("T1");
                assertThat(verdict.getAgentId()).isEqualTo("unknown");
                assertThat(verdict.getEventId()).isEqualTo("agent-events:0:1");
                assertThat(verdict.getOccurredAt()).isEqualTo(seconds(2));
                assertThat(verdict.getSource()).isEqualTo(new Source(EVENTS, 0, 1L, 0));
              });
    }
  }

  @Test
  void aRecordWithoutKeyBelongsToTheTaskInItsValueOrSubject() {
    // Given
    String inField = FAILURE.replace("{", "{\"taskId\":\"T1\",\"unknown\":[],");
    RecordHeaders cloudEvent = new RecordHeaders();
    Map.of("specversion", "1.0", "id", "7", "source", "/a%20b#c", "type", "any", "subject", "T1")
        .forEach((name, value) -> cloudEvent.add("ce_" + name, bytes(value)));
    try (TopologyRig rig = new TopologyRig()) {

      // When
      pipe(rig, null, inField, 1);
      pipe(rig, null, FAILURE, cloudEvent, 2);

      // Then
      assertThat(rig.deadLetters()).isEmpty();
      assertThat(rig.verdicts())
          .extracting(LoopVerdict::getTaskId, LoopVerdict::getEventId)
          .containsExactly(tuple("T1", "/a%2520b%23c#7"));
    }
  }

  @Test
  void aKeyIsTheTaskBeforeTheSubject() {
    // Given
    RecordHeaders cloudEvent = new RecordHeaders();
    Map.of("specversion", "1.0", "id", "7", "source", "/a", "type", "any", "subject", "T2")
        .forEach((name, value) -> cloudEvent.add("ce_" + name, bytes(value)));
    try (TopologyRig rig = new TopologyRig()) {

      // When
      pipe(rig, "T1", FAILURE, 1);
      pipe(rig, "T1", FAILURE, cloudEvent, 2);

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getTaskId).containsExactly("T1");
    }
  }

  @Test
  void aToolCallIsTwoEventsWhoseOutputsShareTheNumberingOfTheRecord() {
    // Given
    try (TopologyRig rig = new TopologyRig()) {

      // When
      for (int call = 0; call < 4; call++) {
        pipe(rig, "T1", FAILED_CALL, call);
      }

      // Then: a reply to each result, none to a call
      List<LoopVerdict> verdicts = rig.verdicts();
      assertThat(rig.deadLetters()).isEmpty();
      assertThat(verdicts).extracting(LoopVerdict::getSource).doesNotHaveDuplicates();
      assertThat(verdicts)
          .extracting(LoopVerdict::getEventId)
          .contains("agent-events:0:0:returned", "agent-events:0:3:returned");
      assertThat(verdicts)
          .filteredOn(verdict -> verdict.getLoopType() == LoopType.IDENTICAL_FAILURE)
          .isNotEmpty();
      assertThat(verdicts.get(verdicts.size() - 1).getTaskCost().getTokens()).isEqualTo(28);
    }
  }

  @Test
  void aToolCallHasTheIdOfItsCall_whateverItsFormatSays() {
    // Given
    String call = FAILED_CALL.replace("\"tool\"", "\"callId\":\"toolu_%d\",\"tool\"");
    String returned =
        "{\"type\":\"tool_returned\",\"callId\":\"toolu_%d\",\"tool\":\"ls\",\"output\":\"denied\",\"isError\":true}";
    RecordHeaders cloudEvent = new RecordHeaders();
    Map.of("specversion", "1.0", "id", "7", "source", "/a", "type", "any")
        .forEach((name, value) -> cloudEvent.add("ce_" + name, bytes(value)));
    try (TopologyRig rig = new TopologyRig()) {

      // When: two calls, each reported three times
      for (int number = 0; number < 2; number++) {
        pipe(rig, "T1", call.formatted(number), number);
        pipe(rig, "T1", returned.formatted(number), cloudEvent, number);
        pipe(rig, "T1", returned.formatted(number), number);
      }

      // Then
      assertThat(rig.deadLetters()).isEmpty();
      assertThat(rig.verdicts())
          .filteredOn(verdict -> verdict.getLoopType() == LoopType.IDENTICAL_FAILURE)
          .extracting(LoopVerdict::getEventId, LoopVerdict::getAttempts)
          .containsExactly(tuple("T1:toolu_1:returned", 2));
    }
  }

  @Test
  void aMisroutedToolCallIsReroutedAsOneSignal_andHasTheSameOutputsAtHome() {
    // Given
    String task = keyOf(1, 2);
    Signal signal;
    try (TopologyRig rig = new TopologyRig(2, StoreType.IN_MEMORY)) {

      // When
      pipe(rig, task, FAILED_CALL, 1);

      // Then
      List<Signal> signals = rig.signals();
      assertThat(signals).hasSize(1);
      signal = signals.get(0);
    }
    StrayRecord misrouted = (StrayRecord) signal.getBody();
    assertThat(misrouted.getEvent())
        .extracting(AgentEvent::getEventId)
        .isEqualTo("agent-events:0:0:called");
    assertThat(misrouted.getEvent().getBody()).isInstanceOf(ToolCalled.class);
    assertThat(misrouted.getResult().getBody()).isInstanceOf(ToolReturned.class);
    try (TopologyRig home = new TopologyRig();
        TopologyRig direct = new TopologyRig()) {
      home.pipe(
          TOPICS.name(TopicRole.EDDYLINE_SIGNALS),
          bytes(task),
          home.signalBytes(signal),
          new RecordHeaders(),
          seconds(1));
      pipe(direct, task, FAILED_CALL, 1);
      assertThat(home.verdicts()).isNotEmpty().isEqualTo(direct.verdicts());
    }
  }

  @Test
  void recordsOfThePredecessorWarmUp_andItsInvalidOnesAreNotDeadLetteredAgain() {
    // Given
    try (TopologyRig rig = TakeOverRig.rig(1, TakeOverRig.takeOverAtEventOffset(4, Map.of()))) {
      pipe(rig, "T1", FAILURE, 1);
      pipe(rig, "T1", "{", 2);
      pipe(rig, "T1", "{}", 3);
      pipe(rig, "T1", FAILURE, 4);
      assertThat(rig.verdicts()).isEmpty();
      assertThat(rig.deadLetters()).isEmpty();

      // When
      pipe(rig, "T1", FAILURE, 5);

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
      assertThat(rig.gates()).hasSize(1);
    }
  }

  @Test
  void aRecordThatIsReadAgainIsADuplicate() {
    // Given
    String line = FAILURE.replace("{", "{\"eventId\":\"agent-events:0:0\",");
    try (TopologyRig rig = new TopologyRig()) {
      pipe(rig, "T1", FAILURE, 1);

      // When
      pipe(rig, "T1", line, 2);

      // Then
      assertThat(rig.verdicts()).isEmpty();
    }
  }
}
