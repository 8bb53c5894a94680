package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Label values of agents are few, short and on one line, whatever the agents' names. */
class AgentsTest {

  private final Agents agents = new Agents(true);

  @Test
  void theFirstHaveValuesOfTheirOwn_theRestAreOne() {
    // When
    Set<String> values = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      values.add(agents.of("agent-" + i));
    }

    // Then
    assertThat(values).hasSize(Agents.MOST + 1).contains("agent-0", "agent-49", Agents.OTHER);
    assertThat(agents.of("agent-49")).isEqualTo("agent-49");
    assertThat(agents.of("agent-50")).isEqualTo(Agents.OTHER);
  }

  @Test
  void whereNoneIsNamedAllAreOne() {
    // Given
    Agents unnamed = new Agents(false);

    // When
    Set<String> values = Set.of(unnamed.of("planner"));

    // Then
    assertThat(values).containsExactly("agent");
    assertThat(unnamed.of("coder")).isEqualTo("agent");
  }

  @Test
  void aHostileNameIsCutAndPlain() {
    assertThat(agents.of("a".repeat(10_000))).hasSize(64);
    assertThat(agents.of("x\n# HELP\u2028\ud800")).isEqualTo("x?# HELP??");
    assertThat(agents.of("")).isEqualTo("?");
  }
}
