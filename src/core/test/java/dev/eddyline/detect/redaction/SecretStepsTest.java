package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search for a secret reads a hostile text a bounded number of times, however long it is. */
class SecretStepsTest {

  private static final int CHARS = 8_000;

  /** Beginnings of secrets that never end, and what their patterns skip. */
  static Stream<String> pieces() {
    return Stream.of(
        "a",
        "a ",
        "A",
        "7",
        "7 ",
        " ",
        "\\",
        "\\n",
        "\"",
        "'",
        "\\\"",
        "-",
        "--",
        "=",
        ":",
        "%",
        "<",
        "password",
        "password ",
        "password\\n",
        "password\"",
        "token=\"",
        "token:",
        "token is ",
        "token<",
        "<token",
        "<token ",
        "<token>",
        "<token><![CDATA[",
        "(\"token\",",
        "setToken(",
        "<entry key=\"",
        "passwort",
        "passwort ",
        "пароль:",
        "db_pass",
        "pass=",
        "auth\":",
        "auth=(\"",
        "mnemonic: a ",
        "machine ",
        "machine a login b ",
        "--key",
        " --key ",
        "curl ",
        "curl -u",
        "curl -u a",
        "mysql ",
        "mysql -p\" ",
        "sshpass ",
        "sshpass -p",
        "docker login ",
        "docker login -",
        "login ",
        "sqlplus ",
        "htpasswd -b ",
        "git config ",
        "config set a",
        "echo ",
        "echo a|",
        "echo a|sudo ",
        "identified by ",
        "identified with ",
        "--from-literal=",
        "://",
        "://a",
        "://a:",
        "://a%3A",
        "%3A%2F%2F",
        "%3A%2F%2Fa%3A",
        "thin:",
        "thin:a/",
        ":a@tcp",
        "hooks.slack.com/services/",
        "MTA5",
        "MTA5.",
        "eddyline_",
        "hf_",
        "eyJ",
        "eyJaaaaaaaa.",
        "SK0",
        "SG.",
        "sk-",
        "12345678:A",
        "DE12",
        "DE12 ",
        "4111 ",
        "4111-",
        "a@",
        "a.",
        "a@a.",
        "x-key",
        "cookie ",
        "authorization:",
        "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----");
  }

  @ParameterizedTest
  @MethodSource("pieces")
  void aTextOfTwiceTheLengthTakesTwiceTheSteps(String piece) {
    for (Secret secret : Redaction.SHIPPED_SECRETS) {
      // Given
      String whole = piece.repeat(CHARS / piece.length());
      String half = whole.substring(0, whole.length() / 2);

      // When / Then
      assertThat(steps(secret, whole))
          .as(secret.pattern().pattern())
          .isLessThan(3 * steps(secret, half) + 10L * CHARS);
    }
  }

  private static long steps(Secret secret, String text) {
    CountedText counted = new CountedText(text);
    Matcher matcher =
        secret.pattern().matcher(counted).useTransparentBounds(true).useAnchoringBounds(false);
    int at = 0;
    while (at < text.length()) {
      boolean found =
          secret.named() ? matcher.region(at, text.length()).lookingAt() : matcher.find();
      if (!found && !secret.named()) {
        break;
      }
      at = found ? matcher.end() : endOfName(text, at);
    }
    return counted.reads;
  }

  /** Where the next name can start. */
  private static int endOfName(String text, int start) {
    int end = start + 1;
    while (end < text.length()
        && isPartOfName(text.charAt(end - 1))
        && isPartOfName(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isPartOfName(char character) {
    return character == '_'
        || character == '-'
        || character < 128 && Character.isLetterOrDigit(character);
  }

  /** A text that counts how often its characters are read. */
  private static final class CountedText implements CharSequence {

    private final String text;
    private long reads;

    private CountedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
