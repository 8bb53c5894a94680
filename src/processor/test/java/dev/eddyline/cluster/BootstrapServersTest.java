package dev.eddyline.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapServersTest {

  private static final String UNKNOWN = "nowhere.invalid:9092";
  private static final String REFUSED = "127.0.0.1:1";

  @Test
  void addressesThatAllRefuseAreRejected() {
    assertThatThrownBy(() -> new BootstrapServers(REFUSED + ", localhost:2").requireListener())
        .isInstanceOf(ClusterUnreachableException.class)
        .hasMessageStartingWith("no Kafka broker answered at 127.0.0.1:1, localhost:2")
        .hasMessageContaining("connection refused");
  }

  @Test
  void oneAddressThatAcceptsIsEnough() throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String address = "127.0.0.1:" + broker.getLocalPort();

      assertThatCode(
              () -> new BootstrapServers(UNKNOWN + "," + REFUSED + "," + address).requireListener())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void refusingAddressIsAcceptedByServices() {
    assertThatCode(() -> new BootstrapServers(REFUSED + "," + UNKNOWN).requireKnownHost())
        .doesNotThrowAnyException();
  }

  @Test
  void onlyUnknownHostsAreNamed() {
    assertThatThrownBy(() -> new BootstrapServers(UNKNOWN + ",absent.invalid:1").requireKnownHost())
        .isInstanceOf(ClusterUnreachableException.class)
        .hasMessageContaining("unknown host: nowhere.invalid, absent.invalid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:port", "127.0.0.1:99999"})
  void malformedTextIsLeftToKafka(String text) {
    assertThatCode(() -> new BootstrapServers(text).requireListener()).doesNotThrowAnyException();
  }
}
