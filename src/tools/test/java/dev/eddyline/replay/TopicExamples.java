package dev.eddyline.replay;

import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.judgement.RuleEvaluator;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.GraphReport;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** Example records of each topic, as the topology reads and writes them for one failing task. */
final class TopicExamples {

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");
  private static final Instant NOW = Instant.parse("2026-01-05T09:30:00Z");

  private static final List<String> EVENTS =
      List.of(
          """
          {"eventId":"e1","taskId":"T7.1","rootTaskId":"T7","agentId":"backend-1","type":"task_started","goal":"sessions expire"}""",
          """
          {"eventId":"e2","taskId":"T7","agentId":"backend-1","type":"failure_reported","message":"TypeError: x is undefined","location":"src/auth.ts:42"}""",
          """
          {"eventId":"e3","taskId":"T7","agentId":"backend-1","type":"failure_reported","message":"TypeError: x is undefined","location":"src/auth.ts:42"}""",
          """
          {"eventId":"e4","taskId":"T7","agentId":"backend-1","type":"failure_reported","message":"TypeError: x is undefined","location":"src/auth.ts:42"}""");

  private static final String DECISION =
      """
      {"eventId":"e5","taskId":"T7","agentId":"lead","type":"human_intervened","decision":"approve","guidance":"x is set in src/session.ts","by":"lead"}""";

  private static final List<String> ASKED =
      List.of(
          """
          {"eventId":"f1","taskId":"T8","agentId":"backend-1","type":"failure_reported","message":"1 test failing"}""",
          """
          {"eventId":"f2","taskId":"T8","agentId":"backend-1","type":"failure_reported","message":"3 tests failing"}""");

  private static final String POLICY =
      "name: default\nextends: default\nevaluation: {enabled: true}\n";
  private static final String GRAPH =
      """
      nodes: [build, test]
      edges:
        - {from: build, to: test}
        - {from: test, to: build, when: red}
        - {from: test, to: END, default: true}
      """;

  /** A record of a topic. */
  record Example(String key, SpecificRecord value) {}

  private final Map<TopicRole, Example> examples = new EnumMap<>(TopicRole.class);

  private TopicExamples() {}

  /** An example for every topic whose values have one of Eddyline's schemas. */
  static Map<TopicRole, Example> all() {
    TopicExamples made = new TopicExamples();
    made.play();
    made.examples.put(
        TopicRole.LOOP_POLICIES,
        new Example(
            "build",
            new LoopPolicy(
                "name: build\nextends: default\ngate: {loops: 5}\n", "lead", "less noise")));
    LoadedGraph graph = LoadedGraph.read("build", GraphText.of(GRAPH));
    made.examples.put(
        TopicRole.WORKFLOW_GRAPHS,
        new Example("build", GraphRecords.value(graph.text(), "lead", "as it runs")));
    Source source = new Source(TOPICS.name(TopicRole.WORKFLOW_GRAPHS), 0, 3L, 0);
    made.examples.put(
        TopicRole.GRAPH_FINDINGS,
        new Example("build", GraphReport.createGraphFindings(graph, source, NOW)));
    return made.examples;
  }

  private void play() {
    try (SchemaRegistry registry =
            new ConfluentSchemaRegistry(
                Map.of("schema.registry.url", "mock://examples"), AvailabilityListener.NONE);
        TopologyTestDriver driver = new TopologyTestDriver(topology(registry), properties(), NOW)) {
      AgentEvent last = null;
      for (String line : EVENTS) {
        last = event(line);
        give(driver, registry, TopicRole.AGENT_EVENTS, last);
      }
      examples.put(TopicRole.AGENT_EVENTS, new Example(last.getTaskId(), last));
      first(driver, registry, TopicRole.GATE_TRIGGERS, GateTrigger.class);
      GateTrigger gate = (GateTrigger) examples.get(TopicRole.GATE_TRIGGERS).value();
      AgentEvent decision = event(DECISION);
      ((HumanIntervened) decision.getBody()).setGateId(gate.getGateId());
      give(driver, registry, TopicRole.GATE_DECISIONS, decision);
      examples.put(TopicRole.GATE_DECISIONS, new Example(TaskEngine.home(decision), decision));
      first(driver, registry, TopicRole.LOOP_VERDICTS, LoopVerdict.class);
      first(driver, registry, TopicRole.LOOP_RESETS, LoopReset.class);
      first(driver, registry, TopicRole.DECISION_RECEIPTS, DecisionReceipt.class);
      first(driver, registry, TopicRole.LOOP_MEMORY, LoopMemory.class);
      first(driver, registry, TopicRole.EDDYLINE_SIGNALS, Signal.class);
      first(driver, registry, TopicRole.EDDYLINE_JOURNAL, JournalEntry.class);
      for (String line : ASKED) {
        give(driver, registry, TopicRole.AGENT_EVENTS, event(line));
      }
      first(
          driver,
          registry,
          TopicRole.PROGRESS_EVALUATION_REQUESTS,
          ProgressEvaluationRequest.class);
      Example requestExample = examples.get(TopicRole.PROGRESS_EVALUATION_REQUESTS);
      var request = (ProgressEvaluationRequest) requestExample.value();
      examples.put(
          TopicRole.PROGRESS_EVALUATIONS,
          new Example(
              requestExample.key(), new RuleEvaluator().judge(request).toEvaluation(request, NOW)));
    }
  }

  private static Topology topology(SchemaRegistry registry) {
    return EddylineTopology.build(
        new TopologyParts(
            TOPICS,
            1,
            StoreType.IN_MEMORY,
            registry,
            PolicySource.ofFixedPolicies(
                Policies.ofSinglePolicy(PolicyReader.read("example", POLICY))),
            new Metrics(new SimpleMeterRegistry()),
            Traces.NONE));
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "examples");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
    StreamsSettings.putDeadLetters(properties, TOPICS);
    return properties;
  }

  private static AgentEvent event(String line) {
    try {
      return new EventReader(LiveEvents.defaults(Clock.fixed(NOW, ZoneOffset.UTC)))
          .read(line)
          .event();
    } catch (InvalidEventException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static void give(
      TopologyTestDriver driver, SchemaRegistry registry, TopicRole role, AgentEvent event) {
    driver
        .createInputTopic(
            TOPICS.name(role),
            new StringSerializer(),
            AvroSerde.of(AgentEvent.class, registry).serializer())
        .pipeInput(new TestRecord<>(TaskEngine.home(event), event, NOW));
  }

  private <T extends SpecificRecord> void first(
      TopologyTestDriver driver, SchemaRegistry registry, TopicRole role, Class<T> type) {
    var record =
        driver
            .createOutputTopic(
                TOPICS.name(role),
                new StringDeserializer(),
                AvroSerde.of(type, registry).deserializer())
            .readRecord();
    examples.put(role, new Example(record.key(), record.value()));
  }
}
