package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many events of one millisecond: all are taken, and none a second time. */
class EventBurstsTest {

  private static final Instant LATER = EngineScenario.BEGIN.plusSeconds(60);

  private final EngineScenario story = EngineScenario.under("default");

  @ParameterizedTest
  @ValueSource(ints = {33, 41, 256})
  void everyEventOfABurstWithOneTimestampIsProcessed(int size) {
    // When
    List<InputOutcome> outcomes = burst("a", size, EngineScenario.BEGIN);

    // Then
    assertThat(outcomes).hasSize(size).containsOnly(InputOutcome.TAKEN);
    assertThat(burst("a", size, EngineScenario.BEGIN)).containsOnly(InputOutcome.REPEATED);
  }

  @Test
  void everyEventOfConsecutiveBurstsIsProcessed() {
    // When / Then
    for (int moment = 0; moment < 5; moment++) {
      assertThat(burst("m" + moment, 100, EngineScenario.BEGIN.plusMillis(moment)))
          .containsOnly(InputOutcome.TAKEN);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 41, 256})
  void aBurstThatRecursAfterNewerEventsIsNotALoop(int size) {
    // Given
    burst("a", size, EngineScenario.BEGIN);
    burst("b", 41, LATER);

    // When
    List<Outputs> back =
        IntStream.range(0, size)
            .mapToObj(number -> fail("a" + number, EngineScenario.BEGIN, "Error " + number))
            .toList();

    // Then
    assertThat(back).extracting(Outputs::outcome).doesNotContain(InputOutcome.TAKEN);
    assertThat(back).flatExtracting(Outputs::records).isEmpty();
  }

  @Test
  void theFirstOfABurstThatRecursAfterOneNewerEventIsNotALoop() {
    // Given
    burst("a", 41, EngineScenario.BEGIN);
    fail("b", LATER, "Error b");

    // When
    Outputs back = fail("a0", EngineScenario.BEGIN, "Error 0");

    // Then
    assertThat(back.outcome()).isNotEqualTo(InputOutcome.TAKEN);
    assertThat(back.records()).isEmpty();
  }

  @Test
  void outOfOrderEventOlderThanABurstIsProcessedOnce() {
    // Given
    burst("b", 41, LATER);

    // When
    Outputs first = fail("a", EngineScenario.BEGIN, "Error a");
    Outputs back = fail("a", EngineScenario.BEGIN, "Error a");

    // Then
    assertThat(first.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(back.outcome()).isNotEqualTo(InputOutcome.TAKEN);
  }

  /** Distinct failures of one moment. */
  private List<InputOutcome> burst(String name, int size, Instant at) {
    return IntStream.range(0, size)
        .mapToObj(number -> fail(name + number, at, "Error " + number).outcome())
        .toList();
  }

  private Outputs fail(String eventId, Instant at, String message) {
    story.advanceTime(Duration.ofMinutes(1));
    return story.task("T1").withEventId(eventId).at(at).fails(message);
  }
}
