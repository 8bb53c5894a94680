package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.memory.Recall;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Lessons;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Looped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One input that records two remedies, while stored values are visible to the next input only. */
class LearningOfOneInputTest extends RootUnderRules {

  private static final Lessons BEFORE =
      new Lessons(
          List.of(
              new Looped(
                  "s",
                  LoopType.REPEATED_ACTION,
                  null,
                  "T",
                  null,
                  "agent-1",
                  "ls",
                  "Look elsewhere",
                  1,
                  0L)),
          List.of());

  @Test
  void aPersonSpokeAndALoopCame_soThatOnlyTheLoopThatCameSinceIsLearntFrom() {
    // Given
    List<Lessons> kept = new ArrayList<>();
    Learning learning =
        new Learning(() -> BEFORE, kept::add, Recall.NOTHING, workflow -> Optional.of(policy));
    Case alone = situation();
    Case situation =
        new Case(alone.subject(), alone.policy(), alone.taskCost(), alone.root(), learning);
    FoundLoop loop = loop(LoopType.BUDGET_EXCEEDED, "task");
    Outbox outbox = outbox();

    // When
    Resets.spoken(situation, outbox);
    Ruling.rule(situation, List.of(loop), Optional.empty(), outbox);

    // Then
    assertThat(kept).hasSize(2);
    assertThat(kept.get(1).getLooped())
        .extracting(Looped::getLoopType)
        .containsExactly(LoopType.BUDGET_EXCEEDED);
  }
}
