package dev.eddyline.topology;

import dev.eddyline.gate.Outbox;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.PartitionMetrics;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Processes each input of a partition: validates it, re-routes misrouted records, runs the
 * detectors, stores the state and publishes the outputs.
 */
final class TaskProcessor implements Processor<String, SpecificRecord, String, SpecificRecord> {

  /**
   * Interval of the punctuation, which scans a slice of the gates and applies config changes
   * without a record. A valid policy is then stored before compaction removes it.
   */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final int partitions;
  private final String eventsTopic;
  private final String decisionsTopic;
  private final String evaluationsTopic;
  private final String signalsTopic;
  private final TopologyParts parts;
  private final TakeOver takeOver;
  private final Forwarded forwarded;
  private final Metrics metrics;
  private ProcessorContext<String, SpecificRecord> context;
  private Publisher publisher;
  private StoredMemory memory;
  private Journal journal;
  private PartitionPolicies policies;
  private PartitionGraphs graphs;
  private TaskEngine engine;
  private EvaluationHandler evaluations;
  private GateReminders reminders;
  private Cancellable looking;
  private PartitionMetrics counted;

  /** Whether the current input is a decision with a valid signature. */
  private boolean verified;

  /** Whether the current input only warms up the state: nothing is published. */
  private boolean silent;

  TaskProcessor(TopologyParts parts) {
    partitions = parts.partitions();
    eventsTopic = parts.topics().name(TopicRole.AGENT_EVENTS);
    decisionsTopic = parts.topics().name(TopicRole.GATE_DECISIONS);
    evaluationsTopic = parts.topics().name(TopicRole.PROGRESS_EVALUATIONS);
    signalsTopic = parts.topics().name(TopicRole.EDDYLINE_SIGNALS);
    this.parts = parts;
    takeOver = parts.takeOver();
    forwarded = new Forwarded(takeOver, partitions, signalsTopic);
    metrics = parts.metrics();
  }

  @Override
  public void init(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
    publisher = new Publisher(context);
    // a revived task is initialised again: its earlier state may not have been committed
    journal =
        new Journal(
            context.getStateStore(EddylineTopology.PARTITION_STORE),
            context.taskId().partition(),
            Instant.ofEpochMilli(context.currentSystemTimeMs()),
            !takeOver.isNone());
    memory = new StoredMemory(context, journal::firstStart, parts.recall());
    policies =
        new PartitionPolicies(
            parts.policies(), context.getStateStore(EddylineTopology.POLICY_STORE));
    graphs = PartitionGraphs.of(parts.graphs(), context, journal, partitions);
    engine = new TaskEngine(context.taskId().partition(), policies::inForce, graphs::used);
    evaluations = new EvaluationHandler(policies::inForce);
    counted = metrics.partition(context.taskId().partition());
    reminders =
        new GateReminders(
            context.getStateStore(EddylineTopology.GATE_STORE), counted.gates(), System::nanoTime);
    looking = context.schedule(LOOK, PunctuationType.WALL_CLOCK_TIME, this::look);
  }

  @Override
  public void close() {
    looking.cancel();
    counted.close();
  }

  @Override
  public void process(Record<String, SpecificRecord> record) {
    RecordMetadata from =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without a topic"));
    long storageTime = Math.max(context.currentStreamTimeMs(), record.timestamp());
    memory.begin(storageTime);
    Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
    silent = forwarded.isSilent(record.headers(), from);
    if (!silent && journal.isWarming()) {
      forwarded.endWarming(from.partition(), memory, journal, now);
    }
    keepUp(record, now);
    Optional<DecisionInput> decision =
        DecisionInput.in(record.value(), from.topic(), from.partition(), from.offset());
    verified = decision.filter(this::isVerified).isPresent();
    try {
      if (from.topic().equals(signalsTopic)) {
        signal(record, from, storageTime, now);
      } else {
        input(record, from, storageTime, now);
      }
    } catch (RuntimeException refused) {
      if (BadInputHandler.isOfTheRecord(refused)) {
        decision.ifPresent(it -> audit(it.refused(refused, verified, now), record));
        if (!from.topic().equals(eventsTopic)) {
          writeDown(entry(from, now, decision), record);
        }
      }
      throw refused;
    }
    settle(from, record, now, decision);
  }

  /**
   * Whether the decision is verified; on agent-events, where every agent can write, it never is.
   */
  private boolean isVerified(DecisionInput decision) {
    return decision.source().getTopic().equals(decisionsTopic)
        && parts.signed().test(decision.event());
  }

  private void audit(DecisionReceipt receipt, Record<String, SpecificRecord> decision) {
    if (!silent) {
      publisher.publish(receipt, decision);
    }
  }

  private JournalEntry entry(RecordMetadata from, Instant now, Optional<DecisionInput> decision) {
    return journal.input(from, now, decision.isPresent() ? verified : null);
  }

  private void look(long time) {
    Record<String, SpecificRecord> noRecord = new Record<>(null, null, time);
    Instant now = Instant.ofEpochMilli(time);
    // a partition without records needs segments too; wall-clock time would select too new a window
    memory.begin(context.currentStreamTimeMs());
    if (journal.isWarming() && forwarded.isWarm(context.taskId().partition())) {
      forwarded.endWarming(context.taskId().partition(), memory, journal, now);
    }
    silent = journal.isWarming();
    keepUp(noRecord, now);
    // not caused by a record, so also published while warming up
    graphs
        .findings(parts.topics().name(TopicRole.WORKFLOW_GRAPHS), now)
        .forEach(publisher::publish);
    if (silent) {
      journal.keepWarming();
      return;
    }
    for (GateTrigger gate : reminders.slice(policies.inForce(), journal.newest(eventsTopic), now)) {
      publisher.publish(gate, noRecord);
      counted.published(gate, false, time);
    }
    counted.tick(time);
  }

