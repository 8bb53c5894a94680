package dev.eddyline.bench;

import java.util.List;

/**
 * Processing rate and CPU time of a run.
 *
 * @param eventsPerSecond events processed per second by all threads
 * @param cpuMicros CPU time of an event in microseconds, of the whole process: including clients,
 *     garbage collector, compiler and RocksDB
 */
record Pace(double eventsPerSecond, double cpuMicros) {

  /** The rate within a range of events, interpolated between the nearest samples. */
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
