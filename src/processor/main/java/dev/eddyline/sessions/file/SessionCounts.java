package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.sessions.format.SessionSummary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts of several sessions, by format. */
public final class SessionCounts {

  private final Map<SessionFormat, SessionSummary> byFormat = new EnumMap<>(SessionFormat.class);

  /** Adds the counts of a session. */
  public void add(SessionSummary session) {
    byFormat.computeIfAbsent(session.format(), SessionSummary::new).add(session);
  }

  /** A line of text for each format. */
  public List<String> lines() {
    return byFormat.values().stream().map(SessionSummary::toString).toList();
  }
}
