package dev.eddyline.task.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.avro.specific.SpecificRecord;

/** Whatever a session does, and in whatever order it is heard of. */
@Tag(TestTags.TRIES)
class SessionPropertiesTest {

  private static final String POLICY = "cross_task_cycle: {}\ngate: {humanGates: false}";

  private static AgentEvent event(int number, int what) {
    TaskScript<AgentEvent> task =
        TaskScript.<AgentEvent>of("T" + what % 4, event -> event)
            .inSession("s")
            .withEventId(String.format("n%03d", number))
            .at(EngineScenario.BEGIN.minusSeconds(1_000 - number));
    return what < 4 ? task.attempts(TaskStatus.PENDING, null, null) : task.ends("failure");
  }

  private static List<AgentEvent> events(List<Integer> whats) {
    return IntStream.range(0, whats.size()).mapToObj(i -> event(i, whats.get(i))).toList();
  }

  private static List<LoopVerdict> verdicts(EngineScenario story) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (SpecificRecord record : story.published()) {
      if (record instanceof LoopVerdict verdict) {
        verdicts.add(verdict);
      }
    }
    return verdicts;
  }

  /** Moves, rarely a completion, of few tasks, so that cycles come about. */
  @Provide
  Arbitrary<List<Integer>> walks() {
    return Arbitraries.of(
            List.of(0, 1),
            List.of(0, 1, 0, 1),
            List.of(0, 1, 2),
            List.of(1, 1),
            List.of(3),
            List.of(4),
            List.of(7))
        .list()
        .ofMaxSize(15)
        .map(parts -> parts.stream().flatMap(List::stream).toList());
  }

  @Property
  void cycleIsDetectedAfterThreeRepetitions_andAgainAfterEachFurtherOne(
      @ForAll("walks") List<Integer> whats) {
    EngineScenario story = EngineScenario.underYaml(POLICY);
    List<Integer> moves = new ArrayList<>();
    int sinceTrip = 99;
    List<Integer> tripped = List.of();
    for (AgentEvent event : events(whats)) {
      int before = verdicts(story).size();
      int task = Integer.parseInt(event.getTaskId().substring(1));
      boolean moved = event.getBody() instanceof TaskAttempted;
      if (!moved && moves.contains(task)) {
        moves.clear();
        tripped = List.of();
      } else if (moved && (moves.isEmpty() || moves.get(moves.size() - 1) != task)) {
        moves.add(task);
        sinceTrip++;
      } else {
        moved = false;
      }
      List<Integer> cycle = moved ? cycle(moves) : List.of();
      boolean same = tripped.size() == cycle.size() && tripped.containsAll(cycle);
      boolean expected = !cycle.isEmpty() && (!same || sinceTrip >= cycle.size());
      story.processEvent(event);
      assertThat(verdicts(story).size() - before).isEqualTo(expected ? 1 : 0);
      if (expected) {
        sinceTrip = 0;
        tripped = cycle;
      }
    }
  }

  /** The tasks that the moves end in three times, or none. */
  private static List<Integer> cycle(List<Integer> moves) {
    for (int period = 2; period <= 3; period++) {
      int start = moves.size() - 3 * period;
      if (start >= 0) {
        List<Integer> block = moves.subList(moves.size() - period, moves.size());
        boolean repeats = true;
        for (int i = start; i < moves.size() - period; i++) {
          repeats &= moves.get(i).equals(moves.get(i + period));
        }
        if (repeats) {
          return List.copyOf(block);
        }
      }
    }
    return List.of();
  }

  @Property
  void redeliveredEventsDoNotChangePublishedVerdicts(
      @ForAll("walks") List<Integer> whats, @ForAll List<Integer> backs) {
    EngineScenario once = EngineScenario.underYaml(POLICY);
    EngineScenario twice = EngineScenario.underYaml(POLICY);
    List<AgentEvent> events = events(whats);
    for (int i = 0; i < events.size(); i++) {
      once.processEvent(events.get(i));
      twice.processEvent(events.get(i));
      if (i < backs.size()) {
        int back = i - Math.floorMod(backs.get(i), i + 1);
        twice.processEvent(events.get(back));
      }
    }

    assertThat(verdicts(twice))
        .extracting(LoopVerdict::getVerdictId)
        .isEqualTo(verdicts(once).stream().map(LoopVerdict::getVerdictId).toList());
  }

  @Property(tries = 100)
  void loopCountIsNeverNegative_forAnyArrivalOrder(
      @ForAll("walks") List<Integer> whats, @ForAll Random random) {
    EngineScenario story = EngineScenario.under("default");
    List<AgentEvent> events = new ArrayList<>(events(whats));
    Collections.shuffle(events, random);

    events.forEach(story::processEvent);

    assertThat(verdicts(story)).allMatch(verdict -> verdict.getLoopCount() >= 0);
  }
}
