package dev.eddyline.bench;

import dev.eddyline.detect.ToolTexts;
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

/** Counts events of one type for a {@link EventMix}. */
final class MixTypeCounter {

  private static final int MAX_RECENT_KEYS = 20;

  /** This many consecutive repetitions make a streak. */
  private static final int MIN_STREAK_REPETITIONS = 2;

  private final List<Integer> sizes = new ArrayList<>();
  private final Deque<String> recentEventKeys = new ArrayDeque<>();
  private final Map<String, String> keyByCall = new HashMap<>();
  private final Map<String, String> resultByKey = new HashMap<>();
  private int repetitionCount;
  private int eventCountAfterStreak;
  private int streakContinuationCount;
  private int currentStreakLength;
  private int repetitionsOfNewestCount;
  private int failedResultCount;
  private int comparedResults;
  private int sameResults;

  /** Clears the state of the previous run. */
  void startNewRun() {
    recentEventKeys.clear();
    currentStreakLength = 0;
    keyByCall.clear();
    resultByKey.clear();
  }

  /** Adds an event; returns whether it repeats one of the last 20. */
  boolean add(EventSample sample) {
    sizes.add(sample.text().length());
    String key = key(sample);
    boolean repeated = recentEventKeys.contains(key);
    if (currentStreakLength >= MIN_STREAK_REPETITIONS) {
      eventCountAfterStreak++;
      streakContinuationCount += repeated ? 1 : 0;
    }
    currentStreakLength = repeated ? currentStreakLength + 1 : 0;
    if (repeated) {
      repetitionCount++;
      repetitionsOfNewestCount += recentEventKeys.getFirst().equals(key) ? 1 : 0;
    }
    recentEventKeys.addFirst(key);
    if (recentEventKeys.size() > MAX_RECENT_KEYS) {
      recentEventKeys.removeLast();
    }
    failedResultCount +=
        sample.body() instanceof ToolReturned result && result.getIsError() ? 1 : 0;
    return repeated;
  }

  private static String key(EventSample sample) {
    return sample.actor() + "\n" + sample.text();
  }

  /** Records a call until its result arrives. */
  void recordCall(EventSample call, boolean repeated) {
    if (!repeated) {
      resultByKey.remove(key(call));
    }
    keyByCall.put(((ToolCalled) call.body()).getCallId(), key(call));
  }

  /** Compares a call's result with that of the previous equal call. */
  void recordResult(ToolReturned returned) {
    String key = keyByCall.remove(returned.getCallId());
    if (key == null) {
      return;
    }
    String previous = resultByKey.put(key, ToolTexts.output(returned));
    if (previous != null) {
      comparedResults++;
      sameResults += previous.equals(ToolTexts.output(returned)) ? 1 : 0;
    }
  }

  /** Number of events of the type. */
  long eventCount() {
    return sizes.size();
  }

  /** The statistics as YAML, relative to all counted events. */
  String toYaml(long counted) {
    return String.format(
        Locale.ROOT,
        "    share: %.4f%n    again: %.4f%n    onward: %.3f%n    last: %.3f%n    fails: %.3f%n   "
            + " sameResult: %.3f%n    characters: %s%n",
        share(sizes.size(), counted),
        share(repetitionCount, sizes.size()),
        share(streakContinuationCount, eventCountAfterStreak),
        share(repetitionsOfNewestCount, repetitionCount),
        share(failedResultCount, sizes.size()),
        share(sameResults, comparedResults),
        meanSizeByClass());
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  private List<Integer> meanSizeByClass() {
    Collections.sort(sizes);
    List<Integer> means = new ArrayList<>();
    for (int i = 0; i < EventMix.SIZE_CLASS_COUNT; i++) {
      int from = Math.min(sizes.size() - 1, sizes.size() * i / EventMix.SIZE_CLASS_COUNT);
      int to = Math.max(from + 1, sizes.size() * (i + 1) / EventMix.SIZE_CLASS_COUNT);
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
