package dev.eddyline.gateway;

import dev.eddyline.otlp.InvalidOtlpException;
import dev.eddyline.otlp.Mapped;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.otlp.Trace;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.MappedEvents;
import dev.eddyline.schema.TraceState;
import dev.eddyline.task.BadInputException;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.HomePartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Maps the records of a trace on its home partition. Records of other partitions' traces are
 * published again with the trace as their key: a Collector's keys, or none, place them anywhere. A
 * record that needs names of ancestors waits for them, for one delay at most.
 */
final class TraceProcessor implements Processor<byte[], byte[], String, Object> {

  static final String CONTENT_TYPE = "content-type";

  private static final Duration PUNCTUATION_INTERVAL = Duration.ofMillis(100);

  private final MapperParts parts;
  private final String logsTopic;
  private ProcessorContext<String, Object> context;
  private KeyValueStore<String, TraceState> traces;
  private WaitingRecords waiting;
  private Progress progress;

  TraceProcessor(MapperParts parts) {
    this.parts = parts;
    logsTopic = parts.topics().name(TopicRole.OTLP_LOGS);
  }

  @Override
  public void init(ProcessorContext<String, Object> context) {
    this.context = context;
    traces = context.getStateStore(MapperTopology.TRACE_STORE);
    waiting = new WaitingRecords(context.getStateStore(MapperTopology.WAITING_STORE));
    progress = new Progress(1, context.currentSystemTimeMs());
    context.schedule(PUNCTUATION_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::mapDue);
  }

  @Override
  public void close() {
    // the partition may go to another instance
    parts.metrics().waiting(context.taskId().partition(), 0);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null) {
      throw new BadInputException("an OTLP body is required, was null");
    }
    boolean isLogs = context.recordMetadata().orElseThrow().topic().equals(logsTopic);
    OtlpSignal signal = isLogs ? OtlpSignal.LOGS : OtlpSignal.TRACES;
    OtlpBody body = read(signal, record);
    progress.read(0, record.timestamp(), context.currentSystemTimeMs());
    parts.metrics().countRejected(body.rejected());
    Map<String, List<TelemetryRecord>> byTrace = new LinkedHashMap<>();
    for (TelemetryRecord each : body.records()) {
      byTrace.computeIfAbsent(each.traceId(), none -> new ArrayList<>()).add(each);
    }
    Output output = new Output(record.timestamp());
    byTrace.forEach(
        (trace, records) -> {
          boolean isHome =
              trace.isEmpty()
                  || HomePartition.of(trace, parts.partitions()) == context.taskId().partition();
          if (isHome) {
            map(trace, records, record.timestamp(), output);
          } else {
            publishOnHomePartition(signal, trace, records, record);
          }
        });
    output.publish();
  }

  private static OtlpBody read(OtlpSignal signal, Record<byte[], byte[]> record) {
    Header type = record.headers().lastHeader(CONTENT_TYPE);
    Optional<OtlpEncoding> encoding =
        type == null
            ? Optional.empty()
            : OtlpEncoding.ofContentType(new String(type.value(), StandardCharsets.UTF_8));
    try {
      return OtlpBody.read(
          signal, encoding.orElseGet(() -> OtlpEncoding.ofBody(record.value())), record.value());
    } catch (InvalidOtlpException invalid) {
      throw new BadInputException(invalid.getMessage());
    }
  }

  private void publishOnHomePartition(
      OtlpSignal signal,
      String trace,
      List<TelemetryRecord> records,
      Record<byte[], byte[]> record) {
    Headers headers =
        new RecordHeaders()
            .add(
                CONTENT_TYPE, OtlpEncoding.PROTOBUF.contentType().getBytes(StandardCharsets.UTF_8));
    byte[] body = OtlpWriter.write(signal, records);
    context.forward(
        new Record<>(trace, body, record.timestamp(), headers),
        signal == OtlpSignal.LOGS ? MapperTopology.LOGS_HOME : MapperTopology.SPANS_HOME);
    parts.metrics().countRerouted(records.size());
  }

  private void map(String traceId, List<TelemetryRecord> records, long receivedAt, Output output) {
    if (traceId.isEmpty()) {
      records.forEach(record -> mapNow(Trace.empty(), record, output));
      return;
    }
    Trace trace = trace(traceId);
    records.forEach(record -> parts.mapper().learn(trace, record));
    for (TelemetryRecord earlier : waiting.removeIf(traceId, it -> isComplete(trace, it))) {
      mapNow(trace, earlier, output);
    }
    List<TelemetryRecord> incomplete = new ArrayList<>();
    for (TelemetryRecord record : records) {
      if (isComplete(trace, record)) {
        mapNow(trace, record, output);
      } else {
        incomplete.add(record);
      }
    }
    waiting.add(traceId, incomplete, receivedAt);
    traces.put(traceId, trace.state());
  }

  private Trace trace(String traceId) {
    TraceState state = traces.get(traceId);
    return state == null ? Trace.empty() : new Trace(state);
  }

  private boolean isComplete(Trace trace, TelemetryRecord record) {
    return parts.mapper().isComplete(trace, record);
  }

  private void mapNow(Trace trace, TelemetryRecord record, Output output) {
    Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
    Mapped mapped = parts.mapper().map(trace, record, now);
    parts.metrics().countMapped(mapped);
    mapped.events().forEach(output::add);
  }

  /** Maps the records that have waited long enough, by the names that are known. */
  private void mapDue(long clock) {
    long due = progress.now(clock) - parts.delay().toMillis();
    for (WaitingRecords.Entry entry : waiting.removeDue(due)) {
      Trace trace = trace(entry.traceId());
      Output output = new Output(entry.receivedAt());
      entry.records().forEach(record -> mapNow(trace, record, output));
      traces.put(entry.traceId(), trace.state());
      output.publish();
    }
    parts.metrics().waiting(context.taskId().partition(), waiting.size());
  }

  /** The events of one body, by task. */
  private final class Output {
    private final long receivedAt;
    private final Map<String, List<AgentEvent>> byTask = new LinkedHashMap<>();

    private Output(long receivedAt) {
      this.receivedAt = receivedAt;
    }

    private void add(AgentEvent event) {
      byTask.computeIfAbsent(event.getTaskId(), none -> new ArrayList<>()).add(event);
    }

    private void publish() {
      byTask.forEach(
          (task, events) -> EventSize.split(events).forEach(some -> publish(task, some)));
    }

    private void publish(String task, List<AgentEvent> events) {
      Instant received = Instant.ofEpochMilli(receivedAt);
      context.forward(
          new Record<>(
              task, new MappedEvents(received, context.taskId().partition(), events), receivedAt),
          MapperTopology.MAPPED_OUT);
    }
  }
}
