package dev.eddyline.language;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Concepts that exclude one another in a request, such as "enable" and "disable". Sentence models
 * rate such sentences as similar, since their topic is the same.
 */
public final class Contrasts {

  /** Topics with two alternatives. */
  private static final Set<Integer> PAIRS = new HashSet<>();

  /** The alternatives of a topic that a term belongs to: numbers by topic. */
  private static final Map<String, Map<Integer, Integer>> ALTERNATIVES = read(PAIRS);

  private Contrasts() {}

  private static Map<String, Map<Integer, Integer>> read(Set<Integer> pairs) {
    Map<String, Map<Integer, Integer>> topics = new HashMap<>();
    int topic = 0;
    for (String line : Vocabulary.lines("/languages/contrasts.txt")) {
      String[] alternatives = line.split("/");
      for (int alternative = 0; alternative < alternatives.length; alternative++) {
        for (String key : alternatives[alternative].strip().split(" ")) {
          topics
              .computeIfAbsent(TermForm.concept(key), none -> new HashMap<>())
              .put(topic, alternative);
        }
      }
      if (alternatives.length == 2) {
        pairs.add(topic);
      }
      topic++;
    }
    return Map.copyOf(topics);
  }

  /**
   * Whether, for some topic, both have alternatives and none in common, or one has the source of
   * the other as its target.
   */
  public static boolean areOpposed(List<String> terms, List<String> others) {
    Map<Integer, Set<Integer>> one = alternativesByTopic(terms);
    Map<Integer, Set<Integer>> other = alternativesByTopic(others);
    for (Map.Entry<Integer, Set<Integer>> topic : one.entrySet()) {
      Set<Integer> against = other.get(topic.getKey());
      if (against != null && topic.getValue().stream().noneMatch(against::contains)) {
        return true;
      }
    }
    return terms.stream()
            .filter(term -> !others.contains(term))
            .map(TermForm::opposite)
            .anyMatch(
                opposite ->
                    opposite != null && others.contains(opposite) && !terms.contains(opposite))
        || areSwapped(terms, others, TermForm::isSource)
        || areSwapped(terms, others, TermForm::isTarget);
  }

  /** Whether each has a direction to or from what is content of the other without it. */
  private static boolean areSwapped(
      List<String> terms, List<String> others, Predicate<String> direction) {
    return haveOther(terms, others, direction) && haveOther(others, terms, direction);
  }

  private static boolean haveOther(
      List<String> terms, List<String> others, Predicate<String> direction) {
    return terms.stream()
        .filter(direction)
        .filter(term -> TermForm.isNamed(term) || isOneOfMany(TermForm.directed(term)))
        .anyMatch(term -> !others.contains(term) && others.contains(TermForm.directed(term)));
  }

  /** Whether a term is one of many that exclude one another, such as a month or a day. */
  public static boolean isOneOfMany(String term) {
    return ALTERNATIVES.getOrDefault(term, Map.of()).keySet().stream()
        .anyMatch(topic -> topic > 0 && !PAIRS.contains(topic));
  }

  /**
   * Whether one has a decisive alternative that the other does not have. Of two alternatives the
   * second is decisive, such as "disable"; the first is often left out. Kinds of requests, the
   * first topic, are often left out too.
   */
  public static boolean areUnequal(List<String> terms, List<String> others) {
    return !decisive(terms).equals(decisive(others));
  }

  /** Whether both have the same alternatives of all topics. */
  public static boolean areEqual(List<String> terms, List<String> others) {
    return alternativesByTopic(terms).equals(alternativesByTopic(others));
  }

  private static Map<Integer, Set<Integer>> decisive(List<String> terms) {
    Map<Integer, Set<Integer>> found = alternativesByTopic(terms);
    found.remove(0);
    found
        .entrySet()
        .removeIf(topic -> PAIRS.contains(topic.getKey()) && topic.getValue().equals(Set.of(0)));
    return found;
  }

  private static Map<Integer, Set<Integer>> alternativesByTopic(List<String> terms) {
    Map<Integer, Set<Integer>> found = new HashMap<>();
    for (String term : terms) {
      ALTERNATIVES
          .getOrDefault(term, Map.of())
          .forEach(
              (topic, alternative) ->
                  found.computeIfAbsent(topic, none -> new HashSet<>()).add(alternative));
    }
    return found;
  }
}
