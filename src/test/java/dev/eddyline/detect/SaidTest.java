package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaidTest {

  private static final String TEXT = "{\"command\": \"ls -l src\"}";

  @Test
  void itsWordsAreThoseOfTheText() {
    assertThat(Said.of(TEXT).words()).isEqualTo(WordBag.of(TEXT));
  }

  @Test
  void itIsTheSameWhetherTheTextOrTheWordsWereKept() {
    assertThat(Said.of(TEXT)).isEqualTo(Said.of(WordBag.of(TEXT)));
    assertThat(Said.of(TEXT)).hasSameHashCodeAs(Said.of(WordBag.of(TEXT)));
    assertThat(Said.of(TEXT)).isNotEqualTo(Said.of("{}"));
  }
}
