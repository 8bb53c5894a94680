package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Periodic repetition at the end of a sequence, followed one symbol at a time: constant work and
 * constant memory per symbol, whatever the sequence's length.
 *
 * <p>For each period p it knows how many symbols running equal the one p before them. With r such
 * symbols the sequence ends in r / p + 1 equal blocks of length p, back to back.
 *
 * @param recent the newest symbols, oldest first, as many as the longest period
 * @param runs for each period from 1, the number of symbols running that equal the one that many
 *     before them
 */
public record Periodicity<S>(List<S> recent, List<Integer> runs) {

  public Periodicity {
    recent = List.copyOf(recent);
    runs = List.copyOf(runs);
  }

  /**
   * The shortest block that the sequence ends in often enough.
   *
   * @param period length of the block
   * @param occurrences how often it stands at the end, back to back
   * @param complete whether the newest symbol completes a block
   */
  public record Repetition(int period, int occurrences, boolean complete) {}

  /** The sequence with one more symbol. */
  public Periodicity<S> with(S symbol, int longestPeriod, BiPredicate<S, S> equal) {
    List<Integer> next = new ArrayList<>(longestPeriod);
    for (int period = 1; period <= Math.min(longestPeriod, recent.size()); period++) {
      int before = period <= runs.size() ? runs.get(period - 1) : 0;
      boolean repeats = equal.test(recent.get(recent.size() - period), symbol);
      next.add(repeats ? before + 1 : 0);
    }
    List<S> symbols = new ArrayList<>(recent);
    symbols.add(symbol);
    int tooMany = Math.max(0, symbols.size() - longestPeriod);
    return new Periodicity<>(symbols.subList(tooMany, symbols.size()), next);
  }

  /**
   * The shortest repetition among these periods.
   *
   * @param least for a period, how many occurrences make a repetition, at least 2
   */
  public Optional<Repetition> shortest(int from, int to, IntUnaryOperator least) {
    for (int period = from; period <= Math.min(to, runs.size()); period++) {
      int run = runs.get(period - 1);
      int needed = (least.applyAsInt(period) - 1) * period;
      if (run >= needed && isPrimitive(period, needed)) {
        return Optional.of(new Repetition(period, run / period + 1, (run - needed) % period == 0));
      }
    }
    return Optional.empty();
  }

  /** Whether the block itself is not made of shorter equal blocks. */
  private boolean isPrimitive(int period, int needed) {
    for (int shorter = 1; shorter <= period / 2; shorter++) {
      if (period % shorter == 0 && runs.get(shorter - 1) >= needed + period - shorter) {
        return false;
      }
    }
    return true;
  }
}
