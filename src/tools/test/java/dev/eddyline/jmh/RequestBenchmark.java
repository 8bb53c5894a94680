package dev.eddyline.jmh;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Signal;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.task.TaskStateStore;
import dev.eddyline.task.scenario.AvroCopier;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
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
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What a request among agents costs the thread that takes it, in nanoseconds and bytes: all that
 * the rules do, the task's records decoded and encoded, and what is published encoded; Kafka and
 * RocksDB aside. By words alone ({@code similarity: lexical}), by meaning where words settle it,
 * and where the sentence model must be asked: then it is remembered and a question is published.
 *
 * <pre>
 * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/tools -am \
 *   -Dmdep.outputFile=target/classpath
 * java -cp src/tools/target/test-classes:src/tools/target/classes:$(cat src/tools/target/classpath) dev.eddyline.jmh.RequestBenchmark
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RequestBenchmark {

  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final String TOPIC = "agent-events";
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** What other things agents ask one another for. */
  private static final List<String> THINGS =
      List.of("parser", "console", "login page", "build script", "changelog", "cache", "index");

  /** How the request is compared. */
  public enum Way {
    /** By words, with which it has hardly any in common. */
    WORDS_OTHER("lexical", "Check whether the licence text is current"),
    /** The same request, by meaning: words settle it. */
    MEANING_OTHER("meaning", "Check whether the licence text is current"),
    /** The same request in German. */
    GERMAN("meaning", "Prüfe, ob der Text der Lizenz noch aktuell ist"),
    /** The same request in Japanese, which has no spaces. */
    JAPANESE("meaning", "ライセンスの文面が最新のものかどうか確認してください"),
    /** The same request in Chinese. */
    CHINESE("meaning", "请检查许可证的文本是否仍然是最新的版本"),
    /** The same request in Thai. */
    THAI("meaning", "ช่วยตรวจสอบว่าข้อความสัญญาอนุญาตเป็นฉบับล่าสุดหรือไม่"),
    /** By words, with one that it has half of its words in common. */
    WORDS_OPEN("lexical", "Write thorough unit tests for the parser"),
    /** The same request, by meaning: words leave it open. */
    MEANING_OPEN("meaning", "Write thorough unit tests for the parser");

    private final String similarity;
    private final String request;

    Way(String similarity, String request) {
      this.similarity = similarity;
      this.request = request;
    }
  }

  /** How the request is compared. */
  @Param public Way way;

  /** Requests that the agent made before in this task. */
  @Param({"1", "7"})
  public int before;

  private final ReadOnly memory = new ReadOnly();
  private TaskEngine engine;
  private AgentEvent event;
  private RecordCoordinates place;

  /** Reads copies, as from bytes, and makes bytes of what is to be remembered; it keeps nothing. */
  private static final class ReadOnly implements TaskStateStore {

    private final InMemoryStores known = new InMemoryStores();
    private int written;

    private void write(SpecificRecord record) {
      written += record == null ? 0 : AvroCopier.encode(record).length;
    }

    @Override
    public OptionalLong firstStart() {
      return known.firstStart();
    }

    @Override
    public TaskState taskState(String taskId) {
      return known.taskState(taskId);
    }

    @Override
    public void taskState(String taskId, TaskState state) {
      written += state.toBytes().length;
    }

    @Override
    public <H extends SpecificRecord> H history(String taskId, InStore<H> of) {
      return known.history(taskId, of);
    }

    @Override
    public <H extends SpecificRecord> void history(String taskId, InStore<H> of, H history) {
      write(history);
    }

    @Override
    public RootHold rootBlock(String rootTaskId) {
      return known.rootBlock(rootTaskId);
    }

    @Override
    public void rootBlock(String rootTaskId, RootHold hold) {
      write(hold);
    }

    @Override
    public KnownRoot knownRoot(String rootTaskId) {
      return known.knownRoot(rootTaskId);
    }

    @Override
    public void knownRoot(String rootTaskId, KnownRoot root) {
      write(root);
    }

    @Override
    public <H extends SpecificRecord> void updateAllHistories(
        InStore<H> of, UnaryOperator<H> change) {
      throw new IllegalStateException("a request changes nothing of others");
    }

    @Override
    public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
      throw new IllegalStateException("a request changes nothing of others");
    }

    @Override
    public void eraseTask(String key) {
      throw new IllegalStateException("a request forgets nothing");
    }
  }

  /** Lets the task make its earlier requests. */
  @Setup
  public void prepare() {
    String preset = PolicyDraft.loadPresetFileOrFolder("default").get(0).text();
    String text = preset.replace("similarity: meaning", "similarity: " + way.similarity);
    Policies policies = Policies.read(List.of(new PolicyDraft("benchmark", text)));
    engine = new TaskEngine(0, () -> policies, () -> GraphSnapshot.NONE);
    for (int number = 0; number < before; number++) {
      AgentEvent earlier = event(number, "Write unit tests for the " + THINGS.get(number));
      engine.take(earlier, place(number), memory.known, outbox(number));
      memory.known.applyWrites();
    }
    event = event(before, way.request);
    place = place(before);
    boolean asks = way == Way.MEANING_OPEN;
    boolean isQuestionPublished =
        processEvent().records().stream().anyMatch(RequestBenchmark::asks);
    if (isQuestionPublished != asks) {
      throw new IllegalStateException(
          "%s: asked %s, not %s".formatted(way, isQuestionPublished, asks));
    }
  }

  private static boolean asks(SpecificRecord published) {
    return published instanceof Signal signal && signal.getBody() instanceof MeaningRequested;
  }

  private static AgentEvent event(int number, String request) {
    return AgentEvent.newBuilder()
        .setEventId("e" + number)
        .setTaskId("task")
        .setAgentId("dev")
        .setOccurredAt(BEGIN.plusSeconds(number))
        .setBody(new CollaborationRequested("tester", request))
        .build();
  }

  private static RecordCoordinates place(int number) {
    long time = BEGIN.plusSeconds(number).toEpochMilli();
    return new RecordCoordinates(TOPIC, 0, number, time, time, Instant.EPOCH);
  }

  private static Outbox outbox(int number) {
    return new Outbox(TOPIC, 0, number, Instant.EPOCH);
  }

  private Outbox processEvent() {
    Outbox outbox = outbox(before);
    engine.take(event, place, memory, outbox);
    return outbox;
  }

  /** One request; the answer depends on all that was encoded. */
  @Benchmark
  public int event() {
    memory.written = 0;
    processEvent().records().forEach(memory::write);
    return memory.written;
  }

  /**
   * Measures all ways, and prints the cost of meaning compared with words.
   *
   * @param args none
   */
  public static void main(String... args) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(RequestBenchmark.class.getSimpleName())
                    .addProfiler(GCProfiler.class)
                    .build())
            .run();
    Map<String, double[]> figures = new HashMap<>();
    for (RunResult result : results) {
      figures.put(
          result.getParams().getParam("way") + " " + result.getParams().getParam("before"),
          new double[] {
            result.getPrimaryResult().getScore(),
            result.getSecondaryResults().get(ALLOCATED).getScore()
          });
    }
    for (String before : List.of("1", "7")) {
      print("words settle it", before, figures, Way.MEANING_OTHER, Way.WORDS_OTHER);
      print("the model is asked", before, figures, Way.MEANING_OPEN, Way.WORDS_OPEN);
    }
  }

  private static void print(
      String what, String before, Map<String, double[]> figures, Way meaning, Way words) {
    double[] above = figures.get(meaning + " " + before);
    double[] below = figures.get(words + " " + before);
    System.out.printf(
        Locale.ROOT,
        "%s, %s before: %,.0f ns (%,.0f by words alone), ratio %.2f; %,.0f B (%,.0f), ratio %.2f%n",
        what,
        before,
        above[0],
        below[0],
        above[0] / below[0],
        above[1],
        below[1],
        above[1] / below[1]);
  }
}
