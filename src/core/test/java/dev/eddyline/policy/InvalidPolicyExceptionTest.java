package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refusal goes into a record's header, so it must not grow with the policy. */
class InvalidPolicyExceptionTest {

  @Test
  void onlyTheFirstHundredProblemsAreReportedAndTheRestIsCounted() {
    // Given
    String unknown =
        IntStream.range(0, 50_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());

    // When
    InvalidPolicyException refused = refused("name: x\n" + unknown);

    // Then
    assertThat(refused.problems()).hasSize(101).last().isEqualTo("49900 more problems");
    assertThat(refused.problems().get(0)).startsWith("k0: unknown key");
    assertThat(refused.getMessage()).hasSizeLessThan(10_000);
  }

  @Test
  void aValueThatIsVeryLongIsCut() {
    // When
    InvalidPolicyException refused = refused("name: x\nmode: " + "live".repeat(200_000) + "\n");

    // Then
    assertThat(refused.problems()).hasSize(1);
    assertThat(refused.problems().get(0))
        .startsWith("mode: must be one of live, shadow, was 'livelive")
        .endsWith("…")
        .hasSize(501);
  }

  @ParameterizedTest
  @CsvSource({
    "mutes: [, mutes: must have ≤ 256 entries",
    "external_fault: {rules: [, external_fault.rules: must have ≤ 256 entries",
  })
  void ofAListThatIsTooLongNoMoreIsReadThanItMayHave(String begin, String problem) {
    // Given
    String list = "name: x\n" + begin + "1,".repeat(450_000) + "1]";

    // When
    InvalidPolicyException refused = refused(list + (begin.contains("{") ? "}" : ""));

    // Then: the 257th is not looked at, so that few problems are left to be counted
    assertThat(refused.problems()).anyMatch(reportedProblem -> reportedProblem.startsWith(problem));
    assertThat(refused.problems()).last().asString().matches("\\d{1,4} more problems");
  }

  private static InvalidPolicyException refused(String yaml) {
    return catchThrowableOfType(
        InvalidPolicyException.class, () -> PolicyReader.read("test", yaml));
  }
}
