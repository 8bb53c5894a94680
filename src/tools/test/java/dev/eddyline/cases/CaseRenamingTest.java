package dev.eddyline.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.TestTags;
import dev.eddyline.json.InvalidEventException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** A renamed case has other nouns and paths, and nothing else changes. */
class CaseRenamingTest {

  @Property
  @Tag(TestTags.TRIES)
  void aRenamedCaseHasTheSameStructure(
      @ForAll long seed, @ForAll @IntRange(max = 60) int number, @ForAll long renaming)
      throws InvalidEventException {
    for (InventedCase original : new CaseGenerator(seed).pair(number)) {
      // When
      InventedCase renamed = CaseRenaming.rename(original, renaming);

      // Then
      CaseGeneratorTest.requireValid(renamed);
      assertThat(renamed.label()).isEqualTo(original.label());
      assertThat(renamed.events()).hasSameSizeAs(original.events()).isNotEqualTo(original.events());
      assertThat(values(renamed, "occurredAt")).isEqualTo(values(original, "occurredAt"));
      assertThat(values(renamed, "type")).isEqualTo(values(original, "type"));
      for (String field : List.of("arguments", "output", "text", "tool")) {
        assertThat(different(renamed, field)).isEqualTo(different(original, field));
      }
      assertThat(CaseRenaming.rename(original, renaming)).isEqualTo(renamed);
    }
  }

  private static List<String> values(InventedCase invented, String field) {
    return invented.events().stream().map(event -> event.path(field).toString()).toList();
  }

  /** Number of different values: a consistent renaming makes no two values equal. */
  private static int different(InventedCase invented, String field) {
    Set<String> values = new HashSet<>();
    for (ObjectNode event : invented.events()) {
      values.add(event.path(field).toString());
    }
    return values.size();
  }
}
