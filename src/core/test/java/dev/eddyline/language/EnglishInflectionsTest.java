package dev.eddyline.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which English words are forms of one another. */
class EnglishInflectionsTest {

  @ParameterizedTest
  @CsvSource({
    "tests, test, true",
    "running, run, true",
    "stopped, stop, true",
    "enabled, enable, true",
    "enabling, enable, true",
    "copies, copy, true",
    "verified, verify, true",
    "product, production, false",
    "account, accounting, false",
    "developer, development, false",
    "important, import, false",
    "option, optional, false",
    "information, inform, false",
  })
  void onlyInflectionsAreForms(String word, String base, boolean inflected) {
    assertThat(EnglishInflections.isInflection(word, base)).isEqualTo(inflected);
  }
}
