package dev.eddyline.chaos;

/**
 * Parameters of a run.
 *
 * @param seed draws the schedule and the load
 * @param faults number of faults, 1 or more
 * @param processors number of processors, 2 or more, so that another one can take over
 * @param brokers number of Kafka brokers, 1 or more; from 3 on, each topic has three replicas
 * @param smallDisks whether small disks can be mounted here, which full-disk faults need
 */
public record ChaosPlan(long seed, int faults, int processors, int brokers, boolean smallDisks) {

  public ChaosPlan {
    requireAtLeast("faults", 1, faults);
    requireAtLeast("processors", 2, processors);
    requireAtLeast("brokers", 1, brokers);
  }

  private static void requireAtLeast(String name, int minimum, int value) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          "--%s: must be ≥ %d, was %d".formatted(name, minimum, value));
    }
  }
}
