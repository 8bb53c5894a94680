package dev.eddyline.detect.api;

import dev.eddyline.schema.RuleHistory;
import dev.eddyline.state.StatePart;
import dev.eddyline.state.TaskState;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * Where a detector's history is stored.
 *
 * @param <H> the history
 */
public sealed interface HistoryPlace<H> {

  /**
   * A store for a custom detector without its own schema: numbers and texts by name.
   *
   * @param rule the detector's key
   */
  static HistoryPlace<RuleHistory> inPluginStore(String rule) {
    return new InStore<>(
        "rule-" + rule,
        RuleHistory.class,
        stamp -> new RuleHistory(stamp, Map.of(), Map.of()),
        RuleHistory::getStamp);
  }

  /**
   * In the task's state: for small histories, and for those that frequent events change.
   *
   * @param empty the history before the first event
   */
  record InState<H>(Function<TaskState, H> get, BiConsumer<TaskState, H> set, H empty)
      implements HistoryPlace<H> {

    public InState {
      Objects.requireNonNull(get, "get");
      Objects.requireNonNull(set, "set");
      Objects.requireNonNull(empty, "empty");
    }

    /** The history in a task's state. */
    public H of(TaskState state) {
      return get.apply(state);
    }
  }

  /**
   * In the task's state, as a part that is absent while the history is empty.
   *
   * @param isEmpty whether a history is empty
   * @param empty the history before the first event; immutable
   */
  static <H> InState<H> inState(StatePart<H> part, Predicate<H> isEmpty, H empty) {
    return new InState<>(
        state -> {
          H storedHistory = state.part(part);
          return storedHistory == null ? empty : storedHistory;
        },
        (state, history) -> state.part(part, isEmpty.test(history) ? null : history),
        empty);
  }

  /** The same for a history that is empty if it equals the empty one. */
  static <H> InState<H> inState(StatePart<H> part, H empty) {
    return inState(part, empty::equals, empty);
  }

  /**
   * A record of its own, apart from the task's state: for large histories that only rare events
   * change.
   *
   * @param kind what distinguishes it from other histories of the same task
   * @param type class of the history
   * @param empty creates an empty history for a stamp of the task's state
   * @param stamp the stamp of a history; it is invalid if the task's state has another stamp
   */
  record InStore<H extends SpecificRecord>(
      String kind, Class<H> type, LongFunction<H> empty, ToLongFunction<H> stamp)
      implements HistoryPlace<H> {

    public InStore {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(empty, "empty");
      Objects.requireNonNull(stamp, "stamp");
    }
  }
}
