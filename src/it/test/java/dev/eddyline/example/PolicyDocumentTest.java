package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The policy in docs/how-to/policies.md is valid. */
class PolicyDocumentTest {

  @Test
  void documentedPolicyIsValid() throws IOException {
    // Given
    String document = Files.readString(Path.of("docs", "how-to", "policies.md"));
    int begin =
        document.indexOf("```yaml\n", document.indexOf("## Policies")) + "```yaml\n".length();

    // When
    Policy policy =
        PolicyReader.read("policies.md", document.substring(begin, document.indexOf("```", begin)));

    // Then
    assertThat(policy.workflow()).hasValue("build");
    assertThat(policy.enabledRuleNames()).contains("task_attempts", "step_iteration_exceeded");
    assertThat(policy.masking().mask("ORD-1")).isEqualTo("<order id>");
  }
}
