package dev.eddyline.text;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a text of 500 characters costs: its reading, and all that a tool result or a response needs
 * of it.
 *
 * <pre>
 * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/tools -am \
 *   -Dmdep.outputFile=target/classpath
 * java -cp src/tools/target/test-classes:src/tools/target/classes:$(cat src/tools/target/classpath) org.openjdk.jmh.Main TextBenchmark
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TextBenchmark {

  private final String output =
      IntStream.range(0, 6)
          .mapToObj(
              line ->
                  "2026-03-01T10:00:0%d INFO worker-%d: request /orders/%d done in 12ms, state ok%n"
                      .formatted(line, line, 7 * line))
          .collect(Collectors.joining("", "", "3 failed, 117 passed in 1.2s; exit code 1\n"));

  /** The reading alone. */
  @Benchmark
  public Text read() {
    return Text.of(output);
  }

  /** What a tool result is compared by. */
  @Benchmark
  public long result() {
    Text text = Text.of(output);
    Optional<TestCounts> counts = TestCounts.in(text);
    return text.maskedHash() + Hash.of(Facts.text(text, counts)) + WordBag.ofMasked(text).count();
  }

  /** What a response is compared by. */
  @Benchmark
  public long response() {
    Text text = Text.of(output);
    return text.maskedHash() + WordSketch.of(text).count();
  }
}
