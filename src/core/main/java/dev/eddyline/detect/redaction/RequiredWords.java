package dev.eddyline.detect.redaction;

import com.hankcs.algorithm.AhoCorasickDoubleArrayTrie;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Words of which a text must contain one for a pattern to match it. Searching for all words at once
 * is much cheaper than trying each pattern.
 */
public final class RequiredWords {

  private final AhoCorasickDoubleArrayTrie<List<Integer>> words =
      new AhoCorasickDoubleArrayTrie<>();

  private final boolean empty;

  /** Groups without words: those of long numbers. */
  private final BitSet numbers = new BitSet();

  /** Groups of words in lower case; a group without words is of long numbers. */
  public RequiredWords(List<List<String>> groups) {
    Map<String, List<Integer>> groupsByWord = new TreeMap<>();
    for (int group = 0; group < groups.size(); group++) {
      numbers.set(group, groups.get(group).isEmpty());
      for (String word : groups.get(group)) {
        if (word.isEmpty() || !word.equals(word.toLowerCase(Locale.ROOT))) {
          throw new IllegalArgumentException(
              "a word must be in lower case and not empty, was '%s'".formatted(word));
        }
        groupsByWord.computeIfAbsent(word, none -> new ArrayList<>()).add(group);
      }
    }
    empty = groupsByWord.isEmpty();
    if (!empty) {
      words.build(groupsByWord);
    }
  }

  /** The groups of which a word occurs in a text, in any case, and those of long numbers. */
  public BitSet in(String text) {
    BitSet found = new BitSet();
    if (CheckedNumbers.mayBeIn(text)) {
      found.or(numbers);
    }
    if (!empty) {
      AhoCorasickDoubleArrayTrie.IHit<List<Integer>> noted =
          (start, end, groups) -> groups.forEach(found::set);
      words.parseText(text.toLowerCase(Locale.ROOT), noted);
    }
    return found;
  }
}
