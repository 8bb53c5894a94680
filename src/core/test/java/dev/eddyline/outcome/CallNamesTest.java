package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The names are those of this expression. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--bed=fern_7.json, @moss",
        "½ Ⅷ x² 𝒳9 日本.txt",
        "_a -b .c +d a@b.c- d.",
        "\ud83c\udf3f a\ud83c\udf3fb \ud83d c",
        "",
        "..."
      })
  void aNameIsARunOfLettersAndNumbersWithJoints(String text) {
    // Given
    Pattern name = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_.@+-]*+");

    // When
    long[] names = CallNames.names(text, 60);

    // Then
    long[] expected =
        name.matcher(text).results().mapToLong(found -> name(found.group())).distinct().toArray();
    assertThat(names).containsExactlyInAnyOrder(expected);
    assertThat(CallNames.frame("tool", "", text))
        .isEqualTo(CallNames.frame("tool", "", name.matcher(text).replaceAll("x")));
  }

  @Test
  void onlyTheFirstNamesCount() {
    assertThat(CallNames.names("fern moss oak", 2))
        .containsExactlyInAnyOrder(name("fern"), name("moss"));
  }

  @Test
  void coloursOfATerminalAreNoWords() {
    assertThat(CallNames.words("\u001B[31mfern\u001B[0m is wet"))
        .isEqualTo(CallNames.words("fern is wet"));
  }
}
