package dev.eddyline.verify;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.LoadedGraph;
import dev.eddyline.graph.PublishedGraph;
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
import dev.eddyline.topology.DecisionInput;
import dev.eddyline.topology.HomePartition;
import dev.eddyline.topology.InputValidator;
import dev.eddyline.topology.MisroutedRecords;
import dev.eddyline.verify.Committed.At;
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
final class PureRun {

  /**
   * An expected output, without its decision time.
   *
   * @param partition its partition, if the key does not determine it
   */
  record Effect(TopicRole topic, String key, OptionalInt partition, SpecificRecord value) {

    Effect(TopicRole topic, String key, SpecificRecord value) {
      this(topic, key, OptionalInt.empty(), value);
    }
  }

  /**
   * The outputs of an input.
   *
   * @param refused why it must be dead-lettered, if so
   */
  record Effects(List<Effect> published, Optional<String> refused) {}

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

  PureRun(
      TopicCatalogue topics,
      int partitions,
      int partition,
      Policies policies,
      GraphSnapshot graphs,
      OptionalLong firstStart,
      DecisionRules decisions) {
    this.decisions = decisions;
    InMemory blank = new InMemory();
    firstStart.ifPresent(time -> blank.startedAt(Instant.ofEpochMilli(time)));
    memory = blank;
    this.topics = topics;
    this.partitions = partitions;
    this.policies = PolicySnapshot.of(policies);
    this.graphs = graphs;
    engine = new TaskEngine(partition, () -> this.policies.effective(), () -> this.graphs);
    evaluations = new EvaluationHandler(() -> this.policies.effective());
  }

  /** Activates the published policy or graph of a workflow, or its removal. */
  void follow(PublishedConfig change) {
    if (change instanceof PublishedPolicy policy) {
      policies = policies.withChanges(List.of(policy));
    } else if (change instanceof PublishedGraph graph) {
      graphs = graphs.withChanges(List.of(graph));
    } else {
      throw new IllegalStateException("unknown change: " + change.getClass().getName());
    }
  }

