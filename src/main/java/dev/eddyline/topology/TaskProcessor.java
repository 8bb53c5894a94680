package dev.eddyline.topology;

import dev.eddyline.engine.DecisionInput;
import dev.eddyline.engine.InputValidator;
import dev.eddyline.engine.MisroutedRecords;
import dev.eddyline.engine.RecordEvents;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootResets;
import dev.eddyline.inputs.EventValue;
import dev.eddyline.inputs.RecordOrigin;
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
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.EventObserver;
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
final class TaskProcessor implements Processor<String, Object, String, SpecificRecord> {

  /**
   * Interval of the punctuation, which scans a slice of the gates and applies config changes
   * without a record. A valid policy is then stored before compaction removes it.
   */
  private static final Duration PUNCTUATION_INTERVAL = Duration.ofSeconds(1);

  private final int partitions;
  private final String eventsTopic;
  private final String decisionsTopic;
  private final String signalsTopic;
  private final TopologyParts parts;
  private final EventObserver observer;
  private final TakeOver takeOver;
  private final TakeOverRouting takeOverRouting;
  private final Metrics metrics;
  private ProcessorContext<String, SpecificRecord> context;
  private OutputPublisher publisher;
  private PartitionStateStores stateStores;
  private Journal journal;
  private PartitionPolicies policies;
  private PartitionGraphs graphs;
  private TaskEngine engine;
  private EvaluationHandler evaluations;
  private GateReminders reminders;
  private Cancellable punctuation;
  private PartitionMetrics partitionMetrics;

  /** Whether the current input is a decision with a valid signature. */
  private boolean isDecisionVerified;

  /** Whether the current input only warms up the state: nothing is published. */
  private boolean isPublishingSuppressed;

  TaskProcessor(TopologyParts parts, EventObserver observer) {
    partitions = parts.partitions();
    eventsTopic = parts.topics().name(TopicRole.AGENT_EVENTS);
    decisionsTopic = parts.topics().name(TopicRole.GATE_DECISIONS);
    signalsTopic = parts.topics().name(TopicRole.EDDYLINE_SIGNALS);
    this.parts = parts;
    this.observer = observer;
    takeOver = parts.takeOver();
    takeOverRouting = new TakeOverRouting(takeOver, partitions, signalsTopic);
    metrics = parts.metrics();
  }

  @Override
  public void init(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
    publisher = new OutputPublisher(context);
    // a revived task is initialised again: its earlier state may not have been committed
    journal =
        new Journal(
            context.getStateStore(EddylineTopology.PARTITION_STORE),
            context.taskId().partition(),
            Instant.ofEpochMilli(context.currentSystemTimeMs()),
            !takeOver.isNone());
    stateStores = new PartitionStateStores(context, parts, journal::firstStartMillis);
    policies =
        new PartitionPolicies(
            parts.policies(), context.getStateStore(EddylineTopology.POLICY_STORE));
    graphs = PartitionGraphs.of(parts.graphs(), context, journal, partitions);
    engine =
        new TaskEngine(
            context.taskId().partition(),
            policies::policiesInForce,
            graphs::snapshotInUse,
            observer);
    evaluations = new EvaluationHandler(policies::policiesInForce);
    partitionMetrics = metrics.addPartitionMetrics(context.taskId().partition());
    reminders =
        new GateReminders(
            context.getStateStore(EddylineTopology.GATE_STORE),
            partitionMetrics.gates(),
            System::nanoTime);
    punctuation =
        context.schedule(PUNCTUATION_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::punctuate);
  }

  @Override
  public void close() {
    punctuation.cancel();
    partitionMetrics.close();
  }

  @Override
  public void process(Record<String, Object> record) {
    RecordMetadata from =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without a topic"));
    long storageTime = Math.max(context.currentStreamTimeMs(), record.timestamp());
    stateStores.beginInputAtStorageTime(storageTime);
    Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
    isPublishingSuppressed = takeOverRouting.isSilent(record.headers(), from);
    if (!isPublishingSuppressed && journal.isWarmingUp()) {
      takeOverRouting.finishWarmUp(from.partition(), stateStores, journal, now);
    }
    applyConfigChanges(record, now);
    Optional<DecisionInput> decision = Optional.empty();
    isDecisionVerified = false;
    try {
      Optional<RecordEvents> events = decodeEvents(record, from);
      SpecificRecord input =
          events.isPresent() ? events.get().event() : (SpecificRecord) record.value();
      decision = DecisionInput.findDecision(input, from.topic(), from.partition(), from.offset());
      isDecisionVerified = decision.filter(this::isVerified).isPresent();
      if (from.topic().equals(signalsTopic)) {
        processSignal((Signal) input, record, from, storageTime, now);
      } else {
        RecordCoordinates place =
            new RecordCoordinates(
                from.topic(),
                from.partition(),
                from.offset(),
                record.timestamp(),
                storageTime,
                now);
        if (events.isPresent()) {
          processEvents(events.get(), place, record, from);
        } else {
          processEvaluation((ProgressEvaluation) input, place, record, from);
        }
      }
    } catch (RuntimeException failure) {
      if (BadInputHandler.isCausedByRecord(failure)) {
        decision.ifPresent(
            it ->
                publishDecisionReceipt(
                    it.createRefusalReceipt(failure, isDecisionVerified, now), record));
        if (!from.topic().equals(eventsTopic)) {
          publishToJournal(createInputEntry(from, now, decision), record);
        }
      }
      throw failure;
    }
    advanceOrJournalPosition(from, record, now, decision);
  }