  private void input(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    String home;
    if (from.topic().equals(evaluationsTopic)) {
      ProgressEvaluation answer = (ProgressEvaluation) record.value();
      Intake.check(record.key(), answer);
      home = answer.getTaskId();
    } else {
      AgentEvent event = (AgentEvent) record.value();
      Intake.check(record.key(), event, from.topic().equals(decisionsTopic), parts.decisions());
      home = TaskEngine.home(event);
    }
    if (HomePartition.of(home, partitions) == from.partition()) {
      RecordCoordinates place =
          new RecordCoordinates(
              from.topic(), from.partition(), from.offset(), record.timestamp(), storageTime, now);
      take(record.value(), place, record);
    } else if (!silent || !takeOver.wasForwarded(home, from.partition())) {
      Signal stray =
          Strays.signal(
              record.value(), from.topic(), from.partition(), from.offset(), record.timestamp());
      forwardHome(home, stray, record, from);
    }
  }

  private void signal(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    if (record.value() == null || record.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    Signal signal = (Signal) record.value();
    if (forwarded.hasMoved(signal, record.headers(), from)) {
      forwardHome(Signals.homeKey(signal), signal, record, from);
      return;
    }
    RecordCoordinates place = Signals.coordinates(signal, record.timestamp(), storageTime, now);
    Optional<SpecificRecord> stray = Strays.in(signal);
    if (stray.isPresent()) {
      take(stray.get(), place, record);
      return;
    }
    Outbox outbox = Signals.outbox(signal, now);
    if (!engine.take(signal, place, memory, outbox)) {
      metrics.outdated();
    }
    publish(outbox, record, place, false);
  }

  private void take(
      SpecificRecord input, RecordCoordinates place, Record<String, SpecificRecord> record) {
    if (input instanceof ProgressEvaluation answer) {
      Outbox outbox = EvaluationHandler.outbox(place);
      EvaluationOutcome answered = evaluations.handle(answer, place, memory, outbox);
      if (!silent) {
        metrics.evaluation(answer, answered);
      }
      publish(outbox, record, place, false);
      return;
    }
    AgentEvent event = (AgentEvent) input;
    if (event.getBody() instanceof HumanIntervened) {
      parts.decisions().checkVerified(event, verified);
    }
    Outbox outbox = new Outbox(place.topic(), place.partition(), place.offset(), place.decidedAt());
    InputOutcome outcome = engine.take(event, verified, place, memory, outbox);
    long now = place.decidedAt().toEpochMilli();
    if (!silent) {
      counted.event(event, outcome, memory.askedForUnknown(), place.recordTime(), now);
      if (outcome == InputOutcome.TAKEN && event.getBody() instanceof CollaborationRequested) {
        counted.request(outbox.records());
      }
      metrics.transition(outbox.isOffGraph());
    }
    publish(outbox, record, place, outcome == InputOutcome.ANSWERED);
  }

  private void forwardHome(
      String home, Signal signal, Record<String, SpecificRecord> record, RecordMetadata from) {
    boolean isDecision = DecisionInput.in(signal, "", 0, 0).isPresent();
    Headers headers =
        isDecision ? TraceHeaders.ofSender(record.headers()) : TraceHeaders.of(record.headers());
    forwarded.mark(headers, silent);
    context.forward(
        new Record<>(home, signal, record.timestamp(), headers), EddylineTopology.SIGNALS_OUT);
    metrics.stray(from.topic());
  }

  private void publish(
      Outbox outbox,
      Record<String, SpecificRecord> record,
      RecordCoordinates place,
      boolean proposal) {
    memory.write();
    if (silent) {
      return;
    }
    for (SpecificRecord output : outbox.records()) {
      publisher.publish(output, record);
      counted.published(output, proposal, place.recordTime());
      parts.traces().published(output, record.headers(), place.recordTime());
    }
    for (LoopMemory learnt : outbox.learnt()) {
      publisher.publish(learnt, record);
      counted.learnt(learnt);
    }
  }

  /**
   * Journals the first start and applies and journals config changes, before the record is
   * processed.
   */
  private void keepUp(Record<String, SpecificRecord> record, Instant now) {
    if (!silent) {
      journal.begin(eventsTopic).ifPresent(entry -> writeDown(entry, record));
    }
    writeDown(policies.follow(), record, now);
    writeDown(graphs.follow(), record, now);
  }

  private void writeDown(List<Switch> all, Record<String, SpecificRecord> record, Instant now) {
    for (Switch change : all) {
      String topic = parts.topics().name(change.topic());
      writeDown(journal.switched(change, topic, now), record);
    }
  }

  /** Advances the partition's position, or journals where another input took effect. */
  private void settle(
      RecordMetadata from,
      Record<String, SpecificRecord> record,
      Instant now,
      Optional<DecisionInput> decision) {
    if (from.topic().equals(eventsTopic)) {
      journal.taken(from.offset());
    } else {
      if (journal.isWarming()) {
        journal.keepWarming();
      }
      writeDown(entry(from, now, decision), record);
    }
  }

  private void writeDown(JournalEntry entry, Record<String, SpecificRecord> cause) {
    if (!silent) {
      publisher.publish(entry, cause);
    }
  }
}
