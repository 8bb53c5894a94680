package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress between equal actions forgives them (specification, section 2). */
class ProgressResetsActionsTest {

  private final EngineScenario story = EngineScenario.under("default");
  private int calls;

  @Test
  void afterProgressAnActionThatWouldHaveClosedALoopStartsANewCount() {
    // Given
    reports(10, 5);
    does(3);
    reports(10, 4);

    // When
    LoopVerdict forgiven = asks().verdict();
    List<LoopVerdict> later = does(3);

    // Then
    assertThat(forgiven.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(forgiven.getReason()).isEqualTo("Test metrics show improvement");
    assertThat(later).extracting(LoopVerdict::getAttempts).containsExactly(4);
    assertThat(later.get(0).getFirstEventId()).isEqualTo(forgiven.getEventId());
  }

  @Test
  void addedWorkIsProgressWithoutTests() {
    // Given
    does(3);
    story.task("T1").publishesBody(new ProgressReported(null, null, null, 2, null, null, null));

    // When
    LoopVerdict forgiven = asks().verdict();

    // Then
    assertThat(forgiven.getReason()).isEqualTo("Task completion indicators present");
  }

  @Test
  void afterProgressAnActionThatClosesNoLoopGetsReplyNoLoopAndStartsANewCount() {
    // Given
    reports(10, 5);
    does(2);
    reports(10, 4);

    // When
    LoopVerdict answer = asks().verdict();
    List<LoopVerdict> later = does(3);

    // Then
    assertThat(answer.getReason()).isEqualTo("No loop");
    assertThat(later).hasSize(1);
  }

  @Test
  void reportWithoutProgressDoesNotResetTheActionHistory() {
    // Given
    reports(10, 5);
    does(3);
    reports(10, 6);

    // When
    List<LoopVerdict> verdicts = does(1);

    // Then
    assertThat(verdicts).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"enabled: false", "patterns: []"})
  void whatIsNotLookedForIsNotForgivenEither(String key) {
    // Given
    EngineScenario quiet = EngineScenario.underYaml("repeated_action: {" + key + "}");
    quiet.task("T1").publishesBody(new ProgressReported(10, 5, null, null, null, null, null));
    for (int i = 0; i < 3; i++) {
      quiet.task("T1").calls("c" + i, "ls", "{}");
      quiet.task("T1").returns("c" + i, "ls", "a");
    }
    quiet.task("T1").publishesBody(new ProgressReported(10, 4, null, null, null, null, null));
    quiet.task("T1").calls("c", "ls", "{}");

    // When
    Outputs answered = quiet.task("T1").requestingReply().returns("c", "ls", "a");

    // Then
    assertThat(answered.verdict().getReason()).isEqualTo("No loop");
  }

  private Outputs asks() {
    story.task("T1").calls("asked", "ls", "{}");
    return story.task("T1").requestingReply().returns("asked", "ls", "a");
  }

  private List<LoopVerdict> does(int times) {
    return IntStream.range(0, times)
        .mapToObj(
            i -> {
              String id = "c" + calls++;
              story.task("T1").calls(id, "ls", "{}");
              return story.task("T1").returns(id, "ls", "a").verdicts();
            })
        .flatMap(List::stream)
        .toList();
  }

  private void reports(int total, int failed) {
    story
        .task("T1")
        .publishesBody(new ProgressReported(total, failed, null, null, null, null, null));
  }
}
