package dev.eddyline.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.TopologyVariant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * All figures of one run of the bench; null where a section was not measured.
 *
 * @param processors processors of the machine
 * @param java version of the Java that ran it
 * @param plan the plan of the run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BenchReport(
    int processors,
    String java,
    BenchPlan plan,
    List<ThroughputFigures> throughput,
    List<ProfileFigures> profile,
    ScalingFigures scaling,
    StateSizes size,
    List<ReplyLatency> latencies,
    ModelLoadFigures meaning,
    RestoreFigures restore) {

  /** Appended to the subject where the replies to its subtasks are timed. */
  public static final String SUBTASK_TITLE_SUFFIX = ", subtask";

  /**
   * Throughput of the three topology variants with this many filled tasks.
   *
   * @param outputs outputs of the baseline topologies, as many and as large as Eddyline's
   * @param subjects each one's figures, by its title
   * @param eddylineToState rates, paired by round
   * @param eddylineToPass rates, paired by round
   * @param cpuToState processor time of an event, Eddyline's to state's, paired by round
   * @param cpuToPass the same to pass's
   * @param replayedTasks number of tasks whose verdicts are compared with a replay
   * @param verdicts their verdicts of each round
   * @param digest digest of these verdicts, equal in the replay and each round
   */
  public record ThroughputFigures(
      int tasks,
      BaselineOutputs outputs,
      Map<String, RoundFigures> subjects,
      RoundStats eddylineToState,
      RoundStats eddylineToPass,
      RoundStats cpuToState,
      RoundStats cpuToPass,
      int replayedTasks,
      long verdicts,
      String digest) {}

  /**
   * Where the processor time of an event and its allocations go.
   *
   * @param load the mix, or recorded runs
   * @param cpuMicros measured processor time of an event, with which the sum of the stages is
   *     compared
   * @param stages by processor time, largest first
   * @param cpuGraph file with the flame graph of the processor time
   * @param allocationGraph file with the flame graph of the allocations
   */
  public record ProfileFigures(
      String load,
      double cpuMicros,
      List<StageFigures> stages,
      String cpuGraph,
      String allocationGraph) {

    /** Sum of the processor time of the stages. */
    @JsonProperty
    public double profiledMicros() {
      return stages.stream().mapToDouble(StageFigures::cpuMicros).sum();
    }

    /** Sum of the allocations of the stages. */
    @JsonProperty
    public double allocatedBytes() {
      return stages.stream().mapToDouble(StageFigures::allocatedBytes).sum();
    }
  }

  /**
   * What an event costs late in a long task, and with two instances of one thread each.
   *
   * @param longTasks number of tasks with 10,000 events
   * @param early processor time of each of their events 100 to 200, microseconds
   * @param late the same of their events 9,900 to 10,000
   * @param lateToEarly paired by round
   * @param oneInstance figures of one instance
   * @param twoInstances figures of two instances together, with twice the load
   * @param rateOfTwoToOne paired by round
   * @param cpuOfTwoToOne processor time of an event, paired by round
   */
  public record ScalingFigures(
      int longTasks,
      RoundStats early,
      RoundStats late,
      RoundStats lateToEarly,
      RoundFigures oneInstance,
      RoundFigures twoInstances,
      RoundStats rateOfTwoToOne,
      RoundStats cpuOfTwoToOne) {}

  /** Processor time and allocated bytes of an event in one stage. */
  public record StageFigures(String stage, double cpuMicros, double allocatedBytes) {}

  /** Figures of one variant over all rounds, in the units of {@link ProcessingRate}. */
  public record RoundFigures(
      RoundStats eventsPerSecond,
      RoundStats cpuMicros,
      RoundStats compilerShare,
      RoundStats bytesRead,
      RoundStats bytesWritten) {

    /** The figures of at least one round. */
    public static RoundFigures of(List<ProcessingRate> rounds) {
      return new RoundFigures(
          RoundStats.of(rounds.stream().map(ProcessingRate::eventsPerSecond).toList()),
          RoundStats.of(rounds.stream().map(ProcessingRate::cpuMicros).toList()),
          RoundStats.of(rounds.stream().map(ProcessingRate::compilerShare).toList()),
          RoundStats.of(rounds.stream().map(ProcessingRate::bytesRead).toList()),
          RoundStats.of(rounds.stream().map(ProcessingRate::bytesWritten).toList()));
    }
  }

  /**
   * Bytes stored for a task, keys and values, uncompressed.
   *
   * @param median after as many events as a median run has
   * @param filled with full histories, after the mix
   * @param full with all stores at their maximum size
   */
  public record StateSizes(StateBytes median, StateBytes filled, StateBytes full) {}

  /**
   * Reply latency in milliseconds, from when an event was due until its reply was read.
   *
   * @param subject the topology variant that replied
   * @param commitMs commit interval, in milliseconds
   * @param eventsPerSecond rate at which events were due
   * @param answers number of timed replies
   */
  public record ReplyLatency(
      String subject,
      int commitMs,
      double eventsPerSecond,
      long answers,
      double p50,
      double p99,
      double p999,
      double most) {

    private static final double NANOS_PER_MS = 1e6;

    /** Of a histogram of nanoseconds. */
    public static ReplyLatency of(String subject, int commitMs, double rate, Histogram times) {
      return new ReplyLatency(
          subject,
          commitMs,
          rate,
          times.getTotalCount(),
          times.getValueAtPercentile(50) / NANOS_PER_MS,
          times.getValueAtPercentile(99) / NANOS_PER_MS,
          times.getValueAtPercentile(99.9) / NANOS_PER_MS,
          times.getMaxValue() / NANOS_PER_MS);
    }
  }

  /**
   * Reply latency of tasks that do not need a model, while a side load runs.
   *
   * @param eventsPerSecond rate of their load
   * @param modelTextsPerSecond texts that the sentence model takes alone, on one thread
   * @param besides results by side load, in the order of measurement
   */
  public record ModelLoadFigures(
      double eventsPerSecond, double modelTextsPerSecond, List<SideLoadLatency> besides) {}

  /**
   * A side load and the reply latency during it.
   *
   * @param p50ToNothing ratio of the median to the median without a side load
   * @param p99ToNothing ratio of the 99th percentile to that without a side load
   */
  public record SideLoadLatency(
      SideLoad beside,
      ReplyLatency latency,
      double p50ToNothing,
      double p99ToNothing,
      SideLoadEffect caused) {

    /** Of histograms of nanoseconds. */
    public static SideLoadLatency of(
        SideLoad beside,
        int commitMs,
        double rate,
        Histogram times,
        Histogram baseline,
        SideLoadEffect caused) {
      String subject = TopologyVariant.EDDYLINE.title();
      ReplyLatency latency = ReplyLatency.of(subject, commitMs, rate, times);
      ReplyLatency nothing = ReplyLatency.of(subject, commitMs, rate, baseline);
      return new SideLoadLatency(
          beside, latency, latency.p50() / nothing.p50(), latency.p99() / nothing.p99(), caused);
    }
  }

  /**
   * The model traffic that a side load caused.
   *
   * @param burst requests that arrived at once
   * @param seconds from the first request until the last reply
   * @param questions questions to the sentence model, including those of the load
   * @param lost questions without an answer
   * @param textsPerSecond texts that it processed during the load
   * @param evaluations questions to an evaluator
   */
  public record SideLoadEffect(
      int burst,
      double seconds,
      long questions,
      long lost,
      double textsPerSecond,
      long evaluations) {}

  /**
   * Restore rate of lost state, in MB of keys and values a second.
   *
   * @param bytes keys and values of all changelogs
   * @param records number of their records
   * @param consumer a consumer that only reads them
   * @param state the same records restored by the baseline topology
   * @param eddyline restored by Eddyline
   * @param eddylineToState paired by round
   */
  public record RestoreFigures(
      long bytes,
      long records,
      RoundStats consumer,
      RoundStats state,
      RoundStats eddyline,
      RoundStats eddylineToState) {}
}
