package dev.eddyline.task.scenario;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Feeds events to the engine, one second apart by default, and returns the outputs of each. Signals
 * are delivered before the next event.
 */
public final class EngineScenario {

  /** Time of the first event. */
  public static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private static final String TOPIC = "agent-events";
  private static final int PARTITION = 3;

  private static final MeaningAnswers MEANINGS =
      new MeaningAnswers(SentenceEncoder.installed().orElse(text -> Optional.empty()));

  private final List<Signal> pendingModelRequests = new ArrayList<>();
  private final List<Signal> deliveredModelAnswers = new ArrayList<>();
  private final TaskEngine engine;
  private final EvaluationHandler evaluations;
  private final InMemoryStores memory = new InMemoryStores();
  private final List<SpecificRecord> published = new ArrayList<>();
  private final List<LoopMemory> recordedLoopMemories = new ArrayList<>();
  private GraphSnapshot graphs;
  private Instant now = BEGIN;
  private long offset;
  private long answers;
  private int named;
  private boolean pauseSentenceModel;

  private EngineScenario(Policies policies, GraphSnapshot graphs) {
    this.graphs = graphs;
    engine = new TaskEngine(PARTITION, () -> policies, () -> this.graphs);
    evaluations = new EvaluationHandler(() -> policies);
  }

  /** A scenario with these policies. */
  public static EngineScenario under(Policies policies) {
    return new EngineScenario(policies, GraphSnapshot.NONE);
  }

  /** A scenario with these policies and workflow graphs. */
  public static EngineScenario under(Policies policies, GraphSnapshot graphs) {
    return new EngineScenario(policies, graphs);
  }

  /** Replaces the workflow graphs. */
  public void replaceWorkflowGraphs(GraphSnapshot replacement) {
    graphs = replacement;
  }

  /** A scenario with this policy. */
  public static EngineScenario under(Policy policy) {
    return under(Policies.ofSinglePolicy(policy));
  }

  /** A scenario with a preset. */
  public static EngineScenario under(String preset) {
    return under(Policies.preset(preset));
  }

  /** A scenario with a policy of these YAML lines. */
  public static EngineScenario underYaml(String... lines) {
    return under(PolicyReader.read("test", "name: test\n" + String.join("\n", lines)));
  }

  /** A script for the events of a task. */
  public TaskScript<Outputs> task(String taskId) {
    return TaskScript.of(taskId, this::processEvent);
  }

