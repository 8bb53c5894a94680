package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that a shell adds to each result are not a part of the results. */
class NoiseTest {

  private static final String BANNER = "greenhouse shell 4.1, session 12";

  private Noise noise = Noise.NONE;

  private void result(String command, String... lines) {
    OpenCall call = OpenCall.of("c", "gardener", "terminal", command, null, false);
    noise = noise.with(call, List.of(lines));
  }

  @Test
  void aLineAroundResultsOfThreeCallsIsNoise() {
    // Given
    result("list beds", BANNER, "fern");
    result("list pots", BANNER, "moss");
    assertThat(noise.removeFrom(List.of(BANNER, "ivy"))).contains(BANNER);

    // When
    result("list lamps", BANNER, "lamp a");

    // Then
    assertThat(noise.removeFrom(List.of(BANNER, "ivy"))).containsExactly("ivy");
  }

  @Test
  void numbersInNoiseMayChange() {
    result("list beds", "session 12 is open", "fern");
    result("list pots", "session 13 is open", "moss");
    result("list lamps", "session 14 is open", "lamp");

    assertThat(noise.removeFrom(List.of("session 99 is open", "ivy"))).containsExactly("ivy");
  }

  @Test
  void aLineOfOneCallIsContentHoweverOftenItComes() {
    for (int time = 0; time < 9; time++) {
      result("show bed", "the soil is dry", "fern");
    }

    assertThat(noise.removeFrom(List.of("the soil is dry", "ivy"))).hasSize(2);
  }

  @Test
  void aLineInTheMiddleIsContent() {
    for (String bed : List.of("a", "b", "c", "d")) {
      result("show " + bed, "one " + bed, "two " + bed, "the soil is dry", "x " + bed, "y " + bed);
    }

    assertThat(noise.removeFrom(List.of("the soil is dry", "ivy"))).hasSize(2);
  }

  @Test
  void aWarningIsNoiseAtOnce() {
    assertThat(Noise.NONE.removeFrom(List.of("Warning: the vent is old", "ivy")))
        .containsExactly("ivy");
  }

  @Test
  void aResultThatIsOnlyNoiseStays() {
    assertThat(Noise.NONE.removeFrom(List.of("Warning: the vent is old")))
        .containsExactly("Warning: the vent is old");
  }

  @Test
  void theNewestEdgesAreStored() {
    // Given
    for (String bed : List.of("a", "b", "c")) {
      result("show " + bed, BANNER);
    }

    // When
    for (char line = 'a'; line < 'a' + 12; line++) {
      result("show", "row " + String.valueOf(line).repeat(3));
    }

    // Then
    assertThat(noise.edges()).hasSize(12);
    assertThat(noise.removeFrom(List.of(BANNER, "ivy"))).contains(BANNER);
  }
}
