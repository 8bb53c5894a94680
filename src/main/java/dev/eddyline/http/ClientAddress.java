package dev.eddyline.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Base64;

/** The name under which a client is counted: its IPv4 address, or the /64 network that it owns. */
public final class ClientAddress {

  private static final int NETWORK_BYTES = 8;

  private ClientAddress() {}

  /** The name of the client at this address. */
  static String key(SocketAddress address) {
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? key(internet.getAddress())
        : "";
  }

  /** The IP address itself; empty where there is none. */
  static String exact(SocketAddress address) {
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : "";
  }

  /** The name of the client at this IP address. */
  public static String ofText(String address) {
    return key(parsed(address));
  }

  /** An IP address as {@link #exact} writes it. */
  static String written(String address) {
    return parsed(address).getHostAddress();
  }

  private static InetAddress parsed(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException noAddress) {
      throw new IllegalArgumentException("not an IP address: " + address, noAddress);
    }
  }

  private static String key(InetAddress address) {
    return address instanceof Inet6Address
        ? Base64.getEncoder().encodeToString(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : address.getHostAddress();
  }
}