  /**
   * Whether the decision is verified; on agent-events, where every agent can write, it never is.
   */
  private boolean isVerified(DecisionInput decision) {
    return decision.source().getTopic().equals(decisionsTopic)
        && parts.hasValidSignature().test(decision.event());
  }

  private void publishDecisionReceipt(DecisionReceipt receipt, Record<String, ?> decision) {
    if (!isPublishingSuppressed) {
      publisher.publish(receipt, decision);
    }
  }

  private JournalEntry createInputEntry(
      RecordMetadata from, Instant now, Optional<DecisionInput> decision) {
    return journal.createInputEntry(from, now, decision.isPresent() ? isDecisionVerified : null);
  }

  private void punctuate(long time) {
    Record<String, SpecificRecord> noRecord = new Record<>(null, null, time);
    Instant now = Instant.ofEpochMilli(time);
    // a partition without records needs segments too; wall-clock time would select too new a window
    stateStores.beginInputAtStorageTime(context.currentStreamTimeMs());
    if (journal.isWarmingUp()
        && takeOverRouting.wasPastCutOverAtStart(context.taskId().partition())) {
      takeOverRouting.finishWarmUp(context.taskId().partition(), stateStores, journal, now);
    }
    isPublishingSuppressed = journal.isWarmingUp();
    applyConfigChanges(noRecord, now);
    // not caused by a record, so also published while warming up
    graphs
        .drainDueFindings(parts.topics().name(TopicRole.WORKFLOW_GRAPHS), now)
        .forEach(publisher::publish);
    if (isPublishingSuppressed) {
      journal.persistWarmUpState();
      return;
    }
    for (GateTrigger gate :
        reminders.dueRemindersOfNextSlice(
            policies.policiesInForce(), journal.newestProcessedEvent(eventsTopic), now)) {
      publisher.publish(gate, noRecord);
      partitionMetrics.countOutputRecord(gate, false, time);
    }
    partitionMetrics.evictInactiveTasks(time);
  }

  /** The events of a record of agent-events or gate-decisions; empty for other topics. */
  private Optional<RecordEvents> decodeEvents(Record<String, Object> record, RecordMetadata from) {
    if (!from.topic().equals(eventsTopic) && !from.topic().equals(decisionsTopic)) {
      return Optional.empty();
    }
    if (!(record.value() instanceof EventValue value)) {
      return Optional.of(RecordEvents.ofEvent(record.key(), null));
    }
    return Optional.of(
        value.completeFrom(
            new RecordOrigin(
                record.key(), from.topic(), from.partition(), from.offset(), record.timestamp()),
            from.topic().equals(decisionsTopic),
            parts.decisions()));
  }

  private void processEvents(
      RecordEvents events, RecordCoordinates place, Record<String, ?> record, RecordMetadata from) {
    InputValidator.check(events, from.topic().equals(decisionsTopic), parts.decisions());
    String home = TaskEngine.home(events.event());
    if (HomePartition.of(home, partitions) == from.partition()) {
      takeEvents(events, place, record);
    } else {
      rerouteMisroutedRecord(
          home,
          MisroutedRecords.createReroutingSignal(
              events, from.topic(), from.partition(), from.offset(), record.timestamp()),
          record,
          from);
    }
  }

  private void processEvaluation(
      ProgressEvaluation evaluation,
      RecordCoordinates place,
      Record<String, ?> record,
      RecordMetadata from) {
    InputValidator.check(record.key(), evaluation);
    String home = evaluation.getTaskId();
    if (HomePartition.of(home, partitions) == from.partition()) {
      takeEvaluation(evaluation, place, record);
    } else {
      rerouteMisroutedRecord(
          home,
          MisroutedRecords.createReroutingSignal(
              evaluation, from.topic(), from.partition(), from.offset(), record.timestamp()),
          record,
          from);
    }
  }

  private void rerouteMisroutedRecord(
      String home, Signal misrouted, Record<String, ?> record, RecordMetadata from) {
    if (!isPublishingSuppressed || !takeOver.wasForwarded(home, from.partition())) {
      rerouteToHomePartition(home, misrouted, record, from);
    }
  }

