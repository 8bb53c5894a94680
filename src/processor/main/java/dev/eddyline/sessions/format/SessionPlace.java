package dev.eddyline.sessions.format;

import java.util.Optional;

/**
 * What the place of a session says about it.
 *
 * @param session id of the session, unless its records have another one
 * @param subagent id of the subagent whose file it is
 * @param agentType type of this subagent
 */
public record SessionPlace(String session, Optional<String> subagent, Optional<String> agentType) {

  /** A session of the main agent. */
  public static SessionPlace of(String session) {
    return new SessionPlace(session, Optional.empty(), Optional.empty());
  }
}
