package dev.eddyline.guards;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A preset that is named after a guard, next to the guard: where each fires first. */
class GuardPresetsTest {

  /**
   * Guard | preset | run, in the words of {@link GuardRun#parse} | guard | preset | why they
   * differ.
   */
  private static final String CASES =
      """
      OpenHands SDK | like-openhands | a=1 a=1 a=1 a=1 | 7 | 7 |
      OpenHands SDK | like-openhands | a=1 a=1 a=1 a=2 | none | none |
      OpenHands SDK | like-openhands | a!x a!x a!x | 5 | 5 |
      OpenHands SDK | like-openhands | a=1 b=2 a=1 b=2 a=1 b=2 | 11 | 11 |
      OpenHands SDK | like-openhands | a=1 b=2 a=1 b=2 a=1 b=3 | none | none |
      OpenHands SDK | like-openhands | 3*a=1,b=2,c=3 | none | none |
      OpenHands SDK | like-openhands | a=1 a=1 user a=1 a=1 | none | none |
      OpenHands SDK | like-openhands | "x "x "x | 2 | 2 |
      OpenHands SDK | like-openhands | "x "y "z | 2 | none | messages must be equal
      OpenHands SDK | like-openhands | a!x a!y a!z | 5 | none | errors must be equal
      Gemini CLI | like-gemini-cli | 5*a=1 | 8 | 8 |
      Gemini CLI | like-gemini-cli | 4*a=1 a | 8 | 8 |
      Gemini CLI | like-gemini-cli | 5*a | 4 | 4 |
      Gemini CLI | like-gemini-cli | 5*a!x | 8 | 8 |
      Gemini CLI | like-gemini-cli | 4*a=1 b=2 a=1 | none | none |
      Gemini CLI | like-gemini-cli | 5*a=1,b=2 | 18 | 18 |
      Gemini CLI | like-gemini-cli | 5*a=1,b=2,c=3,d=4,e=5 | 48 | 48 |
      Gemini CLI | like-gemini-cli | 5*a=1,b=2,c=3,d=4,e=5,f=6 | none | none |
      Gemini CLI | like-gemini-cli | 4*a=1 user a=1 | none | none |
      Gemini CLI | like-gemini-cli | a=1 a=2 a=3 a=4 a=5 | 8 | none | the results differ
      Qwen Code | like-qwen-code | 5*a=1 | 8 | 8 |
      Qwen Code | like-qwen-code | 4*a=1 b=2 a=1 | none | none |
      Qwen Code | like-qwen-code | 5*a=1,b=2 | none | none |
      Qwen Code | like-qwen-code | task_list:a=1 task_list:a=2 3*task_list:a=2 | none | none |
      Qwen Code | like-qwen-code | a=1 a=2 a=3 a=4 a=5 | 8 | none | the results differ
      Roo Code | like-roo-code | 4*a=1 | 6 | 6 |
      Roo Code | like-roo-code | 4*a!x | 6 | 6 |
      Roo Code | like-roo-code | 3*a=1 b=2 a=1 | none | none |
      Roo Code | like-roo-code | a=1 a=1 user a=1 a=1 | 7 | none | a user message restarts
      Roo Code | like-roo-code | a=1 a=2 a=3 a=4 | 6 | none | the results differ
      Cline, soft limit | like-cline | 3*a=1 | 4 | 4 |
      Cline, soft limit | like-cline | 3*a!x | 4 | 4 |
      Cline, soft limit | like-cline | 2*a=1 b=2 a=1 | none | none |
      Cline, soft limit | like-cline | 2*a=1 user a=1 | none | none |
      Cline, soft limit | like-cline | a=1 a=2 a=3 | 4 | none | the results differ
      Cline | gate of like-cline | 5*a=1 | 8 | 8 |
      Cline | gate of like-cline | 4*a=1 b=2 a=1 | none | none |
      Cline | gate of like-cline | 4*a=1 3*b=2 | none | 12 | loops of a task are added up
      opencode | like-opencode | 3*a=1 | 4 | 4 |
      opencode | like-opencode | 2*a=1 a | 4 | 4 |
      opencode | like-opencode | 3*a | 2 | 2 |
      opencode | like-opencode | 3*a!x | 4 | 4 |
      opencode | like-opencode | a=1 ~x a=1 ~x a=1 | 6 | 6 |
      opencode | like-opencode | 2*a=1 b=2 a=1 | none | none |
      opencode | like-opencode | 2*a=1 user a=1 | none | none |
      opencode | like-opencode | a=1 "x a=1 "x a=1 | none | 6 | a message hides nothing
      opencode | like-opencode | a=1 a=2 a=3 | 4 | none | the results differ
      Stella | like-stella | 3*a=1 | 5 | 5 |
      Stella | like-stella | a=1 a=1 a=2 | none | none |
      Stella | like-stella | 3*a | none | none |
      Stella | like-stella | 3*a!x | 5 | 5 |
      Stella | like-stella | 3*a=1,b=2,c=3,d=4 | 23 | 23 |
      Stella | like-stella | 3*a=1,b=2,c=3,d=4,e=5 | none | none |
      Stella | like-stella | a=0 b=0 c=0 d=0 e=0 f=0 | 11 | none | equal short results of different calls are work
      Stella | like-stella | a=0 b=0 c=0 d=0 e=0 f=1 | none | none |
      Stella | like-stella | a=0 b=0 c=0 a=0 b=0 c=0 | 11 | none | equal short results of different calls are work
      CrewAI | like-crewai | 2*a=1 | 2 | 2 |
      CrewAI | like-crewai | 2*a | 1 | 1 |
      CrewAI | like-crewai | a=1 b=2 a=1 | none | none |
      CrewAI | like-crewai | a=1 a=2 a=3 | 2 | 2 |
      TheAppApp | gate of like-theappapp | 3*fails:x | 2 | 2 |
      TheAppApp | gate of like-theappapp | fails:x fails:y fails:x | none | none |
      TheAppApp | gate of like-theappapp | fails:x fails:y fails:x fails:y fails:x | none | none |
      TheAppApp | gate of like-theappapp | 2*fails:x completes fails:x | none | none |
      TheAppApp | gate of like-theappapp | 2*fails:x approves fails:x | none | none |
      TheAppApp | gate of like-theappapp | 3*fails:database | none | none |
      TheAppApp | gate of like-theappapp | 3*a!x | 5 | 5 |
      TheAppApp | gate of like-theappapp | a!x b!x c!x | 5 | none | the call of a failed tool counts
      TheAppApp | gate of like-theappapp | 2*fails:x 2*fails:y 2*fails:z | none | 5 | loops of a task are added up
      TheAppApp | gate of like-theappapp | 4*asks:x | 3 | 3 |
      TheAppApp | gate of like-theappapp | 3*asks:x | none | none |
      """;

  static Stream<String> cases() {
    return CASES.lines();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void presetFiresWhereTheGuardDoes_exceptForTheStatedReason(String line) {
    // Given
    String[] row = line.split(" *\\| *", -1);
    List<AgentEvent> run = GuardRun.parse(row[2]);

    // When
    String guard =
        ReferenceGuards.ALL.stream()
            .filter(it -> it.name().equals(row[0]))
            .flatMap(it -> it.alarms(run).stream())
            .findFirst()
            .map(String::valueOf)
            .orElse("none");
    String preset = PresetAlarms.first(row[1], run);

    // Then
    assertThat(guard).isEqualTo(row[3]);
    assertThat(preset).isEqualTo(row[4]);
    assertThat(guard.equals(preset)).as("no reason for a difference").isEqualTo(row[5].isEmpty());
  }

  @Test
  void everyPresetOfAGuardHasItsCases() {
    // When
    Set<String> compared =
        cases().map(line -> line.split(" *\\| *")[1].replace("gate of ", "")).collect(toSet());

    // Then
    assertThat(Policies.PRESETS.stream().filter(name -> name.startsWith("like-")))
        .containsExactlyInAnyOrderElementsOf(compared);
  }
}
