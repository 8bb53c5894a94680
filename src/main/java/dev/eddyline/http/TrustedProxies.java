package dev.eddyline.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * The proxies whose headers are believed. A request that one of them passes on has the address of
 * its client: the last hop of X-Forwarded-For, which the proxy itself appended, or the last one
 * before further listed proxies. What a client wrote there itself stands before that and is not
 * looked at. Jetty's ForwardedRequestCustomizer takes the first hop, from anybody.
 */
public final class TrustedProxies implements HttpConfiguration.Customizer {

  /** Attribute of a request that a listed proxy passed on. */
  static final String PROXIED = TrustedProxies.class.getName();

  private final InetAddressSet addresses = new InetAddressSet();

  /**
   * Proxies at these places.
   *
   * @param places IP addresses, or networks such as 10.1.0.0/16
   * @throws IllegalArgumentException for a text that is neither
   */
  public TrustedProxies(Collection<String> places) {
    addresses.addAll(places);
  }

  /** Whether one of them is at this address. */
  boolean contains(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        && internet.getAddress() != null
        && addresses.test(internet.getAddress());
  }

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
    if (!contains(remote)) {
      return request;
    }
    request.setAttribute(PROXIED, true);
    HttpFields headers = request.getHeaders();
    InetAddress client =
        client(
            ((InetSocketAddress) remote).getAddress(),
            headers.getValuesList(HttpHeader.X_FORWARDED_FOR));
    List<String> schemes = headers.getValuesList(HttpHeader.X_FORWARDED_PROTO);
    boolean isHttps =
        !schemes.isEmpty() && schemes.get(schemes.size() - 1).strip().equalsIgnoreCase("https");
    return new Proxied(request, new InetSocketAddress(client, 0), isHttps);
  }

  /** The client of a request that came from this address over these hops, the first one first. */
  private InetAddress client(InetAddress remote, List<String> forwardedFor) {
    List<String> hops = List.of(String.join(",", forwardedFor).split(",", -1));
    InetAddress client = remote;
    for (int i = hops.size() - 1; i >= 0 && addresses.test(client); i--) {
      Optional<InetAddress> before = ClientAddress.literal(hops.get(i).strip());
      if (before.isEmpty()) {
        return client;
      }
      client = before.get();
    }
    return client;
  }

  /** A request with the address and the scheme that its client used. */
  private static final class Proxied extends Request.Wrapper {

    private final ConnectionMetaData connection;

    private Proxied(Request request, SocketAddress client, boolean isHttps) {
      super(request);
      connection =
          new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
            @Override
            public SocketAddress getRemoteSocketAddress() {
              return client;
            }

            @Override
            public boolean isSecure() {
              return isHttps || super.isSecure();
            }
          };
    }

    @Override
    public ConnectionMetaData getConnectionMetaData() {
      return connection;
    }

    @Override
    public boolean isSecure() {
      return connection.isSecure();
    }
  }
}
