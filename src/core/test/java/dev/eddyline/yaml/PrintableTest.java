package dev.eddyline.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be shown as it is stays; all else is shown as what it is. */
class PrintableTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "agent-7 / plan:build",
        "Zoë, 北京, עברית, العربية",
        "می\u200cخواهم",
        "\ud83d\udc69\u200d\ud83d\udcbb",
        "\u0600 12",
        "\u2764\ufe0f",
        "\u2764\ufe0f\u200d\ud83d\udd25",
        "agent 1\ufe0f\u20e3",
        "\u00a9\ufe0f",
        "\u845b\udb40\udd00",
        "\u00a0"
      })
  void textWithoutHiddenCharactersStaysUnchanged(String text) {
    assertThat(Printable.isPrintable(text)).isTrue();
    assertThat(Printable.escape(text)).isSameAs(text);
    assertThat(Printable.escapeLines(text)).isSameAs(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0000", "0007", "0008", "001b", "007f", "0085", "009b", "00ad", "061c", "180e", "200b", "200c",
    "200d", "200e", "200f", "2028", "2029", "202a", "202b", "202c", "202d", "202e", "2060", "2066",
    "2067", "2068", "2069", "feff", "fff9", "d800", "dc00", "034f", "115f", "1160", "17b4", "17b5",
    "180b", "180f", "2800", "3164", "fe00", "fe0f", "ffa0"
  })
  void aCharacterThatControlsOrHidesIsShown(String hexadecimal) {
    // Given
    String text = "al" + (char) Integer.parseInt(hexadecimal, 16) + "ice";

    // When
    String shown = Printable.escape(text);

    // Then
    assertThat(Printable.isPrintable(text)).isFalse();
    assertThat(shown).isEqualTo("al\\u" + hexadecimal + "ice");
  }

  @ParameterizedTest
  @CsvSource({
    "'a\nb\r\tc', 'a\\nb\\r\\tc'",
    "'\u202e\u202e', '\\u202e\\u202e'",
    "'x\udb40\udc41', 'x\\udb40\\udc41'",
    "'\u200d\u200d', '\\u200d\\u200d'",
    "'\u2764\ufe0f\ufe0e', '\u2764\ufe0f\\ufe0e'",
  })
  void hiddenCharactersAreReplacedByEscapes(String text, String shown) {
    assertThat(Printable.escape(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "'a\nb\u001b[0m\n', 'a\nb\\u001b[0m\n'",
    "'a\r\n', 'a\\r\n'",
    "'a\n\nb\n', 'a\n\nb\n'"
  })
  void escapeLinesKeepsLineFeedsAndEscapesOtherControlCharacters(String text, String shown) {
    assertThat(Printable.escapeLines(text)).isEqualTo(shown);
  }

  @Property
  void quotedAnyTextIsOneLineOfAJsonString(@ForAll String text) throws JsonProcessingException {
    // When
    String quoted = Printable.quote(text);

    // Then
    assertThat(Printable.isPrintable(quoted)).isTrue();
    assertThat(new ObjectMapper().readValue(quoted, String.class)).isEqualTo(text);
  }
}
