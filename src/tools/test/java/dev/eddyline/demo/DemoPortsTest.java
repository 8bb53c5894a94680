package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.eddyline.demo.DemoPorts.DemoServer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The ports of the demo's servers. */
class DemoPortsTest {

  private static DemoPorts chosen(OptionalInt console, Integer... taken) {
    Set<Integer> all = Set.of(taken);
    return DemoPorts.choose(console, port -> !all.contains(port));
  }

  private static List<Integer> all(DemoPorts ports) {
    return Arrays.stream(DemoServer.values()).map(ports::portOf).toList();
  }

  @Test
  void freeDefaultPortsAreUsed() {
    // When
    DemoPorts ports = chosen(OptionalInt.empty());

    // Then
    assertThat(ports.portOf(DemoServer.CONSOLE)).isEqualTo(8090);
    assertThat(ports.portOf(DemoServer.HEALTH)).isEqualTo(8091);
    assertThat(ports.portOf(DemoServer.BROKER)).isEqualTo(9092);
    assertThat(ports.portOf(DemoServer.REGISTRY)).isEqualTo(8081);
    assertThat(ports.replacements()).isEmpty();
  }

  @Test
  void portInUseIsReplacedByTheNextFreePort() {
    // When
    DemoPorts ports = chosen(OptionalInt.empty(), 8090, 9092);

    // Then
    assertThat(ports.replacements())
        .containsExactly(
            "port 8090 is taken: console on 8092", "port 9092 is taken: broker on 9093");
    assertThat(ports.portOf(DemoServer.HEALTH)).isEqualTo(8091);
  }

  @Test
  void replacementPortsOfServersAreDistinct() {
    // When
    DemoPorts ports = chosen(OptionalInt.empty(), 8081, 8090, 8091, 9092);

    // Then
    assertThat(all(ports)).doesNotHaveDuplicates().doesNotContain(8081, 8090, 8091, 9092);
  }

  @Test
  void requestedConsolePortIsNotUsedByAnotherServer() {
    // When
    DemoPorts ports = chosen(OptionalInt.of(9092));

    // Then
    assertThat(ports.portOf(DemoServer.CONSOLE)).isEqualTo(9092);
    assertThat(ports.replacements()).containsExactly("port 9092 is taken: broker on 9093");
  }

  @Test
  void noFreePortIsReportedWithTheServer() {
    // When // Then
    assertThatIllegalStateException()
        .isThrownBy(() -> DemoPorts.choose(OptionalInt.empty(), port -> false))
        .withMessageContaining("console");
  }
}
