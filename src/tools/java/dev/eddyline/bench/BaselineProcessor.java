package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Baseline work of any such topology: reads each event, gets and puts a fixed 512 B if it has
 * state, and forwards some events and those with a requested reply.
 */
final class BaselineProcessor implements Processor<String, AgentEvent, String, AgentEvent> {

  static final String STORE = "bench-state";

  private static final int VALUE_BYTES = 512;

  /** Enough different values that a compressed batch does not contain one twice. */
  private static final int DISTINCT_VALUE_COUNT = 1_024;

  private final byte[][] values = new byte[DISTINCT_VALUE_COUNT][VALUE_BYTES];
  private final double publishedRecordsPerEvent;
  private final boolean withState;
  private ProcessorContext<String, AgentEvent> context;
  private KeyValueStore<String, byte[]> store;
  private double recordsStillToForward;
  private int processedEventCount;

  /**
   * @param publishedPerEvent records to forward for each event
   */
  BaselineProcessor(double publishedPerEvent, boolean withState) {
    this.publishedRecordsPerEvent = publishedPerEvent;
    this.withState = withState;
    SplittableRandom random = SeededRandom.createGenerator(VALUE_BYTES);
    for (byte[] value : values) {
      random.nextBytes(value);
    }
  }

  @Override
  public void init(ProcessorContext<String, AgentEvent> context) {
    this.context = context;
    store = withState ? context.getStateStore(STORE) : null;
  }

  @Override
  public void process(Record<String, AgentEvent> record) {
    if (withState) {
      byte[] previous = store.get(record.key());
      int next = previous == null ? processedEventCount++ : previous[0] + processedEventCount++;
      store.put(record.key(), values[Math.floorMod(next, DISTINCT_VALUE_COUNT)]);
    }
    if (record.value().getReplyRequested()) {
      context.forward(record);
      return;
    }
    for (recordsStillToForward += publishedRecordsPerEvent;
        recordsStillToForward >= 1;
        recordsStillToForward--) {
      context.forward(record);
    }
  }
}
