package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that the rules are not shown, of muted tools and of waits, forgive nothing. */
class UnmatchedResultsTest {

  private static final String MUTES =
      "mutes: [{tool: poll_ci, reason: it polls, until: 2099-01-01T00:00:00Z}]\n";

  /** The repeated events. */
  private enum Round {
    TOOL_ERROR(
        (task, round) -> {
          task.calls("e" + round, "build", "{}");
          task.returnsError("e" + round, "build", "Build error: cannot find symbol foo");
        }),
    STEP((task, round) -> task.enters("work")),
    FAILURE((task, round) -> task.fails("TypeError: x is undefined")),
    TRANSITIONS((task, round) -> task.followsSteps("fix", "test", "fix"));

    private final ObjIntConsumer<TaskScript<Outputs>> what;

    Round(ObjIntConsumer<TaskScript<Outputs>> what) {
      this.what = what;
    }
  }

  /** What a poll says: the same, something new, and fewer failing tests each time. */
  private enum Poll {
    PENDING,
    ELAPSED,
    TESTS;

    private String says(int round) {
      return switch (this) {
        case PENDING -> "pending";
        case ELAPSED -> "stage " + "abcdefghijklmnopqrst".charAt(round) + " is done";
        case TESTS -> 30 - round + " tests failing";
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMutedToolChangesNoOtherRulesVerdicts(Round round) throws IOException {
    for (Poll poll : Poll.values()) {
      // When
      EngineScenario muted = storyOfDefault(MUTES);
      play(
          muted,
          round,
          (task, time) -> {
            task.calls("p" + time, "poll_ci", "{}");
            task.returns("p" + time, "poll_ci", poll.says(time));
          });

      // Then
      assertThat(verdicts(muted)).as(poll.name()).isNotEmpty().isEqualTo(alone(round));
    }
  }

  @ParameterizedTest
  @EnumSource
  void mutedToolWithUnknownCallsChangesNoOtherRulesVerdicts(Round round) throws IOException {
    // When
    EngineScenario muted = storyOfDefault(MUTES);
    play(muted, round, (task, time) -> task.returns("p" + time, "poll_ci", "pending"));

    // Then
    assertThat(verdicts(muted)).isNotEmpty().isEqualTo(alone(round));
  }

  @ParameterizedTest
  @EnumSource
  void waitAroundEachPollChangesNoOtherRulesVerdicts(Round round) throws IOException {
    for (Poll poll : Poll.values()) {
      // When
      EngineScenario waiting = storyOfDefault("");
      play(
          waiting,
          round,
          (task, time) -> {
            task.publishesBody(new WaitingStarted("ci", null, true));
            task.calls("p" + time, "poll_ci", "{}");
            task.returns("p" + time, "poll_ci", poll.says(time));
            task.returns("lost " + time, "poll_ci", poll.says(time));
            task.publishesBody(new WaitingEnded("ci", null, true));
          });

      // Then
      assertThat(verdicts(waiting)).as(poll.name()).isNotEmpty().isEqualTo(alone(round));
    }
  }

  /** The verdicts where nothing is polled. */
  private static List<Tuple> alone(Round round) throws IOException {
    EngineScenario story = storyOfDefault("");
    play(story, round, (task, time) -> {});
    return verdicts(story);
  }

  private static void play(
      EngineScenario story, Round round, ObjIntConsumer<TaskScript<Outputs>> between) {
    for (int time = 0; time < 15; time++) {
      round.what.accept(story.task("T1"), time);
      between.accept(story.task("T1"), time);
    }
  }

  private static List<Tuple> verdicts(EngineScenario story) {
    return story.published().stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .map(
            verdictOfLoop ->
                new Tuple(
                    verdictOfLoop.getLoopType(),
                    verdictOfLoop.getAttempts(),
                    verdictOfLoop.getLoopCount()))
        .toList();
  }

  private static EngineScenario storyOfDefault(String more) throws IOException {
    try (InputStream text = Policies.class.getResourceAsStream("/policies/default.yaml")) {
      String preset = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      return EngineScenario.under(PolicyReader.read("test", preset + "\n" + more));
    }
  }
}
