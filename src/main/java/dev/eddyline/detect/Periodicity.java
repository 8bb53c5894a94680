package dev.eddyline.detect;

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
 * Periodic repetition at the end of a sequence, followed one symbol at a time: constant work and
 * constant memory per symbol, whatever the sequence's length.
 *
 * <p>For each period p it knows how many symbols running equal the one p before them. With r such
 * symbols the sequence ends in r / p + 1 equal blocks of length p, back to back.
 *
 * @param recent the newest symbols, oldest first, as many as are kept
 * @param runs one for each period from 1
 */
public record Periodicity<S>(List<S> recent, List<Run<S>> runs) {

  public Periodicity {
    recent = List.copyOf(recent);
    runs = List.copyOf(runs);
  }

  /**
   * Symbols running that equal the one a period before them.
   *
   * @param length how many they are
   * @param start first symbol of the first block; null when the length is 0
   */
  public record Run<S>(int length, @Nullable S start) {

    private static final Run<?> NONE = new Run<>(0, null);

    /** No symbol yet: always the same, since of most periods there is none. */
    @SuppressWarnings("unchecked") // it holds no symbol of any type
    static <S> Run<S> none() {
      return (Run<S>) NONE;
    }

    /** The run with one symbol more, told the one a period before that. */
    Run<S> longer(S earlier) {
      return new Run<>(length + 1, length == 0 ? earlier : start);
    }
  }

  /**
   * The shortest block that the sequence ends in often enough.
   *
   * @param period length of the block
   * @param occurrences how often it stands at the end, back to back
   * @param complete whether the newest symbol completes a block
   * @param start first symbol of the first of them
   */
  public record Repetition<S>(int period, int occurrences, boolean complete, S start) {}

  /** Nothing seen yet. */
  public static <S> Periodicity<S> empty() {
    return new Periodicity<>(List.of(), List.of());
  }

  /**
   * The sequence with one more symbol.
   *
   * @param longest longest period that is followed
   * @param kept how many symbols are kept, at least as many
   */
  public Periodicity<S> with(S symbol, int longest, int kept, BiPredicate<S, S> equal) {
    List<Run<S>> next = follow(recent, runs, symbol, longest, equal, Run.none(), Run::longer);
    return new Periodicity<>(Newest.of(recent, symbol, kept), next);
  }

  /**
   * The runs once one more symbol has come, whatever they are written in; the same list where every
   * run is the same one.
   *
   * @param recent the symbols before it
   * @param runs those until then, one for each period from 1
   * @param symbol the one that has come
   * @param longest longest period that is followed
   * @param equal whether two symbols are the same
   * @param none a run of no symbol
   * @param longer a run with one more symbol, told the one a period before that
   */
  @SuppressWarnings("unchecked") // all in the array is a run
  static <S, R> List<R> follow(
      List<S> recent,
      List<R> runs,
      S symbol,
      int longest,
      BiPredicate<S, S> equal,
      R none,
      BiFunction<R, S, R> longer) {
    int periods = Math.min(longest, recent.size());
    Object[] next = new Object[periods];
    boolean changed = periods != runs.size();
    for (int period = 1; period <= periods; period++) {
      S earlier = recent.get(recent.size() - period);
      R before = period <= runs.size() ? runs.get(period - 1) : none;
      R now = equal.test(earlier, symbol) ? longer.apply(before, earlier) : none;
      changed |= now != before;
      next[period - 1] = now;
    }
    return changed ? (List<R>) List.of(next) : runs;
  }

  /**
   * What following these symbols, one after the other, comes to: looked for from the end, where all
   * of them are at hand.
   *
   * @param longest longest period that is followed
   */
  static <S> Periodicity<S> of(List<S> symbols, int longest, BiPredicate<S, S> equal) {
    int periods = Math.min(longest, symbols.size() - 1);
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
   * The shortest repetition among these periods.
   *
   * @param least for a period, how many occurrences make a repetition, at least 2
   */
  public Optional<Repetition<S>> shortest(int from, int to, IntUnaryOperator least) {
    return shortest(runs, Run::length, Run::start, from, to, least);
  }

  /**
   * The same of runs that are written in something else.
   *
   * @param lengthOf how many symbols a run has
   * @param startOf first symbol of its first block
   */
  static <S, R> Optional<Repetition<S>> shortest(
      List<R> runs,
      ToIntFunction<R> lengthOf,
      Function<R, S> startOf,
      int from,
      int to,
      IntUnaryOperator least) {
    for (int period = from; period <= Math.min(to, runs.size()); period++) {
      R run = runs.get(period - 1);
      int length = lengthOf.applyAsInt(run);
      int needed = (least.applyAsInt(period) - 1) * period;
      if (length >= needed && isPrimitive(period, needed, runs, lengthOf)) {
        boolean complete = (length - needed) % period == 0;
        return Optional.of(
            new Repetition<>(period, length / period + 1, complete, startOf.apply(run)));
      }
    }
    return Optional.empty();
  }

  /** Whether the block itself is not made of shorter equal blocks. */
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
