package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Label values of agents are few, short and on one line, whatever the agents' names. */
class AgentLabelsTest {

  private final AgentLabels agents = new AgentLabels(true);

  @Test
  void theFirstAgentsHaveLabels_othersShareOne() {
    // When
    Set<String> values = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      values.add(agents.labelFor("agent-" + i));
    }

    // Then
    assertThat(values)
        .hasSize(AgentLabels.MAX_LABELLED_AGENTS + 1)
        .contains("agent-0", "agent-49", AgentLabels.OTHER);
    assertThat(agents.labelFor("agent-49")).isEqualTo("agent-49");
    assertThat(agents.labelFor("agent-50")).isEqualTo(AgentLabels.OTHER);
  }

  @Test
  void withoutNamesAllAgentsShareOneLabel() {
    // Given
    AgentLabels unnamed = new AgentLabels(false);

    // When
    Set<String> values = Set.of(unnamed.labelFor("planner"));

    // Then
    assertThat(values).containsExactly("agent");
    assertThat(unnamed.labelFor("coder")).isEqualTo("agent");
  }

  @Test
  void hostileAgentNameIsSanitized() {
    assertThat(agents.labelFor("a".repeat(10_000))).hasSize(64);
    assertThat(agents.labelFor("x\n# HELP\u2028\ud800")).isEqualTo("x?# HELP??");
    assertThat(agents.labelFor("")).isEqualTo("?");
  }
}
