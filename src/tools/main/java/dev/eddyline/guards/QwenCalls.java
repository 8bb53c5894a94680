package dev.eddyline.guards;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How Qwen Code identifies calls. A retry by the provider does not count. A call of the task board
 * is another call after its result changed.
 */
final class QwenCalls {

  /** The only tool whose results are compared. */
  private static final String TASK_BOARD = "task_list";

  private static final Set<String> READING = Set.of("read", "view", "list", "cat");

  private static final String INSPECTION =
      "git(?:\\s+(?:-C\\s+\\S+|--no-pager))*\\s+(?:status|diff|ls-files)(?:\\s+(?:-[\\w=-]+|HEAD))*";

  private static final Pattern INSPECTIONS =
      Pattern.compile(INSPECTION + "(?:\\s*(?:&&|;)\\s*" + INSPECTION + ")*");

  /** A short command; one with a quote or an escape is not an inspection. */
  private static final Pattern COMMAND = Pattern.compile("\"command\":\"([^\"\\\\]{0,1000})\"");

  private final Map<Object, String> newestResults = new HashMap<>();
  private final Map<Object, Integer> changes = new HashMap<>();

  /** The symbol of a call when it is requested. */
  Optional<Object> requested(SessionEvent event) {
    event.result().ifPresent(result -> compare(event.answered().orElseThrow(), result));
    return counted(event).map(this::identity);
  }

  /** The same, but for the task board when its result arrives. */
  Optional<Object> completed(SessionEvent event) {
    Optional<Object> requested = requested(event);
    if (event.call().filter(QwenCalls::isTaskBoard).isPresent()) {
      return Optional.empty();
    }
    return requested.or(() -> event.answered().filter(QwenCalls::isTaskBoard).map(this::identity));
  }

  /** A call that is not a retry. */
  static Optional<ToolCalled> counted(SessionEvent event) {
    return event.call().filter(call -> call.getRetryOf() == null);
  }

  /** At each call, whether the tool reads. */
  static Optional<Object> reading(SessionEvent event) {
    return counted(event).map(call -> READING.contains(call.getTool().split("_", 2)[0]));
  }

  /** At each call: the same symbol for all that only inspect the state of a repository. */
  static Optional<Object> inspection(SessionEvent event) {
    return counted(event)
        .flatMap(
            call ->
                COMMAND
                    .matcher(Symbols.canonical(ToolTexts.arguments(call)))
                    .results()
                    .map(found -> found.group(1).strip())
                    .findFirst()
                    .filter(command -> INSPECTIONS.matcher(command).matches())
                    .<Object>map(command -> INSPECTION)
                    .or(Symbols::interruption));
  }

  private Object identity(ToolCalled call) {
    Object key = Symbols.canonicalCall(call);
    return List.of(key, changes.getOrDefault(key, 0));
  }

  private void compare(ToolCalled call, ToolReturned result) {
    Object key = Symbols.canonicalCall(call);
    String before = newestResults.put(key, ToolTexts.output(result));
    if (isTaskBoard(call) && before != null && !before.equals(ToolTexts.output(result))) {
      changes.merge(key, 1, Integer::sum);
    }
  }

  private static boolean isTaskBoard(ToolCalled call) {
    return call.getTool().equals(TASK_BOARD);
  }
}
