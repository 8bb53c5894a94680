package dev.eddyline.bench;

import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts events of one type for a {@link Mix}. */
final class KindCount {

  private static final int REMEMBERED = 20;

  /** This many consecutive repetitions make a streak. */
  private static final int ROW = 2;

  private final List<Integer> sizes = new ArrayList<>();
  private final Deque<String> newest = new ArrayDeque<>();
  private final Map<String, String> keyByCall = new HashMap<>();
  private final Map<String, String> resultByKey = new HashMap<>();
  private int again;
  private int afterAgain;
  private int onward;
  private int inRow;
  private int last;
  private int fails;
  private int comparedResults;
  private int sameResults;

  /** Clears the state of the previous run. */
  void newRun() {
    newest.clear();
    inRow = 0;
    keyByCall.clear();
    resultByKey.clear();
  }

  /** Adds an event; returns whether it repeats one of the last 20. */
  boolean add(Said said) {
    sizes.add(said.text().length());
    String key = key(said);
    boolean repeated = newest.contains(key);
    if (inRow >= ROW) {
      afterAgain++;
      onward += repeated ? 1 : 0;
    }
    inRow = repeated ? inRow + 1 : 0;
    if (repeated) {
      again++;
      last += newest.getFirst().equals(key) ? 1 : 0;
    }
    newest.addFirst(key);
    if (newest.size() > REMEMBERED) {
      newest.removeLast();
    }
    fails += said.body() instanceof ToolReturned result && result.getIsError() ? 1 : 0;
    return repeated;
  }

  private static String key(Said said) {
    return said.who() + "\n" + said.text();
  }

  /** Records a call until its result arrives. */
  void called(Said call, boolean repeated) {
    if (!repeated) {
      resultByKey.remove(key(call));
    }
    keyByCall.put(((ToolCalled) call.body()).getCallId(), key(call));
  }

  /** Compares a call's result with that of the previous equal call. */
  void returned(ToolReturned returned) {
    String key = keyByCall.remove(returned.getCallId());
    if (key == null) {
      return;
    }
    String before = resultByKey.put(key, returned.getOutput());
    if (before != null) {
      comparedResults++;
      sameResults += before.equals(returned.getOutput()) ? 1 : 0;
    }
  }

  /** Number of events of the type. */
  long number() {
    return sizes.size();
  }

  /** The statistics as YAML, relative to all counted events. */
  String yaml(long counted) {
    return String.format(
        Locale.ROOT,
        "    share: %.4f%n    again: %.4f%n    onward: %.3f%n    last: %.3f%n    fails: %.3f%n    sameResult: %.3f%n"
            + "    characters: %s%n",
        share(sizes.size(), counted),
        share(again, sizes.size()),
        share(onward, afterAgain),
        share(last, again),
        share(fails, sizes.size()),
        share(sameResults, comparedResults),
        means());
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  private List<Integer> means() {
    Collections.sort(sizes);
    List<Integer> means = new ArrayList<>();
    for (int i = 0; i < Mix.SIZES; i++) {
      int from = Math.min(sizes.size() - 1, sizes.size() * i / Mix.SIZES);
      int to = Math.max(from + 1, sizes.size() * (i + 1) / Mix.SIZES);
      means.add(
          sizes.isEmpty()
              ? 0
              : (int)
                  sizes.subList(from, to).stream()
                      .mapToInt(Integer::intValue)
                      .average()
                      .orElseThrow());
    }
    return means;
  }
}