  /** Advances the time. */
  public EngineScenario advanceTime(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The time of the next event. */
  public Instant now() {
    return now;
  }

  /** The state store of the scenario. */
  public InMemoryStores memory() {
    return memory;
  }

  /** The failure history of a task. */
  public FailureHistory failureHistory(String taskId) {
    return memory.history(
        taskId, new InStore<>("failures", FailureHistory.class, stamp -> null, history -> 0));
  }

  /** All that was published so far, in order. */
  public List<SpecificRecord> published() {
    return List.copyOf(published);
  }

  /** All records of the loop memory so far, in order. */
  public List<LoopMemory> recordedLoopMemories() {
    return List.copyOf(recordedLoopMemories);
  }

  /**
   * The records of a root, without offsets, which depend on other tasks, and receipts, whose ids
   * contain them.
   */
  public List<String> comparableRecordsOfRoot(String rootTaskId) {
    return published.stream()
        .filter(record -> !(record instanceof Signal || record instanceof DecisionReceipt))
        .filter(
            record ->
                rootTaskId.equals(record.get(record.getSchema().getField("rootTaskId").pos())))
        .map(record -> record.toString().replaceAll("\"offset\": \\d+", ""))
        .toList();
  }

  /** Processes an event; a missing id or time is filled in. */
  public Outputs processEvent(AgentEvent scripted) {
    AgentEvent event = AvroCopier.deepCopy(scripted);
    if (event.getEventId().isEmpty()) {
      event.setEventId("e" + ++named);
    }
    if (event.getOccurredAt().equals(TaskScript.UNTIMED)) {
      event.setOccurredAt(now);
    }
    Outbox outbox = outbox();
    InputOutcome outcome = engine.take(event, nextRecordCoordinates(), memory, outbox);
    memory.applyWrites();
    List<SpecificRecord> records = deliverSignalsAndCollectOutputs(outbox);
    offset++;
    now = now.plusSeconds(1);
    published.addAll(records);
    return new Outputs(outcome, records);
  }

  /**
   * The result of an evaluator's answer.
   *
   * @param outcome its outcome
   * @param outputs its outputs, including those of its signals
   */
  public record EvaluationResult(EvaluationOutcome outcome, Outputs outputs) {}

  /** Processes an evaluator's answer; the time does not advance. */
  public EvaluationResult processEvaluatorAnswer(ProgressEvaluation answer) {
    long time = now.toEpochMilli();
    RecordCoordinates coordinates =
        new RecordCoordinates("progress-evaluations", PARTITION, answers++, time, time, BEGIN);
    Outbox outbox = EvaluationHandler.outbox(coordinates);
    EvaluationOutcome answered =
        evaluations.handleEvaluatorAnswer(answer, coordinates, memory, outbox);
    memory.applyWrites();
    List<SpecificRecord> records = deliverSignalsAndCollectOutputs(outbox);
    published.addAll(records);
    return new EvaluationResult(answered, new Outputs(InputOutcome.TAKEN, records));
  }

  /** The outputs of an input, including those of its signals. */
  private List<SpecificRecord> deliverSignalsAndCollectOutputs(Outbox outbox) {
    List<SpecificRecord> records = new ArrayList<>(outbox.records());
    for (int next = 0; next < records.size(); next++) {
      if (records.get(next) instanceof Signal signal) {
        records.addAll(deliverSignalAndCollectOutputs(signal));
      }
    }
    recordedLoopMemories.addAll(outbox.learnt());
    return List.copyOf(records);
  }

  private List<SpecificRecord> deliverSignalAndCollectOutputs(Signal signal) {
    Outbox outbox = Signals.outbox(signal, BEGIN);
    long time = now.toEpochMilli();
    engine.take(
        signal, Signals.coordinatesOfCausingEvent(signal, time, time, BEGIN), memory, outbox);
    memory.applyWrites();
    recordedLoopMemories.addAll(outbox.learnt());
    List<SpecificRecord> records = new ArrayList<>(outbox.records());
    if (signal.getBody() instanceof MeaningRequested) {
      pendingModelRequests.add(signal);
    }
    if (!pauseSentenceModel) {
      records.addAll(answers());
    }
    return records;
  }

  /** Pauses the sentence model until it is run explicitly. */
  public EngineScenario pauseSentenceModel() {
    pauseSentenceModel = true;
    return this;
  }

  /** Answers all pending requests to the sentence model; returns the outputs. */
  public List<SpecificRecord> answerPendingModelRequests() {
    List<SpecificRecord> records = answers();
    published.addAll(records);
    return records;
  }

  private List<SpecificRecord> answers() {
    List<SpecificRecord> records = new ArrayList<>();
    while (!pendingModelRequests.isEmpty()) {
      Signal answer = MEANINGS.vectorReplyTo(pendingModelRequests.remove(0)).orElseThrow();
      records.addAll(deliverSignalAndCollectOutputs(answer));
      deliveredModelAnswers.add(answer);
    }
    for (int next = 0; next < records.size(); next++) {
      if (pauseSentenceModel && records.get(next) instanceof Signal signal) {
        records.addAll(deliverSignalAndCollectOutputs(signal));
      }
    }
    return records;
  }

  /** Delivers the model's last answer again; returns its outputs. */
  public List<SpecificRecord> redeliverLastModelAnswer() {
    return deliverSignalAndCollectOutputs(
        deliveredModelAnswers.get(deliveredModelAnswers.size() - 1));
  }

  private Outbox outbox() {
    return new Outbox(TOPIC, PARTITION, offset, BEGIN);
  }

  private RecordCoordinates nextRecordCoordinates() {
    long time = now.toEpochMilli();
    return new RecordCoordinates(TOPIC, PARTITION, offset, time, time, BEGIN);
  }
}
