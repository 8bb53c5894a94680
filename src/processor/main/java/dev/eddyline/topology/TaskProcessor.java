package dev.eddyline.topology;

import dev.eddyline.engine.DecisionInput;
import dev.eddyline.engine.PartitionEngine;
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
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
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
  private PartitionEngine engine;
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
    int partition = context.taskId().partition();
    engine =
        new PartitionEngine(
            partition,
            key -> HomePartition.of(key, partitions) == partition,
            policies::policiesInForce,
            graphs::snapshotInUse,
            parts.decisions(),
            stateStores,
            observer);
    partitionMetrics = metrics.addPartitionMetrics(partition);
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
    stateStores.beginInput(storageTime);
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
      RecordCoordinates place =
          new RecordCoordinates(
              from.topic(), from.partition(), from.offset(), record.timestamp(), storageTime, now);
      RecordEffects effects = new RecordEffects(record, from);
      if (events.isPresent()) {
        boolean onDecisionsTopic = from.topic().equals(decisionsTopic);
        engine.processEvents(events.get(), onDecisionsTopic, isDecisionVerified, place, effects);
      } else if (from.topic().equals(signalsTopic)) {
        processSignal((Signal) input, place, effects);
      } else {
        engine.processEvaluation(record.key(), (ProgressEvaluation) input, place, effects);
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
    stateStores.beginInput(context.currentStreamTimeMs());
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

  private void processSignal(Signal signal, RecordCoordinates place, RecordEffects effects) {
    Record<String, ?> record = effects.record;
    if (signal != null
        && record.key() != null
        && takeOverRouting.isMisrouted(signal, record.headers(), effects.from)) {
      effects.rerouteToHomePartition(Signals.partitioningKey(signal), signal);
    } else {
      engine.processSignal(record.key(), signal, isDecisionVerified, place, effects);
    }
  }

  /** Counts and publishes the effects of a record. */
  private final class RecordEffects implements PartitionEngine.Effects {

    private final Record<String, ?> record;
    private final RecordMetadata from;

    RecordEffects(Record<String, ?> record, RecordMetadata from) {
      this.record = record;
      this.from = from;
    }

    @Override
    public void onMisrouted(String home, Signal rerouted) {
      if (!isPublishingSuppressed || !takeOver.wasForwarded(home, from.partition())) {
        rerouteToHomePartition(home, rerouted);
      }
    }

    private void rerouteToHomePartition(String home, Signal signal) {
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

    @Override
    public void onEvent(
        AgentEvent event, InputOutcome outcome, RecordCoordinates place, Outbox outbox) {
      if (isPublishingSuppressed) {
        return;
      }
      partitionMetrics.countEvent(
          event,
          outcome,
          stateStores.wasUnknownTaskRead(),
          place.recordTime(),
          place.decidedAt().toEpochMilli());
      if (outcome == InputOutcome.TAKEN && event.getBody() instanceof CollaborationRequested) {
        partitionMetrics.countAgentRequestByOutputs(outbox.records());
      }
      metrics.transition(outbox.isOffGraph());
      publish(outbox, place, outcome == InputOutcome.ANSWERED);
    }

    @Override
    public void onEvaluation(
        ProgressEvaluation evaluation,
        EvaluationOutcome outcome,
        RecordCoordinates place,
        Outbox outbox) {
      if (!isPublishingSuppressed) {
        metrics.evaluation(evaluation, outcome);
        publish(outbox, place, false);
      }
    }

    @Override
    public void onSignal(boolean isOutdated, RecordCoordinates place, Outbox outbox) {
      if (isOutdated) {
        metrics.outdatedSignal();
      }
      if (!isPublishingSuppressed) {
        publish(outbox, place, false);
      }
    }

    private void publish(Outbox outbox, RecordCoordinates place, boolean proposal) {
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
