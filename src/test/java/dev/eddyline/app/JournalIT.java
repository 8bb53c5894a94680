package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.chaos.MixedLoad;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Recomputation;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outputs of a processor that was killed once are a function of its journaled order. */
@Tag(TestTags.ALONE)
class JournalIT {

  private static final String PREFIX = "journal-";
  private static final String POLICY = "default";
  private static final String OTHER_POLICY =
      "name: ours\nidentical_failure: {enabled: true}\ngate: {loops: 4, attempts: 4}";
  private static final int PARTITIONS = 8;
  private static final int HALF = 275;

  /** One in this number of records is a request by a subtask of the rejected root. */
  private static final int ASKED = 25;

  private static final long SEED = 11;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Pause between events: the kill must happen under load. */
  private static final Duration SOON = Duration.ofMillis(5);

  @Test
  void outputsAreAPureFunctionOfTheJournalOrder_despiteCrashes() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    try (RunProcess processor = new RunProcess(cluster, PREFIX, POLICY);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        EventFeed loading = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(cluster.bootstrap(), RunProcess.group(PREFIX), feed.committed());
        GateService service = new GateService(cluster, topics, SEED)) {
      MixedLoad load = new MixedLoad(loading, PARTITIONS, SEED);

      // When: it is killed during the second half of the load
      load.send(HALF);
      // the other policy would not open its gate
      await("the rejected root's gate is closed").atMost(LIMIT).until(() -> isRejected(feed));
      feed.put(PublishedPolicy.DEFAULT, OTHER_POLICY);
      await("gates are decided").atMost(LIMIT).until(() -> service.decisions().size() >= 5);
      Thread rest = new Thread(() -> load.send(HALF), "load");
      rest.start();
      await("load flows").atMost(LIMIT).pollInterval(SOON).until(() -> load.sent() > HALF + 50);
      processor.killAndRestart();
      rest.join();
      assertThat(load.sent()).isEqualTo(2 * HALF);
      await("all was taken").atMost(LIMIT).until(() -> isIdle(taken, feed, service));
      load.send(ASKED);
      load.sendRecordToEveryPartition("end");
      await("all was taken").atMost(LIMIT).until(() -> isIdle(taken, feed, service));

      // Then
      CommittedRun run = feed.committed().read(PARTITIONS);
      assertJournalCoversAllInputKinds(run);
      Policies policies = Policies.ofSinglePolicy(Policies.preset(POLICY));
      assertThat(Recomputation.discrepancies(run, policies)).isEmpty();
    }
  }

  /** All inputs are processed, all opened gates are decided, and no signal is left. */
  private static boolean isIdle(CommittedOffsets taken, EventFeed feed, GateService service) {
    long before = taken.committedInputCount();
    return taken.areAllInputsProcessed()
        && areAllGatesDecided(feed, service)
        && taken.committedInputCount() == before
        && feed.committed().hasNoOpenTransaction();
  }

  private static boolean isRejected(EventFeed feed) {
    return feed.gates().stream()
        .anyMatch(
            gate ->
                gate.getState() == GateState.CLOSED && MixedLoad.isRejected(gate.getRootTaskId()));
  }

  private static boolean areAllGatesDecided(EventFeed feed, GateService service) {
    return feed.gates().stream()
        .filter(gate -> gate.getState() == GateState.OPENED)
        .allMatch(gate -> service.decisions().containsKey(gate.getGateId()));
  }

  /** The load contains all input kinds; otherwise the comparison would show little. */
  private static void assertJournalCoversAllInputKinds(CommittedRun run) {
    assertThat(run.records())
        .anyMatch(JournalIT::isReroutingSignal)
        .anyMatch(it -> isSignal(it, SubtaskLoop.class))
        .anyMatch(
            it -> it.value() instanceof LoopVerdict verdict && isReplyToBlockedSubtask(verdict))
        .anyMatch(it -> it.value() instanceof LoopReset)
        .anyMatch(it -> it.value() instanceof LoopMemory)
        .anyMatch(
            it ->
                it.value() instanceof LoopVerdict verdict
                    && verdict.getReason().equals("Too late to count"));
    assertThat(partitions(run, SubtaskSign.class)).hasSizeGreaterThan(1);
    assertThat(partitions(run, RootNews.class)).hasSizeGreaterThan(1);
    assertThat(run.journal())
        .extracting(JournalEntry::getTopic)
        .contains(PREFIX + "gate-decisions", PREFIX + "eddyline-signals");
    assertThat(run.journal())
        .extracting(JournalEntry::getPartition)
        .contains(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(run.journal()).extracting(JournalEntry::getKind).contains(JournalKind.POLICY);
    assertThat(run.deadLetters())
        .extracting(CommittedRecord.TopicPosition::topic)
        .contains(PREFIX + "agent-events", PREFIX + "gate-decisions");
  }

  private static boolean isReroutingSignal(CommittedRecord record) {
    return isSignal(record, StrayRecord.class);
  }

  private static boolean isSignal(CommittedRecord record, Class<?> body) {
    return record.value() instanceof Signal signal && body.isInstance(signal.getBody());
  }

  /** The partitions with such signals. */
  private static Set<Integer> partitions(CommittedRun run, Class<?> body) {
    return run.records().stream()
        .filter(it -> isSignal(it, body))
        .map(it -> it.position().partition())
        .collect(Collectors.toSet());
  }

  /** Whether the verdict is a reply to a subtask of a blocked root. */
  private static boolean isReplyToBlockedSubtask(LoopVerdict verdict) {
    return verdict.getLoopType() == LoopType.OK
        && !verdict.getTaskId().equals(verdict.getRootTaskId())
        && verdict.getAction() != Action.CONTINUE;
  }
}
