package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

  private final PublicAddresses none = new PublicAddresses(List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "::ffff:0:a00:1",
        "2001::1",
        "2002:7f00:1::",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void privateAddressIsRefused(String address) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> none.resolve(address))
        .withMessageContaining("has the private address")
        .withMessageContaining("notifier.networks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "192.0.1.1"})
  void publicAddressIsAllowed(String address) {
    assertThat(none.resolve(address)).hasSize(1);
  }

  @Test
  void listedNetworkIsAllowed() throws Exception {
    // Given
    PublicAddresses listed = new PublicAddresses(List.of("10.1.0.0/16", "127.0.0.1"));

    // When // Then
    assertThat(listed.isAllowed(InetAddress.getByName("10.1.7.7"))).isTrue();
    assertThat(listed.isAllowed(InetAddress.getByName("127.0.0.1"))).isTrue();
    assertThat(listed.isAllowed(InetAddress.getByName("10.2.0.1"))).isFalse();
    assertThat(listed.isAllowed(InetAddress.getByName("127.0.0.2"))).isFalse();
  }

  @Test
  void unknownHostIsNamed() {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> none.resolve("no-such-host.invalid"))
        .withMessage("the host no-such-host.invalid cannot be resolved");
  }
}
