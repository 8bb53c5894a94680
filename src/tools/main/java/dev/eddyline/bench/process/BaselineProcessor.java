package dev.eddyline.bench.process;

import dev.eddyline.bench.load.SeededRandom;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.topology.EddylineTopology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Baseline work of any such topology: reads each event, and forwards some events and those with a
 * requested reply. With state, it also gets and puts 2 KB in a windowed store, and what it forwards
 * is as long as a verdict.
 */
public final class BaselineProcessor implements Processor<String, AgentEvent, String, AgentEvent> {

  /** The store of a topology with state. */
  public static final String STORE = "bench-state";

  /** Size of a stored value, in bytes. */
  public static final int VALUE_BYTES = 2_048;

  /** Enough different values that a compressed batch does not contain one twice. */
  private static final int DISTINCT_VALUE_COUNT = 1_024;

  private static final long WINDOW_MILLIS = EddylineTopology.WINDOW.toMillis();

  private final byte[][] values = new byte[DISTINCT_VALUE_COUNT][VALUE_BYTES];
  private final BaselineOutputs outputs;
  private final boolean withState;
  private ProcessorContext<String, AgentEvent> context;
  private WindowStore<String, byte[]> store;
  private double recordsStillToForward;
  private int processedEventCount;
  private String verdictText;

  /**
   * @param outputs the records to forward
   */
  BaselineProcessor(BaselineOutputs outputs, boolean withState) {
    this.outputs = outputs;
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
      updateState(record.key(), Math.max(context.currentStreamTimeMs(), record.timestamp()));
    }
    if (record.value().getReplyRequested()) {
      forward(record);
      return;
    }
    for (recordsStillToForward += outputs.perEvent();
        recordsStillToForward >= 1;
        recordsStillToForward--) {
      forward(record);
    }
  }

  /** Reads the current window, or else the previous one, and writes the current one. */
  private void updateState(String key, long storageTime) {
    long window = Math.floorDiv(storageTime, WINDOW_MILLIS) * WINDOW_MILLIS;
    byte[] previous = store.fetch(key, window);
    if (previous == null && window >= WINDOW_MILLIS) {
      previous = store.fetch(key, window - WINDOW_MILLIS);
    }
    int next = previous == null ? processedEventCount++ : previous[0] + processedEventCount++;
    store.put(key, values[Math.floorMod(next, DISTINCT_VALUE_COUNT)], window);
  }

  private void forward(Record<String, AgentEvent> record) {
    context.forward(withState ? record.withValue(resizeToVerdict(record.value())) : record);
  }

  /** An event with the same id and a text that makes it as long as a verdict. */
  private AgentEvent resizeToVerdict(AgentEvent event) {
    if (verdictText == null) {
      verdictText = createText(outputs.verdictBytes() - encodedBytes(withText(event, "")));
    }
    return withText(event, verdictText);
  }

  private static AgentEvent withText(AgentEvent event, String text) {
    return new AgentEvent(
        event.getEventId(),
        event.getTaskId(),
        null,
        null,
        null,
        event.getAgentId(),
        null,
        event.getOccurredAt(),
        null,
        null,
        false,
        new ResponseProduced("work", text),
        null,
        null);
  }

  private static int encodedBytes(AgentEvent event) {
    try {
      return event.toByteBuffer().remaining();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String createText(int length) {
    return SeededRandom.createGenerator(length)
        .ints(Math.max(0, length), 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
