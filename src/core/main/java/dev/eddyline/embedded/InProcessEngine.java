package dev.eddyline.embedded;

import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.engine.OutputCut;
import dev.eddyline.engine.PartitionEngine;
import dev.eddyline.engine.RecordEvents;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.RuleEvaluator;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.memory.LoopSignature;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.state.AvroCodec;
import dev.eddyline.state.DamagedStateException;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.apache.avro.specific.SpecificRecord;

/**
 * Runs the engine of one partition in this process, without Kafka: with stores in the heap, rules
 * that evaluate, and the sentence model. Unless the caller gives timestamps, every record has the
 * same: time in the stores never advances, and runs that are years apart retain their histories.
 *
 * <p>The engine gets and gives copies through Avro, as by way of topics: nothing is shared with the
 * caller or the state, times have milliseconds, and texts are valid Unicode.
 */
public final class InProcessEngine {

  /** No limit of event times but the year 10000 (9999-12-31T23:59:59.999Z). */
  public static final Instant NO_CLAMP = Instant.ofEpochMilli(253_402_300_799_999L);

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");

  /** Bytes of the id of a schema before each value on a topic. */
  private static final int SCHEMA_ID_BYTES = 5;

  /** Outputs of an input, in order; with the same number, verdicts are first and resets last. */
  private static final Comparator<SpecificRecord> BY_NUMBER =
      Comparator.<SpecificRecord>comparingInt(output -> source(output).getNumber())
          .thenComparing(output -> output instanceof LoopReset)
          .thenComparing(output -> output instanceof GateTrigger);

  /**
   * The result of one input.
   *
   * @param outputs the published outputs, in order
   * @param evaluations number of evaluations by rules that were processed
   * @param isRefused whether the event itself was dead-lettered, for the first failure: it changed
   *     nothing
   * @param failures the failures for which it or what it caused was dead-lettered, if any
   */
  public record EventResult(
      List<SpecificRecord> outputs,
      int evaluations,
      boolean isRefused,
      List<RuntimeException> failures) {

    /** The reasons of dead letters, as on their topic. */
    public List<String> deadLetterReasons() {
      return failures.stream()
          .map(
              failure ->
                  failure instanceof BadInputException
                      ? failure.getMessage()
                      : "unexpected " + failure.getClass().getSimpleName())
          .toList();
    }
  }

  private final Instant now;
  private final Instant decidedAt;
  private final PartitionEngine engine;
  private final InMemoryStores stores;
  private final SentenceEncoder model = InstalledModel.faultTolerant();
  private final LoopMemoryIndex memory =
      new LoopMemoryIndex(MeaningSimilarity.resolvingOnEachQuery(model));
  private final Evaluator ruleEvaluator = new RuleEvaluator();
  private final MeaningAnswers meanings = new MeaningAnswers(model);
  private final Map<TopicRole, Long> nextOffset = new EnumMap<>(TopicRole.class);
  private final Map<InputOutcome, Integer> eventCountByOutcome = new EnumMap<>(InputOutcome.class);
  private long storageTime;

  /** Starts an engine without graphs. */
  public InProcessEngine(Policies policies, Instant now) {
    this(policies, GraphSnapshot.NONE, now);
  }

  /**
   * Starts an engine.
   *
   * @param graphs the graphs that tasks are checked against
   * @param now latest event time; {@link #NO_CLAMP} for no limit
   */
  public InProcessEngine(Policies policies, GraphSnapshot graphs, Instant now) {
    this(policies, graphs, now, EventObserver.NONE);
  }

  /** The same with an observer of each event. */
  public InProcessEngine(
      Policies policies, GraphSnapshot graphs, Instant now, EventObserver observer) {
    this(policies, graphs, now, observer, Integer.MAX_VALUE);
  }

  /**
   * The same with a limit.
   *
   * @param maxIds most ids of tasks, roots and sessions with stored state; that of the least
   *     recently used one is evicted
   */
  InProcessEngine(
      Policies policies, GraphSnapshot graphs, Instant now, EventObserver observer, int maxIds) {
    this.now = now;
    decidedAt = Instant.ofEpochMilli(now.toEpochMilli());
    stores = new InMemoryStores(memory::currentSnapshot, maxIds).startedAt(now);
    Policies effective = PolicySnapshot.of(policies).effectivePolicies();
    engine =
        new PartitionEngine(
            0,
            key -> true,
            () -> effective,
            () -> graphs,
            DecisionRules.REPLAYED,
            stores,
            observer);
  }

  private static TopicRole roleOf(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened
        ? TopicRole.GATE_DECISIONS
        : TopicRole.AGENT_EVENTS;
  }

  /** The topic that an event is published on. */
  public static String topicOf(AgentEvent event) {
    return TOPICS.name(roleOf(event));
  }

  /** The topic of agent events. */
  public static String eventsTopic() {
    return TOPICS.name(TopicRole.AGENT_EVENTS);
  }

