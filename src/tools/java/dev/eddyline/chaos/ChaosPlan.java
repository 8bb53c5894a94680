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
    atLeast("faults", 1, faults);
    atLeast("processors", 2, processors);
    atLeast("brokers", 1, brokers);
  }

  private static void atLeast(String name, int least, int value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "--%s: must be ≥ %d, was %d".formatted(name, least, value));
    }
  }
}