  /** Replaces or removes the configured graph of a workflow. */
  void configure(String workflow, Optional<LoadedGraph> graph) {
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
  Effects take(Committed input, boolean verified) {
    this.verified = verified;
    streamTime = Math.max(streamTime, input.timestamp());
    List<Effect> published = new ArrayList<>();
    try {
      if (input.at().topic().equals(topics.name(TopicRole.EDDYLINE_SIGNALS))) {
        signal(input, published);
      } else if (input.at().topic().equals(topics.name(TopicRole.PROGRESS_EVALUATIONS))) {
        evaluation(input, published);
      } else {
        event(input, published);
      }
      return new Effects(published, Optional.empty());
    } catch (RuntimeException refused) {
      if (!BadInputHandler.isRecordFault(refused)) {
        throw refused;
      }
      return new Effects(
          receipt(input, refused), Optional.of(String.valueOf(refused.getMessage())));
    }
  }

  private List<Effect> receipt(Committed input, RuntimeException refused) {
    At at = input.at();
    return DecisionInput.find(input.value(), at.topic(), at.partition(), at.offset())
        .map(decision -> effect(decision.refusalReceipt(refused, verified, Instant.EPOCH)))
        .stream()
        .toList();
  }

  private void event(Committed input, List<Effect> published) {
    AgentEvent event = (AgentEvent) input.value();
    At at = input.at();
    boolean decisionsOnly = at.topic().equals(topics.name(TopicRole.GATE_DECISIONS));
    InputValidator.check(input.key(), event, decisionsOnly, decisions);
    String home = TaskEngine.home(event);
    if (HomePartition.of(home, partitions) == at.partition()) {
      take(event, at, input.timestamp(), published);
      return;
    }
    Signal stray =
        MisroutedRecords.rerouteSignal(
            event, at.topic(), at.partition(), at.offset(), input.timestamp());
    published.add(new Effect(TopicRole.EDDYLINE_SIGNALS, home, stray));
  }

  private void evaluation(Committed input, List<Effect> published) {
    ProgressEvaluation answer = (ProgressEvaluation) input.value();
    At at = input.at();
    InputValidator.check(input.key(), answer);
    if (HomePartition.of(answer.getTaskId(), partitions) == at.partition()) {
      take(answer, place(at, input.timestamp()), published);
      return;
    }
    Signal stray =
        MisroutedRecords.rerouteSignal(
            answer, at.topic(), at.partition(), at.offset(), input.timestamp());
    published.add(new Effect(TopicRole.EDDYLINE_SIGNALS, answer.getTaskId(), stray));
  }

  private void take(ProgressEvaluation answer, RecordCoordinates place, List<Effect> published) {
    Outbox outbox = EvaluationHandler.outbox(place);
    evaluations.handle(answer, place, memory, outbox);
    publish(outbox, published);
  }

  private void signal(Committed input, List<Effect> published) {
    if (input.value() == null || input.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    Signal signal = (Signal) input.value();
    if (signal.getBody() instanceof StrayRecord stray) {
      At first = new At(stray.getTopic(), stray.getPartition(), stray.getOffset());
      take(stray.getEvent(), first, stray.getTimestamp().toEpochMilli(), published);
      return;
    }
    RecordCoordinates place =
        Signals.coordinates(signal, input.timestamp(), streamTime, Instant.EPOCH);
    if (signal.getBody() instanceof StrayEvaluation stray) {
      take(stray.getEvaluation(), place, published);
      return;
    }
    Outbox outbox = Signals.outbox(signal, Instant.EPOCH);
    engine.take(signal, place, memory, outbox);
    publish(outbox, published);
  }

  private void take(AgentEvent event, At first, long recordTime, List<Effect> published) {
    if (event.getBody() instanceof HumanIntervened) {
      decisions.checkVerified(event, verified);
    }
    Outbox outbox = outbox(first);
    engine.take(event, verified, place(first, recordTime), memory, outbox);
    publish(outbox, published);
  }

  private static void publish(Outbox outbox, List<Effect> published) {
    outbox.records().forEach(output -> published.add(effect(output)));
    outbox.learnt().forEach(learnt -> published.add(effect(learnt)));
  }

  private static Outbox outbox(At first) {
    return new Outbox(first.topic(), first.partition(), first.offset(), Instant.EPOCH);
  }

  private RecordCoordinates place(At first, long recordTime) {
    return new RecordCoordinates(
        first.topic(), first.partition(), first.offset(), recordTime, streamTime, Instant.EPOCH);
  }

  private static Effect effect(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      return new Effect(TopicRole.LOOP_VERDICTS, verdict.getTaskId(), verdict);
    } else if (output instanceof GateTrigger gate) {
      return new Effect(TopicRole.GATE_TRIGGERS, gate.getRootTaskId(), gate);
    } else if (output instanceof LoopReset reset) {
      return new Effect(TopicRole.LOOP_RESETS, reset.getTaskId(), reset);
    } else if (output instanceof DecisionReceipt receipt) {
      return new Effect(TopicRole.DECISION_RECEIPTS, receipt.getRootTaskId(), receipt);
    } else if (output instanceof ProgressEvaluationRequest request) {
      return new Effect(TopicRole.PROGRESS_EVALUATION_REQUESTS, request.getTaskId(), request);
    } else if (output instanceof LoopMemory learnt) {
      return new Effect(TopicRole.LOOP_MEMORY, LoopSignature.recordKey(learnt), learnt);
    } else if (output instanceof Signal signal) {
      return signal(signal);
    }
    throw new IllegalStateException("no topic for a " + output.getClass().getSimpleName());
  }

  /** A root's signal has the root as key and the home partition of its subtasks. */
  private static Effect signal(Signal signal) {
    return signal.getBody() instanceof RootNews news
        ? new Effect(
            TopicRole.EDDYLINE_SIGNALS,
            news.getRootTaskId(),
            OptionalInt.of(news.getPartition()),
            signal)
        : new Effect(TopicRole.EDDYLINE_SIGNALS, Signals.homeKey(signal), signal);
  }
}
