package dev.eddyline.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The vocabulary files agree with one another. */
class VocabularyFilesTest {

  private static final Set<String> GRAMMAR =
      Set.of("stop", "negation", "endings", "from-before", "to-before", "from-after", "to-after");

  private static Map<String, List<String>> entriesByKey(Language language) {
    Map<String, List<String>> entries = new HashMap<>();
    for (String line : Vocabulary.lines("/languages/%s.txt".formatted(language.code()))) {
      String[] parts = line.split(": ", 2);
      assertThat(entries.put(parts[0], List.of(parts[1].split(", ")))).as(line).isNull();
    }
    return entries;
  }

  @ParameterizedTest
  @EnumSource
  void everyLanguageHasTheSameConceptsAndEachEntryOnce(Language language) {
    // Given
    Map<String, List<String>> entries = entriesByKey(language);
    Set<String> concepts = new TreeSet<>(entries.keySet());
    concepts.removeAll(GRAMMAR);
    Set<String> english = entriesByKey(Language.ENGLISH).keySet();

    // Then
    concepts.removeIf(key -> Character.isDigit(key.charAt(0)));
    assertThat(english).containsAll(concepts);
    assertThat(concepts).hasSizeGreaterThan(220);
    Map<String, String> keyByEntry = new HashMap<>();
    entries.forEach(
        (key, words) -> {
          if (key.equals("stop") || !GRAMMAR.contains(key)) {
            for (String word : words) {
              assertThat(word).isNotBlank().isEqualTo(language.lowerCase(word).strip());
              assertThat(keyByEntry.put(word, key)).as(word + " of " + key).isIn(null, key);
            }
          }
        });
  }

  @Test
  void everyContrastIsBetweenConcepts() {
    // Given
    Set<String> concepts = entriesByKey(Language.ENGLISH).keySet();
    Set<String> contrasted = new HashSet<>();

    // When
    for (String line : Vocabulary.lines("/languages/contrasts.txt")) {
      contrasted.addAll(Arrays.asList(line.replace("/", " ").strip().split("\\s+")));
    }

    // Then
    assertThat(concepts).containsAll(contrasted);
  }
}
