package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.EveryPolicy;
import dev.eddyline.task.scenario.PartitionedEngines;
import dev.eddyline.task.scenario.RandomEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What others do, and where they do it, is nothing to a root and its session. */
class IndependencePropertiesTest {

  private static final List<String> ROOTS = List.of("T0", "T1", "T2", "T3", "T4");

  @Property(tries = 2)
  void eventsOfOtherRootsAndSessionsDoNotChangePublishedRecords(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      RandomEvent others = new RandomEvent(seed + 1);
      Random random = new Random(seed);
      EngineScenario alone = EngineScenario.under(policy);
      EngineScenario among = EngineScenario.under(policy);

      // When
      for (AgentEvent event : RandomEvent.inOrder(seed, 100, "T1", "s1")) {
        alone.processEvent(event);
        while (random.nextInt(3) > 0) {
          among.processEvent(others.next("T2", "s2"));
        }
        among.processEvent(event);
      }

      // Then
      assertThat(among.comparableRecordsOfRoot("T1"))
          .as(policy.name())
          .isEqualTo(alone.comparableRecordsOfRoot("T1"));
    }
  }

  @Property(tries = 2)
  void theRootsOfOnePartitionMayAsWellLieInSeveral(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      EngineScenario whole = EngineScenario.under(policy);
      List<EngineScenario> partitions =
          IntStream.range(0, 3).mapToObj(i -> EngineScenario.under(policy)).toList();

      // When
      for (AgentEvent event : ofAllRoots(seed)) {
        whole.processEvent(event);
        int root = ROOTS.indexOf(TaskEngine.namedRoot(event));
        partitions.get(root % partitions.size()).processEvent(event);
      }

      // Then
      for (String root : ROOTS) {
        EngineScenario partition = partitions.get(ROOTS.indexOf(root) % partitions.size());
        assertThat(partition.comparableRecordsOfRoot(root))
            .as(policy.name())
            .isEqualTo(whole.comparableRecordsOfRoot(root));
      }
    }
  }

  @Property(tries = 2)
  void verdictsAreEqual_whenSubtasksAndSessionsLieOnOtherPartitions(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      PartitionedEngines whole = new PartitionedEngines(1, policy);
      PartitionedEngines apart = new PartitionedEngines(3, policy);

      // When
      for (AgentEvent event : ofAllRoots(seed)) {
        whole.processEvent(event);
        whole.deliver();
        apart.processEvent(event);
        apart.deliver();
      }

      // Then
      assertThat(apart.signalled(SubtaskSign.class))
          .extracting(SubtaskSign::getPartition)
          .contains(1);
      assertThat(verdicts(apart)).as(policy.name()).isEqualTo(verdicts(whole));
    }
  }

  /** The verdicts of each task, but for the places of records, which differ. */
  private static Map<String, List<String>> verdicts(PartitionedEngines partitions) {
    return partitions.published(LoopVerdict.class).stream()
        .collect(
            Collectors.groupingBy(
                LoopVerdict::getTaskId,
                Collectors.mapping(
                    verdict -> verdict.toString().replaceAll("\"partition\": \\d+", ""),
                    Collectors.toList())));
  }

  /** Events of all roots and a subtask of each, interleaved; each root has a session of its own. */
  private static List<AgentEvent> ofAllRoots(long seed) {
    Random random = new Random(seed);
    List<RandomEvent> drawn = new ArrayList<>();
    for (int i = 0; i < 2 * ROOTS.size(); i++) {
      drawn.add(new RandomEvent(seed + i));
    }
    List<AgentEvent> events = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int which = random.nextInt(drawn.size());
      String root = ROOTS.get(which / 2);
      boolean subtask = which % 2 == 1;
      AgentEvent event = drawn.get(which).next(subtask ? root + ".1" : root, "session of " + root);
      event.setRootTaskId(root);
      event.setOccurredAt(EngineScenario.BEGIN.minusSeconds(1_000 - i));
      events.add(event);
    }
    return events;
  }
}
