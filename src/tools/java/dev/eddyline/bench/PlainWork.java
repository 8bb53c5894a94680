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
final class PlainWork implements Processor<String, AgentEvent, String, AgentEvent> {

  static final String STORE = "bench-state";

  private static final int BYTES = 512;

  /** Enough different values that a compressed batch does not contain one twice. */
  private static final int VALUES = 1_024;

  private final byte[][] values = new byte[VALUES][BYTES];
  private final double published;
  private final boolean withState;
  private ProcessorContext<String, AgentEvent> context;
  private KeyValueStore<String, byte[]> store;
  private double due;
  private int taken;

  /**
   * @param published records to forward for each event
   */
  PlainWork(double published, boolean withState) {
    this.published = published;
    this.withState = withState;
    SplittableRandom random = Lots.many(BYTES);
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
      byte[] before = store.get(record.key());
      int next = before == null ? taken++ : before[0] + taken++;
      store.put(record.key(), values[Math.floorMod(next, VALUES)]);
    }
    if (record.value().getReplyRequested()) {
      context.forward(record);
      return;
    }
    for (due += published; due >= 1; due--) {
      context.forward(record);
    }
  }
}
