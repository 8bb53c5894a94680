package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The policy in README.md is one that is taken. */
class ReadmePolicyTest {

  @Test
  void thePolicyInTheReadmeIsRight() throws IOException {
    // Given
    String readme = Files.readString(Path.of("README.md"));
    int begin = readme.indexOf("```yaml\n", readme.indexOf("## Policies")) + "```yaml\n".length();

    // When
    Policy policy =
        PolicyReader.read("README.md", readme.substring(begin, readme.indexOf("```", begin)));

    // Then
    assertThat(policy.workflow()).hasValue("build");
    assertThat(policy.rulesOn()).contains("task_attempts", "step_iteration_exceeded");
    assertThat(policy.masking().mask("ORD-1")).isEqualTo("<order id>");
  }
}
