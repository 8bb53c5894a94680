package dev.eddyline.task.scenario;

import dev.eddyline.detect.Detectors;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The policies under which a property must hold. */
public final class EveryPolicy {

  /** All shipped rules at their own numbers; a budget is off until it is set. */
  public static final Policy EVERYTHING =
      PolicyReader.read(
          "everything",
          "name: everything\n"
              + Detectors.SHIPPED.stream()
                  .map(rule -> rule.key() + ": {}\n")
                  .collect(Collectors.joining())
                  .replace("budget_exceeded: {}", "budget_exceeded: {tokens: 1000}"));

  /** All that a sentence model may be asked about. */
  static final Policy BY_MEANING =
      PolicyReader.read(
          "meaning",
          """
          name: meaning
          collaboration_loop: {}
          similar_response: {measure: meaning}
          repeated_action: {nearBy: meaning}
          """);

  /** Those and the presets. */
  public static final List<Policy> ALL =
      Stream.concat(
              Stream.of(EVERYTHING, BY_MEANING), Policies.PRESETS.stream().map(Policies::preset))
          .toList();

  private EveryPolicy() {}
}
