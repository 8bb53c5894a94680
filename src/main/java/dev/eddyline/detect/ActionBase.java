package dev.eddyline.detect;

import java.util.List;

/**
 * Values that a history's actions share, so that each action is written as a difference.
 *
 * @param ids common prefix of their event ids
 * @param at reference event time, epoch milliseconds
 * @param offset offset of that event
 */
record ActionBase(String ids, long at, long offset) {

  /** No common values. */
  static final ActionBase NONE = new ActionBase("", 0, 0);

  /** Minimum length of a common prefix, in characters. */
  private static final int SHORT = 4;

  /** The base for these actions: this one, until the first two actions define a better one. */
  ActionBase of(List<ToolAction> actions) {
    if (actions.isEmpty()) {
      return this;
    }
    ToolAction first = actions.get(0);
    if (actions.size() > 1 && equals(NONE) || actions.size() == 2 && ids.isEmpty()) {
      String begin = common(first.eventId(), actions.get(1).eventId());
      return begin.isEmpty() && !equals(NONE)
          ? this
          : new ActionBase(begin, first.at(), first.offset());
    }
    return equals(NONE) ? new ActionBase("", first.at(), first.offset()) : this;
  }

  /** The common prefix of two ids without trailing digits; empty if too short. */
  private static String common(String one, String other) {
    int end = 0;
    int most = Math.min(one.length(), other.length());
    while (end < most && one.charAt(end) == other.charAt(end)) {
      end++;
    }
    while (end > 0 && Character.isDigit(one.charAt(end - 1))) {
      end--;
    }
    // does not split a surrogate pair
    boolean halved = end > 0 && Character.isHighSurrogate(one.charAt(end - 1));
    return end < SHORT || halved ? "" : one.substring(0, end);
  }
}
