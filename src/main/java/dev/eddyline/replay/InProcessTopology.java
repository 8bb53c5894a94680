package dev.eddyline.replay;

import dev.eddyline.evaluator.Evaluator;
import dev.eddyline.evaluator.RuleEvaluator;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.meaning.InstalledModel;
import dev.eddyline.meaning.LoopMeanings;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TaskQueries;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Runs the topology in one process, without a broker: one partition, stores in the heap, a registry
 * in memory. Unless the caller gives timestamps, every record has the same: stream time never
 * advances, no window ends, and runs that are years apart retain their histories.
 */
public final class InProcessTopology implements AutoCloseable {

  /** No clamp: later than any event (9999-12-31T23:59:59.999Z). */
  public static final Instant NO_CLAMP = Instant.ofEpochMilli(253_402_300_799_999L);

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");

  private static final String REASON_HEADER = "__streams.errors.message";

  /**
   * The result of one input.
   *
   * @param outputs the published outputs, in order
   * @param evaluations number of evaluations by rules that were processed
   * @param deadLetterReasons the reasons why it was dead-lettered, if it was
   */
  public record EventResult(
      List<SpecificRecord> outputs, int evaluations, List<String> deadLetterReasons) {}

  private final Instant now;
  private final SchemaRegistry registry;
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final TopologyTestDriver driver;
  private final TestInputTopic<String, AgentEvent> events;
  private final TestInputTopic<String, AgentEvent> decisions;
  private final TestInputTopic<String, ProgressEvaluation> evaluations;
  private final TestOutputTopic<String, ProgressEvaluationRequest> requests;
  private final Evaluator ruleEvaluator = new RuleEvaluator();
  private final TestInputTopic<String, Signal> signals;
  private final TestOutputTopic<String, Signal> signalOutput;
  private final MeaningAnswers meanings = new MeaningAnswers(InstalledModel.get());
  private final List<TestOutputTopic<String, ? extends SpecificRecord>> outputs;
  private final TestOutputTopic<String, LoopMemory> loopMemoryOutput;
  private final LoopMemoryIndex memory =
      new LoopMemoryIndex(LoopMeanings.createBlockingSimilarity(meters));
  private final TestOutputTopic<byte[], byte[]> deadLetters;
  private final Map<String, TestOutputTopic<byte[], byte[]>> drainedOutputsByTopic =
      new HashMap<>();
  private int deadLetteredEventCount;

  /** Starts the topology without graphs. */
  public InProcessTopology(Policies policies, Instant now) {
    this(policies, GraphSnapshot.NONE, now);
  }

  /**
   * Starts the topology.
   *
   * @param graphs the graphs that tasks are checked against
   * @param now latest event time; {@link #NO_CLAMP} for no limit
   */
  public InProcessTopology(Policies policies, GraphSnapshot graphs, Instant now) {
    this(policies, graphs, now, EventObserver.NONE);
  }

