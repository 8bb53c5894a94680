package dev.eddyline.sessions;

import java.nio.file.Path;
import java.util.function.Predicate;

/** The reader for each format. */
final class SessionReaders {

  private SessionReaders() {}

  /** The reader of a file of lines. */
  static SessionReader forLines(Path file, SessionFormat format, Predicate<String> isFirst) {
    SessionPlace place = SessionPlaces.find(file, format);
    return switch (format) {
      case CLAUDE_CODE -> new ClaudeSession(place, isFirst);
      case CODEX -> new CodexSession(place, isFirst);
      case GEMINI_CLI -> new GeminiSession(place);
      default -> throw new IllegalArgumentException(format + " is not a format of lines");
    };
  }

  /** The reader of any other session. */
  static SessionReader forRecords(SessionFormat format, SessionPlace place) {
    return switch (format) {
      case GEMINI_CLI -> new GeminiSession(place);
      case OPENHANDS -> new OpenHandsSession(place);
      case OPENCODE -> new OpenCodeSession(place);
      case SWE_AGENT -> new SweAgentSession(place);
      case MINI_SWE_AGENT -> new MiniSweAgentSession(place);
      default -> throw new IllegalArgumentException(format + " is a format of lines");
    };
  }
}
