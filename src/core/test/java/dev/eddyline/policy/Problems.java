package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;

/** What is wrong with a policy. */
final class Problems {

  private Problems() {}

  /** The problems of a policy that has a name and these lines. */
  static List<String> of(String yaml) {
    InvalidPolicyException refused =
        catchThrowableOfType(
            InvalidPolicyException.class, () -> PolicyReader.read("test", "name: test\n" + yaml));
    assertThat(refused).as("a policy that is refused").isNotNull();
    return refused.problems();
  }
}
