package dev.eddyline.detect.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds periodic repetitions at the end of a sequence, one symbol at a time, with constant work and
 * memory per symbol.
 *
 * <p>For each period p it counts the consecutive symbols that equal the one p before them. With r
 * such symbols the sequence ends in r / p + 1 consecutive equal blocks of length p.
 *
 * @param recent the stored newest symbols, oldest first
 * @param runs one run for each period, from 1
 */
public record Periodicity<S>(List<S> recent, List<Run<S>> runs) {

  public Periodicity {
    recent = List.copyOf(recent);
    runs = List.copyOf(runs);
  }

  /**
   * Consecutive symbols that equal the one a period before them.
   *
   * @param length number of symbols
   * @param start first symbol of the first block; null when the length is 0
   */
  public record Run<S>(int length, @Nullable S start) {

    private static final Run<?> NONE = new Run<>(0, null);

    /** The shared empty run. */
    @SuppressWarnings("unchecked") // contains no symbol
    public static <S> Run<S> none() {
      return (Run<S>) NONE;
    }

    /** Extends the run by a symbol, given the one a period before it. */
    Run<S> extend(S earlier) {
      return new Run<>(length + 1, length == 0 ? earlier : start);
    }
  }

  /**
   * The shortest block that repeats often enough at the end of the sequence.
   *
   * @param period length of the block
   * @param occurrences its consecutive occurrences at the end
   * @param complete whether the newest symbol completes a block
   * @param start first symbol of the first block
   */
  public record Repetition<S>(int period, int occurrences, boolean complete, S start) {}

  /** An empty sequence. */
  public static <S> Periodicity<S> empty() {
    return new Periodicity<>(List.of(), List.of());
  }

  /**
   * Appends a symbol.
   *
   * @param maxPeriod maximum period
   * @param maxRecent maximum stored symbols, ≥ maxPeriod
   */
  public Periodicity<S> append(S symbol, int maxPeriod, int maxRecent, BiPredicate<S, S> equal) {
    List<Run<S>> next = extendRuns(recent, runs, symbol, maxPeriod, equal, Run.none(), Run::extend);
    return new Periodicity<>(BoundedLists.appendNewest(recent, symbol, maxRecent), next);
  }

  /**
   * Extends runs of any type by a symbol; returns the same list if no run changed.
   *
   * @param recent the symbols before it
   * @param runs the runs before it, one for each period, from 1
   * @param symbol the new symbol
   * @param maxPeriod maximum period
   * @param equal whether two symbols are the same
   * @param none an empty run
   * @param extender extends a run, given the symbol a period before the new one
   */
  @SuppressWarnings("unchecked") // all elements are runs
  public static <S, R> List<R> extendRuns(
      List<S> recent,
      List<R> runs,
      S symbol,
      int maxPeriod,
      BiPredicate<S, S> equal,
      R none,
      BiFunction<R, S, R> extender) {
    int periods = Math.min(maxPeriod, recent.size());
    Object[] next = new Object[periods];
    boolean changed = periods != runs.size();
    for (int period = 1; period <= periods; period++) {
      S earlier = recent.get(recent.size() - period);
      R before = period <= runs.size() ? runs.get(period - 1) : none;
      R now = equal.test(earlier, symbol) ? extender.apply(before, earlier) : none;
      changed |= now != before;
      next[period - 1] = now;
    }
    return changed ? (List<R>) List.of(next) : runs;
  }

  /**
   * The result of appending these symbols one by one, computed from the end.
   *
   * @param maxPeriod maximum period
   */
  public static <S> Periodicity<S> of(List<S> symbols, int maxPeriod, BiPredicate<S, S> equal) {
    int periods = Math.min(maxPeriod, symbols.size() - 1);
    List<Run<S>> runs = new ArrayList<>();
    for (int period = 1; period <= periods; period++) {
      int from = symbols.size();
      while (from > period && equal.test(symbols.get(from - 1 - period), symbols.get(from - 1))) {
        from--;
      }
      int length = symbols.size() - from;
      runs.add(length == 0 ? Run.none() : new Run<>(length, symbols.get(from - period)));
    }
    return new Periodicity<>(symbols, runs);
  }

  /**
   * Finds the shortest repetition among these periods.
   *
   * @param minOccurrences occurrences that make a repetition, by period, ≥ 2
   */
  public Optional<Repetition<S>> shortestRepetition(
      int from, int to, IntUnaryOperator minOccurrences) {
    return shortestRepetition(runs, Run::length, Run::start, from, to, minOccurrences);
  }

  /**
   * The same for runs of any type.
   *
   * @param lengthOf number of symbols of a run
   * @param startOf first symbol of its first block
   */
  public static <S, R> Optional<Repetition<S>> shortestRepetition(
      List<R> runs,
      ToIntFunction<R> lengthOf,
      Function<R, S> startOf,
      int from,
      int to,
      IntUnaryOperator minOccurrences) {
    for (int period = from; period <= Math.min(to, runs.size()); period++) {
      R run = runs.get(period - 1);
      int length = lengthOf.applyAsInt(run);
      int needed = (minOccurrences.applyAsInt(period) - 1) * period;
      if (length >= needed && isPrimitive(period, needed, runs, lengthOf)) {
        boolean complete = (length - needed) % period == 0;
        return Optional.of(
            new Repetition<>(period, length / period + 1, complete, startOf.apply(run)));
      }
    }
    return Optional.empty();
  }

  /** Whether the block does not consist of shorter equal blocks. */
  private static <R> boolean isPrimitive(
      int period, int needed, List<R> runs, ToIntFunction<R> lengthOf) {
    for (int shorter = 1; shorter <= period / 2; shorter++) {
      if (period % shorter == 0
          && lengthOf.applyAsInt(runs.get(shorter - 1)) >= needed + period - shorter) {
        return false;
      }
    }
    return true;
  }
}
