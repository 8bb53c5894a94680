package dev.eddyline.topology;

import static dev.eddyline.topology.Events.decision;
import static dev.eddyline.topology.Events.question;
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
class PolicySwitchTest {

  private static final String POLICIES = TOPICS.name(TopicRole.LOOP_POLICIES);

  private final Policy preset = Policies.preset("default");
  private final Published published = new Published();
  private final TopologyRig rig =
      new TopologyRig(
          TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry(), published));
  private int events;

  @AfterEach
  void close() {
    rig.close();
  }

  /** The name and version of the policy that decides the next event of this workflow. */
  private String decides(String workflow) {
    events++;
    AgentEvent event = question("T" + events, "e-" + events, seconds(events));
    event.setWorkflow(workflow);
    rig.take(event);
    LoopVerdict verdict = rig.verdicts().get(0);
    return verdict.getPolicy() + " " + verdict.getPolicyVersion();
  }

  private static String hot(String name) {
    return name + " " + Published.version(name);
  }

  private static JournalEntry entry(
      String workflow, long offset, long after, String policy, String version) {
    return new JournalEntry(
        0, POLICIES, offset, after, START, JournalKind.POLICY, workflow, policy, version, null);
  }

  private static JournalEntry entry(String workflow, long offset, long after, String policy) {
    return entry(workflow, offset, after, policy, Published.version(policy));
  }

  @Test
  void fromTheNextRecordOnTheNewPolicyDecides_andTheJournalSaysAfterWhich() {
    // Given
    assertThat(decides("build")).isEqualTo("default " + preset.version());

    // When
    published.put("build", 4, "hot");

    // Then
    assertThat(decides("build")).isEqualTo(hot("hot"));
    assertThat(decides("build")).isEqualTo(hot("hot"));
    assertThat(decides("deploy")).isEqualTo("default " + preset.version());
    assertThat(rig.journal()).containsExactly(entry("build", 4, 0, "hot"));
  }

  @Test
  void whatIsPublishedBeforeTheFirstEventDecidesIt() {
    // Given
    published.put("default", 2, "early").put("build", 3, "own");

    // When // Then
    assertThat(decides(null)).isEqualTo(hot("early"));
    assertThat(decides("build")).isEqualTo(hot("own"));
    assertThat(rig.journal())
        .containsExactly(entry("build", 3, -1, "own"), entry("default", 2, -1, "early"));
  }

  @Test
  void aPartitionWithoutEventsKeepsWhatIsPublishedToo() {
    // Given
    decides("build");
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
    assertThat(Stored.all(rig.driver())).containsKey("eddyline-policies build");
    assertThat(decides("build")).isEqualTo(hot("hot"));
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void aTaskGoesOnUnderTheNewPolicyWithWhatItRemembers() {
    // Given
    rig.take(Events.failure("T1", "e-1", seconds(1)));
    published.put("default", 1, "hot");

    // When
    rig.take(Events.failure("T1", "e-2", seconds(2)));

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
  void aPolicyThatIsTakenBackLeavesTheWorkflowToTheConfiguration() {
    // Given
    published.put("build", 4, "hot");
    decides("build");

    // When
    published.withdraw("build", 5);

    // Then
    assertThat(decides("build")).isEqualTo("default " + preset.version());
    assertThat(rig.journal())
        .containsExactly(
            entry("build", 4, -1, "hot"), entry("build", 5, 0, "default", preset.version()));
  }

  @Test
  void aWorkflowWhosePolicyIsTakenBackFollowsTheDefaultWithoutASwitchOfItsOwn() {
    // Given
    published.put("build", 1, "hot").put("default", 2, "all").withdraw("build", 3);
    decides("build");
    rig.journal();

    // When
    published.put("default", 4, "others");

    // Then
    assertThat(decides("build")).isEqualTo(hot("others"));
    assertThat(rig.journal()).containsExactly(entry("default", 4, 0, "others"));
  }

  @Test
  void anInstanceThatHasReadLessNeverTakesThePartitionBack() {
    // Given
    published.put("build", 4, "old").put("build", 8, "new");
    decides("build");

    // When
    published.becomes(new Published().put("build", 4, "old").put("deploy", 5, "other"));

    // Then
    assertThat(decides("build")).isEqualTo(hot("new"));
    assertThat(decides("deploy")).isEqualTo(hot("other"));
    assertThat(rig.journal())
        .containsExactly(entry("build", 8, -1, "new"), entry("deploy", 5, 0, "other"));
  }

  @Test
  void aPolicyThatWasTakenBackDoesNotComeBackEither() {
    // Given
    published.put("build", 4, "old").withdraw("build", 8);
    decides("build");

    // When
    published.becomes(new Published().put("build", 4, "old"));

    // Then
    assertThat(decides("build")).isEqualTo("default " + preset.version());
  }

  @Test
  void theEntryOfASwitchStandsBeforeThatOfTheInputThatItCameBefore() {
    // Given
    decides("build");
    published.put("build", 4, "hot");

    // When
    rig.take(decision("T1", "d-1", seconds(9), Decision.APPROVE, null));

    // Then
    assertThat(rig.journal())
        .extracting(JournalEntry::getKind)
        .containsExactly(JournalKind.POLICY, JournalKind.INPUT);
  }

  @Test
  void aRecordThatIsRefusedDoesNotTakeTheSwitchBeforeItAlong() {
    // Given
    published.put("build", 4, "hot");

    // When
    rig.take(
        TOPICS.name(TopicRole.AGENT_EVENTS), null, bytes("{}"), new RecordHeaders(), seconds(1));
    rig.take(Events.event("", "e-0", seconds(1), new dev.eddyline.schema.UserMessage("hi")));

    // Then
    assertThat(rig.deadLetters()).hasSize(2);
    assertThat(rig.journal()).containsExactly(entry("build", 4, -1, "hot"));
    assertThat(decides("build")).isEqualTo(hot("hot"));
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void aSubtasksLoopIsCountedByThePolicyOfTheRootsPartition() {
    // Given
    published.put("default", 4, "hot");
    rig.take(Events.failureBelow("root", "sub", "s-1", seconds(1)));

    // When
    rig.take(Events.failureBelow("root", "sub", "s-2", seconds(2)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getPolicy).containsExactly("hot");
  }
}
