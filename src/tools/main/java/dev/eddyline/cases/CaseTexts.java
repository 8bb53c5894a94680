package dev.eddyline.cases;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The vocabulary of all cases, from resources. */
final class CaseTexts {

  private static final String ENGLISH = "en";
  private static final Map<String, Domain> DOMAINS = read("domains", new TypeReference<>() {});
  private static final Map<String, Map<String, List<String>>> PHRASES =
      read("phrases", new TypeReference<>() {});
  private static final Map<String, List<String>> TERMS = read("terms", new TypeReference<>() {});

  private CaseTexts() {}

  /** Fields of work, in the order of the resource. */
  static List<Domain> domains() {
    return List.copyOf(DOMAINS.values());
  }

  /** Templates of one use; in English if the language has none. */
  static List<String> phrases(String use, String language) {
    Map<String, List<String>> byLanguage = PHRASES.get(use);
    return byLanguage.getOrDefault(language, byLanguage.get(ENGLISH));
  }

  /** All languages of messages. */
  static List<String> languages() {
    return List.copyOf(PHRASES.get("noHits").keySet());
  }

  /** Words of one use that do not depend on a language. */
  static List<String> terms(String use) {
    return TERMS.get(use);
  }

  private static <T> Map<String, T> read(String name, TypeReference<Map<String, T>> type) {
    try (InputStream resource = CaseTexts.class.getResourceAsStream("/cases/" + name + ".yaml")) {
      return new YAMLMapper().readValue(resource, type);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a resource cannot fail", e);
    }
  }
}
