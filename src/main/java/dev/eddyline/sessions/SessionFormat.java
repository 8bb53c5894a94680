package dev.eddyline.sessions;

import java.util.Locale;

/** The formats of session files. */
public enum SessionFormat {
  /** Lines of Claude Code. */
  CLAUDE_CODE,
  /** Rollout lines of Codex. */
  CODEX,
  /** Chats of Gemini CLI: lines, or before 2026 one JSON document. */
  GEMINI_CLI,
  /** The folder of a conversation's events of OpenHands. */
  OPENHANDS,
  /** The storage folder of OpenCode, by its session files. */
  OPENCODE,
  /** Trajectories of SWE-agent. */
  SWE_AGENT,
  /** Trajectories of mini-SWE-agent. */
  MINI_SWE_AGENT;

  /** Name of the agent, which is also the workflow of the events. */
  public String toolName() {
    return this == OPENHANDS || this == OPENCODE
        ? name().toLowerCase(Locale.ROOT)
        : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
