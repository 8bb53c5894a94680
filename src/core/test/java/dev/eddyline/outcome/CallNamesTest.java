package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names in calls and results, and what is left of a call without them. */
class CallNamesTest {

  private static long name(String text) {
    long[] names = CallNames.names(text, 60);
    assertThat(names).hasSize(1);
    return names[0];
  }

  @Test
  void callsThatDifferInNamesHaveOneFrame() {
    int frame = CallNames.frame("terminal", "grep -r fern beds/", "");

    assertThat(CallNames.frame("terminal", "grep -r moss pots/", "")).isEqualTo(frame);
    assertThat(CallNames.frame("terminal", "cat -r fern beds/", "")).isNotEqualTo(frame);
    assertThat(CallNames.frame("shell", "grep -r fern beds/", "")).isNotEqualTo(frame);
    assertThat(CallNames.frame("terminal", "grep fern | wc", "")).isNotEqualTo(frame);
  }

  @Test
  void aNameIsTheSameInAnyCase_andAtTheEndOfASentence() {
    assertThat(name("Fern.")).isEqualTo(name("fern"));
    assertThat(name("bed-7.json")).isEqualTo(name("BED-7.JSON"));
    assertThat(name("bed-7.json")).isNotEqualTo(name("bed-8.json"));
  }

  @Test
  void aListOffersTheFirstAndTheLastNameOfEachLine() {
    assertThat(CallNames.offered(List.of("- fern, wet, 12", "moss")))
        .containsExactlyInAnyOrder(name("fern"), name("12"), name("moss"));
  }

  @Test
  void theWordsOfAnIdentifierAreWords() {
    CompactHashes words = CallNames.words("soilSensor bed_seven");

    assertThat(List.of("soil", "sensor", "bed", "seven"))
        .allMatch(word -> words.contains(CallNames.word(word)));
    assertThat(words.contains(CallNames.word("eight"))).isFalse();
  }
}