  /** The topic of evaluations. */
  public static String evaluationsTopic() {
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
  public EventResult processEvent(AgentEvent event, Instant at) {
    AgentEvent copy = AvroCodec.of(AgentEvent.class).copy(event);
    RecordEvents events = RecordEvents.ofEvent(TaskEngine.home(copy), copy);
    TopicRole role = roleOf(copy);
    Consequences consequences = new Consequences(at);
    RecordCoordinates place = consequences.nextPlace(role);
    boolean isProcessed =
        consequences.process(
            () ->
                engine.processEvents(
                    events, role == TopicRole.GATE_DECISIONS, false, place, consequences));
    int evaluations = consequences.evaluate();
    consequences.answerSimilarityRequests();
    consequences.learnt.forEach(
        learnt -> memory.applyLoopMemoryRecord(LoopSignature.loopMemoryRecordKey(learnt), learnt));
    consequences.outputs.sort(BY_NUMBER);
    return new EventResult(consequences.outputs, evaluations, !isProcessed, consequences.failures);
  }

  /** Collects what an event causes, and processes its signals. */
  private final class Consequences implements PartitionEngine.Effects {

    private final Instant at;
    private final List<SpecificRecord> outputs = new ArrayList<>();
    private final List<LoopMemory> learnt = new ArrayList<>();
    private final List<ProgressEvaluationRequest> requests = new ArrayList<>();
    private final Queue<Signal> signals = new ArrayDeque<>();
    private final List<Signal> similarityRequests = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();

    /** The consequences of an event, all at this time. */
    Consequences(Instant at) {
      this.at = at;
    }

    RecordCoordinates nextPlace(TopicRole topic) {
      long offset = nextOffset.merge(topic, 1L, Long::sum) - 1;
      long timestamp = at.toEpochMilli();
      storageTime = Math.max(storageTime, timestamp);
      return new RecordCoordinates(
          TOPICS.name(topic), 0, offset, timestamp, storageTime, decidedAt);
    }

    /** Answers the requests of the event; none of an answer. */
    int evaluate() {
      List<ProgressEvaluationRequest> asked = List.copyOf(requests);
      for (ProgressEvaluationRequest request : asked) {
        ProgressEvaluation evaluation =
            AvroCodec.of(ProgressEvaluation.class)
                .copy(ruleEvaluator.judge(request).toEvaluation(request, at));
        RecordCoordinates place = nextPlace(TopicRole.PROGRESS_EVALUATIONS);
        process(() -> engine.processEvaluation(request.getTaskId(), evaluation, place, this));
      }
      return asked.size();
    }

    /** Answers all similarity requests before the next event is processed. */
    void answerSimilarityRequests() {
      for (int next = 0; next < similarityRequests.size(); next++) {
        Signal reply = meanings.vectorReplyTo(similarityRequests.get(next)).orElseThrow();
        signals.add(AvroCodec.of(Signal.class).copy(reply));
        processSignals();
      }
    }

    /** Processes an input and its signals; false if the input itself failed. */
    boolean process(Runnable input) {
      boolean isProcessed = processOrDeadLetter(input);
      processSignals();
      return isProcessed;
    }

    /** Processes all signals, and those that they cause. */
    private void processSignals() {
      while (!signals.isEmpty()) {
        Signal signal = signals.remove();
        RecordCoordinates place = nextPlace(TopicRole.EDDYLINE_SIGNALS);
        processOrDeadLetter(
            () ->
                engine.processSignal(Signals.partitioningKey(signal), signal, false, place, this));
      }
    }

    private boolean processOrDeadLetter(Runnable input) {
      try {
        input.run();
        return true;
      } catch (DamagedStateException notCausedByInput) {
        throw notCausedByInput;
      } catch (RuntimeException failure) {
        failures.add(failure);
        return false;
      }
    }

    @Override
    public void onMisrouted(String home, Signal rerouted) {
      throw new IllegalStateException("every key belongs on the only partition");
    }

    @Override
    public void onEvent(
        AgentEvent event, InputOutcome outcome, RecordCoordinates place, Outbox outbox) {
      if (!CanaryTasks.isCanary(event.getTaskId())) {
        eventCountByOutcome.merge(outcome, 1, Integer::sum);
      }
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
      for (SpecificRecord output : outbox.records()) {
        if (output instanceof LoopVerdict verdict) {
          outputs.add(published(TopicRole.LOOP_VERDICTS, LoopVerdict.class, verdict));
        } else if (output instanceof GateTrigger gate) {
          outputs.add(published(TopicRole.GATE_TRIGGERS, GateTrigger.class, gate));
        } else if (output instanceof LoopReset reset) {
          outputs.add(published(TopicRole.LOOP_RESETS, LoopReset.class, reset));
        } else if (output instanceof ProgressEvaluationRequest request) {
          requests.add(
              published(
                  TopicRole.PROGRESS_EVALUATION_REQUESTS,
                  ProgressEvaluationRequest.class,
                  request));
        } else if (output instanceof Signal signal) {
          signals.add(published(TopicRole.EDDYLINE_SIGNALS, Signal.class, signal));
          if (signal.getBody() instanceof MeaningRequested) {
            similarityRequests.add(published(TopicRole.EDDYLINE_SIGNALS, Signal.class, signal));
          }
        }
      }
      for (LoopMemory loopMemory : outbox.learnt()) {
        learnt.add(published(TopicRole.LOOP_MEMORY, LoopMemory.class, loopMemory));
      }
    }
  }

  /** An output as it is on its topic. */
  private static <T extends SpecificRecord> T published(TopicRole topic, Class<T> type, T output) {
    AvroCodec<T> codec = AvroCodec.of(type);
    int room =
        TOPICS.topic(topic).maxMessageBytes() - OutputCut.KEY_AND_BATCH_BYTES - SCHEMA_ID_BYTES;
    return codec.decode(OutputCut.bytes(output, room, codec::encode));
  }

  /** The coordinates of the input record that caused an output. */
  public static Source source(SpecificRecord output) {
    return (Source) output.get(output.getSchema().getField("source").pos());
  }

  /** The state of a task; empty if it is not known. */
  public Optional<TaskState> taskState(String taskId) {
    return Optional.ofNullable(stores.taskState(taskId));
  }

  /** Number of events with this outcome. */
  public int eventCount(InputOutcome outcome) {
    return eventCountByOutcome.getOrDefault(outcome, 0);
  }
}
