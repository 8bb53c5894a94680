package dev.eddyline.task;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.meaning.MeaningAnswers;
import dev.eddyline.meaning.SentenceModel;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.verify.Copies;
import dev.eddyline.verify.InMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Feeds events to the engine, one second apart by default, and returns the outputs of each. Signals
 * are delivered before the next event.
 */
public final class Story {

  /** Time of the first event. */
  public static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private static final String TOPIC = "agent-events";
  private static final int PARTITION = 3;

  private static final MeaningAnswers MEANINGS = new MeaningAnswers(SentenceModel::shared);

  private final List<Signal> waiting = new ArrayList<>();
  private final List<Signal> answered = new ArrayList<>();
  private final TaskEngine engine;
  private final Evaluations evaluations;
  private final InMemory memory = new InMemory();
  private final List<SpecificRecord> published = new ArrayList<>();
  private final List<LoopMemory> learnt = new ArrayList<>();
  private GraphSnapshot graphs;
  private Instant now = BEGIN;
  private long offset;
  private long answers;
  private int named;
  private boolean modelIsBusy;

  private Story(Policies policies, GraphSnapshot graphs) {
    this.graphs = graphs;
    engine = new TaskEngine(PARTITION, () -> policies, () -> this.graphs);
    evaluations = new Evaluations(() -> policies);
  }

  /** A scenario with these policies. */
  public static Story under(Policies policies) {
    return new Story(policies, GraphSnapshot.NONE);
  }

  /** A scenario with these policies and workflow graphs. */
  public static Story under(Policies policies, GraphSnapshot graphs) {
    return new Story(policies, graphs);
  }

  /** Replaces the workflow graphs. */
  void followOn(GraphSnapshot others) {
    graphs = others;
  }

  /** A scenario with this policy. */
  public static Story under(Policy policy) {
    return under(Policies.always(policy));
  }

  /** A scenario with a preset. */
  public static Story under(String preset) {
    return under(Policies.preset(preset));
  }

  /** A scenario with a policy of these YAML lines. */
  public static Story underYaml(String... lines) {
    return under(PolicyReader.read("test", "name: test\n" + String.join("\n", lines)));
  }

  /** A script for the events of a task. */
  public TaskScript<Outputs> task(String taskId) {
    return TaskScript.of(taskId, this::take);
  }

  /** Advances the time. */
  public Story after(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** The time of the next event. */
  public Instant now() {
    return now;
  }

  /** The state store of the scenario. */
  public InMemory memory() {
    return memory;
  }

  /** All that was published so far, in order. */
  public List<SpecificRecord> published() {
    return List.copyOf(published);
  }

  /** All records of the loop memory so far, in order. */
  public List<LoopMemory> learnt() {
    return List.copyOf(learnt);
  }

  /**
   * The records of a root, without offsets, which depend on other tasks, and receipts, whose ids
   * contain them.
   */
  List<String> told(String rootTaskId) {
    return published.stream()
        .filter(record -> !(record instanceof Signal || record instanceof DecisionReceipt))
        .filter(
            record ->
                rootTaskId.equals(record.get(record.getSchema().getField("rootTaskId").pos())))
        .map(record -> record.toString().replaceAll("\"offset\": \\d+", ""))
        .toList();
  }

  /** Processes an event; a missing id or time is filled in. */
  public Outputs take(AgentEvent scripted) {
    AgentEvent event = Copies.of(scripted);
    if (event.getEventId().isEmpty()) {
      event.setEventId("e" + ++named);
    }
    if (event.getOccurredAt().equals(TaskScript.UNTIMED)) {
      event.setOccurredAt(now);
    }
    Outbox outbox = outbox();
    Outcome outcome = engine.take(event, place(), memory, outbox);
    List<SpecificRecord> records = delivered(outbox);
    offset++;
    now = now.plusSeconds(1);
    published.addAll(records);
    return new Outputs(outcome, records);
  }

  /**
   * The result of an evaluator's answer.
   *
   * @param answered its outcome
   * @param caused its outputs, including those of its signals
   */
  public record Reply(Answered answered, Outputs caused) {}

  /** Processes an evaluator's answer; the time does not advance. */
  public Reply answer(ProgressEvaluation answer) {
    long time = now.toEpochMilli();
    Place place = new Place("progress-evaluations", PARTITION, answers++, time, time, BEGIN);
    Outbox outbox = Evaluations.outbox(place);
    Answered answered = evaluations.take(answer, place, memory, outbox);
    List<SpecificRecord> records = delivered(outbox);
    published.addAll(records);
    return new Reply(answered, new Outputs(Outcome.TAKEN, records));
  }

  /** The outputs of an input, including those of its signals. */
  private List<SpecificRecord> delivered(Outbox outbox) {
    List<SpecificRecord> records = new ArrayList<>(outbox.records());
    for (int next = 0; next < records.size(); next++) {
      if (records.get(next) instanceof Signal signal) {
        records.addAll(deliver(signal));
      }
    }
    learnt.addAll(outbox.learnt());
    return List.copyOf(records);
  }

  private List<SpecificRecord> deliver(Signal signal) {
    Outbox outbox = Signals.outbox(signal, BEGIN);
    long time = now.toEpochMilli();
    engine.take(signal, Signals.place(signal, time, time, BEGIN), memory, outbox);
    learnt.addAll(outbox.learnt());
    List<SpecificRecord> caused = new ArrayList<>(outbox.records());
    if (signal.getBody() instanceof MeaningRequested) {
      waiting.add(signal);
    }
    if (!modelIsBusy) {
      caused.addAll(answers());
    }
    return caused;
  }

  /** Pauses the sentence model until it is run explicitly. */
  public Story modelIsBusy() {
    modelIsBusy = true;
    return this;
  }

  /** Answers all pending requests to the sentence model; returns the outputs. */
  public List<SpecificRecord> modelAnswers() {
    List<SpecificRecord> caused = answers();
    published.addAll(caused);
    return caused;
  }

  private List<SpecificRecord> answers() {
    List<SpecificRecord> caused = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Signal answer = MEANINGS.answer(waiting.remove(0)).orElseThrow();
      caused.addAll(deliver(answer));
      answered.add(answer);
    }
    for (int next = 0; next < caused.size(); next++) {
      if (modelIsBusy && caused.get(next) instanceof Signal signal) {
        caused.addAll(deliver(signal));
      }
    }
    return caused;
  }

  /** Delivers the model's last answer again; returns its outputs. */
  public List<SpecificRecord> lastAnswerComesAgain() {
    return deliver(answered.get(answered.size() - 1));
  }

  private Outbox outbox() {
    return new Outbox(TOPIC, PARTITION, offset, BEGIN);
  }

  private Place place() {
    long time = now.toEpochMilli();
    return new Place(TOPIC, PARTITION, offset, time, time, BEGIN);
  }
}
