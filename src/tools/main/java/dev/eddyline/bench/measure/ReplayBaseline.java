package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.schema.LoopVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;

/**
 * The result of a replay, with which measured runs are compared.
 *
 * @param digest digest of the verdicts of the last load
 * @param outputs what the baseline topologies publish, from all loads
 */
public record ReplayBaseline(VerdictDigest digest, BaselineOutputs outputs) {

  /** Number of parallel replays, one per CPU; tasks are independent of each other. */
  private static final int PARALLEL_REPLAY_COUNT = Runtime.getRuntime().availableProcessors();

  /**
   * Replays loads of the same tasks, one after the other.
   *
   * @param tasks number of the first tasks that are replayed, at least 1
   */
  public static ReplayBaseline replay(int tasks, List<Load> loads) {
    List<CompletableFuture<Part>> parts = new ArrayList<>();
    for (int i = 0; i < PARALLEL_REPLAY_COUNT; i++) {
      int part = i;
      parts.add(CompletableFuture.supplyAsync(() -> new Part(part, tasks).replay(loads)));
    }
    Part all = new Part(0, tasks);
    parts.forEach(part -> all.add(part.join()));
    return new ReplayBaseline(all.digest, all.outputs());
  }

  /** Some of the tasks, replayed on one thread. */
  private static final class Part {

    private final int number;
    private final int tasks;
    private VerdictDigest digest = new VerdictDigest();
    private long events;
    private long records;
    private long verdicts;
    private long verdictBytes;

    private Part(int number, int tasks) {
      this.number = number;
      this.tasks = tasks;
    }

    private Part replay(List<Load> loads) {
      InProcessEngine replay =
          new InProcessEngine(TopologyVariant.policies(), InProcessEngine.NO_CLAMP);
      for (Load load : loads) {
        digest = new VerdictDigest();
        load.forEach(
            task -> task < tasks && task % PARALLEL_REPLAY_COUNT == number,
            event -> add(replay.processEvent(event)));
      }
      return this;
    }

    private void add(InProcessEngine.EventResult result) {
      if (!result.deadLetterReasons().isEmpty()) {
        throw new IllegalStateException("the replay rejected: " + result.deadLetterReasons());
      }
      events++;
      records += result.outputs().size();
      for (SpecificRecord output : result.outputs()) {
        if (output instanceof LoopVerdict verdict) {
          verdicts++;
          verdictBytes += encodedBytes(verdict);
          digest.add(verdict);
        }
      }
    }

    private void add(Part other) {
      digest.add(other.digest);
      events += other.events;
      records += other.records;
      verdicts += other.verdicts;
      verdictBytes += other.verdictBytes;
    }

    private BaselineOutputs outputs() {
      return new BaselineOutputs(
          (double) records / events, (int) (verdictBytes / Math.max(1, verdicts)));
    }

    private static int encodedBytes(LoopVerdict verdict) {
      try {
        return verdict.toByteBuffer().remaining();
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }
}
