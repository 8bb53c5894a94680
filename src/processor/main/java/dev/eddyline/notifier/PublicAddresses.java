package dev.eddyline.notifier;

import dev.eddyline.config.InvalidSettingException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * Resolves hosts of targets to addresses on the public internet or in listed networks. A target
 * that names an internal server would otherwise send the notifier there.
 */
final class PublicAddresses {

  /** Networks that are not on the public internet, also behind addresses that translate to them. */
  private static final List<String> PRIVATE =
      List.of(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "224.0.0.0/4",
          "240.0.0.0/4",
          "[::]/96",
          "[::ffff:0:0:0]/96",
          "[64:ff9b::]/96",
          "[64:ff9b:1::]/48",
          "[2001::]/32",
          "[2002::]/16",
          "[fc00::]/7",
          "[fe80::]/10",
          "[fec0::]/10",
          "[ff00::]/8");

  private final InetAddressSet privateAddresses = new InetAddressSet();
  private final InetAddressSet listed = new InetAddressSet();

  /**
   * Accepts public addresses and these.
   *
   * @param networks IP addresses, or networks such as 10.1.0.0/16
   * @throws IllegalArgumentException for a text that is neither
   */
  PublicAddresses(Collection<String> networks) {
    privateAddresses.addAll(PRIVATE);
    listed.addAll(networks);
  }

  /**
   * All addresses of a host.
   *
   * @throws InvalidSettingException if there are none, or if one is private and not listed
   */
  List<InetAddress> resolve(String host) {
    List<InetAddress> addresses;
    try {
      addresses = Arrays.asList(InetAddress.getAllByName(host));
    } catch (UnknownHostException unknown) {
      throw new InvalidSettingException("the host %s cannot be resolved".formatted(host));
    }
    for (InetAddress address : addresses) {
      if (!isAllowed(address)) {
        throw new InvalidSettingException(
            "%s has the private address %s; list it in notifier.networks to allow it"
                .formatted(host, address.getHostAddress()));
      }
    }
    return addresses;
  }

  /** Whether all addresses of a host are listed, so that requests do not leave those networks. */
  boolean areListed(List<InetAddress> addresses) {
    return addresses.stream().allMatch(listed);
  }

  boolean isAllowed(InetAddress address) {
    return listed.test(address) || !privateAddresses.test(address);
  }
}
