package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopType;
import dev.eddyline.task.scenario.DistinctEvent;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.EveryPolicy;
import dev.eddyline.task.scenario.HostileEvent;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.RandomEvent;
import dev.eddyline.task.scenario.Retries;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** What holds of all rules together, for any events of all types, under every policy. */
class AllRulesPropertiesTest {

  /** What a task may take in all stores together, in bytes. */
  private static final int MAX_BYTES = 64 * 1024;

  /** The same where every name is as long as a name may be. */
  private static final int MAX_HOSTILE_BYTES = 256 * 1024;

  @Test
  void theEventsThatAreDrawnGoInCirclesOfManyKinds() {
    // When
    Set<LoopType> kinds = EnumSet.noneOf(LoopType.class);
    for (long seed = 0; seed < 15; seed++) {
      EngineScenario story = EngineScenario.under(EveryPolicy.EVERYTHING);
      for (AgentEvent event : RandomEvent.inOrder(seed, 100, "T1", "s1")) {
        story.processEvent(event).verdicts().forEach(verdict -> kinds.add(verdict.getLoopType()));
      }
    }

    // Then
    assertThat(kinds).hasSizeGreaterThanOrEqualTo(10);
  }

  @Property(tries = 2)
  void noRuleThrowsOnAnyEvent(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      EngineScenario story = EngineScenario.under(policy);
      HostileEvent events = new HostileEvent(seed);

      // When
      int taken = 0;
      for (int i = 0; i < 150; i++) {
        taken += story.processEvent(events.next("T1")).outcome() == InputOutcome.TAKEN ? 1 : 0;
      }

      // Then
      assertThat(taken).as(policy.name()).isGreaterThan(100);
    }
  }

  @Property(tries = 1)
  void taskStateSizeIsBounded_forHostileTexts(@ForAll long seed) {
    // Given
    EngineScenario story = EngineScenario.under(EveryPolicy.EVERYTHING);
    HostileEvent events = new HostileEvent(seed);

    // When: no decision makes it forget
    for (int i = 0; i < 1_500; i++) {
      AgentEvent event = events.next("T1");
      if (!(event.getBody() instanceof HumanIntervened)) {
        story.processEvent(event);
      }
    }

    // Then
    assertThat(story.memory().totalSizeBytes()).isBetween(1, MAX_HOSTILE_BYTES);
  }

  @Test
  void taskStateSizeDoesNotGrowAfterTheFirstHundredRepetitions() {
    // Given
    EngineScenario story = EngineScenario.under(EveryPolicy.EVERYTHING);
    rounds(story, 0, 100);
    int full = story.memory().totalSizeBytes();

    // When
    rounds(story, 100, 200);

    // Then: numbers of more digits aside
    assertThat(story.memory().totalSizeBytes()).isBetween(full / 2, full + full / 16);
  }

  private static void rounds(EngineScenario story, int from, int to) {
    for (int round = from; round < to; round++) {
      for (Schema type : DistinctEvent.TYPES) {
        story.processEvent(DistinctEvent.of(type, round));
      }
    }
  }

  @Property(tries = 2)
  void taskStateSizeIsBounded_forLongRandomEventSequences(@ForAll long seed) {
    // Given
    EngineScenario story = EngineScenario.under(EveryPolicy.EVERYTHING);
    RandomEvent events = new RandomEvent(seed);

    // When
    int largest = 0;
    for (int i = 0; i < 600; i++) {
      story.processEvent(events.next("T1", "s1"));
      largest = Math.max(largest, i % 25 == 0 ? story.memory().totalSizeBytes() : 0);
    }

    // Then
    assertThat(largest).isBetween(1, MAX_BYTES);
  }

  @Property(tries = 2)
  void redeliveredEventChangesNoStateAndNoPublishedRecords(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      EngineScenario once = EngineScenario.under(policy);
      EngineScenario again = EngineScenario.under(policy);
      Random random = new Random(seed);
      List<AgentEvent> sent = new ArrayList<>();
      for (AgentEvent event : RandomEvent.inOrder(seed, 100, "T1", "s1")) {
        once.processEvent(event);
        again.processEvent(event);
        sent.add(event);
        String remembered = again.memory().toString();

        // When
        Outputs redelivered =
            again.processEvent(sent.get(Math.max(0, sent.size() - 1 - random.nextInt(25))));

        // Then
        assertThat(redelivered.outcome()).isEqualTo(InputOutcome.REPEATED);
        assertThat(redelivered.records()).allMatch(record -> record instanceof DecisionReceipt);
        assertThat(again.memory()).hasToString(remembered);
      }
      assertThat(again.comparableRecordsOfRoot("T1"))
          .as(policy.name())
          .isEqualTo(once.comparableRecordsOfRoot("T1"));
    }
  }

  @Property(tries = 2)
  void aTransportRetryMakesNoRepetition(@ForAll long seed) {
    for (Policy policy : EveryPolicy.ALL) {
      // Given
      List<AgentEvent> plain = Retries.removed(RandomEvent.inOrder(seed, 100, "T1", "s1"));
      EngineScenario once = EngineScenario.under(policy);
      plain.forEach(once::processEvent);

      // When
      EngineScenario retried = EngineScenario.under(policy);
      Retries.added(plain, seed).forEach(retried::processEvent);

      // Then
      assertThat(retried.comparableRecordsOfRoot("T1"))
          .as(policy.name())
          .isEqualTo(once.comparableRecordsOfRoot("T1"));
    }
  }
}
