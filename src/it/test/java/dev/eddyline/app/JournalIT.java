package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.chaos.MixedLoad;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
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
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.HomePartition;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Recomputation;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final int REQUESTED = 25;

  private static final long SEED = 11;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");

  /** More events than a task's state stores the ids of. */
  private static final int MANY_EVENTS = 40;

  /** Roots with a subtask on another partition, whose gates are opened. */
  private static final int GATED_ROOTS = 8;

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
      sendLateRequest(feed);
      sendMisroutedRecord(feed);
      openGatesOfRootsWithSubtasks(feed);
      // the other policy would not open these gates
      await("the rejected root's gate is closed").atMost(LIMIT).until(() -> isRejected(feed));
      await("gates are decided")
          .atMost(LIMIT)
          .until(() -> service.decisions().size() > GATED_ROOTS);
      feed.put(PublishedPolicy.DEFAULT, OTHER_POLICY);
      load.send(50);
      CompletableFuture<Void> rest = CompletableFuture.runAsync(() -> load.send(HALF - 50));
      processor.killAndRestart();
      rest.join();
      await("all was taken").atMost(LIMIT).until(() -> isIdle(taken, feed, service));
      load.send(REQUESTED);
      load.sendRecordToEveryPartition("end");
      await("all was taken").atMost(LIMIT).until(() -> isIdle(taken, feed, service));

      // Then
      CommittedRun run = feed.committed().read(PARTITIONS);
      assertJournalCoversAllInputKinds(run);
      Policies policies = Policies.ofSinglePolicy(Policies.preset(POLICY));
      assertThat(Recomputation.discrepancies(run, policies)).isEmpty();
    }
  }

  /** A request that is older than the ids which the task's state stores. */
  private static void sendLateRequest(EventFeed feed) {
    String task = "late";
    for (int event = 0; event < MANY_EVENTS; event++) {
      String id = task + "/" + event;
      feed.send(JsonEvents.failure(task, "failure " + event, id, EARLY.plusSeconds(event)));
    }
    AgentEvent request = JsonEvents.failure(task, "first", task + "/first", EARLY.minusSeconds(60));
    request.setReplyRequested(true);
    feed.send(request);
  }

  private static void sendMisroutedRecord(EventFeed feed) {
    String task = "misrouted";
    int other = (HomePartition.of(task, PARTITIONS) + 1) % PARTITIONS;
    feed.send(TopicRole.AGENT_EVENTS, other, task, JsonEvents.failure(task, "same"));
  }

  /** Each root's partition sends its gate to the partition of its looping subtask. */
  private static void openGatesOfRootsWithSubtasks(EventFeed feed) {
    IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> "gated-" + number)
        .filter(JournalIT::isSubtaskOnOtherPartition)
        .limit(GATED_ROOTS)
        .forEach(
            root -> {
              for (int failure = 0; failure < 2; failure++) {
                AgentEvent event = JsonEvents.failure(subtask(root), "same");
                event.setRootTaskId(root);
                feed.send(event);
              }
              for (int failure = 0; failure < 3; failure++) {
                feed.send(JsonEvents.failure(root, "same"));
              }
            });
  }

  private static boolean isSubtaskOnOtherPartition(String root) {
    return HomePartition.of(root, PARTITIONS) != HomePartition.of(subtask(root), PARTITIONS);
  }

  private static String subtask(String root) {
    return root + ".sub";
  }

  /** All inputs are processed, all opened gates are decided, and no signal is left. */
  private static boolean isIdle(CommittedOffsets taken, EventFeed feed, GateService service) {
    long before = taken.committedInputCount();
    return taken.areAllInputsProcessed()
        && areAllGatesDecided(feed, service)
        && feed.committed().hasNoOpenTransaction()
        && taken.committedInputCount() == before;
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

  /** The inputs are of all kinds; otherwise the comparison would show little. */
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
