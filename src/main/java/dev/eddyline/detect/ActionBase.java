package dev.eddyline.detect;

import java.util.List;

/**
 * What a history's actions have in common, so that each is written as what it differs in.
 *
 * @param ids how the ids of their events begin
 * @param at event time of one of them, epoch milliseconds
 * @param offset the offset of its event
 */
record ActionBase(String ids, long at, long offset) {

  /** They have nothing in common. */
  static final ActionBase NONE = new ActionBase("", 0, 0);

  /** Shorter beginnings are not worth a place of their own, in characters. */
  private static final int SHORT = 4;

  /** What actions have in common from now on: this, until the first two of them tell more. */
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

  /** How two ids begin, but for a number that goes on; empty where that is short. */
  private static String common(String one, String other) {
    int end = 0;
    int most = Math.min(one.length(), other.length());
    while (end < most && one.charAt(end) == other.charAt(end)) {
      end++;
    }
    while (end > 0 && Character.isDigit(one.charAt(end - 1))) {
      end--;
    }
    // the halves of a character stay together
    boolean halved = end > 0 && Character.isHighSurrogate(one.charAt(end - 1));
    return end < SHORT || halved ? "" : one.substring(0, end);
  }
}
