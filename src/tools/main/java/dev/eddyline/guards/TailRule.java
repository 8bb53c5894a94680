package dev.eddyline.guards;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A rule of a guard: turns events into symbols, and fires when the newest ones meet a condition.
 */
final class TailRule implements Predicate<SessionEvent> {

  private final Function<SessionEvent, Optional<Object>> symbolOf;
  private final Tail tail;
  private final Predicate<Tail> condition;

  /**
   * A rule without history.
   *
   * @param symbolOf the symbol of an event; empty if the event does not take part
   * @param size number of symbols that the condition needs
   * @param condition is checked after each symbol
   */
  TailRule(Function<SessionEvent, Optional<Object>> symbolOf, int size, Predicate<Tail> condition) {
    this.symbolOf = symbolOf;
    this.tail = new Tail(size);
    this.condition = condition;
  }

  /** A rule that fires when the newest symbols are equal. */
  static TailRule equalInRow(Function<SessionEvent, Optional<Object>> symbolOf, int times) {
    return new TailRule(symbolOf, times, tail -> tail.repeats(1, times));
  }

  /** A rule that fires when the newest symbols repeat a sequence of a length between these. */
  static TailRule cycle(
      Function<SessionEvent, Optional<Object>> symbolOf, int minLength, int maxLength, int times) {
    return new TailRule(
        symbolOf, maxLength * times, tail -> tail.repeats(minLength, maxLength, times));
  }

  @Override
  public boolean test(SessionEvent event) {
    Optional<Object> symbol = symbolOf.apply(event);
    symbol.ifPresent(tail::add);
    return symbol.isPresent() && condition.test(tail);
  }
}
