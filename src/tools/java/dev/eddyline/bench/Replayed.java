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
record Replayed(VerdictDigest digest, long outputs, long events) {

  /** Number of parallel replays, one per CPU; tasks are independent of each other. */
  private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();

  /** Replays a load. */
  static Replayed of(Load load) {
    List<CompletableFuture<VerdictDigest>> parts = new ArrayList<>();
    AtomicLong outputs = new AtomicLong();
    for (int i = 0; i < AT_ONCE; i++) {
      int part = i;
      parts.add(CompletableFuture.supplyAsync(() -> part(load, part, outputs)));
    }
    VerdictDigest all = new VerdictDigest();
    parts.forEach(part -> all.add(part.join()));
    return new Replayed(all, outputs.get(), load.size());
  }

  private static VerdictDigest part(Load load, int part, AtomicLong outputs) {
    VerdictDigest digest = new VerdictDigest();
    try (InProcessTopology replay =
        new InProcessTopology(Subject.policies(), InProcessTopology.NO_CLAMP)) {
      load.forEach(
          task -> task % AT_ONCE == part,
          event -> {
            var caused = replay.processEvent(event);
            if (!caused.rejections().isEmpty()) {
              throw new IllegalStateException("the replay rejected: " + caused.rejections());
            }
            outputs.addAndGet(caused.outputs().size());
            caused
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
  double published() {
    return (double) outputs / events;
  }
}
