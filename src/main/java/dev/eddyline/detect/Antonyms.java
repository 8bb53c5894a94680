package dev.eddyline.detect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words that exclude one another in a request, such as "enable" and "disable". Sentence models rate
 * such sentences as similar, since their topic is the same.
 */
final class Antonyms {

  /**
   * One topic a line: alternatives separated by slashes, each with its words. The first line lists
   * the kinds of requests.
   */
  private static final String TABLE =
      """
      review check verify validate examine inspect audit look confirm / \
      write create generate draft compose produce make add / fix repair solve resolve correct / \
      explain describe clarify why / run execute / deploy publish / \
      design / delete remove drop / refactor rewrite restructure / document / archive / \
      approve accept / reject decline / estimate / benchmark profile / translate / install / \
      merge / revert / close / open / print / apply / migrate / rename / format / monitor
      add enable activate start create grant allow open include insert attach / \
      remove disable deactivate stop delete revoke deny forbid close exclude detach
      enable / disable
      allow / forbid deny block
      grant / revoke
      encrypt / decrypt
      encode / decode
      compress / decompress extract
      upgrade / downgrade
      install / uninstall
      subscribe / unsubscribe
      lock / unlock
      increase raise / decrease reduce lower
      minimum min smallest lowest least / maximum max largest highest most
      fastest / slowest
      first / last
      before / after
      pass succeed / fail
      upload / download
      import / export
      login signin / logout signout
      frontend / backend
      client / server
      staging / production prod / development dev
      public / private
      internal / external
      input / output
      read / write
      risk drawback disadvantage / benefit advantage
      """;

  private static final List<String> ENDINGS =
      List.of("s", "es", "d", "ed", "ing", "er", "ment", "al", "ation");

  private static final Map<String, Map<Integer, Integer>> ALTERNATIVE_BY_TOPIC_BY_WORD = read();

  private Antonyms() {}

  private static Map<String, Map<Integer, Integer>> read() {
    Map<String, Map<Integer, Integer>> topics = new HashMap<>();
    String[] lines = TABLE.strip().split("\n");
    for (int topic = 0; topic < lines.length; topic++) {
      String[] alternatives = lines[topic].split("/");
      for (int alternative = 0; alternative < alternatives.length; alternative++) {
        for (String word : alternatives[alternative].strip().split(" ")) {
          topics.computeIfAbsent(word, none -> new HashMap<>()).put(topic, alternative);
        }
      }
    }
    return Map.copyOf(topics);
  }

  /** Whether, for some topic, both have alternatives and none in common. */
  static boolean areOpposed(List<String> words, List<String> others) {
    Map<Integer, Set<Integer>> one = alternativesByTopic(words);
    Map<Integer, Set<Integer>> other = alternativesByTopic(others);
    for (Map.Entry<Integer, Set<Integer>> topic : one.entrySet()) {
      Set<Integer> against = other.get(topic.getKey());
      if (against != null && topic.getValue().stream().noneMatch(against::contains)) {
        return true;
      }
    }
    return false;
  }

  private static Map<Integer, Set<Integer>> alternativesByTopic(List<String> words) {
    Map<Integer, Set<Integer>> found = new HashMap<>();
    for (String word : words) {
      alternativeByTopicOfWord(word)
          .forEach(
              (topic, alternative) ->
                  found.computeIfAbsent(topic, none -> new HashSet<>()).add(alternative));
    }
    return found;
  }

  /** The alternatives of a word by topic, in any form of the word. */
  private static Map<Integer, Integer> alternativeByTopicOfWord(String word) {
    Map<Integer, Integer> whole = ALTERNATIVE_BY_TOPIC_BY_WORD.get(word);
    if (whole != null) {
      return whole;
    }
    for (String ending : ENDINGS) {
      if (word.endsWith(ending) && word.length() > ending.length() + 2) {
        String stem = word.substring(0, word.length() - ending.length());
        Map<Integer, Integer> known =
            ALTERNATIVE_BY_TOPIC_BY_WORD.getOrDefault(
                stem, ALTERNATIVE_BY_TOPIC_BY_WORD.get(stem + "e"));
        if (known == null && stem.charAt(stem.length() - 1) == stem.charAt(stem.length() - 2)) {
          known = ALTERNATIVE_BY_TOPIC_BY_WORD.get(stem.substring(0, stem.length() - 1));
        }
        if (known != null) {
          return known;
        }
      }
    }
    return Map.of();
  }
}
