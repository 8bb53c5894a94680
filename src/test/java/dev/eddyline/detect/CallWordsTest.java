package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import org.junit.jupiter.api.Test;

class CallWordsTest {

  private static final String TEXT = "{\"command\": \"ls -l src\"}";

  @Test
  void itsWordsAreThoseOfTheText() {
    assertThat(CallWords.of(TEXT).words()).isEqualTo(WordBag.of(Text.of(TEXT)));
  }

  @Test
  void callWordsFromTextAndFromWordBagAreEqual() {
    assertThat(CallWords.of(TEXT)).isEqualTo(CallWords.of(WordBag.of(Text.of(TEXT))));
    assertThat(CallWords.of(TEXT)).hasSameHashCodeAs(CallWords.of(WordBag.of(Text.of(TEXT))));
    assertThat(CallWords.of(TEXT)).isNotEqualTo(CallWords.of("{}"));
  }
}
