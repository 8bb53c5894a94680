package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policy keys of external faults, and their error messages. */
class FaultRulesTest {

  @Test
  void aPolicysOwnRulesTakeThePlaceOfTheShippedOnesAndTheFirstThatMatchesDecides() {
    Policy policy =
        read(
            "{rules: [{type: none, match: 'staging'}, {type: dependency, match: '(?i)ledger down'},"
                + " {type: network, match: 'down'}]}");

    assertThat(fault(policy, "Ledger DOWN", null)).contains("dependency");
    assertThat(fault(policy, "ledger is down", null)).contains("network");
    assertThat(fault(policy, "staging ledger down", null)).isEmpty();
    assertThat(fault(policy, "HTTP 503", null)).isEmpty();
  }

  @Test
  void aRuleThatNamesAnErrorTypeIsForEventsThatNameItAndTheOthersForThoseThatNameNone() {
    Policy policy =
        read(
            "{rules: [{type: rate_limit, match: '.', errorType: quota-exceeded},"
                + " {type: network, match: 'down'}]}");

    assertThat(fault(policy, "down", "Quota_Exceeded")).contains("rate_limit");
    assertThat(fault(policy, "down", "logic")).isEmpty();
    assertThat(fault(policy, "down", null)).contains("network");
    assertThat(fault(policy, "up", null)).isEmpty();
  }

  @Test
  void withoutFaultRulesOnlyTheEventsErrorTypeCounts() {
    Policy policy = read("{rules: []}");

    assertThat(fault(policy, "HTTP 503", null)).isEmpty();
    assertThat(fault(policy, "HTTP 503", "dependency")).contains("dependency");
  }

  @Test
  void patternWithCatastrophicBacktrackingIsRejected() {
    InvalidPolicyException refused =
        catchThrowableOfType(
            InvalidPolicyException.class,
            () -> read("{rules: [{type: network, match: '(a+)+$'}]}"));

    assertThat(refused)
        .hasMessageContaining("external_fault.rules[0].match")
        .hasMessageContaining("(a+)+");
  }

  @Test
  void backOffDoublesUpToMaximum() {
    Policy policy = read("{backoff: 10s, longestBackoff: 35s}");

    assertThat(policy.backoff(attempts(1))).isEqualTo(Duration.ofSeconds(10));
    assertThat(policy.backoff(attempts(2))).isEqualTo(Duration.ofSeconds(20));
    assertThat(policy.backoff(attempts(3))).isEqualTo(Duration.ofSeconds(35));
    assertThat(policy.backoff(attempts(1_000_000))).isEqualTo(Duration.ofSeconds(35));
  }

  @Test
  void aPolicyThatDoesNotNameTheRuleKnowsNoExternalFault() {
    Policy policy = PolicyReader.read("test", "name: bare");

    assertThat(fault(policy, "HTTP 503", "network")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{rules: 3}                     | external_fault.rules: must be a list, was number 3",
        "{rules: {type: network}}       | external_fault.rules: must be a list, was object",
        "{rules: [3]}                   | external_fault.rules[0]: must be a mapping, was number 3",
        "{rules: [{match: a}]}          | external_fault.rules[0].type: is required",
        "{rules: [{type: net, match: a}]} | external_fault.rules[0].type: must be one of dependency, network, rate_limit, authentication, none, was 'net'; nearest: network",
        "{rules: [{type: none}]}        | external_fault.rules[0].match: is required: a regular expression in RE2's syntax",
        "{rules: [{type: none, match: a}, {type: none, match: '('}]} | external_fault.rules[1].match: not a usable expression: missing closing ): (",
        "{rules: [{type: none, match: a, matches: b}]} | external_fault.rules[0].matches: unknown key; nearest: match",
        "{after: 1}                     | external_fault.after: must be ≥ 2, was 1",
        "{backoff: 20m}                 | external_fault.backoff: must be ≤ longestBackoff",
        "{window: 25h}                  | external_fault.window: must be ≤ 24h, the minimum retention of the stores",
      })
  void problemsAreReportedWithTheirPath(String section, String problem) {
    InvalidPolicyException refused =
        catchThrowableOfType(InvalidPolicyException.class, () -> read(section));

    assertThat(refused.problems()).contains(problem);
  }

  private static Policy read(String section) {
    return PolicyReader.read("test", "name: test\nexternal_fault: " + section);
  }

  private static Optional<String> fault(Policy policy, String message, String errorType) {
    return policy.externalFaultKind(new FailureReported(message, errorType, null, null, null));
  }

  private static FoundLoop attempts(int attempts) {
    FoundLoop loop = new FoundLoop();
    loop.setAttempts(attempts);
    return loop;
  }
}
