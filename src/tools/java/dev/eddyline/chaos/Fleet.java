package dev.eddyline.chaos;

import dev.eddyline.local.LocalProcessor;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The processors of a run. One that ends by itself is started again, as a scheduler would. */
final class Fleet implements AutoCloseable {

  private final List<String> settings;
  private final PrintStream out;
  private final List<LocalProcessor> processors = new ArrayList<>();
  private int started;
  private int endedByThemselves;

  /** Starts so many processors with these settings; tells of what ends unasked. */
  Fleet(int size, List<String> settings, PrintStream out) {
    this.settings = List.copyOf(settings);
    this.out = out;
    IntStream.range(0, size).forEach(number -> add());
  }

  /** Starts one more. */
  void add() {
    processors.add(new LocalProcessor("processor-" + ++started, settings));
  }

  /** Asks a processor to end, for good. */
  void retire(int number) {
    processors.remove(number).close();
  }

  /** Takes a processor out: it is not counted, and nobody starts it unasked. */
  LocalProcessor takeOut(int number) {
    return processors.remove(number);
  }

  /** Puts back what was taken out. */
  void putBack(int number, LocalProcessor processor) {
    processors.add(number, processor);
  }

  LocalProcessor processor(int number) {
    return processors.get(number);
  }

  int size() {
    return processors.size();
  }

  /** Starts again what has ended unasked. */
  void revive() {
    for (LocalProcessor processor : processors) {
      if (!processor.isAlive()) {
        endedByThemselves++;
        out.println("      a processor had ended by itself: " + processor.lastWords());
        processor.start();
      }
    }
  }

  /** How often a processor ended unasked. */
  int endedByThemselves() {
    return endedByThemselves;
  }

  /** Asks all to end; they keep what they logged until {@link #close}. */
  void stop() {
    processors.forEach(LocalProcessor::stop);
  }

  /** Copies what they logged into a folder. */
  void keepLogs(Path folder) {
    processors.forEach(processor -> processor.keepLog(folder));
  }

  @Override
  public void close() {
    processors.forEach(LocalProcessor::kill);
    processors.forEach(LocalProcessor::close);
  }
}
