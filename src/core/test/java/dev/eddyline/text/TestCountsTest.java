package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.TestTags;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read as a summary of tests, and what is not. */
@Tag(TestTags.TRIES)
class TestCountsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      nullValues = "-",
      value = {
        "5 tests failing                                                       | 5 | -",
        "1 test failing                                                        | 1 | -",
        "There are still 8 failing tests in src/auth                           | 8 | -",
        "5 of 20 tests failed                                                  | 5 | 20",
        "3/10 tests failed                                                     | 3 | 10",
        "5 tests failing, 15 passing                                           | 5 | 20",
        "all tests passed                                                      | 0 | -",
        "All 10 tests passed!                                                  | 0 | -",
        "10 passed                                                             | 0 | 10",
        "10 tests passed                                                       | 0 | 10",
        "=========== 3 failed, 7 passed in 0.12s ===========                   | 3 | 10",
        "=========== 3 failed, 7 passed, 2 skipped, 1 error in 1.02s =====     | 4 | 11",
        "=========== 1 failed in 0.12s ===========                             | 1 | 1",
        "=========== 10 passed, 2 warnings in 0.31s ===========                | 0 | 10",
        "Tests:       2 failed, 1 skipped, 8 passed, 11 total                  | 2 | 11",
        "Tests:       10 passed, 10 total                                      | 0 | 10",
        "3 failing                                                             | 3 | -",
        "Tests run: 10, Failures: 2, Errors: 1, Skipped: 0                     | 3 | 10",
        "[ERROR] Tests run: 10, Failures: 2, Errors: 0, Skipped: 1, Time elapsed: 0.1 s | 2 | 10",
        "10 tests completed, 3 failed, 1 skipped                               | 3 | 10",
        "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out | 2 | 5",
        "test result: ok. 5 passed; 0 failed; 0 ignored                        | 0 | 5",
        "10 examples, 2 failures, 1 pending                                    | 2 | 10",
        "10 examples, 0 failures                                               | 0 | 10",
        "Failed!  - Failed:     2, Passed:     8, Skipped:     0, Total:    10 | 2 | 10",
        "Passed!  - Failed:     0, Passed:    10, Skipped:     0, Total:    10 | 0 | 10",
        "Tests: 10, Assertions: 12, Failures: 2, Errors: 1.                    | 3 | 10",
        "Executed 10 tests, with 2 failures (0 unexpected) in 0.1 seconds      | 2 | 10",
        "10 scenarios (2 failed, 8 passed)                                     | 2 | 10",
      })
  void whatARunnerOrAPersonCountsIsRead(String text, long failing, Long total) {
    assertThat(counts(text)).contains(new TestCounts(failing, total));
  }

  @Test
  void aSummaryOverSeveralLinesIsOne() {
    assertThat(counts("  7 passing (20ms)\n  1 pending\n  3 failing\n\n  1) adds"))
        .contains(new TestCounts(3, 10L));
    assertThat(counts("Total tests: 10\n     Passed: 8\n     Failed: 2\n"))
        .contains(new TestCounts(2, 10L));
    assertThat(counts("Ran 10 tests in 0.003s\n\nFAILED (failures=2, errors=1)\n"))
        .contains(new TestCounts(3, 10L));
    assertThat(counts("Ran 10 tests in 0.003s\n\nOK\n")).contains(new TestCounts(0, 10L));
    assertThat(counts(" Test Files  1 failed (1)\n      Tests  2 failed | 8 passed (10)"))
        .contains(new TestCounts(2, 10L));
  }

  @Test
  void coloursDoNotHideASummary() {
    String coloured = "\u001b[31m2 failed\u001b[0m, \u001b[32m8 passed\u001b[0m";

    assertThat(counts(coloured)).contains(new TestCounts(2, 10L));
  }

  @Test
  void theLastSummaryWins() {
    assertThat(counts("Test Suites: 1 failed, 1 total\nTests: 2 failed, 8 passed, 10 total"))
        .contains(new TestCounts(2, 10L));
    assertThat(counts("before: 8 tests failing. Now 5 tests failing"))
        .contains(new TestCounts(5, null));
    assertThat(counts("3 failed, 7 passed\nafter the fix\nall tests passed"))
        .contains(new TestCounts(0, null));
  }

  @Test
  void aSummaryOfNoTestsIsNone() {
    String cargo =
        "test result: FAILED. 3 passed; 2 failed; 0 ignored\n   Doc-tests x\n"
            + "test result: ok. 0 passed; 0 failed; 0 ignored";

    assertThat(counts(cargo)).contains(new TestCounts(2, 5L));
    assertThat(counts("Tests run: 0, Failures: 0, Errors: 0, Skipped: 0")).isEmpty();
    assertThat(counts("Ran 0 tests in 0.000s\n\nOK")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Test failed: expected 5, got 3",
        "--- FAIL: TestAdd (0.00s)",
        "FAIL\tgithub.com/a/b\t0.005s",
        "attempt 3 failed",
        "Step 2 failed, see the log",
        "test case 12 passed",
        "3 failed login attempts",
        "2 passed arguments are missing",
        "takes 2 positional arguments but 3 were passed to it",
        "Found 3 errors. Fixable: 1 passed over",
        "ok=3 changed=0 unreachable=0 failed=1 skipped=0",
        "Build failed with 2 failures",
        "Errors: 4, Total: 12",
        "Make sure that all tests pass before you commit",
        "Not all tests passed",
        "version 1.2.3 failed",
        "exit code 1: build failed at 10:30",
        "issue #12 failed to load",
        "0 tests",
        "99999999999 tests failing",
      })
  void whatIsNoSummaryIsNotRead(String text) {
    assertThat(counts(text)).isEmpty();
  }

  @Test
  void theWholeOfALongTextIsRead() {
    String filler = "x fail\n".repeat(4_000);

    assertThat(counts(filler + "3 failed, 7 passed\n" + filler)).contains(new TestCounts(3, 10L));
    assertThat(counts("1 failed\n" + filler + "3 failed")).contains(new TestCounts(3, null));
  }

  @Test
  void countsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new TestCounts(3, 2L)).hasMessageContainingAll("failing", "3 of 2");
    assertThatThrownBy(() -> new TestCounts(-1, null)).isInstanceOf(RuntimeException.class);
  }

  @Property
  void noTextBreaksTheReader(@ForAll("texts") String text) {
    counts(text)
        .ifPresent(
            counts -> {
              assertThat(counts.failing()).isNotNegative();
              assertThat(counts.total() == null || counts.total() >= counts.failing()).isTrue();
            });
  }

  @Property
  void textBeforeLastSummaryIsIgnored(@ForAll("texts") String before) {
    assertThat(counts(before + "\nend of it\n12 tests failing")).contains(new TestCounts(12, null));
  }

  private static Optional<TestCounts> counts(String text) {
    return TestCounts.in(Text.of(text));
  }

  @Provide
  Arbitrary<String> texts() {
    List<String> words =
        List.of(
            "3",
            "17",
            "0",
            "999999999",
            "1234567890123",
            "failed",
            "passed",
            "failing",
            "tests",
            "test",
            "examples",
            "errors",
            "total",
            ",",
            ";",
            "(",
            ")",
            "\n",
            " ",
            "  ",
            "in 0.1s",
            "Tests run:",
            "Failures:",
            "Failed:",
            "Ran 3 tests in 0.1s\n\n",
            "OK",
            "FAILED (failures=",
            ")",
            "\u001b[31m",
            "all tests passed",
            "of",
            "/",
            "日本",
            "🙂");
    return Arbitraries.of(words)
        .list()
        .ofMaxSize(30)
        .map(list -> String.join(" ", list) + String.join("", list));
  }
}
