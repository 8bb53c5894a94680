package dev.eddyline.jmh;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.HistoryPlace.InState;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What one event costs each rule that it concerns, in nanoseconds and bytes, with a history of few
 * events and with a full one. The sketch of a tool's result, which all rules share, is measured
 * separately.
 *
 * <pre>
 * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/tools -am \
 *   -Dmdep.outputFile=target/classpath
 * java -cp src/tools/target/test-classes:src/tools/target/classes:$(cat src/tools/target/classpath) dev.eddyline.jmh.DetectorBenchmark
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class DetectorBenchmark {

  /** Represents the sketch of a tool's result. */
  private static final String SKETCH = "(sketch)";

  private static final int FEW = 40;
  private static final int MANY = 20_000;
  private static final int SHOWN = 2_000;

  /** Limits that no history reaches: what a found loop costs is not measured. */
  private static final Policy EVERYTHING =
      PolicyReader.read(
          "everything",
          "name: everything\n"
              + Detectors.SHIPPED.stream()
                  .map(rule -> rule.key() + ": {}\n")
                  .collect(Collectors.joining())
                  .replace("budget_exceeded: {}", "budget_exceeded: {tokens: 1000000}")
                  .replace("step_iteration_exceeded: {}", "step_iteration_exceeded: {max: 100000}")
                  .replace(
                      "transition_limit_exceeded: {}", "transition_limit_exceeded: {max: 100000}")
                  .replace("iteration_limit: {}", "iteration_limit: {maxIterations: 100000}")
                  .replace("no_measurable_progress: {}", "no_measurable_progress: {armed: true}"));

  /** The key of a rule. */
  @Param(SKETCH)
  public String rule;

  /** How much the rule remembers already. */
  @Param({"short", "full"})
  public String history;

  private final List<EnrichedEvent> shown = new ArrayList<>();
  private final List<Function<EnrichedEvent, Object>> to = new ArrayList<>();
  private int next;

  /** One rule and what it remembers. */
  private static final class Task<H, L extends Detector.Limits> {

    private final Detector<H, L> detector;
    private final L limits;
    private H history;

    Task(Detector<H, L> detector) {
      this.detector = detector;
      limits = EVERYTHING.limits(detector);
      history = empty(detector);
    }

    @SuppressWarnings("unchecked") // H is the type of the store's own history
    private static <H> H empty(Detector<H, ?> detector) {
      return detector.history() instanceof InState<H> place
          ? place.empty()
          : (H) ((InStore<?>) detector.history()).empty().apply(1L);
    }

    boolean concerns(EnrichedEvent seen) {
      return detector.supports(seen);
    }

    void forget() {
      history = empty(detector);
    }

    /** Takes an event; answers what it takes to have it shown again. */
    Function<EnrichedEvent, Object> detectAndReturnReplay(EnrichedEvent seen) {
      H before = history;
      history = detector.detect(seen, before, limits).history();
      return again -> detector.detect(again, before, limits);
    }
  }

  /** Lets the rule remember events, and keeps what it knew before each of the last ones. */
  @Setup
  public void prepare() {
    boolean full = history.equals("full");
    Task<?, ?> task = rule.equals(SKETCH) ? null : new Task<>(detector(rule));
    for (int number = 0; number < MANY; number++) {
      EnrichedEvent seen = observed(SampleEvents.event(number), number);
      if (task != null && !full && number % FEW == 0) {
        task.forget();
      }
      if (task == null ? seen.result().isEmpty() : !task.concerns(seen)) {
        continue;
      }
      Function<EnrichedEvent, Object> show =
          task == null ? DetectorBenchmark::sketch : task.detectAndReturnReplay(seen);
      if (number >= MANY - SHOWN) {
        shown.add(seen);
        to.add(show);
      }
    }
  }

  private static Object sketch(EnrichedEvent seen) {
    Object body = seen.event().getBody();
    return Sketch.in(body, seen.texts(), EVERYTHING.masking(), Optional.empty());
  }

  private static Detector<?, ?> detector(String key) {
    return Detectors.ALL.stream()
        .filter(rule -> rule.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no rule is named " + key));
  }

  private static EnrichedEvent observed(AgentEvent event, int number) {
    EventTexts texts = new EventTexts(EVERYTHING.redaction());
    return new EnrichedEvent(
        event,
        event.getOccurredAt().toEpochMilli(),
        0,
        number,
        new Cost(100L * number, 0.0, 1_000L * number),
        0,
        WaitShare.NONE,
        false,
        false,
        OptionalLong.empty(),
        false,
        false,
        false,
        Sketch.in(event.getBody(), texts, EVERYTHING.masking(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        EVERYTHING.externalFaultKind(event.getBody()),
        ProgressTracker.initialState(),
        texts,
        Optional.empty());
  }

  /** One event. */
  @Benchmark
  public Object event() {
    next = next + 1 == shown.size() ? 0 : next + 1;
    return to.get(next).apply(copyWithoutCachedTexts(shown.get(next)));
  }

  /** The same event, of which no rule has asked for a text yet. */
  private static EnrichedEvent copyWithoutCachedTexts(EnrichedEvent seen) {
    return new EnrichedEvent(
        seen.event(),
        seen.eventTimeMillis(),
        seen.partition(),
        seen.offset(),
        seen.costBefore(),
        seen.callHash(),
        seen.retry(),
        seen.isAgentWaiting(),
        seen.isNewResult(),
        seen.result(),
        seen.testCounts(),
        seen.externalFaultKind(),
        seen.progress(),
        seen.redaction());
  }

  /**
   * Measures all rules, or those whose keys are named.
   *
   * @param rules keys of rules
   */
  public static void main(String... rules) throws RunnerException {
    List<String> keys = new ArrayList<>(List.of(rules));
    if (keys.isEmpty()) {
      keys.add(SKETCH);
      Detectors.SHIPPED.forEach(rule -> keys.add(rule.key()));
    }
    new Runner(
            new OptionsBuilder()
                .include(DetectorBenchmark.class.getSimpleName())
                .param("rule", keys.toArray(String[]::new))
                .addProfiler(GCProfiler.class)
                .build())
        .run();
  }
}
