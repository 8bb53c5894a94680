package dev.eddyline.guards;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The rule of Gemini CLI and Qwen Code for an agent that chants: one window of text occurs often
 * and close together. Structure of Markdown and tool calls restart it, and text within a code fence
 * is ignored.
 */
final class ChantingRule implements Predicate<SessionEvent> {

  private static final int WINDOW = 50;
  private static final int OCCURRENCES = 10;

  /** Different texts between the occurrences from which they are an enumeration. */
  private static final int ENUMERATION = 6;

  private static final Pattern STRUCTURE =
      Pattern.compile("(?m)^[ \\t]*(?:\\|.*\\||[|+-]{3,}|[*+-]\\s|\\d+\\.\\s|#+\\s|>\\s)");
  private static final Pattern FENCE = Pattern.compile("```");

  private final int maxChars;
  private final int maxMeanDistance;
  private final Pattern divider;

  private final StringBuilder text = new StringBuilder();
  private final Map<String, List<Integer>> placesOfWindow = new HashMap<>();
  private int dropped;
  private int next;
  private boolean inFence;

  /**
   * A rule without history.
   *
   * @param maxChars characters of text that are stored
   * @param maxMeanDistance maximum mean distance of the occurrences, in characters
   * @param divider a whole message that is only a line across
   */
  ChantingRule(int maxChars, int maxMeanDistance, Pattern divider) {
    this.maxChars = maxChars;
    this.maxMeanDistance = maxMeanDistance;
    this.divider = divider;
  }

  @Override
  public boolean test(SessionEvent event) {
    if (event.call().isPresent()) {
      restart();
    }
    Optional<String> message = event.message();
    return message.isPresent() && !isStructure(message.get()) && chants(message.get());
  }

  /** Whether a message is ignored; its structure restarts the history. */
  private boolean isStructure(String message) {
    long fences = FENCE.matcher(message).results().count();
    boolean isDivider = divider.matcher(message).matches();
    if (fences > 0 || isDivider || STRUCTURE.matcher(message).find()) {
      restart();
    }
    boolean ignored = inFence || fences % 2 == 1 || isDivider;
    inFence ^= fences % 2 == 1;
    return ignored;
  }

  private void restart() {
    text.setLength(0);
    placesOfWindow.clear();
    dropped = 0;
    next = 0;
  }

  private boolean chants(String message) {
    text.append(message);
    dropOldest();
    boolean chants = false;
    while (!chants && next + WINDOW <= dropped + text.length()) {
      List<Integer> places =
          placesOfWindow.computeIfAbsent(between(next, next + WINDOW), key -> new ArrayList<>());
      places.add(next);
      next++;
      chants = isChant(places);
    }
    return chants;
  }

  private void dropOldest() {
    int excess = text.length() - maxChars;
    if (excess > 0) {
      text.delete(0, excess);
      dropped += excess;
      next = Math.max(next, dropped);
      placesOfWindow.values().forEach(places -> places.removeIf(place -> place < dropped));
      placesOfWindow.values().removeIf(List::isEmpty);
    }
  }

  private boolean isChant(List<Integer> places) {
    if (places.size() < OCCURRENCES) {
      return false;
    }
    List<Integer> newest = places.subList(places.size() - OCCURRENCES, places.size());
    int first = newest.get(0);
    int last = newest.get(OCCURRENCES - 1);
    Set<String> gaps = new HashSet<>();
    for (int index = 1; index < OCCURRENCES; index++) {
      gaps.add(between(newest.get(index - 1), newest.get(index)));
    }
    return last - first <= maxMeanDistance * (OCCURRENCES - 1) && gaps.size() < ENUMERATION;
  }

  private String between(int from, int to) {
    return text.substring(from - dropped, to - dropped);
  }
}
