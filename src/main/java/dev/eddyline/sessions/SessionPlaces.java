package dev.eddyline.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out from its path whose session a file is. */
final class SessionPlaces {

  private static final Pattern CLAUDE_SUBAGENT = Pattern.compile("agent-([\\w-]+)");
  private static final List<String> ENDINGS = List.of(".traj.json", ".jsonl", ".json", ".traj");

  private SessionPlaces() {}

  /** The place of a session. */
  static SessionPlace find(Path path, SessionFormat format) {
    Path file = path.toAbsolutePath().normalize();
    String base = baseName(file);
    return switch (format) {
      case CLAUDE_CODE -> claudeCode(file, base);
      case GEMINI_CLI -> {
        boolean isBelowParent = ancestorName(file, 2).equals("chats");
        yield isBelowParent
            ? new SessionPlace(ancestorName(file, 1), Optional.of(base), Optional.empty())
            : SessionPlace.of(base);
      }
      case OPENHANDS -> SessionPlace.of(base.equals("events") ? ancestorName(file, 1) : base);
      case SWE_AGENT, MINI_SWE_AGENT -> SessionPlace.of(trajectory(file, base));
      case CODEX, OPENCODE -> SessionPlace.of(base);
    };
  }

  private static SessionPlace claudeCode(Path file, String base) {
    Matcher subagent = CLAUDE_SUBAGENT.matcher(base);
    if (!subagent.matches()) {
      return SessionPlace.of(base);
    }
    boolean isBelowSession = ancestorName(file, 1).equals("subagents");
    return new SessionPlace(
        isBelowSession ? ancestorName(file, 2) : base,
        Optional.of(subagent.group(1)),
        agentType(file.resolveSibling(base + ".meta.json")));
  }

  private static Optional<String> agentType(Path meta) {
    if (!Files.isRegularFile(meta)) {
      return Optional.empty();
    }
    try {
      return RecordFields.of(RecordJson.parseFile(meta)).text("agentType");
    } catch (IOException | InvalidRecordException unknown) {
      return Optional.empty();
    }
  }

  /** Run and instance: several runs have trajectories of the same name. */
  private static String trajectory(Path file, String base) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      String name = String.valueOf(folder.getFileName());
      if (folder.getFileName() != null && !name.equals(base)) {
        return name + "/" + base;
      }
    }
    return base;
  }

  /** Name of the folder this many levels above a file; empty beyond the root. */
  static String ancestorName(Path file, int levels) {
    Path ancestor = file;
    for (int i = 0; i < levels && ancestor != null; i++) {
      ancestor = ancestor.getParent();
    }
    return ancestor == null || ancestor.getFileName() == null
        ? ""
        : ancestor.getFileName().toString();
  }

  private static String baseName(Path file) {
    String name = SessionInput.plainName(file);
    return ENDINGS.stream()
        .filter(name::endsWith)
        .findFirst()
        .map(ending -> name.substring(0, name.length() - ending.length()))
        .orElse(name);
  }
}
