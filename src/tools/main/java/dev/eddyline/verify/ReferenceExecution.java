package dev.eddyline.verify;

import dev.eddyline.engine.DecisionInput;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.engine.PartitionEngine;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.memory.LoopSignature;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.published.PublishedConfig;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.BadInputHandler;
import dev.eddyline.topology.HomePartition;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.specific.SpecificRecord;

/**
 * Executes the rules on one partition's inputs without Kafka: an independent second path from the
 * order of inputs to the outputs.
 */
final class ReferenceExecution {

  /**
   * An expected output, without its decision time.
   *
   * @param partition its partition, if the key does not determine it
   */
  record ExpectedRecord(TopicRole topic, String key, OptionalInt partition, SpecificRecord value) {

    ExpectedRecord(TopicRole topic, String key, SpecificRecord value) {
      this(topic, key, OptionalInt.empty(), value);
    }
  }

  /**
   * The outputs of an input.
   *
   * @param rejectionReason why it must be dead-lettered, if so
   */
  record InputEffects(List<ExpectedRecord> published, Optional<String> rejectionReason) {}

  private final TopicCatalogue topics;
  private final PartitionEngine engine;
  private PolicySnapshot policies;
  private GraphSnapshot graphs;
  private long streamTime = Long.MIN_VALUE;

  ReferenceExecution(
      TopicCatalogue topics,
      int partitions,
      int partition,
      Policies policies,
      GraphSnapshot graphs,
      OptionalLong firstStart,
      DecisionRules decisions) {
    InMemoryStores stores = new InMemoryStores();
    firstStart.ifPresent(time -> stores.startedAt(Instant.ofEpochMilli(time)));
    this.topics = topics;
    this.policies = PolicySnapshot.of(policies);
    this.graphs = graphs;
    engine =
        new PartitionEngine(
            partition,
            key -> HomePartition.of(key, partitions) == partition,
            () -> this.policies.effectivePolicies(),
            () -> this.graphs,
            decisions,
            stores,
            EventObserver.NONE);
  }

  /** Activates the published policy or graph of a workflow, or its removal. */
  void activateConfig(PublishedConfig change) {
    if (change instanceof PublishedPolicy policy) {
      policies = policies.withChanges(List.of(policy));
    } else if (change instanceof PublishedGraph graph) {
      graphs = graphs.withChanges(List.of(graph));
    } else {
      throw new IllegalStateException("unknown change: " + change.getClass().getName());
    }
  }

  /** Replaces or removes the configured graph of a workflow. */
  void configureGraph(String workflow, Optional<LoadedGraph> graph) {
    Map<String, LoadedGraph> configured = new HashMap<>();
    graphs.configuredNames().forEach(name -> configured.put(name, graphs.configured(name)));
    configured.remove(workflow);
    graph.ifPresent(it -> configured.put(workflow, it));
    graphs = GraphSnapshot.of(configured.values()).withChanges(graphs.published().values());
  }

  /**
   * Processes the next input; an unreadable one is dead-lettered.
   *
   * @param verified whether it is a decision with a valid signature, according to the journal
   */
  InputEffects processInput(CommittedRecord input, boolean verified) {
    TopicPosition at = input.position();
    streamTime = Math.max(streamTime, input.timestamp());
    RecordCoordinates place =
        new RecordCoordinates(
            at.topic(), at.partition(), at.offset(), input.timestamp(), streamTime, Instant.EPOCH);
    ExpectedOutputs expected = new ExpectedOutputs();
    try {
      if (at.topic().equals(topics.name(TopicRole.EDDYLINE_SIGNALS))) {
        engine.processSignal(input.key(), (Signal) input.value(), verified, place, expected);
      } else if (at.topic().equals(topics.name(TopicRole.PROGRESS_EVALUATIONS))) {
        engine.processEvaluation(input.key(), (ProgressEvaluation) input.value(), place, expected);
      } else {
        boolean onDecisionsTopic = at.topic().equals(topics.name(TopicRole.GATE_DECISIONS));
        engine.processEvents(input.events(), onDecisionsTopic, verified, place, expected);
      }
      return new InputEffects(expected.published, Optional.empty());
    } catch (RuntimeException failure) {
      if (!BadInputHandler.isCausedByRecord(failure)) {
        throw failure;
      }
      return new InputEffects(
          rejectionReceipt(input, failure, verified),
          Optional.of(String.valueOf(failure.getMessage())));
    }
  }

