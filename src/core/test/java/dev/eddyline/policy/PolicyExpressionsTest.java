package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regular expressions that a policy brings along. */
class PolicyExpressionsTest {

  @Test
  void aPolicyAddsClassesOfVolatilePartsAndSecrets() {
    Policy policy =
        PolicyReader.read(
            "test",
            """
            name: test
            masking: {classes: {order id: 'ORD-\\d+'}}
            evidence: {secrets: ['ACME-[0-9]{6}']}
            """);

    assertThat(policy.masking().mask("ORD-17 at 10:00:01")).isEqualTo("<order id> at <time>");
    assertThat(policy.redaction().apply("ACME-123456, me@example.org"))
        .isEqualTo("<redacted>, <redacted>");
  }

  @Test
  void theRulesCompareWithThePolicysOwnClasses() {
    Policy policy =
        PolicyReader.read(
            "test",
            "name: test\nidentical_failure: {}\nmasking: {classes: {order id: 'ORD-\\d+'}}");

    assertThat(DetectorLimits.failures(policy).masking().mask("ORD-1")).isEqualTo("<order id>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "masking: {classes: {id: '(a+)+'}} | masking.classes.id: not a usable expression: the nested repetition (a+)+ would cause exponential backtracking in other engines: repeat the inside once, or put between its repeats something that must be there",
        "masking: {classes: {id: 'a(?=b)'}} | masking.classes.id: not a usable expression: the engine (RE2, linear time) does not support look-around such as (?=: write what must match",
        "masking: {classes: {id: '(a'}} | masking.classes.id: not a usable expression: missing closing ): (a",
        "masking: {classes: {id: 'a*'}} | masking.classes.id: not a usable expression: matches the empty text: let at least one character be required",
        "masking: {classes: {id: 7}} | masking.classes.id: must be a regular expression, was number 7",
        "masking: {classes: {Id: 'a'}} | masking.classes.Id: a class name must have lower-case letters and spaces only, at most 40",
        "masking: {classes: {'a>b': 'a'}} | masking.classes.a>b: a class name must have lower-case letters and spaces only, at most 40",
        "masking: {classes: {uuid: 'a'}} | masking.classes.uuid: is the name of a built-in class",
        "masking: {classes: {line: 'a'}} | masking.classes.line: is the name of a built-in class",
        "masking: {class: {id: 'a'}} | masking.class: unknown key; nearest: classes",
        "masking: {classes: ['a']} | masking.classes: must be a mapping, was array",
        "evidence: {secrets: ['a', '[b']} | evidence.secrets[1]: not a usable expression: missing closing ]: [b",
        "evidence: {secrets: 'a'} | evidence.secrets: must be a list, was string a",
        "evidence: {secrets: [{a: b}]} | evidence.secrets[0]: must be a regular expression, was object",
      })
  void aWrongExpressionIsReportedWithItsPath(String yaml, String problem) {
    assertThat(Problems.of(yaml)).containsExactly(problem);
  }

  @Test
  void expressionCountAboveMaximumIsRejected() {
    String classes =
        IntStream.range(0, 33)
            .mapToObj(i -> "k" + "x".repeat(i) + ": 'a'")
            .collect(Collectors.joining(", ", "{", "}"));

    assertThat(Problems.of("masking: {classes: " + classes + "}"))
        .containsExactly("masking.classes: must have ≤ 32 entries, was 33");
    assertThat(Problems.of("evidence: {secrets: [" + "a, ".repeat(33) + "]}"))
        .containsExactly("evidence.secrets: must have ≤ 32 entries, was 33");
  }
}
