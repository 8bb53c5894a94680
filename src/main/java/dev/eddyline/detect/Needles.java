package dev.eddyline.detect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Searches for many words in one pass, ignoring ASCII case: an Aho-Corasick automaton. */
final class Needles {

  private static final int CHARS = 128;
  private static final int[] NOTHING = {};

  private final List<int[]> next = new ArrayList<>();
  private final List<int[]> found = new ArrayList<>();

  /**
   * Next state by state and character: index of that state's row, or its complement if words end
   * there.
   */
  private final int[] steps;

  private final int[][] told;

  /** Groups of words; lower-case ASCII, not empty. */
  Needles(List<List<String>> groups) {
    state();
    for (int group = 0; group < groups.size(); group++) {
      for (String word : groups.get(group)) {
        add(word, group);
      }
    }
    link();
    told = found.toArray(int[][]::new);
    steps = new int[told.length * CHARS];
    for (int place = 0; place < steps.length; place++) {
      int after = next.get(place / CHARS)[place % CHARS];
      steps[place] = told[after].length == 0 ? after * CHARS : ~(after * CHARS);
    }
  }

  private int state() {
    int[] none = new int[CHARS];
    Arrays.fill(none, -1);
    next.add(none);
    found.add(NOTHING);
    return next.size() - 1;
  }

  private void add(String word, int group) {
    if (word.isEmpty()) {
      throw new IllegalArgumentException("a word to look for must not be empty");
    }
    int state = 0;
    for (char character : word.toCharArray()) {
      if (character >= CHARS || character >= 'A' && character <= 'Z') {
        throw new IllegalArgumentException("must be lower-case ASCII, was '" + word + "'");
      }
      if (next.get(state)[character] < 0) {
        int added = state();
        next.get(state)[character] = added;
      }
      state = next.get(state)[character];
    }
    found.set(state, with(found.get(state), new int[] {group}));
  }

  /** Completes all transitions by failure links. */
  private void link() {
    int[] ends = new int[next.size()];
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int state = open.remove();
      for (char character = 0; character < CHARS; character++) {
        int after = next.get(state)[character];
        int end = state == 0 ? 0 : next.get(ends[state])[character];
        if (after < 0) {
          next.get(state)[character] = end;
        } else {
          ends[after] = end;
          found.set(after, with(found.get(after), found.get(end)));
          open.add(after);
        }
      }
      for (char small = 'a'; small <= 'z'; small++) {
        next.get(state)[small - 32] = next.get(state)[small];
      }
    }
  }

  private static int[] with(int[] some, int[] others) {
    int[] all = Arrays.copyOf(some, some.length + others.length);
    System.arraycopy(others, 0, all, some.length, others.length);
    return all;
  }

  /** The groups of which a word occurs in the text. */
  BitSet in(String text) {
    BitSet groups = new BitSet();
    int row = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      char plain = character < CHARS ? character : folded(character);
      row = plain < CHARS ? steps[row + plain] : 0;
      if (row < 0) {
        row = ~row;
        for (int group : told[row / CHARS]) {
          groups.set(group);
        }
      }
    }
    return groups;
  }

  /** Folds a non-ASCII character: the Kelvin sign to k, a long s to s. */
  private static char folded(char character) {
    return Character.toLowerCase(Character.toUpperCase(character));
  }
}
