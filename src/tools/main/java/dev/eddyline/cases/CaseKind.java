package dev.eddyline.cases;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * A kind of stuck behaviour, with ordinary work that resembles it.
 *
 * @param leastWanted fewest repetitions after which a careful person wants an alert: four for a
 *     clear repetition, nine for attempts that differ
 * @param mostWanted most repetitions after which a careful person wants an alert
 * @param noisy whether unrelated calls between repetitions leave the run stuck
 * @param stuck prepares a run and returns what is then repeated, given its number from 0
 * @param ordinary performs the ordinary work
 */
record CaseKind(
    String name,
    int leastWanted,
    int mostWanted,
    boolean noisy,
    Function<Stage, IntConsumer> stuck,
    Consumer<Stage> ordinary) {

  /** A noisy kind of a family, by two of the family's methods. */
  static <F extends KindFamily> CaseKind of(
      String name,
      int leastWanted,
      Function<Stage, F> family,
      Function<F, IntConsumer> stuck,
      Consumer<F> ordinary) {
    return new CaseKind(
        name,
        leastWanted,
        leastWanted + leastWanted / 3,
        true,
        stage -> stuck.apply(family.apply(stage)),
        stage -> ordinary.accept(family.apply(stage)));
  }

  /** The same kind, but nothing happens between repetitions. */
  CaseKind quiet() {
    return new CaseKind(name, leastWanted, mostWanted, false, stuck, ordinary);
  }
}
