package dev.eddyline.sessions.format;

/** The reader for each format. */
public final class SessionReaders {

  private SessionReaders() {}

  /**
   * The reader of a session.
   *
   * @param seen the records of all sessions
   */
  public static SessionReader forSession(
      SessionFormat format, SessionPlace place, SeenRecords seen) {
    return switch (format) {
      case CLAUDE_CODE -> new ClaudeSession(place, seen);
      case CODEX -> new CodexSession(place, seen);
      case GEMINI_CLI -> new GeminiSession(place);
      case OPENHANDS -> new OpenHandsSession(place);
      case OPENCODE -> new OpenCodeSession(place);
      case SWE_AGENT -> new SweAgentSession(place);
      case MINI_SWE_AGENT -> new MiniSweAgentSession(place);
    };
  }
}
