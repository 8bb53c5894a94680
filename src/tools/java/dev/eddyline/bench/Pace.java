package dev.eddyline.bench;

import java.util.List;

/**
 * How fast a run was.
 *
 * @param eventsPerSecond events taken in a second, all threads together
 * @param cpuMicros processor time of an event in microseconds, of the whole process: its clients,
 *     its collector, its compiler and RocksDB too
 */
record Pace(double eventsPerSecond, double cpuMicros) {

  /** The pace within a span of events, between the moments nearest to its ends. */
  static Pace of(List<Moment> moments, Span span) {
    Moment from = at(moments, (double) span.from());
    Moment to = at(moments, (double) span.to());
    double events = to.events() - from.events();
    return new Pace(events / (to.at() - from.at()) * 1e9, (to.cpu() - from.cpu()) / events / 1e3);
  }

  private static Moment at(List<Moment> moments, double events) {
    Moment before = moments.get(0);
    for (Moment moment : moments) {
      if (moment.events() >= events) {
        return moment.events() == before.events() ? moment : Moment.between(before, moment, events);
      }
      before = moment;
    }
    throw new IllegalArgumentException(
        "the run ended at %.0f events, before %.0f".formatted(before.events(), events));
  }
}
