package dev.eddyline.detect.redaction;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Numbers of bank accounts (IBAN) and payment cards: their check digits must be correct. */
final class CheckedNumbers {

  /** Fewest digits of such a number, without letters of a bank. */
  private static final int MIN_DIGITS = 10;

  /** Country and length of an IBAN. */
  private static final String IBAN_LENGTHS =
      "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27"
          + " DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28"
          + " IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24"
          + " ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22"
          + " SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";

  /** A card number behind its first digit, which is found faster than a place. */
  private static final String CARD =
      // 16 to 19 digits in groups of four
      "(?:(?:(?<=4)\\d|(?<=5)[1-5]|(?<=2)[2-7]|(?<=3)5|(?<=6)\\d)\\d\\d([ -]?)\\d{4}\\1\\d{4}\\1\\d{4}(?:\\1\\d{1,3})?"
          // 15 and 14 digits in groups of 4, 6 and 5 or 4
          + "|(?<=3)[47]\\d\\d([ -]?)\\d{6}\\2\\d{5}|(?<=3)[0689]\\d\\d([ -]?)\\d{6}\\3\\d{4})";

  static final List<Secret> ALL =
      List.of(
          Secret.checked(
              "[2-6](?=\\d{3})(?<![\\w.,/#-][2-6])" + CARD + "(?!\\w|[-./]\\w)",
              CheckedNumbers::isCardNumber),
          Secret.checked(
              "[A-Z](?=[A-Z]\\d\\d)(?<!\\w[A-Z])(?:" + ibans() + ")(?!\\w)",
              CheckedNumbers::isIban));

  private CheckedNumbers() {}

  private static String ibans() {
    Map<Integer, List<String>> countriesByLength =
        List.of(IBAN_LENGTHS.split(" ")).stream()
            .collect(
                Collectors.groupingBy(
                    row -> Integer.valueOf(row.substring(2)),
                    TreeMap::new,
                    Collectors.mapping(
                        // the first letter is matched already
                        row -> "(?<=%s)%s".formatted(row.charAt(0), row.charAt(1)),
                        Collectors.toList())));
    return countriesByLength.entrySet().stream()
        .map(
            entry ->
                "(?:%s)\\d\\d(?:[ -]?[A-Z0-9]){%d}"
                    .formatted(String.join("|", entry.getValue()), entry.getKey() - 4))
        .collect(Collectors.joining("|"));
  }

  /** Whether a card's first digits are in use and its last digit is that of Luhn's formula. */
  private static boolean isCardNumber(String text) {
    String digits = text.replaceAll("[ -]", "");
    int first = Integer.parseInt(digits.substring(0, 4));
    return isIssued(first, digits.length()) && luhnSum(digits) % 10 == 0;
  }

  private static boolean isIssued(int first, int length) {
    if (length > 16) {
      return first / 100 == 62;
    }
    return switch (first / 1000) {
      case 2 -> first >= 2221 && first <= 2720;
      case 3 -> length < 16 ? first < 3060 || first >= 3400 : first >= 3528 && first <= 3589;
      case 6 -> first == 6011 || first / 100 == 62 || first >= 6440 && first < 6600;
      default -> true;
    };
  }

  private static int luhnSum(String digits) {
    int sum = 0;
    for (int fromEnd = 0; fromEnd < digits.length(); fromEnd++) {
      int digit = digits.charAt(digits.length() - 1 - fromEnd) - '0';
      int weighted = fromEnd % 2 == 0 ? digit : 2 * digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum;
  }

  private static boolean isIban(String text) {
    String iban = text.replaceAll("[ -]", "");
    String moved = iban.substring(4) + iban.substring(0, 4);
    String number =
        moved
            .chars()
            .mapToObj(letter -> String.valueOf(Character.digit(letter, 36)))
            .collect(Collectors.joining());
    return new BigInteger(number).mod(BigInteger.valueOf(97)).intValue() == 1;
  }

  /** Whether a text has enough digits in a row for such a number; between them may be others. */
  static boolean mayBeIn(String text) {
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      digits = isPart(next) ? digits + (next <= '9' && next >= '0' ? 1 : 0) : 0;
      if (digits >= MIN_DIGITS) {
        return true;
      }
    }
    return false;
  }

  /** Whether a character can be part of such a number: a digit, capital letter or separator. */
  static boolean isPart(char character) {
    return character >= '0' && character <= '9'
        || character >= 'A' && character <= 'Z'
        || character == ' '
        || character == '-';
  }
}
