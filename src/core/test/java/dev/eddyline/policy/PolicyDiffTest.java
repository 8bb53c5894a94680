package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys of a policy differ from its preset. */
class PolicyDiffTest {

  private static List<String> changedKeys(String yaml) {
    return PolicyDiff.computeChangedKeys(
            new PolicyDraft("workflow build", yaml), Optional.of("build"))
        .stream()
        .map(PolicyDiff.ChangedKey::path)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: build\nextends: conservative\ngate: {loops: 9}\n",
        // the name of another preset
        "name: graph\nextends: conservative\ngate: {loops: 9}\n",
        "name: build\nextends: default\ngate: {loops: 9}\n"
      })
  void policyIsComparedWithPresetThatItExtends(String yaml) {
    assertThat(changedKeys(yaml)).containsExactly("gate.loops");
  }
}
