package dev.eddyline.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * All figures of one run of the bench; null where a section was not measured.
 *
 * @param processors processors of the machine
 * @param java version of the Java that ran it
 * @param plan how much was measured
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BenchReport(
    int processors,
    String java,
    BenchPlan plan,
    Throughput throughput,
    Flat flat,
    Size size,
    List<Latency> latencies,
    Api api,
    Meaning meaning,
    Commit commit,
    List<Option> stores,
    List<Compressed> compressions,
    Restore restore,
    Standby standby,
    Memory memory) {

  /** The product's own commit interval, in milliseconds. */
  private static final int COMMIT_MS = 100;

  /** Follows the subject where its subtasks' answers are timed. */
  static final String SUBTASK = ", subtask";

  /**
   * The three side by side.
   *
   * @param publishedPerEvent records that Eddyline publishes for each event
   * @param subjects each one's figures, by its title
   * @param eddylineToState rates, paired by round
   * @param eddylineToPass rates, paired by round
   * @param cpuToState processor time of an event, Eddyline's to state's, paired by round
   * @param verdicts verdicts of each round
   * @param digest of the verdicts, the replay's and each round's
   */
  record Throughput(
      double publishedPerEvent,
      Map<String, Figures> subjects,
      Spread eddylineToState,
      Spread eddylineToPass,
      Spread cpuToState,
      long verdicts,
      String digest) {}

  /** One subject's figures over all rounds; the units are those of {@link Pace}. */
  record Figures(Spread eventsPerSecond, Spread cpuMicros) {

    /** The figures of at least one round. */
    static Figures of(List<Pace> rounds) {
      return new Figures(
          Spread.of(rounds.stream().map(Pace::eventsPerSecond).toList()),
          Spread.of(rounds.stream().map(Pace::cpuMicros).toList()));
    }
  }

  /** Eddyline's figures with other settings. */
  record Option(String settings, Figures figures) {}

  /**
   * Eddyline with one compression.
   *
   * @param settings what was set
   * @param rateRatio events a second to those without compression, paired by round
   * @param outputMb bytes that one run appended to the output topics, in MB
   * @param changelogMb size of one run's changelogs, in MB
   */
  record Compressed(
      String settings, Figures figures, Spread rateRatio, Spread outputMb, Spread changelogMb) {}

  /** Throughput and latency of Eddyline by commit interval. */
  record Commit(List<Option> throughput, List<Latency> latencies) {}

  /**
   * Whether an event's cost stays the same.
   *
   * @param histories with long histories, held against short ones
   * @param tasks among many filled tasks, held against few
   */
  record Flat(Compared histories, Compared tasks) {}

  /**
   * Eddyline's figures where there is more, held against those where there is less.
   *
   * @param ratio of the rates, round by round
   */
  record Compared(Figures less, Figures more, Spread ratio) {

    static Compared of(List<Pace> less, List<Pace> more) {
      return new Compared(
          Figures.of(less), Figures.of(more), Spread.ofRatios(rates(more), rates(less)));
    }

    private static List<Double> rates(List<Pace> rounds) {
      return rounds.stream().map(Pace::eventsPerSecond).toList();
    }
  }

  /**
   * Bytes stored for a task, keys and values, uncompressed.
   *
   * @param median after as many events as a median run has
   * @param filled with full histories, after the mix
   * @param full with everything full of the largest
   */
  record Size(StateBytes median, StateBytes filled, StateBytes full) {}

  /**
   * How long answers took, from the moment when an event was due to be sent until its answer was
   * read, in milliseconds.
   *
   * @param subject what answered
   * @param commitMs commit interval, in milliseconds
   * @param eventsPerSecond rate at which events were due
   * @param answers answers that were timed
   */
  record Latency(
      String subject,
      int commitMs,
      double eventsPerSecond,
      long answers,
      double p50,
      double p99,
      double p999,
      double most) {

    private static final double MILLI = 1e6;

    /** Of a histogram of nanoseconds. */
    static Latency of(String subject, int commitMs, double rate, Histogram times) {
      return new Latency(
          subject,
          commitMs,
          rate,
          times.getTotalCount(),
          times.getValueAtPercentile(50) / MILLI,
          times.getValueAtPercentile(99) / MILLI,
          times.getValueAtPercentile(99.9) / MILLI,
          times.getMaxValue() / MILLI);
    }
  }

  /**
   * How long reads of the console's API took.
   *
   * @param eventsPerSecond rate of the load beside them
   * @param readsPerSecond rate of the reads, of all routes together
   * @param tasks tasks of that load
   */
  record Api(double eventsPerSecond, double readsPerSecond, int tasks, List<Read> reads) {}

  /**
   * Reads of one route, from the moment when a request was due until its answer was read, in
   * milliseconds.
   *
   * @param answers answers that were timed
   * @param failed reads that were not answered with status 200
   */
  record Read(
      String route, long answers, long failed, double p50, double p99, double p999, double most) {

    /** Of a histogram of nanoseconds. */
    static Read of(String route, AbstractHistogram times, long failed) {
      return new Read(
          route,
          times.getTotalCount(),
          failed,
          times.getValueAtPercentile(50) / Latency.MILLI,
          times.getValueAtPercentile(99) / Latency.MILLI,
          times.getValueAtPercentile(99.9) / Latency.MILLI,
          times.getMaxValue() / Latency.MILLI);
    }
  }

  /**
   * How long answers to tasks that need no model took while something went on beside them.
   *
   * @param eventsPerSecond rate of their load
   * @param modelTextsPerSecond texts that the sentence model takes alone, on one thread
   * @param besides in the order in which they were measured
   */
  record Meaning(double eventsPerSecond, double modelTextsPerSecond, List<Besides> besides) {}

  /**
   * What went on, and the answers beside it.
   *
   * @param p50ToNothing median to that of all answers beside nothing
   * @param p99ToNothing the same of the 99th percentile
   */
  record Besides(
      Beside beside, Latency latency, double p50ToNothing, double p99ToNothing, Caused caused) {

    /** Of histograms of nanoseconds. */
    static Besides of(
        Beside beside, double rate, Histogram times, Histogram besideNothing, Caused caused) {
      Latency latency = Latency.of(Subject.EDDYLINE.title(), COMMIT_MS, rate, times);
      Latency nothing = Latency.of(Subject.EDDYLINE.title(), COMMIT_MS, rate, besideNothing);
      return new Besides(
          beside, latency, latency.p50() / nothing.p50(), latency.p99() / nothing.p99(), caused);
    }
  }

  /**
   * What a burst, or a policy, caused.
   *
   * @param burst requests that came at once
   * @param seconds from the first of them until the last was answered
   * @param questions questions to the sentence model, the load's own among them
   * @param lost those that it did not answer
   * @param textsPerSecond texts that it took beside the load
   * @param evaluations questions to an evaluator
   */
  record Caused(
      int burst,
      double seconds,
      long questions,
      long lost,
      double textsPerSecond,
      long evaluations) {}

  /**
   * How fast lost state comes back, in MB of keys and values a second.
   *
   * @param bytes keys and values of all changelogs
   * @param records their records
   * @param consumer a consumer that only reads them
   * @param state the same records as the state of the plain topology
   * @param eddyline Eddyline's own
   * @param eddylineToState paired by round
   */
  record Restore(
      long bytes,
      long records,
      Spread consumer,
      Spread state,
      Spread eddyline,
      Spread eddylineToState) {}

  /**
   * Seconds from a kill until all partitions give verdicts again.
   *
   * @param sessionMs what the group waits for the dead processor, in milliseconds
   * @param without no standby replica
   * @param with one standby replica
   */
  record Standby(int sessionMs, double without, double with) {}

  /**
   * Memory that the processor holds while ever new tasks come.
   *
   * @param events events in all
   * @param tasks tasks in all
   * @param residentMb resident size after each tenth of the events, in MB
   */
  record Memory(int events, int tasks, List<Double> residentMb) {

    /** The most of the last quarter to the most of the second. */
    @JsonProperty
    public double lastToSecondQuarter() {
      int size = residentMb.size();
      return most(size * 3 / 4, size) / most(size / 4, size / 2);
    }

    private double most(int from, int to) {
      return residentMb.subList(from, to).stream()
          .mapToDouble(Double::doubleValue)
          .max()
          .orElse(Double.NaN);
    }
  }
}
