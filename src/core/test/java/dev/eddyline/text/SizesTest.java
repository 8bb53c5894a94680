package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {

  @ParameterizedTest
  @CsvSource({
    "12 KB read in 3.5s, <size> read in <size>",
    "1500 tokens and 40 characters, <size> and <size>",
    "2M of 7GiB, <size> of <size>",
    "5s, <size>",
    "5s7s, <size>7s",
    "'5s,6ms;7 secs', '<size>,<size>;<size>'",
  })
  void sizesAreMasked(String text, String masked) {
    assertThat(Sizes.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource({"v2s", "port 8080", "a_5s", "5 sheep", "12", "no digit"})
  void otherNumbersStay(String text) {
    assertThat(Sizes.mask(text)).isEqualTo(text);
  }
}
