package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is volatile in a text, and what must never be taken for it. */
class MaskingTest {

  private final Masking masking = Masking.shipped();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "at 2026-03-01T10:00:00Z           | at <timestamp>",
        "at 2026-03-01 10:00               | at <timestamp>",
        "at 2026-03-01 10:00:00,123 done   | at <timestamp> done",
        "at 2026-03-01T10:00:00.5+02:00    | at <timestamp>",
        "on 2026-03-01                     | on <date>",
        "on 2026/03/01                     | on <date>",
        "on 3/1/2026                       | on <date>",
        "on Sunday, 1 March 2026           | on <date>",
        "on Sun Mar 1                      | on <date>",
        "at 10:00:00                       | at <time>",
        "at 9:05:00.123                    | at <time>",
        "took 12ms                         | took <duration>",
        "エラー12:00:05にタイムアウト        | エラー<time>にタイムアウト",
        "took 1.5 seconds                  | took <duration>",
        "took 2 minutes 3 s                | took <duration>",
        "took 40 µs                        | took <duration>",
        "took 3 hours                      | took <duration>",
        "took 1h2m30.5s                    | took <duration>",
        "took 1m 30s                       | took <duration>",
        "object at 0x7ffe12ab              | object at <address>",
        "id 123e4567-e89b-12d3-a456-426614174000 | id <uuid>",
        "commit 3f2a9bc                    | commit <hash>",
        "image sha256:3f2a9bc1             | image <hash>",
        "digest da39a3ee5e6b4b0d3255bfef95601890afd80709 | digest <hash>",
        "pid 4711                          | <process>",
        "pid=4711 died                     | <process> died",
        "[Thread-7] died                   | [<process>] died",
        "<Foo object at 0x7ffe12ab> expected, got <Foo object at 0x7ffe12ac>"
            + " | <Foo object at <address>> expected, got <Foo object at <address>>",
        "==4711== Invalid read             | <process> Invalid read",
        "took 5ms ==4711== Invalid read    | took <duration> <process> Invalid read",
        "found ==4711== Invalid read       | found <process> Invalid read",
        "in /tmp/pytest-of-root/pytest-3/x.py | in <temporary path>",
        "in /private/var/folders/xy/T/a.txt: gone | in <temporary path>: gone",
        "in C:\\Users\\me\\AppData\\Local\\Temp\\a1.txt | in <temporary path>",
      })
  void aVolatilePartIsReplacedByTheNameOfItsClass(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3 tests failed",
        "Tests run: 120, Failures: 3, Errors: 1",
        "3 failed, 117 passed",
        "Found 1234567 errors",
        "exit code 137",
        "exited with code 1",
        "exit status 0xC0000005",
        "process exited with 2",
        "HTTP 503",
        "HTTP/1.1 503 Service Unavailable",
        "status code: 429",
        "status=404",
        "returned 17",
        "expected 5, got 3",
        "Expected: 2026-03-01 Received: 2026-03-02",
        "expected 5s, actual 7s",
        "expected '2026-03-01T10:00:00Z', got '2026-03-01T11:00:00Z'",
        "expected: <2026-03-01T10:00:00Z> but was: <2026-03-01T11:00:00Z>",
        "expected: <2026-03-01 10:00:00> but was: <2026-03-01 11:00:00>",
        "expected 5ms to be 6ms",
        "expected 5 seconds, got 7 seconds",
        "want 3f2a9bc got 4f2a9bc",
        "HRESULT 0x80070005",
        "errno: 0x80070005",
        "cannot read property 'x' of undefined",
        "port 8080 is in use",
        "index 12 out of bounds for length 3",
        "version 2.31.0 not found",
        "module feedface not found",
      })
  void countsCodesAndExpectedAndActualValuesStay(String text) {
    assertThat(masking.mask(text)).isEqualTo(text);
    assertThat(masking.maskWithLines(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Syntax error at line 42          | Syntax error at <line>",
        "Syntax error at line 42, column 7 | Syntax error at <line>, <line>",
        "src/auth.ts:42:7 - error         | src/auth.ts<line> - error",
        "src/auth.ts(42,7): error         | src/auth.ts<line>: error",
        "auth.py:42                       | auth.py<line>",
      })
  void linesAndColumnsAreMaskedOnlyByMaskWithLines(String text, String unlined) {
    assertThat(masking.mask(text)).isEqualTo(text);
    assertThat(masking.maskWithLines(text)).isEqualTo(unlined);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Unknown tool: Jira           | Unknown tool: <name>",
        "No module named 'requests'   | No module named <name>",
        "No module named \"requests\" | No module named <name>",
        "command `foo` not found      | command <name> not found",
        "3 tests failed               | 3 tests failed",
      })
  void aTemplateMasksQuotedAndTrailingNames(String text, String template) {
    assertThat(masking.template(text)).isEqualTo(template);
  }

  @Test
  void coloursAndSpacingMakeNoDifference() {
    String coloured = "\u001b[31mError\u001b[0m:\n\t  3   tests failed ";

    assertThat(masking.mask(coloured)).isEqualTo("Error: 3 tests failed");
  }

  @Test
  void textBeyondMaxCharsIsNotMasked() {
    String padding = "x".repeat(Text.MAX_CHARS - 1) + " ";

    assertThat(masking.mask(padding + "took 5ms")).endsWith("took 5ms");
    assertThat(Text.of(padding + "took 5ms").maskedHash())
        .isNotEqualTo(Text.of(padding + "took 6ms").maskedHash());
  }
}
