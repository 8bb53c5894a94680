package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.state.StoredRoot;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.scenario.PartitionedEngines;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.avro.specific.SpecificRecord;

/** Whatever happens in subtasks on several partitions, and in whatever order signals arrive. */
@Tag(TestTags.TRIES)
class EpochPropertiesTest {

  private static final int PARTITIONS = 3;

  /** What a signal's cause may be, so that no signal can follow from one of its own kind. */
  private static final Map<Class<?>, Integer> RANKS =
      Map.of(
          SessionEvent.class, 1,
          SubtaskLoop.class, 2,
          SubtaskProgress.class, 2,
          SubtaskSign.class, 2,
          RootNews.class, 3);

  /** Loops are removed from the counter by resets only, and no gate throttles verdicts. */
  private static final Policy COUNTING =
      PolicyReader.read(
          "test", "name: test\nidentical_failure: {enabled: true}\ngate: {humanGates: false}");

  private static final Policy ALL =
      PolicyReader.read("test", "name: test\nidentical_failure: {}\ncross_task_cycle: {}");

  /**
   * A failure in a subtask.
   *
   * @param at its event time
   * @param partitionKnewAllResets whether its partition knew of all resets by then
   */
  private record Failure(Instant at, boolean partitionKnewAllResets) {}

  @Property
  void loopCountEqualsLoopsSinceTheLastReset(@ForAll Random random) {
    // Given
    PartitionedEngines partitions = new PartitionedEngines(PARTITIONS, COUNTING);
    Map<String, List<Failure>> failures = new TreeMap<>();

    // When: the root itself closes no loops, and new subtasks begin all the time
    for (int i = 0; i < 120; i++) {
      if (random.nextInt(3) > 0 && !partitions.pendingSignals().isEmpty()) {
        partitions.deliver(random.nextInt(partitions.pendingSignals().size()));
      } else if (random.nextInt(12) == 0) {
        reset(partitions.task("R0"), random);
      } else {
        String subtask = "sub" + (i / 20 * 3 + random.nextInt(6));
        Failure failure = new Failure(partitions.now(), knowsAllResets(partitions, subtask));
        partitions.task(subtask).belowRoot("R0").fails("Error of " + subtask);
        failures.computeIfAbsent(subtask, key -> new ArrayList<>()).add(failure);
      }
    }
    while (!partitions.pendingSignals().isEmpty()) {
      partitions.deliver(random.nextInt(partitions.pendingSignals().size()));
    }

    // Then
    List<LoopReset> resets = partitions.published(LoopReset.class);
    Instant last = resets.isEmpty() ? Instant.MIN : resets.get(resets.size() - 1).getOccurredAt();
    List<SubtaskLoop> loops =
        partitions.signalled(SubtaskLoop.class).stream()
            .filter(signal -> !signal.getLoops().isEmpty())
            .toList();
    TaskState root = partitions.memory(0).taskState("R0");
    StoredRoot storedRoot = root == null ? null : root.getStoredRoot();
    int count = storedRoot == null ? 0 : storedRoot.getLoopCount();
    assertThat(count)
        .isEqualTo((int) loops.stream().filter(it -> counts(it, last, failures)).count());
    for (String subtask : failures.keySet()) {
      List<Instant> times = failures.get(subtask).stream().map(Failure::at).toList();
      if (times.get(0).isAfter(last)) {
        assertThat(loops)
            .filteredOn(loop -> loop.getTaskId().equals(subtask))
            .extracting(SubtaskLoop::getEventTime)
            .isEqualTo(times.subList(1, times.size()));
      }
    }
    assertThat(partitions.published(LoopVerdict.class))
        .hasSize(loops.size() - partitions.ignoredLoopCount());
    long epoch = resets.size();
    for (int partition = 0; partition < PARTITIONS && storedRoot != null; partition++) {
      KnownRoot known = partitions.memory(partition).knownRoot("R0");
      boolean knowsCurrentEpoch = storedRoot.getPartitions().contains(partition) && epoch > 0;
      assertThat(known == null ? 0 : known.getEpoch()).isEqualTo(knowsCurrentEpoch ? epoch : 0);
    }
  }

  private static boolean knowsAllResets(PartitionedEngines partitions, String subtask) {
    KnownRoot known = partitions.memory(partitions.partitionOfKey(subtask)).knownRoot("R0");
    int resets = partitions.published(LoopReset.class).size();
    return resets == (known == null ? 0 : known.getEpoch());
  }

  /** Whether a loop began after the last reset, or closed after it where that was known. */
  private static boolean counts(
      SubtaskLoop loop, Instant last, Map<String, List<Failure>> failures) {
    boolean began = loop.getLoops().get(0).getFirstAt().isAfter(last);
    boolean closed = loop.getEventTime().isAfter(last);
    return began
        || closed
            && failures.get(loop.getTaskId()).stream()
                .anyMatch(
                    failure ->
                        failure.at().equals(loop.getEventTime())
                            && failure.partitionKnewAllResets());
  }

  private static void reset(TaskScript<?> root, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> root.completes();
      case 1 -> root.decides(Decision.REJECT);
      default -> root.decides(Decision.APPROVE);
    }
  }

  @Property
  void arbitraryRootReferences_neverCauseEndlessSignals(@ForAll Random random) {
    // Given
    PartitionedEngines partitions = new PartitionedEngines(PARTITIONS, ALL);

    // When: roots that are subtasks of each other, of themselves, of tasks never seen
    for (int i = 0; i < 100; i++) {
      if (random.nextBoolean() && !partitions.pendingSignals().isEmpty()) {
        deliver(partitions, random.nextInt(partitions.pendingSignals().size()));
      } else {
        happen(partitions.task("T" + random.nextInt(4)).belowRoot("T" + random.nextInt(5)), random);
      }
    }
    int rest = 0;
    while (!partitions.pendingSignals().isEmpty()) {
      deliver(partitions, 0);
      rest++;
    }

    // Then
    assertThat(rest).isLessThan(100 * (2 + PARTITIONS) * 3);
    assertThat(partitions.published(LoopVerdict.class))
        .allMatch(verdict -> verdict.getLoopCount() >= 0);
  }

  private static void happen(TaskScript<?> task, Random random) {
    switch (random.nextInt(8)) {
      case 0 -> task.completes();
      case 1 -> task.decides(Decision.APPROVE);
      case 2 -> task.decides(Decision.REJECT);
      case 3 -> task.proposes("a");
      case 4 -> task.inSession("s").starts("goal");
      default -> task.fails("Error");
    }
  }

  private static void deliver(PartitionedEngines partitions, int index) {
    int rank = rank(partitions.pendingSignals().get(index).signal());
    for (SpecificRecord record : partitions.deliver(index)) {
      if (record instanceof Signal signal) {
        assertThat(rank(signal)).isGreaterThan(rank);
      }
    }
  }

  private static int rank(Signal signal) {
    return RANKS.get(signal.getBody().getClass());
  }
}
