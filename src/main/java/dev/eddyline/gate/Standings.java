package dev.eddyline.gate;

import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.List;

/** How the standing of a root begins. */
public final class Standings {

  private Standings() {}

  /** The standing of a root of which nothing is known but what holds it, if anything. */
  public static Standing blank(RootHold hold) {
    long epoch = hold == null ? 0 : hold.getEpoch();
    long resetAt = hold == null ? Epochs.NEVER : hold.getResetAt();
    List<Integer> partitions = hold == null ? List.of() : hold.getPartitions();
    return new Standing(
        0,
        List.of(),
        0,
        List.of(),
        epoch,
        resetAt,
        0L,
        Epochs.NEVER,
        hold != null,
        List.of(),
        List.of(),
        List.of(),
        partitions,
        null);
  }
}
