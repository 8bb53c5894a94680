package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.detect.actions.RepeatedAction.MissingOutcome;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How far back a call still counts. */
class ActionWindowTest {

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions();

  @Test
  void callsThatLieAlmostADayApartAreNoLoop() {
    // Given
    tools.withLimits(limits(MissingOutcome.NOT_PROVEN, Duration.ofHours(24)));

    // When
    List<Optional<FoundLoop>> found =
        IntStream.range(0, 10)
            .mapToObj(day -> advanceTimeAndCallTool(Duration.ofHours(23)))
            .toList();

    // Then
    assertThat(found).containsOnly(Optional.empty());
  }

  @Test
  void windowAppliesToCallsWithoutResult() {
    // Given
    tools.withLimits(limits(MissingOutcome.COUNTS, Duration.ofHours(24)));

    // When
    List<Optional<FoundLoop>> found =
        IntStream.range(0, 10)
            .mapToObj(
                day -> tools.advanceTime(Duration.ofHours(23)).callsTool("c" + day, "ls", "{}"))
            .toList();

    // Then
    assertThat(found).containsOnly(Optional.empty());
  }

  @Test
  void callsWithinTheWindowOfTheFirstAreALoop() {
    // Given
    tools.withLimits(limits(MissingOutcome.NOT_PROVEN, Duration.ofHours(24)));

    // When
    List<Boolean> found =
        IntStream.range(0, 5)
            .mapToObj(time -> advanceTimeAndCallTool(Duration.ofHours(6)).isPresent())
            .toList();

    // Then
    assertThat(found).containsExactly(false, false, false, true, true);
  }

  @Test
  void runRestartsAfterTheWindow() {
    // Given
    tools.withLimits(limits(MissingOutcome.NOT_PROVEN, Duration.ofMinutes(10)));
    IntStream.range(0, 3).forEach(time -> advanceTimeAndCallTool(Duration.ofMinutes(1)));

    // When
    List<Boolean> found =
        IntStream.range(0, 4)
            .mapToObj(
                time -> advanceTimeAndCallTool(Duration.ofMinutes(time == 0 ? 11 : 1)).isPresent())
            .toList();

    // Then
    assertThat(found).containsExactly(false, false, false, true);
  }

  @Test
  void lateCallIsNoRepetitionOfANewerOne() {
    // Given
    tools.withLimits(limits(MissingOutcome.NOT_PROVEN, Duration.ofHours(24)));
    IntStream.range(0, 3).forEach(time -> advanceTimeAndCallTool(Duration.ofMinutes(1)));

    // When
    Optional<FoundLoop> old = advanceTimeAndCallTool(Duration.ofHours(-30));

    // Then
    assertThat(old).isEmpty();
  }

  /** A call and its result so long after the last. */
  private Optional<FoundLoop> advanceTimeAndCallTool(Duration time) {
    return tools.advanceTime(time.minusSeconds(1)).callsAndReturns("ls", "{}", "a");
  }

  private static RepeatedActionLimits limits(MissingOutcome missing, Duration window) {
    return RepeatedActionPolicy.of(
        "missingOutcome: " + missing, "window: " + window.toMinutes() + "m");
  }
}
