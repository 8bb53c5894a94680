package dev.eddyline.bench;

import dev.eddyline.replay.InProcessTopology;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The result of a replay of a load, with which measured runs are compared.
 *
 * @param digest digest of its verdicts
 * @param outputs number of verdicts, gates and resets
 * @param events number of events in the load
 */
record ReplayBaseline(VerdictDigest digest, long outputs, long events) {

  /** Number of parallel replays, one per CPU; tasks are independent of each other. */
  private static final int PARALLEL_REPLAY_COUNT = Runtime.getRuntime().availableProcessors();

  /** Replays a load. */
  static ReplayBaseline replayLoad(Load load) {
    List<CompletableFuture<VerdictDigest>> parts = new ArrayList<>();
    AtomicLong outputs = new AtomicLong();
    for (int i = 0; i < PARALLEL_REPLAY_COUNT; i++) {
      int part = i;
      parts.add(CompletableFuture.supplyAsync(() -> replayPart(load, part, outputs)));
    }
    VerdictDigest all = new VerdictDigest();
    parts.forEach(part -> all.add(part.join()));
    return new ReplayBaseline(all, outputs.get(), load.eventCount());
  }

  private static VerdictDigest replayPart(Load load, int part, AtomicLong outputs) {
    VerdictDigest digest = new VerdictDigest();
    try (InProcessTopology replay =
        new InProcessTopology(TopologyVariant.policies(), InProcessTopology.NO_CLAMP)) {
      load.forEach(
          task -> task % PARALLEL_REPLAY_COUNT == part,
          event -> {
            var effects = replay.processEvent(event);
            if (!effects.deadLetterReasons().isEmpty()) {
              throw new IllegalStateException(
                  "the replay rejected: " + effects.deadLetterReasons());
            }
            outputs.addAndGet(effects.outputs().size());
            effects
                .outputs()
                .forEach(
                    output -> {
                      if (output instanceof LoopVerdict verdict) {
                        digest.add(verdict);
                      }
                    });
          });
    }
    return digest;
  }

  /** Records that Eddyline publishes for each event. */
  double publishedRecordsPerEvent() {
    return (double) outputs / events;
  }
}
