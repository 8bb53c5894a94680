package dev.eddyline.guards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Presets that are named after a guard, on the cases of that guard. */
@NeedsSharedData
@Tag(TestTags.SHARED)
class PresetsOnPeerCasesTest {

  /** The preset of a guard, or its gate. */
  private static final Map<String, String> PRESETS =
      Map.of(
          "Gemini CLI", "like-gemini-cli",
          "Qwen Code", "like-qwen-code",
          "Cline", "like-cline",
          "TheAppApp", "gate of like-theappapp");

  /** Cases in which the preset fires elsewhere than the guard: case | preset | reason. */
  private static final String DIFFERENT =
      """
      cln-03 | 2 | a preset is not disabled for a session
      gem-05 | 5 | a preset is not disabled for a session
      gem-06 | 4 | a preset is not disabled for a session
      qwn-04 | 5 | a preset is not disabled for a session
      gem-13 | 4 | the order of argument keys has no effect
      gem-21 | none | chanted text
      gem-23 | none | chanted text
      gem-25 | none | chanted text
      gem-26 | none | chanted text
      gem-29 | none | chanted text
      gem-52 | none | a model judges
      gem-53 | none | a model judges
      gem-55 | none | a model judges
      qwn-05 | none | inspections of a repository
      qwn-24 | none | a cap on calls
      qwn-25 | none | a cap on calls
      qwn-26 | none | a cap on calls
      qwn-33 | 14 | a new result counts as the first of the next row
      qwn-38 | none | a call with another result is not equal
      qwn-09 | none | an opt-in rule
      qwn-12 | none | an opt-in rule
      qwn-15 | none | an opt-in rule
      qwn-17 | none | an opt-in rule
      qwn-19 | none | an opt-in rule
      qwn-21 | none | an opt-in rule
      qwn-34 | none | an opt-in rule
      qwn-37 | none | an opt-in rule
      qwn-40 | none | an opt-in rule
      tap-08 | 2 | the case has another limit
      tap-21 | none | an agent that asks back is another pair
      """;

  @Test
  void presetFiresWhereTheGuardDoes_exceptInTheseCases() throws IOException {
    // Given
    Map<String, PeerCase> cases = PeerCase.all();

    // When
    Map<String, String> different = new TreeMap<>();
    int compared = 0;
    for (Map.Entry<String, PeerCase> one : cases.entrySet()) {
      String preset = PRESETS.get(one.getValue().source().path("peer").asText());
      if (preset != null) {
        String found = first(preset, one.getValue());
        compared++;
        if (!found.equals(one.getValue().expected())) {
          different.put(one.getKey(), found);
        }
      }
    }

    // Then
    Map<String, String> expected =
        DIFFERENT
            .lines()
            .map(line -> line.split(" \\| "))
            .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    assertThat(different).containsExactlyInAnyOrderEntriesOf(expected);
    assertThat(compared).isEqualTo(102);
  }

  private static String first(String preset, PeerCase one) {
    List<AgentEvent> run = one.run();
    String index = PresetAlarms.first(preset, run);
    return index.equals("none") ? index : one.origins().get(Integer.parseInt(index)).toString();
  }
}
