package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in command lines, headers, addresses and JSON; and what is none. */
class SecretFormsTest {

  private static final int MAX = 200;

  private final Redaction redaction = new Redaction(MAX, Redaction.SHIPPED_SECRETS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql --password hunter2 -u root",
        "mysql --password 'correct hunter2 battery'",
        "deploy --api_key hunter2 --dry-run",
        "deploy -token hunter2",
        "deploy --password=hunter2",
        "[\"mysql\",\"--password\",\"hunter2\"]",
        "{\"arguments\":\"[\\\"mysql\\\", \\\"--password\\\", \\\"correct hunter2\\\"]\"}",
        "the password is hunter2",
        "The API-key is 'correct hunter2'",
        "curl -H 'x-api-key hunter2'",
        "X-Api-Key: hunter2",
        "X-Auth-Token hunter2",
        "Cookie: theme=dark; sid=hunter2",
        "Set-Cookie: sid=hunter2; Path=/; HttpOnly",
        "{\"cookie\": \"theme=dark; sid=hunter2\"}",
        "{\"headers\":\"{\\\"Cookie\\\": \\\"theme=dark; sid=hunter2\\\"}\"}",
        "https://blob.example/a.zip?sig=hunter2&se=2026",
        "https://s3.example/a?X-Amz-Date=1&X-Amz-Signature=hunter2",
        "https://example.com/cb?state=1&code=hunter2",
        "{\"arguments\":\"{\\\"password\\\": \\\"correct hunter2 battery\\\"}\"}",
        "{\"password\": \"correct \\\"horse\\\" hunter2\"}",
        "{\\\"password\\\": \\\"correct \\\\\\\"horse\\\\\\\" hunter2\\\"}",
        "{\\\"Authorization\\\": \\\"Basic hunter2\\\"}",
        "{ 'secret' => 'correct hunter2' }",
        "redis://:hunter2@cache:6379/0",
        "postgres://eddy:correct@hunter2@db:5432/x",
      })
  void everyFormOfASecretIsRedacted(String text) {
    assertThat(redaction.apply(text)).doesNotContain("hunter2").contains("<redacted>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token expired",
        "the token is expired",
        "password is required, api_key is missing",
        "invalid password for user eddy",
        "Unexpected token < in JSON at position 0",
        "secret not found in namespace default",
        "basic authentication failed",
        "no cookie was sent",
        "used tokens: 315 of 4000, max_tokens=1000",
        "{\"tokens\":315,\"cost\":1}",
        "unknown option --keep-alive",
        "http://localhost:8080/a is not reachable",
        "task-12 failed in risk-assessment-of-all-parts",
      })
  void whatOnlySpeaksOfSecretsStaysReadable(String text) {
    assertThat(redaction.apply(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "mysql --password hunter2 -u root | mysql <redacted> -u root",
        "https://blob.example/a?sig=hunter2&se=2026 | https://blob.example/a<redacted>&se=2026",
        "{\\\"password\\\": \\\"hunter2\\\", \\\"user\\\": \\\"eddy\\\"}"
            + " | {\\\"<redacted>, \\\"user\\\": \\\"eddy\\\"}",
      })
  void textAroundASecretStays(String text, String redacted) {
    assertThat(redaction.apply(text)).isEqualTo(redacted);
  }

  static Stream<String> secretsOfManyForms() {
    return Stream.of(
        "ghp_hunter2hunter2hunter2hunter2hunter2",
        "https://eddy:hunter2hunter2hunter2@example.com/",
        "eyJhbGciOiJIUzI1NiJ9.hunter2hunter2hunter2.hunter2hunter2",
        "Bearer hunter2hunter2hunter2hunter2",
        "password=\"hunter2 hunter2 hunter2\"",
        "--password hunter2hunter2",
        "hunter2.hunter2@example.com",
        "sshpass -p 'hunter2 hunter2 hunter2' ssh host",
        "<password>hunter2 hunter2 hunter2</password>",
        "curl -u me:hunter2hunter2 https://example.com",
        "hf_hunter2hunter2hunter2hunter2hunter2",
        "https%3A%2F%2Fme%3Ahunter2hunter2%40example.com");
  }

  /** The text before the secret shrinks, so that the end of what is looked at can be seen. */
  static Stream<Arguments> cutTexts() {
    return Stream.of(
            "token=%s %s %s " + "more ".repeat(400),
            "{\"token\":\"%s\",\"b\":\"%s\",\"c\":\"%s\"," + "d".repeat(600) + "}",
            "/a?token=%s&b=%s&c=%s&" + "d=e".repeat(200))
        .flatMap(
            form ->
                secretsOfManyForms().map(secret -> arguments(form.substring(0, 12), form, secret)));
  }

  @ParameterizedTest(name = "{2} in {0}")
  @MethodSource("cutTexts")
  void aSecretIsNeverHalfShownWhereverTheTextIsCut(String name, String form, String secret) {
    for (int place = 0; place < 2 * MAX; place++) {
      // Given
      String text = form.formatted("A".repeat(5 * MAX / 2 + place), "b", secret);

      // When / Then
      assertThat(redaction.apply(text)).as("%d", place).doesNotContain("hunt", "hbGciOiJIU");
    }
  }
}
