package dev.eddyline.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;

/**
 * The address of a request's client, and the name under which the client is counted: its IPv4
 * address, or the /64 network that it owns. Behind one of the {@link TrustedProxies} it is the
 * address that the proxy names, else that of the connection.
 */
public final class ClientAddress {

  private static final int NETWORK_BYTES = 8;

  /** Literal addresses, which Java never resolves by DNS. */
  private static final Pattern LITERAL =
      Pattern.compile(
          "(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?!$)|$)){4}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private ClientAddress() {}

  /** The name under which the client of a request is counted. */
  static String key(Request request) {
    return key(request.getConnectionMetaData().getRemoteSocketAddress());
  }

  /** The name of the client at this address. */
  static String key(SocketAddress address) {
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? key(internet.getAddress())
        : "";
  }

  /** The IP address of a request's client. */
  public static String of(HttpServletRequest request) {
    // an IPv6 address is in brackets
    return request.getRemoteAddr().replaceAll("[\\[\\]]", "");
  }

  /** The same of a request before routing. */
  public static String of(Request request) {
    return Request.getRemoteAddr(request).replaceAll("[\\[\\]]", "");
  }

  /** Whether one of the trusted proxies passed a request on. */
  public static boolean isProxied(HttpServletRequest request) {
    return request.getAttribute(TrustedProxies.PROXIED) != null;
  }

  /** The same of a request before routing. */
  public static boolean isProxied(Request request) {
    return request.getAttribute(TrustedProxies.PROXIED) != null;
  }

  /** The name of the client at this IP address. */
  public static String ofText(String address) {
    return key(parsed(address));
  }

  /** The IP address in an entry of X-Forwarded-For, with or without port; empty if invalid. */
  static Optional<InetAddress> literal(String forwardedEntry) {
    try {
      String host = new HostPort(forwardedEntry).getHost().replaceAll("[\\[\\]]", "");
      return LITERAL.matcher(host).matches() ? Optional.of(parsed(host)) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
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