  private static List<ExpectedRecord> rejectionReceipt(
      CommittedRecord input, RuntimeException failure, boolean verified) {
    TopicPosition at = input.position();
    return DecisionInput.findDecision(input.value(), at.topic(), at.partition(), at.offset())
        .map(
            decision ->
                toExpectedRecord(decision.createRefusalReceipt(failure, verified, Instant.EPOCH)))
        .stream()
        .toList();
  }

  /** Collects the outputs of an input. */
  private static final class ExpectedOutputs implements PartitionEngine.Effects {

    private final List<ExpectedRecord> published = new ArrayList<>();

    @Override
    public void onMisrouted(String home, Signal rerouted) {
      published.add(new ExpectedRecord(TopicRole.EDDYLINE_SIGNALS, home, rerouted));
    }

    @Override
    public void onEvent(
        AgentEvent event, InputOutcome outcome, RecordCoordinates place, Outbox outbox) {
      add(outbox);
    }

    @Override
    public void onEvaluation(
        ProgressEvaluation evaluation,
        EvaluationOutcome outcome,
        RecordCoordinates place,
        Outbox outbox) {
      add(outbox);
    }

    @Override
    public void onSignal(boolean isOutdated, RecordCoordinates place, Outbox outbox) {
      add(outbox);
    }

    private void add(Outbox outbox) {
      outbox.records().forEach(output -> published.add(toExpectedRecord(output)));
      outbox.learnt().forEach(loopMemory -> published.add(toExpectedRecord(loopMemory)));
    }
  }

  private static ExpectedRecord toExpectedRecord(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      return new ExpectedRecord(TopicRole.LOOP_VERDICTS, verdict.getTaskId(), verdict);
    } else if (output instanceof GateTrigger gate) {
      return new ExpectedRecord(TopicRole.GATE_TRIGGERS, gate.getRootTaskId(), gate);
    } else if (output instanceof LoopReset reset) {
      return new ExpectedRecord(TopicRole.LOOP_RESETS, reset.getTaskId(), reset);
    } else if (output instanceof DecisionReceipt receipt) {
      return new ExpectedRecord(TopicRole.DECISION_RECEIPTS, receipt.getRootTaskId(), receipt);
    } else if (output instanceof ProgressEvaluationRequest request) {
      return new ExpectedRecord(
          TopicRole.PROGRESS_EVALUATION_REQUESTS, request.getTaskId(), request);
    } else if (output instanceof LoopMemory loopMemory) {
      return new ExpectedRecord(
          TopicRole.LOOP_MEMORY, LoopSignature.loopMemoryRecordKey(loopMemory), loopMemory);
    } else if (output instanceof Signal signal) {
      return signal(signal);
    }
    throw new IllegalStateException("no topic for a " + output.getClass().getSimpleName());
  }

  /** A root's signal has the root as key and the home partition of its subtasks. */
  private static ExpectedRecord signal(Signal signal) {
    return signal.getBody() instanceof RootNews rootSignal
        ? new ExpectedRecord(
            TopicRole.EDDYLINE_SIGNALS,
            rootSignal.getRootTaskId(),
            OptionalInt.of(rootSignal.getPartition()),
            signal)
        : new ExpectedRecord(TopicRole.EDDYLINE_SIGNALS, Signals.partitioningKey(signal), signal);
  }
}
