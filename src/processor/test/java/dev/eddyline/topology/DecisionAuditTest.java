package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions by agents, in others' names, twice, too late and forged. */
class DecisionAuditTest {

  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);
  private static final DecisionRules VERIFIED_ONLY = new DecisionRules(false, true, true);

  private final DecisionSignatures signatures =
      new DecisionSignatures(SigningKeys.randomProcessLocalKeys());
  private TopologyRig rig = rig(DecisionRules.LIVE, 1);

  private TopologyRig rig(DecisionRules rules, int partitions) {
    return new TopologyRig(
        TopologyRig.parts(TOPICS, partitions, StoreType.IN_MEMORY, TopologyRig.mockRegistry())
            .withDecisionRules(rules, signatures::isSigned));
  }

  private void startWith(DecisionRules rules, int partitions) {
    rig.close();
    rig = rig(rules, partitions);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private String openGate(String task) {
    rig.pipe(
        failure(task, "e-1", seconds(1)),
        failure(task, "e-2", seconds(2)),
        failure(task, "e-3", seconds(3)));
    return rig.gates().get(0).getGateId();
  }

  private static AgentEvent approval(String id, String gateId) {
    return decision("T1", id, seconds(4), Decision.APPROVE, gateId);
  }

  private AgentEvent signed(AgentEvent decision) {
    signatures.sign(decision);
    return decision;
  }

  private void assertRefused(String reason) {
    assertThat(rig.gates()).isEmpty();
    assertThat(rig.receipts())
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.getOutcome()).isEqualTo(DecisionOutcome.REFUSED);
              assertThat(receipt.getReason()).contains(reason);
            });
    assertThat(rig.deadLetters())
        .singleElement()
        .satisfies(
            letter ->
                assertThat(
                        new String(
                            letter.headers().lastHeader("__streams.errors.message").value(),
                            StandardCharsets.UTF_8))
                    .contains(reason));
  }

  @Test
  void anAgentDoesNotApproveItsOwnGate() {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));
    String events = TOPICS.name(TopicRole.AGENT_EVENTS);

    // When
    rig.pipe(
        events,
        TopologyRig.bytes("T1"),
        rig.bytes(events, signed(approval)),
        new RecordHeaders(),
        seconds(5));

    // Then
    assertRefused("decisions count on gate-decisions only");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'Human_Intervened','guidance':''} | human_intervened.decision is required;"
            + " human_intervened.by is required; human_intervened.gateId is required: the gateId",
        "{'type':'human_intervened','gateId':7,'by':' '} | human_intervened.gateId must be a string,"
            + " was 7; human_intervened.decision is required; human_intervened.guidance is"
            + " required; human_intervened.by is required: who",
        "{'type':'human_intervened','decision':'approve','guidance':'','by':' '} |"
            + " human_intervened.gateId is required: the gateId of the open gate, as on"
            + " gate-triggers; human_intervened.by is required: who decided, not blank",
      })
  void aReasonNamesAllThatADecisionLacks(String json, String reason) {
    assertThat(reasonOf(DECISIONS, json)).startsWith(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'tool_called'} | other events count on agent-events only",
        "{'type':'tool_called','taskId':'T2','callId':'c','tool':'t','arguments':'{}'} | other"
            + " events count on agent-events only",
        "{'type':'human_intervene'} | type must be human_intervened on this topic",
      })
  void theWrongTopicOfAnEventComesFirst(String json, String reason) {
    assertThat(reasonOf(DECISIONS, json)).contains(reason).doesNotContain("required", "key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'human_intervened'}",
        "{'type':'human_intervened','taskId':'T2','decision':'approve','by':''}"
      })
  void theWrongTopicOfADecisionComesFirst(String json) {
    assertThat(reasonOf(TOPICS.name(TopicRole.AGENT_EVENTS), json))
        .startsWith("type must not be human_intervened on this topic: decisions count on")
        .doesNotContain("required", "key");
  }

  /** The reason of the dead letter of a JSON record with the key T1. */
  private String reasonOf(String topic, String json) {
    rig.pipe(
        topic,
        TopologyRig.bytes("T1"),
        TopologyRig.bytes(json.replace('\'', '"')),
        new RecordHeaders(),
        seconds(5));
    TestRecord<byte[], byte[]> letter = rig.deadLetters().get(0);
    return new String(
        letter.headers().lastHeader("__streams.errors.message").value(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @NullAndEmptySource
  void aDecisionNamesItsGate(String gateId) {
    // Given
    openGate("T1");

    // When
    rig.pipe(approval("d-1", gateId));

    // Then
    assertRefused("human_intervened.gateId is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void decisionWithoutDeciderIsDeadLettered(String by) {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));
    ((HumanIntervened) approval.getBody()).setBy(by);

    // When
    rig.pipe(approval);

    // Then
    assertRefused("human_intervened.by is required");
  }

  @Test
  void aClaimedDecisionCountsAndIsMarkedSo() {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));
    rig.receipts();

    // When
    rig.pipe(approval);

    // Then
    GateTrigger closed = rig.gates().get(0);
    assertThat(closed.getState()).isEqualTo(GateState.CLOSED);
    assertThat(closed.getDecisionVerified()).isFalse();
    DecisionReceipt receipt = rig.receipts().get(0);
    assertThat(receipt.getOutcome()).isEqualTo(DecisionOutcome.ACCEPTED);
    assertThat(receipt.getVerified()).isFalse();
    assertThat(receipt.getReason()).isNull();
    assertThat(receipt.getEventId()).isEqualTo("d-1");
    assertThat(receipt.getGateId()).isEqualTo(closed.getGateId());
    assertThat(receipt.getBy()).isEqualTo(closed.getDecidedBy());
    assertThat(receipt.getSource().getTopic()).isEqualTo(DECISIONS);
    assertThat(receipt.getSource().getOffset()).isZero();
    assertThat(rig.journal()).extracting(JournalEntry::getVerified).containsExactly(false);
  }

  @Test
  void aSignedDecisionIsMarkedVerified() {
    // Given
    startWith(VERIFIED_ONLY, 1);
    AgentEvent approval = signed(approval("d-1", openGate("T1")));

    // When
    rig.pipe(approval);

    // Then
    assertThat(rig.gates()).extracting(GateTrigger::getDecisionVerified).containsExactly(true);
    assertThat(rig.receipts()).extracting(DecisionReceipt::getVerified).containsExactly(true);
    assertThat(rig.journal()).extracting(JournalEntry::getVerified).containsExactly(true);
  }

  @Test
  void aSignatureIsInvalidForAnotherDecision() {
    // Given
    startWith(VERIFIED_ONLY, 1);
    AgentEvent changed = signed(approval("d-1", openGate("T1")));
    ((HumanIntervened) changed.getBody()).setBy("another");

    // When
    rig.pipe(changed);

    // Then
    assertRefused("human_intervened.signature does not hold");
  }

  @Test
  void aClaimedDecisionIsRefusedWhereVerifiedOnesAreRequired() {
    // Given
    startWith(VERIFIED_ONLY, 1);
    String gateId = openGate("T1");

    // When
    rig.pipe(approval("d-1", gateId));

    // Then
    assertRefused("human_intervened.signature is required");
  }

  @Test
  void aSecondDecisionIsRefused() {
    // Given
    String gateId = openGate("T1");
    rig.pipe(approval("d-1", gateId));
    rig.gates();
    rig.receipts();

    // When
    rig.pipe(decision("T1", "d-2", seconds(5), Decision.REJECT, gateId));

    // Then
    assertRefused("that gate was decided already");
  }

  @Test
  void aReceiptHasTheWorkflowOfItsTask() {
    // Given
    for (int i = 1; i <= 3; i++) {
      AgentEvent event = failure("T1", "e-" + i, seconds(i));
      event.setWorkflow("build");
      rig.pipe(event);
    }
    String gateId = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision("T1", "wrong", seconds(4), Decision.APPROVE, "another gate"));
    AgentEvent named = approval("d-1", gateId);
    named.setWorkflow("docs");
    rig.pipe(named, named, decision("T2", "d-2", seconds(5), Decision.APPROVE, gateId));

    // Then
    assertThat(rig.receipts())
        .extracting(
            DecisionReceipt::getOutcome,
            DecisionReceipt::getTaskWorkflow,
            DecisionReceipt::getWorkflow)
        .startsWith(
            tuple(DecisionOutcome.REFUSED, "build", null),
            tuple(DecisionOutcome.ACCEPTED, "build", "docs"))
        .endsWith(tuple(DecisionOutcome.REFUSED, null, null));
  }

  @Test
  void aReceiptHasTheWorkflowOfTheSubtaskThatOpenedTheGate() {
    // Given
    for (int i = 1; i <= 3; i++) {
      AgentEvent event = failure("sub", "e-" + i, seconds(i));
      event.setRootTaskId("T1");
      event.setWorkflow("build");
      rig.pipe(event);
    }
    AgentEvent approval =
        decision("sub", "d-1", seconds(4), Decision.APPROVE, rig.gates().get(0).getGateId());
    approval.setRootTaskId("T1");

    // When
    rig.pipe(approval);

    // Then
    assertThat(rig.receipts())
        .extracting(DecisionReceipt::getOutcome, DecisionReceipt::getTaskWorkflow)
        .containsExactly(tuple(DecisionOutcome.ACCEPTED, "build"));
  }

  @Test
  void aDuplicateDecisionHasItsOwnReceipt() {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));

    // When
    rig.pipe(approval, approval);

    // Then
    List<DecisionReceipt> receipts = rig.receipts();
    assertThat(receipts)
        .extracting(DecisionReceipt::getOutcome)
        .containsExactly(DecisionOutcome.ACCEPTED, DecisionOutcome.REFUSED);
    assertThat(receipts).extracting(DecisionReceipt::getReceiptId).doesNotHaveDuplicates();
    assertThat(receipts.get(1).getReason()).contains("was taken before");
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aReceiptCarriesTheSendersHeaders_butNotEddylinesOwn() {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));
    RecordHeaders headers = new RecordHeaders();
    headers.add("ticket", TopologyRig.bytes("4711"));
    headers.add(TakeOverRouting.HEADER, TopologyRig.bytes("silent"));

    // When
    rig.pipe(
        DECISIONS, TopologyRig.bytes("T1"), rig.bytes(DECISIONS, approval), headers, seconds(5));

    // Then
    TestRecord<String, DecisionReceipt> receipt =
        rig.published(TOPICS.name(TopicRole.DECISION_RECEIPTS), DecisionReceipt.class).get(0);
    assertThat(receipt.key()).isEqualTo("T1");
    assertThat(receipt.headers().lastHeader("ticket").value()).isEqualTo(TopologyRig.bytes("4711"));
    assertThat(receipt.headers().lastHeader(TakeOverRouting.HEADER)).isNull();
  }

  @Test
  void misroutedDecisionKeepsHeadersAndIsVerifiedAfterRerouting() {
    // Given
    startWith(VERIFIED_ONLY, 4);
    String task = TopologyRig.keyOf(3, 4);
    AgentEvent approval = signed(decision(task, "d-1", seconds(4), Decision.APPROVE, "no-gate"));
    RecordHeaders headers = new RecordHeaders();
    headers.add("ticket", TopologyRig.bytes("4711"));

    // When
    rig.pipe(
        DECISIONS, TopologyRig.bytes(task), rig.bytes(DECISIONS, approval), headers, seconds(5));

    // Then
    TestRecord<String, DecisionReceipt> receipt =
        rig.published(TOPICS.name(TopicRole.DECISION_RECEIPTS), DecisionReceipt.class).get(0);
    assertThat(receipt.value().getVerified()).isTrue();
    assertThat(receipt.value().getOutcome()).isEqualTo(DecisionOutcome.REFUSED);
    assertThat(receipt.value().getSource().getTopic()).isEqualTo(DECISIONS);
    assertThat(receipt.headers().lastHeader("ticket")).isNotNull();
    TestRecord<byte[], byte[]> deadLetter = rig.deadLetters().get(0);
    assertThat(deadLetter.headers().lastHeader("ticket")).isNotNull();
    assertThat(errorHeader(deadLetter, "topic")).isEqualTo(DECISIONS);
    assertThat(errorHeader(deadLetter, "partition")).isEqualTo("0");
    assertThat(errorHeader(deadLetter, "offset"))
        .isEqualTo(Long.toString(receipt.value().getSource().getOffset()));
  }

  private static String errorHeader(TestRecord<byte[], byte[]> deadLetter, String name) {
    byte[] value = deadLetter.headers().lastHeader("__streams.errors." + name).value();
    return new String(value, StandardCharsets.UTF_8);
  }

  @Test
  void aTooLongNameIsTruncatedInTheReceipt() {
    // Given
    AgentEvent approval = approval("d-1", openGate("T1"));
    ((HumanIntervened) approval.getBody()).setBy("x".repeat(100_000));

    // When
    rig.pipe(approval);

    // Then
    assertThat(rig.receipts()).extracting(it -> it.getBy().length()).containsExactly(1_024);
  }
}
