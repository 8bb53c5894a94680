package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.InvalidRecordException;
import dev.eddyline.sessions.format.RecordFields;
import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.sessions.format.SessionPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out from its path whose session a file is. */
final class SessionPlaces {

  private static final Pattern CLAUDE_SUBAGENT = Pattern.compile("agent-([\\w-]+)");
  private static final List<String> ENDINGS = List.of(".traj.json", ".jsonl", ".json", ".traj");

  /** Codex has a folder for each year, month and day. */
  private static final Pattern DATE_PART = Pattern.compile("\\d{2}|\\d{4}");

  private static final String GEMINI_CHATS = "chats";

  private SessionPlaces() {}

  /** The place of a session. */
  static SessionPlace find(Path path, SessionFormat format) {
    Path file = path.toAbsolutePath().normalize();
    String base = baseName(file);
    return switch (format) {
      case CLAUDE_CODE -> claudeCode(file, base);
      case GEMINI_CLI -> {
        boolean isBelowParent = ancestorName(file, 2).equals(GEMINI_CHATS);
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
    return new SessionPlace(
        isBelowSession(file) ? ancestorName(file, 2) : base,
        Optional.of(subagent.group(1)),
        agentType(file.resolveSibling(base + ".meta.json")));
  }

  /** Where a session comes from; folders that an agent makes within a project do not count. */
  static SessionOrigin origin(Path path, SessionFormat format, boolean isSubagent) {
    Path file = path.toAbsolutePath().normalize();
    String base = baseName(file);
    boolean isEvents = format == SessionFormat.OPENHANDS && base.equals("events");
    Path folder =
        switch (format) {
          case CLAUDE_CODE -> ancestor(file, isBelowSession(file) ? 3 : 1);
          case GEMINI_CLI -> geminiProject(file);
          case OPENHANDS -> ancestor(file, isEvents ? 2 : 1);
          case CODEX -> parentUnlike(file, DATE_PART.asMatchPredicate());
          case SWE_AGENT, MINI_SWE_AGENT -> parentUnlike(file, base::equals);
          case OPENCODE -> ancestor(file, 1);
        };
    return new SessionOrigin(folder, isEvents ? ancestorName(file, 1) : base, isSubagent);
  }

  private static boolean isBelowSession(Path claudeFile) {
    return CLAUDE_SUBAGENT.matcher(baseName(claudeFile)).matches()
        && ancestorName(claudeFile, 1).equals("subagents");
  }

  private static Path geminiProject(Path file) {
    boolean isSubagent = ancestorName(file, 2).equals(GEMINI_CHATS);
    boolean isSession = ancestorName(file, 1).equals(GEMINI_CHATS);
    return ancestor(file, isSubagent ? 3 : isSession ? 2 : 1);
  }

  /** The nearest folder above a file with another name than these. */
  private static Path parentUnlike(Path file, Predicate<String> names) {
    Path folder = ancestor(file, 1);
    while (names.test(folderName(folder)) && folder.getParent() != null) {
      folder = folder.getParent();
    }
    return folder;
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
    String run = folderName(parentUnlike(file, base::equals));
    return run.isEmpty() ? base : run + "/" + base;
  }

  /** Name of the folder this many levels above a file; empty beyond the root. */
  static String ancestorName(Path file, int levels) {
    return folderName(ancestor(file, levels));
  }

  /** The folder this many levels above a file, or the root. */
  private static Path ancestor(Path file, int levels) {
    Path ancestor = file;
    for (int i = 0; i < levels && ancestor.getParent() != null; i++) {
      ancestor = ancestor.getParent();
    }
    return ancestor;
  }

  private static String folderName(Path folder) {
    return folder.getFileName() == null ? "" : folder.getFileName().toString();
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
