package dev.eddyline.bench.process;

/**
 * Outputs of the baseline topologies: as many, and in {@code state} as large, as Eddyline's.
 *
 * @param perEvent records for each event, at least 0
 * @param verdictBytes mean size of an encoded verdict, in bytes; 0 where it does not matter
 */
public record BaselineOutputs(double perEvent, int verdictBytes) {

  /** No outputs, for runs in which they do not matter. */
  public static final BaselineOutputs NONE = new BaselineOutputs(0, 0);

  public BaselineOutputs {
    if (perEvent < 0 || verdictBytes < 0) {
      throw new IllegalArgumentException(
          "perEvent and verdictBytes must be ≥ 0, were %f and %d"
              .formatted(perEvent, verdictBytes));
    }
  }
}
