package dev.eddyline.guards;

import dev.eddyline.schema.ToolCalled;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The rules of Qwen Code, without history. */
final class QwenRules {

  private static final int FREQUENT = 6;

  private static final Pattern DIVIDER = Pattern.compile("[+\\-_=*\u2500-\u257F]+");

  private QwenRules() {}

  /**
   * The rules that are always on: equal calls, inspections of the repository, and a cap.
   *
   * @param softCap calls of a turn after which it ends if one call is frequent
   * @param hardCap calls after which it ends in any case, ≥ softCap
   */
  static List<Predicate<SessionEvent>> alwaysOn(int softCap, int hardCap) {
    return List.of(
        TailRule.equalInRow(new QwenCalls()::requested, 5),
        TailRule.equalInRow(QwenCalls::inspection, 8),
        new TailRule(
            new QwenCalls()::requested,
            Tail.UNLIMITED,
            tail -> {
              int calls = tail.symbols().size();
              return calls > hardCap || calls > softCap && tail.mostOccurrences() >= FREQUENT;
            }));
  }

  /** The rules that a user switches on. */
  static List<Predicate<SessionEvent>> optIn() {
    return List.of(
        new TailRule(
            new QwenCalls()::completed,
            Tail.UNLIMITED,
            tail -> tail.occurrencesOfNewest() >= FREQUENT),
        TailRule.cycle(new QwenCalls()::requested, 2, 2, 3),
        new TailRule(QwenCalls::reading, Tail.UNLIMITED, QwenRules::readsTooMuch),
        TailRule.equalInRow(event -> QwenCalls.counted(event).map(ToolCalled::getTool), 8),
        TailRule.equalInRow(
            event ->
                event.call().isPresent()
                    ? Symbols.interruption()
                    : event.thought().map(Object.class::cast),
            3),
        new ChantingRule(1_000, 75, DIVIDER));
  }

  /** Eight of the newest fifteen calls read, unless all calls so far do. */
  private static boolean readsTooMuch(Tail reading) {
    List<Object> all = reading.symbols();
    List<Object> newest = all.subList(Math.max(0, all.size() - 15), all.size());
    return all.contains(false) && newest.stream().filter(Boolean.TRUE::equals).count() >= 8;
  }
}
