package dev.eddyline.importer;

import java.io.PrintWriter;
import java.util.List;

/** Writes events as JSON lines. */
public final class StreamTarget implements EventTarget {

  private final PrintWriter out;

  /** A target that writes to this stream, and does not close it. */
  public StreamTarget(PrintWriter out) {
    this.out = out;
  }

  @Override
  public List<ImportedEvent.Refusal> publish(List<ImportedEvent> events) {
    events.forEach(event -> out.append(event.json()).append('\n'));
    if (out.checkError()) {
      throw new IllegalStateException("the events could not be written to the end");
    }
    return List.of();
  }

  @Override
  public void close() {
    out.flush();
  }
}
