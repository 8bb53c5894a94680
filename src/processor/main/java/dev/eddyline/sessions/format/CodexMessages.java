package dev.eddyline.sessions.format;

import dev.eddyline.text.Hash;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Pairs the two records of a message in a rollout of Codex, in either order. A message that is
 * repeated remains two messages.
 */
final class CodexMessages {

  /** Which of its two records a message comes from. */
  enum Origin {
    ITEM,
    INTERFACE
  }

  /** User items that Codex adds itself. */
  private static final Pattern CONTEXT =
      Pattern.compile(
          "(?s)\\s*(<(environment_context|user_instructions|turn_aborted|permissions"
              + "|collaboration_mode|subagent_notification|skill|INSTRUCTIONS)|# AGENTS\\.md).*");

  private static final int RECENT = 1_000;

  /** The number of records of each origin. */
  private record RecordCounts(int items, int interfaceEvents) {

    RecordCounts add(Origin origin) {
      return origin == Origin.ITEM
          ? new RecordCounts(items + 1, interfaceEvents)
          : new RecordCounts(items, interfaceEvents + 1);
    }

    int messages() {
      return Math.max(items, interfaceEvents);
    }
  }

  private final Map<Long, RecordCounts> countsByText = new RecentIds.RecentMap<>(RECENT);

  /** Whether a user item is not a message of a person. */
  static boolean isContext(String text) {
    return CONTEXT.matcher(text).matches();
  }

  /** Whether this record is the first one of its message. */
  boolean isFirst(String role, String text, Origin origin) {
    long key = Hash.of(role, text.strip());
    RecordCounts before = countsByText.getOrDefault(key, new RecordCounts(0, 0));
    RecordCounts after = before.add(origin);
    countsByText.put(key, after);
    return after.messages() > before.messages();
  }
}
