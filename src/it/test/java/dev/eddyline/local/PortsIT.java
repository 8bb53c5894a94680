package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsIT {

  @Test
  void neverReturnsTheSamePortTwice() {
    // When
    var ports = IntStream.range(0, 50).mapToObj(attempt -> Ports.findFreePort()).toList();

    // Then
    assertThat(ports).doesNotHaveDuplicates();
  }

  @Test
  void neverReturnsAPortOfAnotherJvm() throws Exception {
    // Given: of 10,000 ports two JVMs draw so many that they would meet
    Process other = PortsDrawer.launch();
    try {
      List<Integer> drawnByOther = PortsDrawer.awaitPorts(other);

      // When
      List<Integer> drawn = PortsDrawer.draw();

      // Then
      assertThat(drawnByOther).hasSize(drawn.size()).doesNotContainAnyElementsOf(drawn);
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void rejectsAPortInUse() throws IOException {
    // Given
    try (ServerSocket other =
        new ServerSocket(Ports.findFreePort(), 1, InetAddress.getByName(Ports.HOST))) {

      // When // Then
      assertThatExceptionOfType(ServerStartException.class)
          .isThrownBy(() -> Ports.requireFree(other.getLocalPort()))
          .withMessageContaining("port " + other.getLocalPort() + " of 127.0.0.1 is in use");
    }
  }

  @Test
  void rejectsAnInvalidPort() {
    // When // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ports.requireFree(0))
        .withMessage("port must be 1 to 65535, was 0");
  }
}
