package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A policy changes between two records, and the journal says where. */
class PolicyActivationTest {

  private static final String POLICIES = TOPICS.name(TopicRole.LOOP_POLICIES);

  private final Policy preset = Policies.preset("default");
  private final TestPolicySource published = new TestPolicySource();
  private final TopologyRig rig =
      new TopologyRig(
          TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry(), published));
  private int events;

  @AfterEach
  void close() {
    rig.close();
  }

  /** The name and version of the policy that decides the next event of this workflow. */
  private String policyDecidingNextEvent(String workflow) {
    events++;
    AgentEvent event = question("T" + events, "e-" + events, seconds(events));
    event.setWorkflow(workflow);
    rig.pipe(event);
    LoopVerdict verdict = rig.verdicts().get(0);
    return verdict.getPolicy() + " " + verdict.getPolicyVersion();
  }

  private static String hot(String name) {
    return name + " " + TestPolicySource.version(name);
  }

  private static JournalEntry entry(
      String workflow, long offset, long after, String policy, String version) {
    return new JournalEntry(
        0, POLICIES, offset, after, START, JournalKind.POLICY, workflow, policy, version, null);
  }

  private static JournalEntry entry(String workflow, long offset, long after, String policy) {
    return entry(workflow, offset, after, policy, TestPolicySource.version(policy));
  }

  @Test
  void policyTakesEffectAtNextRecord_andJournalContainsPreviousRecordOffset() {
    // Given
    assertThat(policyDecidingNextEvent("build")).isEqualTo("default " + preset.version());

    // When
    published.put("build", 4, "hot");

    // Then
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("hot"));
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("hot"));
    assertThat(policyDecidingNextEvent("deploy")).isEqualTo("default " + preset.version());
    assertThat(rig.journal()).containsExactly(entry("build", 4, 0, "hot"));
  }

  @Test
  void aPolicyPublishedBeforeTheFirstEventAppliesToIt() {
    // Given
    published.put("default", 2, "early").put("build", 3, "own");

    // When // Then
    assertThat(policyDecidingNextEvent(null)).isEqualTo(hot("early"));
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("own"));
    assertThat(rig.journal())
        .containsExactly(entry("build", 3, -1, "own"), entry("default", 2, -1, "early"));
  }

  @Test
  void aPartitionWithoutEventsStoresPublishedPolicies() {
    // Given
    policyDecidingNextEvent("build");
    published.put("build", 4, "hot");

    // When
    rig.driver().advanceWallClockTime(Duration.ofSeconds(1));

    // Then
    assertThat(rig.journal())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.getPolicy()).isEqualTo("hot");
              assertThat(entry.getAfterOffset()).isEqualTo(0);
            });
    assertThat(StoreContents.all(rig.driver())).containsKey("eddyline-policies build");
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("hot"));
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void aTaskContinuesUnderTheNewPolicyWithItsState() {
    // Given
    rig.pipe(TopologyEvents.failure("T1", "e-1", seconds(1)));
    published.put("default", 1, "hot");

    // When
    rig.pipe(TopologyEvents.failure("T1", "e-2", seconds(2)));

    // Then
    assertThat(rig.verdicts())
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getAttempts()).isEqualTo(2);
              assertThat(verdict.getPolicy()).isEqualTo("hot");
            });
  }

  @Test
  void withdrawnPolicyFallsBackToConfiguration() {
    // Given
    published.put("build", 4, "hot");
    policyDecidingNextEvent("build");

    // When
    published.withdraw("build", 5);

    // Then
    assertThat(policyDecidingNextEvent("build")).isEqualTo("default " + preset.version());
    assertThat(rig.journal())
        .containsExactly(
            entry("build", 4, -1, "hot"), entry("build", 5, 0, "default", preset.version()));
  }

  @Test
  void aWorkflowWithAWithdrawnPolicyUsesTheDefaultWithoutAnActivation() {
    // Given
    published.put("build", 1, "hot").put("default", 2, "all").withdraw("build", 3);
    policyDecidingNextEvent("build");
    rig.journal();

    // When
    published.put("default", 4, "others");

    // Then
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("others"));
    assertThat(rig.journal()).containsExactly(entry("default", 4, 0, "others"));
  }

  @Test
  void anInstanceWithAnOlderSnapshotNeverRevertsThePolicy() {
    // Given
    published.put("build", 4, "old").put("build", 8, "new");
    policyDecidingNextEvent("build");

    // When
    published.replaceWith(new TestPolicySource().put("build", 4, "old").put("deploy", 5, "other"));

    // Then
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("new"));
    assertThat(policyDecidingNextEvent("deploy")).isEqualTo(hot("other"));
    assertThat(rig.journal())
        .containsExactly(entry("build", 8, -1, "new"), entry("deploy", 5, 0, "other"));
  }

  @Test
  void aWithdrawnPolicyStaysWithdrawn() {
    // Given
    published.put("build", 4, "old").withdraw("build", 8);
    policyDecidingNextEvent("build");

    // When
    published.replaceWith(new TestPolicySource().put("build", 4, "old"));

    // Then
    assertThat(policyDecidingNextEvent("build")).isEqualTo("default " + preset.version());
  }

  @Test
  void theActivationEntryPrecedesTheEntryOfTheNextInput() {
    // Given
    policyDecidingNextEvent("build");
    published.put("build", 4, "hot");

    // When
    rig.pipe(decision("T1", "d-1", seconds(9), Decision.APPROVE, null));

    // Then
    assertThat(rig.journal())
        .extracting(JournalEntry::getKind)
        .containsExactly(JournalKind.POLICY, JournalKind.INPUT);
  }

  @Test
  void aRejectedRecordDoesNotUndoTheActivationBeforeIt() {
    // Given
    published.put("build", 4, "hot");

    // When
    rig.pipe(
        TOPICS.name(TopicRole.AGENT_EVENTS), null, bytes("{}"), new RecordHeaders(), seconds(1));
    rig.pipe(
        TopologyEvents.event("", "e-0", seconds(1), new dev.eddyline.schema.UserMessage("hi")));

    // Then
    assertThat(rig.deadLetters()).hasSize(2);
    assertThat(rig.journal()).containsExactly(entry("build", 4, -1, "hot"));
    assertThat(policyDecidingNextEvent("build")).isEqualTo(hot("hot"));
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void aSubtaskLoopIsCountedByTheRootPartitionsPolicy() {
    // Given
    published.put("default", 4, "hot");
    rig.pipe(TopologyEvents.failureBelow("root", "sub", "s-1", seconds(1)));

    // When
    rig.pipe(TopologyEvents.failureBelow("root", "sub", "s-2", seconds(2)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getPolicy).containsExactly("hot");
  }
}
