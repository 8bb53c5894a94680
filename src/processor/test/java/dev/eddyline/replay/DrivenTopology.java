package dev.eddyline.replay;

import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.judgement.RuleEvaluator;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
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
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.task.scenario.AvroCopier;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The topology in Kafka's test driver, with one partition: what {@link InProcessEngine} must be
 * equal to. Records pass as bytes; the driver feeds signals back.
 */
final class DrivenTopology implements AutoCloseable {

  /**
   * The result of one input.
   *
   * @param outputs the published outputs as bytes, in order
   * @param evaluations number of evaluations by rules
   * @param deadLetterReasons the reasons of dead letters
   */
  record DrivenResult(List<String> outputs, int evaluations, List<String> deadLetterReasons) {}

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  private final LoopMemoryIndex memory =
      new LoopMemoryIndex(MeaningSimilarity.resolvingOnEachQuery(InstalledModel.get()));
  private final MeaningAnswers meanings = new MeaningAnswers(InstalledModel.get());
  private final RuleEvaluator ruleEvaluator = new RuleEvaluator();
  private final TopologyTestDriver driver;

  /** A topology with these policies and graphs, whose clock shows this time. */
  DrivenTopology(Policies policies, GraphSnapshot graphs, Instant now) {
    TopologyParts parts =
        new TopologyParts(
                TOPICS,
                1,
                StoreType.IN_MEMORY,
                registry,
                PolicySource.ofFixedPolicies(policies),
                new Metrics(new SimpleMeterRegistry()),
                Traces.NONE)
            .withGraphs(() -> graphs)
            .withRemedyLookup(memory::currentSnapshot)
            .withDecisionRules(DecisionRules.REPLAYED, decision -> false);
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "driven");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
    StreamsSettings.putDeadLetters(properties, TOPICS);
    driver = new TopologyTestDriver(EddylineTopology.build(parts), properties, now);
  }

  /** Processes an event and all its consequences at a time. */
  DrivenResult processEvent(AgentEvent event, Instant at) {
    boolean isDecision = event.getBody() instanceof HumanIntervened;
    input(isDecision ? TopicRole.GATE_DECISIONS : TopicRole.AGENT_EVENTS, AgentEvent.class)
        .pipeInput(TaskEngine.home(event), event, at);
    int evaluations = evaluate(at);
    answerSimilarityRequests(at);
    List<SpecificRecord> outputs = new ArrayList<>();
    outputs.addAll(output(TopicRole.LOOP_VERDICTS, LoopVerdict.class).readValuesToList());
    outputs.addAll(output(TopicRole.GATE_TRIGGERS, GateTrigger.class).readValuesToList());
    outputs.addAll(output(TopicRole.LOOP_RESETS, LoopReset.class).readValuesToList());
    outputs.sort(Comparator.comparingInt(it -> InProcessEngine.source(it).getNumber()));
    output(TopicRole.LOOP_MEMORY, LoopMemory.class)
        .readRecordsToList()
        .forEach(learnt -> memory.applyLoopMemoryRecord(learnt.key(), learnt.value()));
    List<String> reasons = deadLetterReasons();
    for (String topic : driver.producedTopicNames()) {
      bytes(topic).readRecordsToList();
    }
    return new DrivenResult(
        outputs.stream().map(DrivenTopology::bytesOf).toList(), evaluations, reasons);
  }

  /** An output in Avro's binary form, with its type. */
  static String bytesOf(SpecificRecord output) {
    return output.getSchema().getName() + " " + HexFormat.of().formatHex(AvroCopier.encode(output));
  }

  private int evaluate(Instant at) {
    List<ProgressEvaluationRequest> requests =
        output(TopicRole.PROGRESS_EVALUATION_REQUESTS, ProgressEvaluationRequest.class)
            .readValuesToList();
    for (ProgressEvaluationRequest request : requests) {
      input(TopicRole.PROGRESS_EVALUATIONS, ProgressEvaluation.class)
          .pipeInput(
              request.getTaskId(), ruleEvaluator.judge(request).toEvaluation(request, at), at);
    }
    return requests.size();
  }

  private void answerSimilarityRequests(Instant at) {
    TestOutputTopic<String, Signal> signals = output(TopicRole.EDDYLINE_SIGNALS, Signal.class);
    while (driver.producedTopicNames().contains(TOPICS.name(TopicRole.EDDYLINE_SIGNALS))
        && !signals.isEmpty()) {
      meanings
          .vectorReplyTo(signals.readValue())
          .ifPresent(
              answer ->
                  input(TopicRole.EDDYLINE_SIGNALS, Signal.class)
                      .pipeInput(Signals.partitioningKey(answer), answer, at));
    }
  }

  private List<String> deadLetterReasons() {
    List<String> reasons = new ArrayList<>();
    if (driver.producedTopicNames().contains(TOPICS.name(TopicRole.AGENT_EVENTS_DLQ))) {
      for (TestRecord<byte[], byte[]> letter :
          bytes(TOPICS.name(TopicRole.AGENT_EVENTS_DLQ)).readRecordsToList()) {
        byte[] reason = letter.headers().lastHeader("__streams.errors.message").value();
        reasons.add(new String(reason, StandardCharsets.UTF_8));
      }
    }
    return reasons;
  }

  private <T extends SpecificRecord> TestInputTopic<String, T> input(
      TopicRole role, Class<T> type) {
    return driver.createInputTopic(
        TOPICS.name(role),
        new StringSerializer(),
        AvroSerde.of(type, registry).serializer(),
        Instant.EPOCH,
        Duration.ZERO);
  }

  private <T extends SpecificRecord> TestOutputTopic<String, T> output(
      TopicRole role, Class<T> type) {
    return driver.createOutputTopic(
        TOPICS.name(role), new StringDeserializer(), new AvroDeserializer<>(type, registry));
  }

  private TestOutputTopic<byte[], byte[]> bytes(String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public void close() {
    driver.close();
    registry.close();
  }
}
