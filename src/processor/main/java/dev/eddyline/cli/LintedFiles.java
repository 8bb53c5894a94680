package dev.eddyline.cli;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The files of a lint, and which of them led to a graph or a problem. */
final class LintedFiles {

  private final Set<Path> all = new HashSet<>();
  private final Set<Path> reported = new HashSet<>();
  private final Map<Path, Set<Path>> definitions = new HashMap<>();

  /** Adds a file; false if it is one of them. */
  boolean add(Path file) {
    return all.add(key(file));
  }

  /** Marks a file that has a graph, or a problem of its own. */
  void addReported(Path file) {
    reported.add(key(file));
  }

  /** Adds a file that a template names for a state machine. */
  void addDefinition(Path template, Path definition) {
    definitions
        .computeIfAbsent(key(template), unseen -> new LinkedHashSet<>())
        .add(key(definition));
  }

  /** Whether a file, or one that it names at any depth, has a graph or a problem. */
  boolean leadsToReport(Path file) {
    return leadsToReport(key(file), new HashSet<>());
  }

  private boolean leadsToReport(Path file, Set<Path> seen) {
    return reported.contains(file)
        || seen.add(file)
            && definitions.getOrDefault(file, Set.of()).stream()
                .anyMatch(definition -> leadsToReport(definition, seen));
  }

  private static Path key(Path file) {
    return file.toAbsolutePath().normalize();
  }
}
