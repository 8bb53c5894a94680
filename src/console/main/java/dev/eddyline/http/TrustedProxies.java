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
 * The proxies whose headers are trusted. A request through one of them gets the address of its
 * client: the last entry of X-Forwarded-For that is not a listed proxy. Earlier entries may come
 * from the client and are ignored. Jetty's ForwardedRequestCustomizer uses the first entry, from
 * any sender.
 */
public final class TrustedProxies implements HttpConfiguration.Customizer {

  /** Attribute of a request that a listed proxy passed on. */
  static final String PROXIED = TrustedProxies.class.getName();

  private final InetAddressSet addresses = new InetAddressSet();

  /**
   * Creates the list of proxies.
   *
   * @param networks IP addresses, or networks such as 10.1.0.0/16
   * @throws IllegalArgumentException for a text that is neither
   */
  public TrustedProxies(Collection<String> networks) {
    addresses.addAll(networks);
  }

  /** Whether this is the address of a listed proxy. */
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

  /** The client's address, from the remote address and the X-Forwarded-For values in order. */
  private InetAddress client(InetAddress remote, List<String> forwardedFor) {
    List<String> forwarded = List.of(String.join(",", forwardedFor).split(",", -1));
    InetAddress client = remote;
    for (int i = forwarded.size() - 1; i >= 0 && addresses.test(client); i--) {
      Optional<InetAddress> forwardedClient = ClientAddress.literal(forwarded.get(i).strip());
      if (forwardedClient.isEmpty()) {
        return client;
      }
      client = forwardedClient.get();
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