  private void processSignal(
      Signal signal, Record<String, ?> record, RecordMetadata from, long storageTime, Instant now) {
    if (signal == null || record.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    if (takeOverRouting.isMisrouted(signal, record.headers(), from)) {
      rerouteToHomePartition(Signals.partitioningKey(signal), signal, record, from);
      return;
    }
    RecordCoordinates place =
        Signals.coordinatesOfCausingEvent(signal, record.timestamp(), storageTime, now);
    if (signal.getBody() instanceof StrayRecord misrouted) {
      takeEvents(MisroutedRecords.reroutedEvents(misrouted), place, record);
      return;
    }
    if (signal.getBody() instanceof StrayEvaluation misrouted) {
      takeEvaluation(misrouted.getEvaluation(), place, record);
      return;
    }
    Outbox outbox = Signals.outbox(signal, now);
    if (!engine.take(signal, place, stateStores, outbox)) {
      metrics.outdatedSignal();
    }
    publish(outbox, record, place, false);
  }

  private void takeEvaluation(
      ProgressEvaluation evaluation, RecordCoordinates place, Record<String, ?> record) {
    Outbox outbox = EvaluationHandler.outbox(place);
    EvaluationOutcome evaluationOutcome =
        evaluations.handleEvaluatorAnswer(evaluation, place, stateStores, outbox);
    if (!isPublishingSuppressed) {
      metrics.evaluation(evaluation, evaluationOutcome);
    }
    publish(outbox, record, place, false);
  }

  private void takeEvents(RecordEvents events, RecordCoordinates place, Record<String, ?> record) {
    Outbox outbox = new Outbox(place.topic(), place.partition(), place.offset(), place.decidedAt());
    takeEvent(events.event(), outbox, place, record);
    if (events.result().isPresent()) {
      stateStores.beginInputAtStorageTime(place.storageTime());
      // the outputs of the result continue the numbering
      Outbox later = new Outbox(outbox.source(), place.decidedAt());
      takeEvent(events.result().get(), later, place, record);
    }
  }

  private void takeEvent(
      AgentEvent event, Outbox outbox, RecordCoordinates place, Record<String, ?> record) {
    if (event.getBody() instanceof HumanIntervened) {
      parts.decisions().checkVerified(event, isDecisionVerified);
    }
    InputOutcome outcome = engine.take(event, isDecisionVerified, place, stateStores, outbox);
    long now = place.decidedAt().toEpochMilli();
    if (!isPublishingSuppressed) {
      partitionMetrics.countEvent(
          event, outcome, stateStores.wasUnknownTaskRead(), place.recordTime(), now);
      if (outcome == InputOutcome.TAKEN && event.getBody() instanceof CollaborationRequested) {
        partitionMetrics.countAgentRequestByOutputs(outbox.records());
      }
      metrics.transition(outbox.isOffGraph());
    }
    publish(outbox, record, place, outcome == InputOutcome.ANSWERED);
  }

  private void rerouteToHomePartition(
      String home, Signal signal, Record<String, ?> record, RecordMetadata from) {
    boolean isDecision = DecisionInput.findDecision(signal, "", 0, 0).isPresent();
    Headers headers =
        isDecision
            ? TraceHeaders.copyWithoutCredentials(record.headers())
            : TraceHeaders.copyTraceContext(record.headers());
    takeOverRouting.addReroutedHeader(headers, isPublishingSuppressed);
    context.forward(
        new Record<>(home, signal, record.timestamp(), headers), EddylineTopology.SIGNALS_OUT);
    metrics.countMisroutedRecord(from.topic());
  }

  private void publish(
      Outbox outbox, Record<String, ?> record, RecordCoordinates place, boolean proposal) {
    stateStores.applyDeferredWrites();
    if (isPublishingSuppressed) {
      return;
    }
    for (SpecificRecord output : outbox.records()) {
      publisher.publish(output, record);
      if (output instanceof GateTrigger change && RootResets.isErasureWithoutGate(change)) {
        continue;
      }
      partitionMetrics.countOutputRecord(output, proposal, place.recordTime());
      parts.traces().exportSpan(output, record.headers(), place.recordTime());
    }
    for (LoopMemory loopMemory : outbox.learnt()) {
      publisher.publish(loopMemory, record);
      partitionMetrics.countLoopMemoryRecord(loopMemory);
    }
  }

  /**
   * Journals the first start and applies and journals config changes, before the record is
   * processed.
   */
  private void applyConfigChanges(Record<String, ?> record, Instant now) {
    if (!isPublishingSuppressed) {
      journal
          .createFirstStartEntryOnce(eventsTopic)
          .ifPresent(entry -> publishToJournal(entry, record));
    }
    publishToJournal(policies.applyChanges(), record, now);
    publishToJournal(graphs.applyChanges(), record, now);
  }

  private void publishToJournal(List<ConfigActivation> all, Record<String, ?> record, Instant now) {
    for (ConfigActivation change : all) {
      String topic = parts.topics().name(change.topic());
      publishToJournal(journal.createActivationEntry(change, topic, now), record);
    }
  }

  /** Advances the partition's position, or journals where another input took effect. */
  private void advanceOrJournalPosition(
      RecordMetadata from,
      Record<String, ?> record,
      Instant now,
      Optional<DecisionInput> decision) {
    if (from.topic().equals(eventsTopic)) {
      journal.recordProcessedEventOffset(from.offset());
    } else {
      if (journal.isWarmingUp()) {
        journal.persistWarmUpState();
      }
      publishToJournal(createInputEntry(from, now, decision), record);
    }
  }

  private void publishToJournal(JournalEntry entry, Record<String, ?> cause) {
    if (!isPublishingSuppressed) {
      publisher.publish(entry, cause);
    }
  }
}
