package dev.eddyline.chaos;

/**
 * What a run is made of.
 *
 * @param seed draws the schedule and the load
 * @param faults number of faults, 1 or more
 * @param processors processes that share the work, 2 or more: somebody must take over
 * @param brokers processes of the Kafka cluster, 1 or more; from 3 on each topic has three copies
 * @param smallDisks whether small disks can be mounted here: without them none becomes full
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
