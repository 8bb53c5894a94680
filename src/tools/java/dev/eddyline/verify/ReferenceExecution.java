package dev.eddyline.verify;

import dev.eddyline.engine.DecisionInput;
import dev.eddyline.engine.InputValidator;
import dev.eddyline.engine.MisroutedRecords;
import dev.eddyline.engine.RecordEvents;
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
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.task.TaskStateStore;
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
  private final int partitions;
  private final TaskEngine engine;
  private final EvaluationHandler evaluations;
  private final TaskStateStore memory;
  private PolicySnapshot policies;
  private GraphSnapshot graphs;
  private final DecisionRules decisions;
  private boolean verified;
  private long streamTime = Long.MIN_VALUE;

  ReferenceExecution(
      TopicCatalogue topics,
      int partitions,
      int partition,
      Policies policies,
      GraphSnapshot graphs,
      OptionalLong firstStart,
      DecisionRules decisions) {
    this.decisions = decisions;
    InMemoryStores stores = new InMemoryStores();
    firstStart.ifPresent(time -> stores.startedAt(Instant.ofEpochMilli(time)));
    memory = stores;
    this.topics = topics;
    this.partitions = partitions;
    this.policies = PolicySnapshot.of(policies);
    this.graphs = graphs;
    engine = new TaskEngine(partition, () -> this.policies.effectivePolicies(), () -> this.graphs);
    evaluations = new EvaluationHandler(() -> this.policies.effectivePolicies());
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
    this.verified = verified;
    streamTime = Math.max(streamTime, input.timestamp());
    List<ExpectedRecord> published = new ArrayList<>();
    try {
      if (input.position().topic().equals(topics.name(TopicRole.EDDYLINE_SIGNALS))) {
        signal(input, published);
      } else if (input.position().topic().equals(topics.name(TopicRole.PROGRESS_EVALUATIONS))) {
        processEvaluation(input, published);
      } else {
        processEvent(input, published);
      }
      return new InputEffects(published, Optional.empty());
    } catch (RuntimeException failure) {
      if (!BadInputHandler.isCausedByRecord(failure)) {
        throw failure;
      }
      return new InputEffects(
          rejectionReceipt(input, failure), Optional.of(String.valueOf(failure.getMessage())));
    }
  }

  private List<ExpectedRecord> rejectionReceipt(CommittedRecord input, RuntimeException failure) {
    TopicPosition at = input.position();
    return DecisionInput.findDecision(input.value(), at.topic(), at.partition(), at.offset())
        .map(
            decision ->
                toExpectedRecord(decision.createRefusalReceipt(failure, verified, Instant.EPOCH)))
        .stream()
        .toList();
  }

  private void processEvent(CommittedRecord input, List<ExpectedRecord> published) {
    RecordEvents events = input.events();
    TopicPosition at = input.position();
    boolean decisionsOnly = at.topic().equals(topics.name(TopicRole.GATE_DECISIONS));
    InputValidator.check(events, decisionsOnly, decisions);
    String home = TaskEngine.home(events.event());
    if (HomePartition.of(home, partitions) == at.partition()) {
      processInput(events, at, input.timestamp(), published);
      return;
    }
    Signal misrouted =
        MisroutedRecords.createReroutingSignal(
            events, at.topic(), at.partition(), at.offset(), input.timestamp());
    published.add(new ExpectedRecord(TopicRole.EDDYLINE_SIGNALS, home, misrouted));
  }

  private void processEvaluation(CommittedRecord input, List<ExpectedRecord> published) {
    ProgressEvaluation evaluation = (ProgressEvaluation) input.value();
    TopicPosition at = input.position();
    InputValidator.check(input.key(), evaluation);
    if (HomePartition.of(evaluation.getTaskId(), partitions) == at.partition()) {
      processInput(evaluation, toRecordCoordinates(at, input.timestamp()), published);
      return;
    }
    Signal misrouted =
        MisroutedRecords.createReroutingSignal(
            evaluation, at.topic(), at.partition(), at.offset(), input.timestamp());
    published.add(
        new ExpectedRecord(TopicRole.EDDYLINE_SIGNALS, evaluation.getTaskId(), misrouted));
  }

  private void processInput(
      ProgressEvaluation evaluation,
      RecordCoordinates coordinates,
      List<ExpectedRecord> published) {
    Outbox outbox = EvaluationHandler.outbox(coordinates);
    evaluations.handleEvaluatorAnswer(evaluation, coordinates, memory, outbox);
    publish(outbox, published);
  }

  private void signal(CommittedRecord input, List<ExpectedRecord> published) {
    if (input.value() == null || input.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    Signal signal = (Signal) input.value();
    if (signal.getBody() instanceof StrayRecord misrouted) {
      TopicPosition origin =
          new TopicPosition(misrouted.getTopic(), misrouted.getPartition(), misrouted.getOffset());
      processInput(
          MisroutedRecords.reroutedEvents(misrouted),
          origin,
          misrouted.getTimestamp().toEpochMilli(),
          published);
      return;
    }
    RecordCoordinates coordinates =
        Signals.coordinatesOfCausingEvent(signal, input.timestamp(), streamTime, Instant.EPOCH);
    if (signal.getBody() instanceof StrayEvaluation misrouted) {
      processInput(misrouted.getEvaluation(), coordinates, published);
      return;
    }
    Outbox outbox = Signals.outbox(signal, Instant.EPOCH);
    engine.take(signal, coordinates, memory, outbox);
    publish(outbox, published);
  }

  private void processInput(
      RecordEvents events, TopicPosition origin, long recordTime, List<ExpectedRecord> published) {
    RecordCoordinates coordinates = toRecordCoordinates(origin, recordTime);
    Outbox outbox = new Outbox(origin.topic(), origin.partition(), origin.offset(), Instant.EPOCH);
    processInput(events.event(), coordinates, outbox, published);
    if (events.result().isPresent()) {
      Outbox later = new Outbox(outbox.source(), Instant.EPOCH);
      processInput(events.result().get(), coordinates, later, published);
    }
  }

  private void processInput(
      AgentEvent event,
      RecordCoordinates coordinates,
      Outbox outbox,
      List<ExpectedRecord> published) {
    if (event.getBody() instanceof HumanIntervened) {
      decisions.checkVerified(event, verified);
    }
    engine.take(event, verified, coordinates, memory, outbox);
    publish(outbox, published);
  }

  private static void publish(Outbox outbox, List<ExpectedRecord> published) {
    outbox.records().forEach(output -> published.add(toExpectedRecord(output)));
    outbox.learnt().forEach(loopMemory -> published.add(toExpectedRecord(loopMemory)));
  }

  private RecordCoordinates toRecordCoordinates(TopicPosition origin, long recordTime) {
    return new RecordCoordinates(
        origin.topic(), origin.partition(), origin.offset(), recordTime, streamTime, Instant.EPOCH);
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
