package dev.eddyline.console.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.console.web.EventSplitter.NumberedText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventSplitterTest {

  private static NumberedText text(int number, String text) {
    return new NumberedText(number, text);
  }

  @Test
  void arrayElementsAreReturnedVerbatimAndNonObjectsAsNull() {
    List<NumberedText> texts =
        EventSplitter.split(" [ {\"é\": [1, {\"b\":\"]\"}]} ,{}\n,7,\"{}\",[ ] ] ");

    assertThat(texts)
        .containsExactly(
            text(1, "{\"é\": [1, {\"b\":\"]\"}]}"),
            text(2, "{}"),
            text(3, "null"),
            text(4, "null"),
            text(5, "[ ]"));
  }

  @Test
  void lineNumbersCountEmptyLines() {
    assertThat(EventSplitter.split("\n{\"a\":1}\r\n \n{oops\n"))
        .containsExactly(text(2, "{\"a\":1}\r"), text(4, "{oops"));
  }

  @Test
  void multiLineObjectIsOneEvent() {
    assertThat(EventSplitter.split("\n{\n\"a\":1\n}\n")).containsExactly(text(1, "{\n\"a\":1\n}"));
  }

  @Test
  void splitsLinesDespiteDuplicateField() {
    assertThat(EventSplitter.split("{\"a\":1,\"a\":2}\n{}")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n ", "[", "[{}", "[{},]", "[{}] x", "[{}}", "[1 2]"})
  void rejectsBodyWithoutEvents(String body) {
    assertThatThrownBy(() -> EventSplitter.split(body))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}\n", "{},", "1,", "\n{}\n\n"})
  void rejectsMoreThan1000Events(String one) {
    // Given
    boolean isArray = one.endsWith(",");
    String most = one.repeat(EventSplitter.MAX_EVENTS - 1);

    // When
    String allowed = isArray ? "[" + most + "{}]" : most + "{}";
    String tooMany = isArray ? "[" + one + most + "{}]" : one + most + "{}";

    // Then
    assertThat(EventSplitter.split(allowed)).hasSize(1_000);
    assertThatThrownBy(() -> EventSplitter.split(tooMany)).hasMessageContaining("≤ 1000 events");
  }
}
