package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Lessons;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Looped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One input that records two remedies, while stored values are visible to the next input only. */
class RemedyRecorderTest extends LoopDeciderFixture {

  private static final Lessons BEFORE =
      new Lessons(
          List.of(
              new Looped(
                  "s",
                  LoopType.REPEATED_ACTION,
                  null,
                  "T",
                  null,
                  null,
                  "agent-1",
                  "ls",
                  "Look elsewhere",
                  1,
                  0L)),
          List.of());

  @Test
  void afterAUserMessageOnlyTheLoopsSinceThenAreStoredForLearning() {
    // Given
    List<Lessons> savedLessons = new ArrayList<>();
    RemedyRecorder learning =
        new RemedyRecorder(
            () -> BEFORE, savedLessons::add, RemedyLookup.EMPTY, workflow -> Optional.of(policy));
    DecisionContext alone = decisionContext();
    DecisionContext situation =
        new DecisionContext(
            alone.subject(), alone.policy(), alone.taskCost(), alone.root(), learning);
    FoundLoop loop = loop(LoopType.BUDGET_EXCEEDED, "task");
    Outbox outbox = outbox();

    // When
    RootResets.onUserMessage(situation, outbox);
    LoopDecider.decideOnLoops(situation, List.of(loop), Optional.empty(), outbox);

    // Then
    assertThat(savedLessons).hasSize(2);
    assertThat(savedLessons.get(1).getLooped())
        .extracting(Looped::getLoopType)
        .containsExactly(LoopType.BUDGET_EXCEEDED);
  }
}
