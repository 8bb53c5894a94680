package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.CommittedOffsets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gates and decisions over a real broker, with the processor killed twice meanwhile. */
@Tag(TestTags.CRASH)
class GateServiceIT {

  private static final String PREFIX = "gate-service-";
  private static final int TASKS = 200;
  private static final int PARTITIONS = 4;
  private static final long SEED = 7;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Test
  void eachGateIsOpenedAndDecidedExactlyOnce_despiteCrashes() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    try (RunProcess processor = new RunProcess(cluster, PREFIX, "default");
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(cluster.bootstrap(), RunProcess.group(PREFIX), feed.committed());
        GateService service = new GateService(cluster, topics, SEED);
        LoopingAgents agents = new LoopingAgents(cluster, topics, TASKS)) {

      // When: it is killed during the first gates, and again during the second ones
      awaitDecisions(service, TASKS / 5);
      processor.killAndRestart();
      awaitDecisions(service, TASKS * 3 / 4);
      int decidedBefore = service.decisions().size();
      agents.startLastTasks();
      processor.killAndRestart();

      // Then
      await("all tasks went on").atMost(LIMIT).until(() -> agents.continuedTaskCount() >= TASKS);
      await("all gates are closed")
          .atMost(LIMIT)
          .until(() -> areAllGatesClosed(feed.gates(), service));
      await("all was taken").atMost(LIMIT).until(taken::isIdle);
      assertThat(service.decisions()).hasSizeGreaterThan(decidedBefore);
      assertThat(feed.deadLetters()).extracting(GateServiceIT::reason).isEmpty();
      assertEachGateOpensAndClosesOnce(feed.gates(), service.decisions());
      assertSecondGatesReferenceTheFirst(feed.gates());
      assertEachApprovalResetsTheCounterOnce(feed.resets(), service.decisions());
      assertEveryEscalationHasAGate(feed.verdicts(), feed.gates());
      assertRejectedTasksGetAStopVerdict(feed.verdicts(), feed.gates());
    }
  }

  private static void awaitDecisions(GateService service, int count) {
    await(count + " decisions").atMost(LIMIT).until(() -> service.decisions().size() >= count);
  }

  /** One gate for each task, and one more for each whose first gate was approved. */
  private static boolean areAllGatesClosed(List<GateTrigger> gates, GateService service) {
    List<GateTrigger> closed =
        gates.stream().filter(gate -> gate.getState() == GateState.CLOSED).toList();
    long approved =
        closed.stream()
            .filter(gate -> gate.getRecurrenceOf() == null)
            .filter(gate -> gate.getDecision() == Decision.APPROVE)
            .count();
    return closed.size() >= TASKS + approved && service.decisions().size() >= TASKS + approved;
  }

  private static void assertEachGateOpensAndClosesOnce(
      List<GateTrigger> gates, Map<String, Decision> decisions) {
    assertThat(gates).extracting(GateTrigger::getTriggerId).doesNotHaveDuplicates();
    Map<String, List<GateTrigger>> byGate = by(gates, GateTrigger::getGateId);
    assertThat(byGate.keySet()).isEqualTo(decisions.keySet());
    byGate.forEach(
        (gateId, changes) -> {
          assertThat(changes)
              .as(gateId)
              .extracting(GateTrigger::getState)
              .containsExactly(GateState.OPENED, GateState.CLOSED);
          assertThat(changes.get(1).getDecision()).as(gateId).isEqualTo(decisions.get(gateId));
          assertThat(changes.get(1).getDecidedBy()).isEqualTo("gate-service");
        });
  }

  private static void assertSecondGatesReferenceTheFirst(List<GateTrigger> gates) {
    Map<String, List<GateTrigger>> byTask = by(gates, GateTrigger::getRootTaskId);
    assertThat(byTask.keySet())
        .isEqualTo(
            IntStream.range(0, TASKS)
                .mapToObj(LoopingAgents::task)
                .collect(Collectors.toUnmodifiableSet()));
    byTask.forEach(
        (task, changes) -> {
          GateTrigger first = changes.get(0);
          boolean rejected = changes.get(1).getDecision() == Decision.REJECT;
          assertThat(first.getRecurrenceOf()).as(task).isNull();
          assertThat(changes).as(task).hasSize(rejected ? 2 : 4);
          if (!rejected) {
            assertThat(changes.get(2).getLoopId()).as(task).isEqualTo(first.getLoopId());
            assertThat(changes.get(2).getGateId()).as(task).isNotEqualTo(first.getGateId());
            assertThat(changes.get(2).getRecurrenceOf()).as(task).isEqualTo(first.getGateId());
          }
        });
  }

  private static void assertEachApprovalResetsTheCounterOnce(
      List<LoopReset> resets, Map<String, Decision> decisions) {
    List<String> approvals =
        decisions.keySet().stream()
            .filter(gateId -> decisions.get(gateId) == Decision.APPROVE)
            .map(GateService::decisionId)
            .toList();
    assertThat(approvals).hasSizeBetween(1, decisions.size() - 1);
    assertThat(resets)
        .extracting(LoopReset::getEventId)
        .containsExactlyInAnyOrderElementsOf(approvals);
    assertThat(resets).extracting(LoopReset::getPreviousCount).containsOnly(2);
  }

  /** The first gate escalates; a loop that comes back after an approval suggests to stop. */
  private static void assertEveryEscalationHasAGate(
      List<LoopVerdict> verdicts, List<GateTrigger> gates) {
    assertThat(verdicts).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
    Map<String, List<LoopVerdict>> asking =
        by(
            verdicts.stream().filter(verdict -> verdict.getGateId() != null).toList(),
            LoopVerdict::getGateId);
    Map<String, List<GateTrigger>> byGate = by(gates, GateTrigger::getGateId);
    assertThat(asking.keySet()).isEqualTo(byGate.keySet());
    asking.forEach(
        (gateId, gateVerdicts) ->
            assertThat(gateVerdicts)
                .as(gateId)
                .extracting(LoopVerdict::getAction)
                .containsExactly(
                    byGate.get(gateId).get(0).getRecurrenceOf() == null
                        ? Action.ESCALATE
                        : Action.ABORT));
  }

  private static void assertRejectedTasksGetAStopVerdict(
      List<LoopVerdict> verdicts, List<GateTrigger> gates) {
    Set<String> insisting =
        gates.stream()
            .filter(gate -> gate.getRecurrenceOf() == null)
            .filter(gate -> gate.getDecision() == Decision.REJECT)
            .map(gate -> LoopingAgents.eventIdOfFailureAfterRejection(gate.getRootTaskId()))
            .collect(Collectors.toUnmodifiableSet());
    assertThat(verdicts)
        .filteredOn(verdict -> verdict.getGateId() == null)
        .filteredOn(verdict -> verdict.getAction() == Action.ABORT)
        .extracting(LoopVerdict::getEventId)
        .containsExactlyInAnyOrderElementsOf(insisting);
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    byte[] reason = letter.headers().lastHeader("__streams.errors.message").value();
    return new String(reason, StandardCharsets.UTF_8);
  }

  private static <T> Map<String, List<T>> by(List<T> records, Function<T, String> key) {
    return records.stream().collect(Collectors.groupingBy(key));
  }
}
