package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.inputs.EventFormat;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyParts;
import dev.eddyline.topology.TopologyRig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same run gives the same outputs in every format. */
class EventFormatsTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);
  private static final String TASK = "T7·Prüfung";

  /** Work of a task that fails alike three times, and then repeats a call with an equal result. */
  private static List<AgentEvent> run() {
    List<Object> bodies = new ArrayList<>();
    bodies.add(TaskStarted.newBuilder().setGoal("repair the import").build());
    for (int step = 0; step < 12; step++) {
      bodies.add(StepStarted.newBuilder().setStep("step " + step).build());
    }
    for (int failure = 0; failure < 3; failure++) {
      bodies.add(FailureReported.newBuilder().setMessage("TypeError: ‘x’ is undefined").build());
      bodies.add(ProgressReported.newBuilder().setTestsTotal(9).setTestsFailed(3).build());
    }
    for (int call = 0; call < 12; call++) {
      String id = "c" + call;
      bodies.add(
          ToolCalled.newBuilder().setCallId(id).setTool("ls").setArguments("{\"at\":7}").build());
      bodies.add(ToolReturned.newBuilder().setCallId(id).setTool("ls").setOutput("none").build());
    }
    List<AgentEvent> events = new ArrayList<>();
    for (Object body : bodies) {
      int number = events.size();
      String id = "/runs/1#e-" + number;
      if (body instanceof ToolCalled call) {
        id = TASK + ":" + call.getCallId() + ":called";
      } else if (body instanceof ToolReturned call) {
        id = TASK + ":" + call.getCallId() + ":returned";
      }
      events.add(event(TASK, id, seconds(number), body));
    }
    return events;
  }

  private static void pipe(TopologyRig rig, EventEncoding encoding, AgentEvent event) {
    rig.pipe(
        EVENTS,
        bytes(event.getTaskId()),
        encoding.value(rig, EVENTS, event),
        encoding.headers(event),
        event.getOccurredAt());
  }

  private static List<SpecificRecord> outputsOf(EventEncoding encoding) {
    List<SpecificRecord> outputs = new ArrayList<>();
    try (TopologyRig rig = new TopologyRig()) {
      run().forEach(event -> pipe(rig, encoding, event));
      outputs.addAll(rig.verdicts());
      outputs.addAll(rig.gates());
      assertThat(rig.deadLetters()).isEmpty();
    }
    return outputs;
  }

  @ParameterizedTest
  @EnumSource
  void aRunHasTheSameOutputsAsInAvro(EventEncoding encoding) {
    // Given
    List<SpecificRecord> expected = outputsOf(EventEncoding.AVRO);
    assertThat(run()).hasSizeGreaterThan(40);
    assertThat(expected)
        .filteredOn(LoopVerdict.class::isInstance)
        .extracting(output -> ((LoopVerdict) output).getLoopType())
        .contains(LoopType.IDENTICAL_FAILURE, LoopType.REPEATED_ACTION);

    // When / Then: source coordinates and ids included
    assertThat(outputsOf(encoding)).isEqualTo(expected);
  }

  @Test
  void formatsCanAlternate_andAnEventInAnotherFormatIsADuplicate() {
    // Given
    try (TopologyRig rig = new TopologyRig()) {
      EventEncoding[] encodings = EventEncoding.values();

      // When
      for (int number = 0; number < 3; number++) {
        for (EventEncoding encoding : encodings) {
          pipe(rig, encoding, failure("T1", "/runs/2#e-" + number, seconds(number)));
        }
      }

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2, 3);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "STRUCTURED", "BINARY"})
  void aDecisionHasAReceiptWithoutTheHeadersOfItsFormat(EventEncoding encoding) {
    // Given
    try (TopologyRig rig = new TopologyRig()) {
      for (int number = 1; number <= 3; number++) {
        rig.pipe(failure("T1", "e-" + number, seconds(number)));
      }
      String gate = rig.gates().get(0).getGateId();
      AgentEvent approval = decision("T1", "/people#d-1", seconds(4), Decision.APPROVE, gate);
      var headers = encoding.headers(approval);
      headers.add("x-request", bytes("r-1"));

      // When
      rig.pipe(
          DECISIONS,
          bytes("T1"),
          encoding.value(rig, DECISIONS, approval),
          headers,
          approval.getOccurredAt());

      // Then
      assertThat(rig.resets()).hasSize(1);
      String receipts = TOPICS.name(TopicRole.DECISION_RECEIPTS);
      assertThat(rig.published(receipts, DecisionReceipt.class))
          .singleElement()
          .satisfies(
              receipt -> {
                assertThat(receipt.value().getEventId()).isEqualTo("/people#d-1");
                assertThat(receipt.headers())
                    .singleElement()
                    .matches(header -> header.key().equals("x-request"));
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFormatThatIsNotReadIsDeadLetteredWithTheSetting(EventEncoding encoding) {
    // Given
    Set<EventFormat> formats =
        switch (encoding) {
          case AVRO -> Set.of(EventFormat.JSON, EventFormat.CLOUDEVENTS);
          case JSON -> Set.of(EventFormat.AVRO, EventFormat.CLOUDEVENTS);
          default -> Set.of(EventFormat.AVRO, EventFormat.JSON);
        };
    TopologyParts all =
        TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry());
    try (TopologyRig rig = new TopologyRig(withFormats(all, formats))) {

      // When
      pipe(rig, encoding, failure("T1", "/runs/3#e-1", seconds(1)));

      // Then
      assertThat(rig.deadLetters())
          .singleElement()
          .extracting(
              letter ->
                  new String(
                      letter.headers().lastHeader("__streams.errors.message").value(),
                      StandardCharsets.UTF_8))
          .asString()
          .contains("events.formats does not contain; allowed: ");
    }
  }

  private static TopologyParts withFormats(TopologyParts parts, Set<EventFormat> formats) {
    return new TopologyParts(
        parts.topics(),
        parts.partitions(),
        parts.stores(),
        parts.registry(),
        parts.policies(),
        parts.metrics(),
        parts.traces(),
        parts.takeOver(),
        parts.recall(),
        parts.graphs(),
        parts.decisions(),
        parts.hasValidSignature(),
        formats);
  }
}
