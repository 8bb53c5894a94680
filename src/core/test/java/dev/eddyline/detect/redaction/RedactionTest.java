package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.yaml.Expression;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may leave of an event's text. */
class RedactionTest {

  private final Redaction redaction = new Redaction(200, Redaction.SHIPPED_SECRETS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Authorization: Bearer s3cr3t-token | s3cr3t",
        "authorization=Basic czNjcjN0OnB3 | czNjcjN0",
        "{\"Authorization\": \"Bearer s3cr3t-token\"} | s3cr3t",
        "Proxy-Authorization: Negotiate s3cr3tb10b | s3cr3t",
        "curl -H 'Authorization: ApiKey s3cr3t' | s3cr3t",
        "used Bearer s3cr3t.token.value | s3cr3t",
        "password: s3cr3t | s3cr3t",
        "DB_PASSWORD=s3cr3t npm test | s3cr3t",
        "passwd = 's3cr3t with spaces' | s3cr3t",
        "{\"api_key\": \"s3cr3t\", \"a\": 1} | s3cr3t",
        "apikey=s3cr3t&page=2 | s3cr3t",
        "AWS_SECRET_ACCESS_KEY=s3cr3t/abc+def | s3cr3t",
        "client-secret: s3cr3t | s3cr3t",
        "GITHUB_TOKEN=s3cr3t | s3cr3t",
        "aws credential: s3cr3t | s3cr3t",
        "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s3cr3tsig | s3cr3t",
        "key sk-proj-s3cr3t1234567 is wrong | s3cr3t",
        "clone with ghp_s3cr3t12345678901 | s3cr3t",
        "glpat-s3cr3t12345678 | s3cr3t",
        "xoxb-123456789012-s3cr3t | s3cr3t",
        "AKIAS3CR3T1234567890 | S3CR3T",
        "postgres://eddy:s3cr3t@db:5432/x | s3cr3t",
        "mail to s3cr3t.person@example.co.uk now | s3cr3t",
      })
  void secretsAndPersonalDataAreReplaced(String text, String secret) {
    assertThat(redaction.apply(text)).doesNotContain(secret).contains("<redacted>");
  }

  @Test
  void aPrivateKeyIsReplacedWhereverItEnds() {
    String key = "-----BEGIN RSA PRIVATE KEY-----\nMIIs3cr3t\n-----END RSA PRIVATE KEY-----";

    assertThat(redaction.apply("read " + key + " ok")).isEqualTo("read <redacted> ok");
    assertThat(redaction.apply("read " + key.substring(0, 45))).isEqualTo("read <redacted>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TypeError: cannot read property 'x' of undefined",
        "expected 5, got 3",
        "Loop detected after 3 attempts",
        "skateboarding is skillfully done",
        "src/auth.ts:42",
        "https://example.com/a?page=2",
        "",
      })
  void ordinaryTextStaysAsItIs(String text) {
    assertThat(redaction.apply(text)).isEqualTo(text);
  }

  @Test
  void textAroundASecretStays() {
    assertThat(redaction.apply("login of eddy@example.com failed"))
        .isEqualTo("login of <redacted> failed");
  }

  @Test
  void aLongTextIsCutToItsLengthWithAnEllipsis() {
    String cut = redaction.apply("word ".repeat(100));

    assertThat(cut).hasSize(200).startsWith("word word").endsWith("…");
    assertThat(redaction.apply("x".repeat(200))).isEqualTo("x".repeat(200));
  }

  @Test
  void aCutNeverHalvesACharacter() {
    Redaction short20 = new Redaction(20, List.of());

    assertThat(short20.apply("x".repeat(18) + "😀😀")).isEqualTo("x".repeat(18) + "…");
  }

  @Test
  void redactedTextIsOneLine() {
    assertThat(redaction.apply("  first\n\tsecond\r\n third ")).isEqualTo("first second third");
  }

  @Test
  void aSecretIsRedactedBeforeTheCutNotAfterIt() {
    String text = "x".repeat(190) + " password=s3cr3t-and-more-of-it";

    assertThat(redaction.apply(text)).doesNotContain("s3cr3t");
  }

  @Test
  void hostileTextsCostNoMoreThanLongOnes() {
    Redaction longest = new Redaction(10_000, Redaction.SHIPPED_SECRETS);
    for (String piece :
        new String[] {"a", "token", "password-", "a@", "eyJa-", "://a:", "-----BEGIN "}) {
      assertThat(longest.apply(piece.repeat(40_000 / piece.length()))).hasSize(10_000);
    }
  }

  @Test
  void aTextOfFewerThanTwentyCharactersIsRefused() {
    assertThatThrownBy(() -> new Redaction(19, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("maxChars", "≥ 20", "was 19");
  }

  @Test
  void whatAPolicyCallsASecretIsReplacedToo() {
    Redaction own =
        new Redaction(200, Redaction.SHIPPED_SECRETS, List.of(Expression.of("ACME-[0-9]{6}")));

    assertThat(own.apply("key ACME-123456, password: hunter2"))
        .isEqualTo("key <redacted>, <redacted>");
  }

  @Test
  void anOwnSecretDoesNotHideAShippedOne() {
    Redaction own =
        new Redaction(200, Redaction.SHIPPED_SECRETS, List.of(Expression.of("password")));

    assertThat(own.apply("password: hunter2")).doesNotContain("hunter2");
  }
}
