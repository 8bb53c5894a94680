package dev.eddyline.sessions;

import java.util.function.Predicate;

/** The reader for each format. */
final class SessionReaders {

  private SessionReaders() {}

  /**
   * The reader of a session.
   *
   * @param isFirst whether no other session had a record with this id
   */
  static SessionReader forSession(
      SessionFormat format, SessionPlace place, Predicate<String> isFirst) {
    return switch (format) {
      case CLAUDE_CODE -> new ClaudeSession(place, isFirst);
      case CODEX -> new CodexSession(place, isFirst);
      case GEMINI_CLI -> new GeminiSession(place);
      case OPENHANDS -> new OpenHandsSession(place);
      case OPENCODE -> new OpenCodeSession(place);
      case SWE_AGENT -> new SweAgentSession(place);
      case MINI_SWE_AGENT -> new MiniSweAgentSession(place);
    };
  }
}
