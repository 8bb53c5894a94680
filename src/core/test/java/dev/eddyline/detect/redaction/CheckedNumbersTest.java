package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of accounts and cards, which are invented here with their check digits. */
class CheckedNumbersTest {

  private static final int MAX = 200;

  private static final String CARD = card("455612345678901");

  private final Redaction redaction = new Redaction(MAX, Redaction.SHIPPED_SECRETS);

  static Stream<String> numbers() {
    Stream<String> cards = Stream.of(CARD, card("545612345678901"), card("222312345678901"));
    Stream<String> accounts =
        Stream.of(
            iban("DE", "123456781234567890"),
            iban("GB", "ABCD12345612345678"),
            iban("NO", "12345678901"),
            iban("FR", "1234567890ABC45678901CD"));
    String amex = card("37561234567890");
    return Stream.concat(
        Stream.of(
            amex, amex.substring(0, 4) + " " + amex.substring(4, 10) + " " + amex.substring(10)),
        Stream.concat(cards, accounts)
            .flatMap(it -> Stream.of(it, inFours(it, " "), inFours(it, "-"))));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void numbersWithACorrectCheckDigitAreReplaced(String number) {
    for (String form : List.of("%s", "pay %s NOW", "{\"n\":\"%s\"}", "n=%s.")) {
      assertThat(redaction.apply(form.formatted(number))).isEqualTo(form.formatted("<redacted>"));
    }
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void anotherLastDigitMakesItAnOrdinaryId(String number) {
    char last = number.charAt(number.length() - 1);
    String other = number.substring(0, number.length() - 1) + (last == '1' ? '2' : '1');

    assertThat(redaction.apply("order " + other)).isEqualTo("order " + other);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x%s", "0.%s", "/orders/%s", "#%s", "%s7890123", "a-%s", "%s-b"})
  void aPartOfALongerIdIsNoNumber(String form) {
    String text = form.formatted(CARD);

    assertThat(redaction.apply(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void aNumberIsNeverHalfShownWhereverTheTextIsCut(String number) {
    for (int place = 0; place < 2 * MAX; place++) {
      // Given
      String text =
          "token=" + "a".repeat(5 * MAX / 2 + place) + " b " + number + " more".repeat(400);

      // When / Then
      assertThat(redaction.apply(text)).as("%d", place).doesNotContainPattern("\\d\\d");
    }
  }

  private static String card(String withoutCheckDigit) {
    return IntStream.range(0, 10)
        .mapToObj(digit -> withoutCheckDigit + digit)
        .filter(card -> doubled(card) % 10 == 0)
        .findFirst()
        .orElseThrow();
  }

  private static int doubled(String card) {
    return IntStream.range(0, card.length())
        .map(i -> (card.charAt(i) - '0') * ((card.length() - i) % 2 == 0 ? 2 : 1))
        .map(digit -> digit / 10 + digit % 10)
        .sum();
  }

  private static String iban(String country, String account) {
    StringBuilder number = new StringBuilder();
    (account + country + "00").chars().forEach(it -> number.append(Character.digit(it, 36)));
    int rest = new BigInteger(number.toString()).mod(BigInteger.valueOf(97)).intValue();
    return "%s%02d%s".formatted(country, 98 - rest, account);
  }

  private static String inFours(String number, String separator) {
    return number.replaceAll("(.{4})(?=.)", "$1" + separator);
  }
}
