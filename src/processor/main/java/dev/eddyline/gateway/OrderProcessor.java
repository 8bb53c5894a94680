package dev.eddyline.gateway;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.MappedEvents;
import java.time.Duration;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Restores the order of a task's events by their event time. Events are published two delays after
 * their receipt: one for the names of ancestors, one in which earlier events may still arrive.
 */
final class OrderProcessor implements Processor<String, MappedEvents, String, AgentEvent> {

  private static final Duration PUNCTUATION_INTERVAL = Duration.ofMillis(100);

  private final MapperParts parts;
  private ProcessorContext<String, AgentEvent> context;
  private ReorderBuffer buffer;
  private Progress progress;

  OrderProcessor(MapperParts parts) {
    this.parts = parts;
  }

  @Override
  public void init(ProcessorContext<String, AgentEvent> context) {
    this.context = context;
    buffer = new ReorderBuffer(context.getStateStore(MapperTopology.ORDER_STORE));
    progress = new Progress(parts.partitions(), context.currentSystemTimeMs());
    context.schedule(PUNCTUATION_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::publishDue);
  }

  @Override
  public void close() {
    // the partition may go to another instance
    parts.metrics().buffered(context.taskId().partition(), 0);
  }

  @Override
  public void process(Record<String, MappedEvents> record) {
    MappedEvents mapped = record.value();
    long receivedAt = mapped.getReceivedAt().toEpochMilli();
    progress.read(
        Math.floorMod(mapped.getSource(), parts.partitions()),
        receivedAt,
        context.currentSystemTimeMs());
    buffer.add(record.key(), mapped);
  }

  private void publishDue(long clock) {
    long due = progress.now(clock) - 2 * parts.delay().toMillis();
    for (AgentEvent event : buffer.removeDue(due)) {
      // telemetry is what agents say
      event.setIngestToken("");
      context.forward(new Record<>(event.getTaskId(), event, clock));
      parts.metrics().countPublished(event, clock);
    }
    parts.metrics().countEarly(buffer.drainEarlyCount());
    parts.metrics().buffered(context.taskId().partition(), buffer.size());
  }
}
