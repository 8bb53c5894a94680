package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.console.EventTexts.Numbered;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTextsTest {

  private static Numbered text(int number, String text) {
    return new Numbered(number, text);
  }

  @Test
  void elementsOfAnArrayAreTakenAsTheyStand() {
    List<Numbered> texts = EventTexts.of(" [ {\"é\": [1, {\"b\":\"]\"}]} ,{}\n,7,\"{}\",[ ] ] ");

    assertThat(texts)
        .containsExactly(
            text(1, "{\"é\": [1, {\"b\":\"]\"}]}"),
            text(2, "{}"),
            text(3, "null"),
            text(4, "null"),
            text(5, "[ ]"));
  }

  @Test
  void linesAreCountedWithTheEmptyOnes() {
    assertThat(EventTexts.of("\n{\"a\":1}\r\n \n{oops\n"))
        .containsExactly(text(2, "{\"a\":1}\r"), text(4, "{oops"));
  }

  @Test
  void objectOfSeveralLinesIsOneEvent() {
    assertThat(EventTexts.of("\n{\n\"a\":1\n}\n")).containsExactly(text(1, "{\n\"a\":1\n}"));
  }

  @Test
  void fieldThatAppearsTwiceMakesALineNoWorseThanItsOwn() {
    assertThat(EventTexts.of("{\"a\":1,\"a\":2}\n{}")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n ", "[", "[{}", "[{},]", "[{}] x", "[{}}", "[1 2]"})
  void whatHoldsNoEventsIsRefused(String body) {
    assertThatThrownBy(() -> EventTexts.of(body))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}\n", "{},", "1,", "\n{}\n\n"})
  void moreThan1000AreRefusedTogether(String one) {
    // Given
    boolean isArray = one.endsWith(",");
    String most = one.repeat(EventTexts.MOST - 1);

    // When
    String allowed = isArray ? "[" + most + "{}]" : most + "{}";
    String tooMany = isArray ? "[" + one + most + "{}]" : one + most + "{}";

    // Then
    assertThat(EventTexts.of(allowed)).hasSize(1_000);
    assertThatThrownBy(() -> EventTexts.of(tooMany)).hasMessageContaining("≤ 1000 events");
  }
}
