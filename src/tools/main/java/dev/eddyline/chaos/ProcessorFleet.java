package dev.eddyline.chaos;

import dev.eddyline.local.LocalProcessor;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The processors of a run. One that exits unexpectedly is restarted, as by a scheduler. */
final class ProcessorFleet implements AutoCloseable {

  private final List<String> settings;
  private final PrintStream out;
  private final List<LocalProcessor> processors = new ArrayList<>();
  private int startedProcessorCount;
  private int unexpectedExitCount;

  /** Starts this many processors with these settings; prints unexpected exits. */
  ProcessorFleet(int size, List<String> settings, PrintStream out) {
    this.settings = List.copyOf(settings);
    this.out = out;
    IntStream.range(0, size).forEach(number -> add());
  }

  /** Starts another processor. */
  void add() {
    processors.add(new LocalProcessor("processor-" + ++startedProcessorCount, settings));
  }

  /** Stops a processor and removes it. */
  void retire(int number) {
    processors.remove(number).close();
  }

  /** Detaches a processor: it is neither counted nor restarted. */
  LocalProcessor detachProcessor(int number) {
    return processors.remove(number);
  }

  /** Reattaches a detached processor. */
  void reattachProcessor(int number, LocalProcessor processor) {
    processors.add(number, processor);
  }

  LocalProcessor processor(int number) {
    return processors.get(number);
  }

  int size() {
    return processors.size();
  }

  /** Restarts processors that exited unexpectedly. */
  void restartExitedProcessors() {
    for (LocalProcessor processor : processors) {
      if (!processor.isAlive()) {
        unexpectedExitCount++;
        out.println("      a processor exited unexpectedly: " + processor.lastErrorWithCauses());
        processor.start();
      }
    }
  }

  /** Number of unexpected exits. */
  int unexpectedExitCount() {
    return unexpectedExitCount;
  }

  /** Stops all; their logs remain until {@link #close}. */
  void stop() {
    processors.forEach(LocalProcessor::stop);
  }

  /** Copies their logs into a folder. */
  void copyLogs(Path folder) {
    processors.forEach(processor -> processor.copyLog(folder));
  }

  @Override
  public void close() {
    processors.forEach(LocalProcessor::kill);
    processors.forEach(LocalProcessor::close);
  }
}
