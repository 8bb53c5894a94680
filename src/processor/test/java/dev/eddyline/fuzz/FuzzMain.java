package dev.eddyline.fuzz;

/**
 * A long run of fuzzing, after {@code mvn package}:
 *
 * <pre>
 * fuzz() { java -Xmx256m -cp 'src/processor/target/test-classes:target/lib/*' dev.eddyline.fuzz.FuzzMain "$@"; }
 * fuzz decoder 10000000         # records of agent-events, 10 M inputs
 * fuzz json 10000000            # lines of JSON
 * fuzz policy 1000000           # policies in YAML
 * fuzz policy 1 42 4711         # input 4711 of seed 42 alone
 * </pre>
 *
 * The arguments are the reader, how many inputs, the seed (1) and the number of the first (0). It
 * ends with exit code 0, or with that of an uncaught exception, whose message holds the input, its
 * seed and its number.
 */
final class FuzzMain {

  private static final long STEP = 250_000;

  private FuzzMain() {}

  /** Plays the inputs. */
  public static void main(String[] args) {
    long count = Long.parseLong(args[1]);
    long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
    long first = args.length > 3 ? Long.parseLong(args[3]) : 0;
    FuzzTarget<?> target = target(args[0], seed);
    long accepted = 0;
    long begin = System.nanoTime();
    for (long done = 0; done < count; ) {
      long step = Math.min(STEP, count - done);
      accepted += FuzzRunner.run(target, seed, first + done, step).acceptedInputCount();
      done += step;
      System.out.printf(
          "%s, seed %d: %,d inputs, %,d taken, %,d refused, %d s%n",
          args[0],
          seed,
          done,
          accepted,
          done - accepted,
          (System.nanoTime() - begin) / 1_000_000_000);
    }
  }

  private static FuzzTarget<?> target(String name, long seed) {
    return switch (name) {
      case "decoder" -> new EventRecordTarget(seed);
      case "json" -> new EventLineTarget(seed);
      case "policy" -> new PolicyTarget();
      default -> throw new IllegalArgumentException("must be decoder, json or policy, was " + name);
    };
  }
}
