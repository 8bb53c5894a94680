package dev.eddyline.topology;

import dev.eddyline.gate.Outbox;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.Place;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Takes each input of a partition: checks, brings strays home, asks the rules, stores, forwards.
 */
final class TaskProcessor implements Processor<String, SpecificRecord, String, SpecificRecord> {

  /** Key of the partition's one record in its store. */
  private static final String SELF = "self";

  /** Headers that are carried on (W3C Trace Context). */
  private static final String[] TRACE_HEADERS = {"traceparent", "tracestate"};

  private final int partitions;
  private final String eventsTopic;
  private final String decisionsTopic;
  private final String signalsTopic;
  private final TaskEngine engine;
  private final Meters meters;
  private final EventLog log = new EventLog();
  private ProcessorContext<String, SpecificRecord> context;
  private KeyValueStore<String, PartitionState> partitionStore;
  private StoredMemory memory;
  private PartitionState position;

  TaskProcessor(EddylineTopology.Parts parts) {
    partitions = parts.partitions();
    eventsTopic = parts.topics().name(TopicRole.AGENT_EVENTS);
    decisionsTopic = parts.topics().name(TopicRole.GATE_DECISIONS);
    signalsTopic = parts.topics().name(TopicRole.EDDYLINE_SIGNALS);
    engine = new TaskEngine(parts.policies());
    meters = new Meters(parts.meters());
  }

  @Override
  public void init(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
    partitionStore = context.getStateStore(EddylineTopology.PARTITION_STORE);
    memory = new StoredMemory(context);
    // a task that is revived is initialised again: what it knew before may never have been
    // committed
    position = null;
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
    if (from.topic().equals(signalsTopic)) {
      signal(record, from, storageTime, now);
    } else {
      event(record, from, storageTime, now);
    }
    settle(from, record, now);
  }

  private void event(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    AgentEvent event = (AgentEvent) record.value();
    Intake.check(record.key(), event, from.topic().equals(decisionsTopic));
    String home = TaskEngine.home(event);
    if (HomePartition.of(home, partitions) != from.partition()) {
      bringHome(home, event, record, from);
      return;
    }
    Place place =
        new Place(
            from.topic(), from.partition(), from.offset(), record.timestamp(), storageTime, now);
    take(event, place, record);
  }

  private void signal(
      Record<String, SpecificRecord> record, RecordMetadata from, long storageTime, Instant now) {
    if (record.value() == null || record.key() == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    Signal signal = (Signal) record.value();
    Place place = Signals.place(signal, record.timestamp(), storageTime, now);
    if (signal.getBody() instanceof StrayRecord stray) {
      take(stray.getEvent(), place, record);
      return;
    }
    Outbox outbox = Signals.outbox(signal, now);
    engine.take(signal, place, memory, outbox);
    publish(outbox, record);
  }

  private void take(AgentEvent event, Place place, Record<String, SpecificRecord> record) {
    Outbox outbox = outbox(place);
    meters.event(engine.take(event, place, memory, outbox));
    publish(outbox, record);
  }

  private static Outbox outbox(Place place) {
    return new Outbox(place.topic(), place.partition(), place.offset(), place.decidedAt());
  }

  private void bringHome(
      String home, AgentEvent event, Record<String, SpecificRecord> record, RecordMetadata from) {
    StrayRecord stray =
        new StrayRecord(
            from.topic(),
            from.partition(),
            from.offset(),
            Instant.ofEpochMilli(record.timestamp()),
            event);
    forward(home, new Signal(stray), record, EddylineTopology.SIGNALS_OUT);
    meters.stray(from.topic());
  }

  private void publish(Outbox outbox, Record<String, SpecificRecord> record) {
    memory.write();
    for (SpecificRecord output : outbox.records()) {
      if (output instanceof LoopVerdict verdict) {
        forward(verdict.getTaskId(), verdict, record, EddylineTopology.VERDICTS);
      } else if (output instanceof GateTrigger gate) {
        forward(gate.getRootTaskId(), gate, record, EddylineTopology.GATES);
      } else if (output instanceof LoopReset reset) {
        forward(reset.getTaskId(), reset, record, EddylineTopology.RESETS);
      } else if (output instanceof Signal signal) {
        forward(Signals.home(signal), signal, record, EddylineTopology.SIGNALS_OUT);
      } else {
        throw new IllegalStateException("no topic for " + output.getClass().getName());
      }
      log.published(output);
    }
  }

  /** Moves the partition's position on, or writes down where another input took effect. */
  private void settle(RecordMetadata from, Record<String, SpecificRecord> record, Instant now) {
    if (position == null) {
      PartitionState kept = partitionStore.get(SELF);
      position = kept == null ? new PartitionState(-1L) : kept;
    }
    if (from.topic().equals(eventsTopic)) {
      position.setAgentEventsOffset(from.offset());
      partitionStore.put(SELF, position);
      return;
    }
    JournalEntry entry =
        new JournalEntry(
            from.partition(), from.topic(), from.offset(), position.getAgentEventsOffset(), now);
    String key = Integer.toString(from.partition());
    forward(key, entry, record, EddylineTopology.JOURNAL);
  }

  private void forward(
      String key, SpecificRecord value, Record<String, SpecificRecord> cause, String sink) {
    context.forward(new Record<>(key, value, cause.timestamp(), traceOf(cause.headers())), sink);
  }

  private static Headers traceOf(Headers headers) {
    RecordHeaders carried = new RecordHeaders();
    for (String name : TRACE_HEADERS) {
      var header = headers.lastHeader(name);
      if (header != null) {
        carried.add(header);
      }
    }
    return carried;
  }
}
