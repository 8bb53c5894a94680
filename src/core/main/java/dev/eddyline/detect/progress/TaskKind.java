package dev.eddyline.detect.progress;

import dev.eddyline.schema.IdleHistory;
import dev.eddyline.state.StateParts;
import dev.eddyline.state.TaskState;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of a task's work, as declared at its start. */
public final class TaskKind {

  private static final Set<String> UNMEASURABLE =
      Set.of("setup", "documentation", "configuration", "refactoring");

  private TaskKind() {}

  /** Whether work of this kind has no measurable progress; false for null. */
  public static boolean isUnmeasurable(@Nullable String kind) {
    return kind != null && UNMEASURABLE.contains(kind.strip().toLowerCase(Locale.ROOT));
  }

  /** Whether a task's work has no measurable progress, as its state says. */
  public static boolean isUnmeasurable(TaskState state) {
    IdleHistory idle = state.part(StateParts.IDLE);
    return idle != null && idle.getExempt();
  }
}
