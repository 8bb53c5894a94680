package dev.eddyline.task.session;

import static dev.eddyline.schema.TaskStatus.DONE;
import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session's transitions are ordered by event time, whatever their arrival order. */
class CrossTaskOrderTest {

  private final EngineScenario story =
      EngineScenario.underYaml("cross_task_cycle: {}", "gate: {attempts: null}");
  private final RandomSession session = new RandomSession(story);

  @Test
  void eventsThatComeOutOfOrderTakeTheirPlace() {
    Instant begin = story.now().minusSeconds(100);
    List<Integer> coming = List.of(4, 0, 1, 5, 3);
    for (int place : coming) {
      assertThat(move(begin, place).verdicts()).isEmpty();
    }

    LoopVerdict verdict = move(begin, 2).verdict();

    assertThat(verdict.getTaskId()).isEqualTo("A");
    assertThat(verdict.getEventId()).isEqualTo("m2");
    assertThat(verdict.getFirstEventId()).isEqualTo("m0");
    assertThat(verdict.getPattern()).isEqualTo("A→B→A");
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).containsExactly("m4", "m5");
  }

  @Test
  void eventsOfOneMomentStandInTheOrderOfTheirIds() {
    Instant moment = story.now();
    for (int place : List.of(5, 1, 3, 0, 2)) {
      String task = place % 2 == 0 ? "A" : "B";
      story
          .task(task)
          .inSession("s1")
          .withEventId("m" + (place + 7))
          .at(moment)
          .attempts(DONE, null, null);
    }

    assertThat(
            story
                .task("A")
                .inSession("s1")
                .withEventId("m11")
                .at(moment)
                .attempts(DONE, null, null)
                .verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.CROSS_TASK_CYCLE);
  }

  @Test
  void aLateCompletionCutsWhereItBelongs() {
    Instant begin = story.now().minusSeconds(100);
    for (int place = 0; place < 6; place++) {
      move(begin, place);
    }
    story.task("A").inSession("s1").at(begin.plusSeconds(25)).ends("failure");

    assertThat(move(begin, 6).verdicts()).isEmpty();
    assertThat(move(begin, 7).verdicts()).isEmpty();
    assertThat(move(begin, 8).verdict().getOccurrences()).isEqualTo(3);
  }

  @Test
  void movesOfMoreThanADayAgoDoNotCount() {
    session.goes("A", "B", "A", "B", "A");
    story.advanceTime(Duration.ofHours(25));

    assertThat(session.goes("B", "A", "B", "A", "B").verdicts()).isEmpty();
    assertThat(session.goes("A").verdicts()).hasSize(1);
  }

  private Outputs move(Instant begin, int place) {
    String task = place % 2 == 0 ? "A" : "B";
    return story
        .task(task)
        .inSession("s1")
        .withEventId("m" + place)
        .at(begin.plusSeconds(10L * place))
        .attempts(IN_PROGRESS, null, null);
  }
}