  /** The same with an observer of each event. */
  InProcessTopology(Policies policies, GraphSnapshot graphs, Instant now, EventObserver observer) {
    this.now = now;
    registry = new InMemoryRegistry();
    var parts =
        new TopologyParts(
                TOPICS,
                1,
                StoreType.IN_MEMORY,
                registry,
                PolicySource.ofFixedPolicies(policies),
                new Metrics(meters),
                Traces.NONE)
            .withRemedyLookup(memory::currentSnapshot)
            .withGraphs(GraphSource.always(graphs))
            .withDecisionRules(DecisionRules.REPLAYED, decision -> false);
    driver = new TopologyTestDriver(EddylineTopology.build(parts, observer), properties(), now);
    events = input(TOPICS.name(TopicRole.AGENT_EVENTS), AgentEvent.class);
    decisions = input(TOPICS.name(TopicRole.GATE_DECISIONS), AgentEvent.class);
    evaluations = input(TOPICS.name(TopicRole.PROGRESS_EVALUATIONS), ProgressEvaluation.class);
    requests =
        output(
            TOPICS.name(TopicRole.PROGRESS_EVALUATION_REQUESTS), ProgressEvaluationRequest.class);
    String signalsTopic = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);
    signals = input(signalsTopic, Signal.class);
    signalOutput = output(signalsTopic, Signal.class);
    outputs =
        List.of(
            output(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class),
            output(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class),
            output(TOPICS.name(TopicRole.LOOP_RESETS), LoopReset.class));
    loopMemoryOutput = output(TOPICS.name(TopicRole.LOOP_MEMORY), LoopMemory.class);
    deadLetters = bytes(TOPICS.name(TopicRole.AGENT_EVENTS_DLQ));
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "replay");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
    StreamsSettings.disableEventLog(properties);
    StreamsSettings.putDeadLetters(properties, TOPICS);
    return properties;
  }

  private <T extends SpecificRecord> TestInputTopic<String, T> input(String topic, Class<T> type) {
    return driver.createInputTopic(
        topic,
        new StringSerializer(),
        AvroSerde.of(type, registry).serializer(),
        now,
        Duration.ZERO);
  }

  private <T extends SpecificRecord> TestOutputTopic<String, T> output(
      String topic, Class<T> type) {
    return driver.createOutputTopic(
        topic, new StringDeserializer(), AvroSerde.of(type, registry).deserializer());
  }

  private TestOutputTopic<byte[], byte[]> bytes(String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** The topic that an event is published on. */
  static String topicOf(AgentEvent event) {
    return TOPICS.name(
        event.getBody() instanceof HumanIntervened
            ? TopicRole.GATE_DECISIONS
            : TopicRole.AGENT_EVENTS);
  }

  /** The topic of agent events. */
  static String eventsTopic() {
    return TOPICS.name(TopicRole.AGENT_EVENTS);
  }

  /** The topic of evaluations. */
  static String evaluationsTopic() {
    return TOPICS.name(TopicRole.PROGRESS_EVALUATIONS);
  }

  /** Processes one event and all its consequences; rules answer evaluation requests. */
  public EventResult processEvent(AgentEvent event) {
    return processEvent(event, now);
  }

  /**
   * The same at a time.
   *
   * @param at timestamp of the event's record, which limits its event time; never earlier than the
   *     one before
   */
  EventResult processEvent(AgentEvent event, Instant at) {
    (topicOf(event).equals(eventsTopic()) ? events : decisions)
        .pipeInput(TaskEngine.home(event), event, at);
    int evaluated = evaluate(at);
    answerSimilarityRequests(at);
    List<SpecificRecord> records = new ArrayList<>();
    outputs.forEach(topic -> records.addAll(topic.readValuesToList()));
    loopMemoryOutput
        .readRecordsToList()
        .forEach(
            memoryRecord -> memory.applyLoopMemoryRecord(memoryRecord.key(), memoryRecord.value()));
    records.sort(Comparator.comparingInt(output -> source(output).getNumber()));
    List<String> rejectionReasons = readDeadLetterReasons();
    deadLetteredEventCount += rejectionReasons.size();
    drainUnreadTopics();
    return new EventResult(records, evaluated, rejectionReasons);
  }

  private int evaluate(Instant at) {
    List<ProgressEvaluationRequest> pendingRequests = requests.readValuesToList();
    for (ProgressEvaluationRequest request : pendingRequests) {
      evaluations.pipeInput(
          request.getTaskId(), ruleEvaluator.judge(request).toEvaluation(request, at), at);
    }
    return pendingRequests.size();
  }

  /** Answers all similarity requests before the next event is processed. */
  private void answerSimilarityRequests(Instant at) {
    while (driver.producedTopicNames().contains(TOPICS.name(TopicRole.EDDYLINE_SIGNALS))
        && !signalOutput.isEmpty()) {
      Signal signal = signalOutput.readValue();
      meanings
          .vectorReplyTo(signal)
          .ifPresent(answer -> signals.pipeInput(Signals.partitioningKey(answer), answer, at));
    }
  }

  /** Drains topics that nobody reads, because the driver stores their records in memory. */
  private void drainUnreadTopics() {
    for (String topic : driver.producedTopicNames()) {
      drainedOutputsByTopic.computeIfAbsent(topic, this::bytes).readRecordsToList();
    }
  }

  private List<String> readDeadLetterReasons() {
    List<String> rejectionReasons = new ArrayList<>();
    if (!driver.producedTopicNames().contains(TOPICS.name(TopicRole.AGENT_EVENTS_DLQ))) {
      return rejectionReasons;
    }
    for (TestRecord<byte[], byte[]> letter : deadLetters.readRecordsToList()) {
      Header reason = letter.headers().lastHeader(REASON_HEADER);
      rejectionReasons.add(
          reason == null ? "no reason given" : new String(reason.value(), StandardCharsets.UTF_8));
    }
    return rejectionReasons;
  }

  /** The coordinates of the input record that caused an output. */
  static Source source(SpecificRecord output) {
    return (Source) output.get(output.getSchema().getField("source").pos());
  }

  /** The state of a task; empty if it is not known. */
  Optional<TaskState> taskState(String taskId) {
    WindowStore<String, byte[]> tasks = driver.getWindowStore(TaskQueries.TASK_STORE);
    try (WindowStoreIterator<byte[]> windows =
        tasks.backwardFetch(taskId, Instant.EPOCH, NO_CLAMP)) {
      return windows.hasNext() ? Optional.of(TaskState.of(windows.next().value)) : Optional.empty();
    }
  }

  /** The meters of the topology. */
  public MeterRegistry meters() {
    return meters;
  }

  /** Records that a store dropped as too old; always 0 unless stream time is wrong. */
  public double droppedByStores() {
    double dropped =
        driver.metrics().entrySet().stream()
            .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
            .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
            .sum();
    // Kafka Streams also counts inputs that an exception handler skipped
    return dropped - deadLetteredEventCount;
  }

  @Override
  public void close() {
    driver.close();
    registry.close();
  }
}
