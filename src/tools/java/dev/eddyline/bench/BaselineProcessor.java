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
  private static final int DISTINCT_VALUES = 1_024;

  private final byte[][] values = new byte[DISTINCT_VALUES][VALUE_BYTES];
  private final double publishedPerEvent;
  private final boolean withState;
  private ProcessorContext<String, AgentEvent> context;
  private KeyValueStore<String, byte[]> store;
  private double owedRecords;
  private int processedEvents;

  /**
   * @param publishedPerEvent records to forward for each event
   */
  BaselineProcessor(double publishedPerEvent, boolean withState) {
    this.publishedPerEvent = publishedPerEvent;
    this.withState = withState;
    SplittableRandom random = SeededRandom.generator(VALUE_BYTES);
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
      int next = previous == null ? processedEvents++ : previous[0] + processedEvents++;
      store.put(record.key(), values[Math.floorMod(next, DISTINCT_VALUES)]);
    }
    if (record.value().getReplyRequested()) {
      context.forward(record);
      return;
    }
    for (owedRecords += publishedPerEvent; owedRecords >= 1; owedRecords--) {
      context.forward(record);
    }
  }
}
