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
  private static final Duration PUNCTUATION_INTERVAL = Duration.ofSeconds(1);

  private final int partitions;
  private final String eventsTopic;
  private final String decisionsTopic;
  private final String evaluationsTopic;
  private final String signalsTopic;
  private final TopologyParts parts;
  private final TakeOver takeOver;
  private final TakeOverRouting routing;
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
  private boolean isSilent;

  TaskProcessor(TopologyParts parts) {
    partitions = parts.partitions();
    eventsTopic = parts.topics().name(TopicRole.AGENT_EVENTS);
    decisionsTopic = parts.topics().name(TopicRole.GATE_DECISIONS);
    evaluationsTopic = parts.topics().name(TopicRole.PROGRESS_EVALUATIONS);
    signalsTopic = parts.topics().name(TopicRole.EDDYLINE_SIGNALS);
    this.parts = parts;
    takeOver = parts.takeOver();
    routing = new TakeOverRouting(takeOver, partitions, signalsTopic);
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
    stateStores = new PartitionStateStores(context, journal::firstStartMillis, parts.recall());
    policies =
        new PartitionPolicies(
            parts.policies(), context.getStateStore(EddylineTopology.POLICY_STORE));
    graphs = PartitionGraphs.of(parts.graphs(), context, journal, partitions);
    engine =
        new TaskEngine(
            context.taskId().partition(), policies::policiesInForce, graphs::snapshotInUse);
    evaluations = new EvaluationHandler(policies::policiesInForce);
    partitionMetrics = metrics.addPartition(context.taskId().partition());
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
  public void process(Record<String, SpecificRecord> record) {
    RecordMetadata from =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without a topic"));
    long storageTime = Math.max(context.currentStreamTimeMs(), record.timestamp());
    stateStores.beginInput(storageTime);
    Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
    isSilent = routing.isSilent(record.headers(), from);
    if (!isSilent && journal.isWarmingUp()) {
      routing.finishWarmUp(from.partition(), stateStores, journal, now);
    }
    applyConfigChanges(record, now);
    Optional<DecisionInput> decision =
        DecisionInput.find(record.value(), from.topic(), from.partition(), from.offset());
    isDecisionVerified = decision.filter(this::isVerified).isPresent();
    try {
      if (from.topic().equals(signalsTopic)) {
        processSignal(record, from, storageTime, now);
      } else {
        processInput(record, from, storageTime, now);
      }
    } catch (RuntimeException failure) {
      if (BadInputHandler.isRecordFault(failure)) {
        decision.ifPresent(
            it -> publishReceipt(it.refusalReceipt(failure, isDecisionVerified, now), record));
        if (!from.topic().equals(eventsTopic)) {
          publishEntry(inputEntry(from, now, decision), record);
        }
      }
      throw failure;
    }
    recordPosition(from, record, now, decision);
  }

  /**
   * Whether the decision is verified; on agent-events, where every agent can write, it never is.
   */
  private boolean isVerified(DecisionInput decision) {
    return decision.source().getTopic().equals(decisionsTopic)
        && parts.isSigned().test(decision.event());
  }

  private void publishReceipt(DecisionReceipt receipt, Record<String, SpecificRecord> decision) {
    if (!isSilent) {
      publisher.publish(receipt, decision);
    }
  }

  private JournalEntry inputEntry(
      RecordMetadata from, Instant now, Optional<DecisionInput> decision) {
    return journal.inputEntry(from, now, decision.isPresent() ? isDecisionVerified : null);
  }

  private void punctuate(long time) {
    Record<String, SpecificRecord> noRecord = new Record<>(null, null, time);
    Instant now = Instant.ofEpochMilli(time);
    // a partition without records needs segments too; wall-clock time would select too new a window
    stateStores.beginInput(context.currentStreamTimeMs());
    if (journal.isWarmingUp() && routing.isWarmedUp(context.taskId().partition())) {
      routing.finishWarmUp(context.taskId().partition(), stateStores, journal, now);
    }
    isSilent = journal.isWarmingUp();
    applyConfigChanges(noRecord, now);
    // not caused by a record, so also published while warming up
    graphs
        .takeDueFindings(parts.topics().name(TopicRole.WORKFLOW_GRAPHS), now)
        .forEach(publisher::publish);
    if (isSilent) {
      journal.storeWarmUp();
      return;
    }
    for (GateTrigger gate :
        reminders.dueInNextSlice(
            policies.policiesInForce(), journal.newestPosition(eventsTopic), now)) {
      publisher.publish(gate, noRecord);
      partitionMetrics.countOutput(gate, false, time);
    }
    partitionMetrics.evictOld(time);
  }

  private void processInput(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    String home;
    if (from.topic().equals(evaluationsTopic)) {
      ProgressEvaluation evaluation = (ProgressEvaluation) record.value();
      InputValidator.check(record.key(), evaluation);
      home = evaluation.getTaskId();
    } else {
      AgentEvent event = (AgentEvent) record.value();
      InputValidator.check(
          record.key(), event, from.topic().equals(decisionsTopic), parts.decisions());
      home = TaskEngine.home(event);
    }
    if (HomePartition.of(home, partitions) == from.partition()) {
      RecordCoordinates place =
          new RecordCoordinates(
              from.topic(), from.partition(), from.offset(), record.timestamp(), storageTime, now);
      processAtHome(record.value(), place, record);
    } else if (!isSilent || !takeOver.wasForwarded(home, from.partition())) {
      Signal misrouted =
          MisroutedRecords.rerouteSignal(
              record.value(), from.topic(), from.partition(), from.offset(), record.timestamp());
      reroute(home, misrouted, record, from);
    }
  }

  private void processSignal(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    if (record.value() == null || record.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    Signal signal = (Signal) record.value();
    if (routing.isMisrouted(signal, record.headers(), from)) {
      reroute(Signals.partitioningKey(signal), signal, record, from);
      return;
    }
    RecordCoordinates place = Signals.coordinatesOfCausingEvent(signal, record.timestamp(), storageTime, now);
    Optional<SpecificRecord> misrouted = MisroutedRecords.inputOf(signal);
    if (misrouted.isPresent()) {
      processAtHome(misrouted.get(), place, record);
      return;
    }
    Outbox outbox = Signals.outbox(signal, now);
    if (!engine.take(signal, place, stateStores, outbox)) {
      metrics.outdatedSignal();
    }
    publish(outbox, record, place, false);
  }

  private void processAtHome(
      SpecificRecord input, RecordCoordinates place, Record<String, SpecificRecord> record) {
    if (input instanceof ProgressEvaluation evaluation) {
      Outbox outbox = EvaluationHandler.outbox(place);
      EvaluationOutcome evaluationOutcome =
          evaluations.handleEvaluatorAnswer(evaluation, place, stateStores, outbox);
      if (!isSilent) {
        metrics.evaluation(evaluation, evaluationOutcome);
      }
      publish(outbox, record, place, false);
      return;
    }
    AgentEvent event = (AgentEvent) input;
    if (event.getBody() instanceof HumanIntervened) {
      parts.decisions().checkVerified(event, isDecisionVerified);
    }
    Outbox outbox = new Outbox(place.topic(), place.partition(), place.offset(), place.decidedAt());
    InputOutcome outcome = engine.take(event, isDecisionVerified, place, stateStores, outbox);
    long now = place.decidedAt().toEpochMilli();
    if (!isSilent) {
      partitionMetrics.countEvent(
          event, outcome, stateStores.unknownTaskRequested(), place.recordTime(), now);
      if (outcome == InputOutcome.TAKEN && event.getBody() instanceof CollaborationRequested) {
        partitionMetrics.countRequest(outbox.records());
      }
      metrics.transition(outbox.isOffGraph());
    }
    publish(outbox, record, place, outcome == InputOutcome.ANSWERED);
  }

  private void reroute(
      String home, Signal signal, Record<String, SpecificRecord> record, RecordMetadata from) {
    boolean isDecision = DecisionInput.find(signal, "", 0, 0).isPresent();
    Headers headers =
        isDecision
            ? TraceHeaders.withoutCredentials(record.headers())
            : TraceHeaders.traceContext(record.headers());
    routing.markRerouted(headers, isSilent);
    context.forward(
        new Record<>(home, signal, record.timestamp(), headers), EddylineTopology.SIGNALS_OUT);
    metrics.misroutedRecord(from.topic());
  }

  private void publish(
      Outbox outbox,
      Record<String, SpecificRecord> record,
      RecordCoordinates place,
      boolean proposal) {
    stateStores.applyWrites();
    if (isSilent) {
      return;
    }
    for (SpecificRecord output : outbox.records()) {
      publisher.publish(output, record);
      partitionMetrics.countOutput(output, proposal, place.recordTime());
      parts.traces().recordSpan(output, record.headers(), place.recordTime());
    }
    for (LoopMemory loopMemory : outbox.learnt()) {
      publisher.publish(loopMemory, record);
      partitionMetrics.memoryRecord(loopMemory);
    }
  }

  /**
   * Journals the first start and applies and journals config changes, before the record is
   * processed.
   */
  private void applyConfigChanges(Record<String, SpecificRecord> record, Instant now) {
    if (!isSilent) {
      journal.startEntry(eventsTopic).ifPresent(entry -> publishEntry(entry, record));
    }
    publishEntry(policies.applyChanges(), record, now);
    publishEntry(graphs.applyChanges(), record, now);
  }

  private void publishEntry(
      List<ConfigActivation> all, Record<String, SpecificRecord> record, Instant now) {
    for (ConfigActivation change : all) {
      String topic = parts.topics().name(change.topic());
      publishEntry(journal.activationEntry(change, topic, now), record);
    }
  }

  /** Advances the partition's position, or journals where another input took effect. */
  private void recordPosition(
      RecordMetadata from,
      Record<String, SpecificRecord> record,
      Instant now,
      Optional<DecisionInput> decision) {
    if (from.topic().equals(eventsTopic)) {
      journal.advanceTo(from.offset());
    } else {
      if (journal.isWarmingUp()) {
        journal.storeWarmUp();
      }
      publishEntry(inputEntry(from, now, decision), record);
    }
  }

  private void publishEntry(JournalEntry entry, Record<String, SpecificRecord> cause) {
    if (!isSilent) {
      publisher.publish(entry, cause);
    }
  }
}
