package dev.eddyline.detect.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a failure equals an earlier one, and how. */
class IdenticalFailureTest {

  private static final IdenticalFailure.Limits NORMALIZED = limits(MatchKind.NORMALIZED, 0);

  private final DetectorHarness<FailureHistory, IdenticalFailure.Limits> failures =
      DetectorHarness.ofFailures();

  @Test
  void theFirstFailureIsNoLoop() {
    assertThat(failures.withLimits(NORMALIZED).fails("Error A")).isEmpty();
  }

  @Test
  void theSameMessageIsAnExactMatch() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("Error A");

    FoundLoop loop = run.fails("Error A").orElseThrow();

    assertThat(loop.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(loop.getReason()).isEqualTo("Exact error message match");
    assertThat(loop.getWeight()).isEqualTo(1);
    assertThat(loop.getPeriod()).isEqualTo(1);
    assertThat(loop.getAttempts()).isEqualTo(2);
    assertThat(loop.getMeasured()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Timed out at 10:00:01    | Timed out at 10:00:02",
        "No such file /tmp/a1/x   | No such file /tmp/b2/x",
        "Object 0x7ffe1234 freed  | Object 0x7ffe5678 freed",
        "Error:  too many  spaces | Error: too many spaces",
      })
  void aMessageThatDiffersInVolatilePartsIsANormalizedMatch(String first, String second) {
    var run = failures.withLimits(NORMALIZED);
    run.fails(first);

    FoundLoop loop = run.fails(second).orElseThrow();

    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.NORMALIZED);
    assertThat(loop.getAttempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "3 tests failed           | 5 tests failed",
        "exit code 1              | exit code 2",
        "expected 5, got 3        | expected 5, got 4",
        "HTTP 500                 | HTTP 502",
        "Unknown module 'a'       | Unknown variable 'a'",
        "Error A                  | error a",
      })
  void messagesThatSayDifferentThingsNeverMatch(String first, String second) {
    var run = failures.withLimits(limits(MatchKind.TEMPLATE, 1));
    run.fails(first);

    assertThat(run.fails(second)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, true",
        "a.ts, -, true",
        "-, a.ts, true",
        "a.ts, a.ts, true",
        "a.ts, b.ts, false"
      })
  void maskedLinesAreVolatileOnlyWhereTheLocationIsEqualOrUnknown(
      String first, String second, boolean equal) {
    var run = failures.withLimits(limits(MatchKind.NORMALIZED, LineComparison.MASKED, 0));
    run.fails("Syntax error at line 42", first);

    Optional<FoundLoop> loop = run.fails("Syntax error at line 57", second);

    assertThat(loop.isPresent()).isEqualTo(equal);
  }

  private static final String LINES =
      """
      Syntax error at line 42 | Syntax error at line 57
      main.go:10:2: undefined: x | main.go:55:9: undefined: x
      src/a.ts(3,7): error TS2304 | src/a.ts(9,1): error TS2304
      File 'b.py', line 8, in load: KeyError | File 'b.py', line 80, in load: KeyError
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = LINES)
  void anotherLineIsAnotherFailure(String first, String second) {
    for (MatchKind match : List.of(MatchKind.NORMALIZED, MatchKind.TEMPLATE)) {
      var run = DetectorHarness.ofFailures().withLimits(limits(match, 1));
      run.fails(first);

      assertThat(run.fails(second)).isEmpty();
      assertThat(run.fails(first)).isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = LINES)
  void aListedLineIsALoopOfWeightZero(String first, String second) {
    var run = failures.withLimits(limits(MatchKind.NORMALIZED, LineComparison.LISTED, 0));
    run.fails(first);

    FoundLoop listed = run.fails(second).orElseThrow();
    FoundLoop repeated = run.fails(first).orElseThrow();

    assertThat(listed.getWeight()).isZero();
    assertThat(listed.getReason()).isEqualTo("Same error message but for lines and columns");
    assertThat(repeated.getWeight()).isEqualTo(1);
    assertThat(repeated.getAttempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = LINES)
  void aMaskedLineIsTheSameFailure(String first, String second) {
    var run = failures.withLimits(limits(MatchKind.NORMALIZED, LineComparison.MASKED, 0));
    run.fails(first);

    FoundLoop loop = run.fails(second).orElseThrow();

    assertThat(loop.getWeight()).isEqualTo(1);
    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.NORMALIZED);
  }

  @Test
  void theSameMessageAtAnotherPlaceIsAnotherFailure() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("cannot read property 'x' of undefined", "src/auth.ts:42");

    assertThat(run.fails("cannot read property 'x' of undefined", "src/cart.ts:42")).isEmpty();
    assertThat(run.fails("cannot read property 'x' of undefined", "src/auth.ts:57")).isEmpty();
    assertThat(run.fails("cannot read property 'x' of undefined", "Auth (7,3)")).isEmpty();
    assertThat(
            run.fails("cannot read property 'x' of undefined", "src/auth.ts:42")
                .orElseThrow()
                .getMatchKind())
        .isEqualTo(MatchKind.EXACT);
  }

  @Test
  void withoutALocationOnlyTheMessageIsCompared() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("boom", "src/auth.ts:42");

    assertThat(run.fails("boom")).isPresent();
  }

  @Test
  void anotherLineOfALocationIsListedOrMaskedAsThePolicySays() {
    var listed =
        DetectorHarness.ofFailures()
            .withLimits(limits(MatchKind.NORMALIZED, LineComparison.LISTED, 0));
    var masked =
        DetectorHarness.ofFailures()
            .withLimits(limits(MatchKind.NORMALIZED, LineComparison.MASKED, 0));
    listed.fails("boom", "src/auth.ts:42");
    masked.fails("boom", "src/auth.ts:42");

    assertThat(listed.fails("boom", "src/auth.ts:43").orElseThrow().getWeight()).isZero();
    assertThat(masked.fails("boom", "src/auth.ts:43").orElseThrow().getWeight()).isEqualTo(1);
  }

  @Test
  void aTemplateMatchIsReportedWithoutWeightUnlessThePolicyGivesItOne() {
    FoundLoop unweighted = secondUnknownTool(limits(MatchKind.TEMPLATE, 0)).orElseThrow();
    FoundLoop weighted = secondUnknownTool(limits(MatchKind.TEMPLATE, 1)).orElseThrow();

    assertThat(unweighted.getMatchKind()).isEqualTo(MatchKind.TEMPLATE);
    assertThat(unweighted.getWeight()).isZero();
    assertThat(weighted.getWeight()).isEqualTo(1);
    assertThat(weighted.getReportedAttempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"EXACT", "NORMALIZED"})
  void aNearerMatchKindLeavesTemplatesOut(MatchKind furthest) {
    assertThat(secondUnknownTool(limits(furthest, 1))).isEmpty();
  }

  @Test
  void anExactPolicyLeavesVolatilePartsAsTheyAre() {
    var run = failures.withLimits(limits(MatchKind.EXACT, 0));
    run.fails("Timed out at 10:00:01");

    assertThat(run.fails("Timed out at 10:00:02")).isEmpty();
    assertThat(run.fails("Timed out at 10:00:02")).isPresent();
  }

  @Test
  void aTemplateNeedsTheSameErrorType() {
    var run = failures.withLimits(limits(MatchKind.TEMPLATE, 1));
    run.failsAs("Unknown tool: Jira", "runtime");

    assertThat(run.failsAs("Unknown tool: Zoom", "logic")).isEmpty();
  }

  @Test
  void closestOfSeveralMatchesIsReported() {
    var run = failures.withLimits(limits(MatchKind.TEMPLATE, 0));
    run.fails("Unknown tool: Jira");
    run.fails("Unknown tool: Zoom");

    assertThat(run.fails("Unknown tool: Jira").orElseThrow().getMatchKind())
        .isEqualTo(MatchKind.EXACT);
  }

  @ParameterizedTest
  @CsvSource({"''", "' '", "'\t\n'"})
  void anEmptyMessageNeverMatches(String empty) {
    var run = failures.withLimits(limits(MatchKind.TEMPLATE, 1));
    run.fails(empty);

    assertThat(run.fails(empty)).isEmpty();
  }

  private Optional<FoundLoop> secondUnknownTool(IdenticalFailure.Limits limits) {
    var run = DetectorHarness.ofFailures().withLimits(limits);
    run.fails("Unknown tool: Jira");
    return run.fails("Unknown tool: Zoom");
  }

  private static IdenticalFailure.Limits limits(MatchKind match, int templateWeight) {
    return limits(match, LineComparison.COMPARED, templateWeight);
  }

  private static IdenticalFailure.Limits limits(
      MatchKind match, LineComparison lines, int templateWeight) {
    return FailureLimits.of(true, match, lines, templateWeight);
  }
}
