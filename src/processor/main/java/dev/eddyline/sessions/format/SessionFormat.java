package dev.eddyline.sessions.format;

import java.util.Locale;

/** The formats of session files. */
public enum SessionFormat {
  /** Lines of Claude Code, or their array. */
  CLAUDE_CODE,
  /** Rollout lines of Codex, in its first versions one JSON document. */
  CODEX,
  /** Chats of Gemini CLI: lines, or before 2026 one JSON document. */
  GEMINI_CLI,
  /** The folder of a conversation's events of OpenHands, their lines or array, or its outputs. */
  OPENHANDS,
  /** The storage folder of OpenCode, by its session files, or an exported session. */
  OPENCODE,
  /** Trajectories of SWE-agent. */
  SWE_AGENT,
  /** Trajectories of mini-SWE-agent. */
  MINI_SWE_AGENT;

  /** Whether a file of this format may have a record on each line. */
  public boolean hasLines() {
    return this != OPENCODE && this != SWE_AGENT && this != MINI_SWE_AGENT;
  }

  /** Name of the agent, which is also the workflow of the events. */
  public String toolName() {
    return this == OPENHANDS || this == OPENCODE
        ? name().toLowerCase(Locale.ROOT)
        : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
