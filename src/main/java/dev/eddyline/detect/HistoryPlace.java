package dev.eddyline.detect;

import dev.eddyline.schema.RuleHistory;
import dev.eddyline.schema.TaskState;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
        "eddyline-rule-" + rule,
        RuleHistory.class,
        stamp -> new RuleHistory(stamp, Map.of(), Map.of()),
        RuleHistory::getStamp);
  }

  /**
   * In the task's state: for small histories, and for those that frequent events change.
   *
   * @param empty the history before the first event
   */
  record InState<H>(Function<TaskState, H> get, BiConsumer<TaskState, H> set, Supplier<H> empty)
      implements HistoryPlace<H> {

    public InState {
      Objects.requireNonNull(get, "get");
      Objects.requireNonNull(set, "set");
      Objects.requireNonNull(empty, "empty");
    }
  }

  /**
   * In the task's state, as a field that is null while the history is empty.
   *
   * @param get reads the state's field; null if the history is empty
   * @param set writes it
   * @param isEmpty whether a history is empty
   * @param empty the history before the first event; immutable
   */
  static <H> InState<H> inNullableStateField(
      Function<TaskState, H> get, BiConsumer<TaskState, H> set, Predicate<H> isEmpty, H empty) {
    return new InState<>(
        state -> {
          H storedHistory = get.apply(state);
          return storedHistory == null ? empty : storedHistory;
        },
        (state, history) -> set.accept(state, isEmpty.test(history) ? null : history),
        () -> empty);
  }

  /**
   * In its own windowed store: for large histories that only rare events change.
   *
   * @param store name of the store
   * @param type class of the history
   * @param empty creates an empty history for a stamp of the task's state
   * @param stamp the stamp of a history; it is invalid if the task's state has another stamp
   */
  record InStore<H extends SpecificRecord>(
      String store, Class<H> type, LongFunction<H> empty, ToLongFunction<H> stamp)
      implements HistoryPlace<H> {

    public InStore {
      Objects.requireNonNull(store, "store");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(empty, "empty");
      Objects.requireNonNull(stamp, "stamp");
    }
  }
}
