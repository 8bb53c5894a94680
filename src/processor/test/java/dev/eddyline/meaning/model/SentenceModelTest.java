package dev.eddyline.meaning.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which texts the bundled model knows; the model is the real one. */
class SentenceModelTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Please write unit tests for the parser                          | true",
        "Set MAX_RETRIES in the config                                   | true",
        "Fix src/auth.ts                                                 | true",
        "OPS-12                                                          | true",
        "Bitte schreibe Tests für den Parser                             | false",
        "パーサーのテストを書いてください                                   | false",
        "Proszę napisać testy jednostkowe dla parsera i wysłać wynik      | false",
        "Schrijf alsjeblieft eenheidstests voor de ontleder               | false",
        "Per favore scrivi i test del parser e mandami il risultato       | false",
        "Γράψε δοκιμές για τον αναλυτή                                    | false",
        "Kirjoita jäsentimelle yksikkötestit ja lähetä tulokset minulle   | false",
      })
  void onlyTextsOfItsVocabularyHaveAVector(String text, boolean known) {
    assertThat(SentenceModel.shared().vector(text).isPresent()).isEqualTo(known);
  }
}
