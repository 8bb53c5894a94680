package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many events of one millisecond: all are taken, and none a second time. */
class BurstsTest {

  private static final Instant LATER = Story.BEGIN.plusSeconds(60);

  private final Story story = Story.under("default");

  @ParameterizedTest
  @ValueSource(ints = {33, 41, 256})
  void anHonestBurstIsTakenAsAWhole(int size) {
    // When
    List<Outcome> outcomes = burst("a", size, Story.BEGIN);

    // Then
    assertThat(outcomes).hasSize(size).containsOnly(Outcome.TAKEN);
    assertThat(burst("a", size, Story.BEGIN)).containsOnly(Outcome.REPEATED);
  }

  @Test
  void burstsThatFollowOneAnotherAreTakenAsAWhole() {
    // When / Then
    for (int moment = 0; moment < 5; moment++) {
      assertThat(burst("m" + moment, 100, Story.BEGIN.plusMillis(moment)))
          .containsOnly(Outcome.TAKEN);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 41, 256})
  void aBurstThatComesBackAfterNewerEventsIsNoLoop(int size) {
    // Given
    burst("a", size, Story.BEGIN);
    burst("b", 41, LATER);

    // When
    List<Outputs> back =
        IntStream.range(0, size)
            .mapToObj(number -> fail("a" + number, Story.BEGIN, "Error " + number))
            .toList();

    // Then
    assertThat(back).extracting(Outputs::outcome).doesNotContain(Outcome.TAKEN);
    assertThat(back).flatExtracting(Outputs::records).isEmpty();
  }

  @Test
  void theFirstOfABurstThatComesBackAfterOneNewerEventIsNoLoop() {
    // Given
    burst("a", 41, Story.BEGIN);
    fail("b", LATER, "Error b");

    // When
    Outputs back = fail("a0", Story.BEGIN, "Error 0");

    // Then
    assertThat(back.outcome()).isNotEqualTo(Outcome.TAKEN);
    assertThat(back.records()).isEmpty();
  }

  @Test
  void whatComesOutOfOrderBeforeABurstIsTakenOnce() {
    // Given
    burst("b", 41, LATER);

    // When
    Outputs first = fail("a", Story.BEGIN, "Error a");
    Outputs back = fail("a", Story.BEGIN, "Error a");

    // Then
    assertThat(first.outcome()).isEqualTo(Outcome.TAKEN);
    assertThat(back.outcome()).isNotEqualTo(Outcome.TAKEN);
  }

  /** Distinct failures of one moment. */
  private List<Outcome> burst(String name, int size, Instant at) {
    return IntStream.range(0, size)
        .mapToObj(number -> fail(name + number, at, "Error " + number).outcome())
        .toList();
  }

  private Outputs fail(String eventId, Instant at, String message) {
    story.after(Duration.ofMinutes(1));
    return story.task("T1").named(eventId).at(at).fails(message);
  }
}
