package dev.eddyline.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;

/**
 * The addresses in {@code bootstrap.servers}. A mistake in them is found at once, while Kafka's
 * clients try until their timeout.
 *
 * @param text the setting's value: HOST:PORT, separated by commas
 */
public record BootstrapServers(String text) {

  /** Longest wait for one address; one that does not answer by then is left to Kafka's clients. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Checks that one host is known. Makes no connection.
   *
   * @throws ClusterUnreachableException when the name of every host is unknown
   */
  public void requireKnownHost() {
    resolve();
  }

  /**
   * Checks that no connection is refused by all addresses, for commands that do not wait until a
   * broker starts. An address that does not answer within 2 s counts as a broker.
   *
   * @throws ClusterUnreachableException when the hosts are unknown, or refuse every connection
   */
  public void requireListener() {
    Set<InetSocketAddress> addresses = resolve();
    if (addresses.isEmpty()) {
      return;
    }
    for (InetSocketAddress address : addresses) {
      if (!isRefused(address)) {
        return;
      }
    }
    throw new ClusterUnreachableException(
        "no Kafka broker answered at %s (connection refused): start the cluster or correct"
                .formatted(text)
            + " bootstrap.servers",
        new ConnectException("connection refused"));
  }

  /** The addresses of known hosts; empty for a text that Kafka's clients reject. */
  private Set<InetSocketAddress> resolve() {
    Set<InetSocketAddress> addresses = new LinkedHashSet<>();
    Set<String> unknownHosts = new LinkedHashSet<>();
    for (String server : servers()) {
      String host = Utils.getHost(server);
      Integer port = Utils.getPort(server);
      if (host == null || port == null || port > 65_535) {
        return Set.of();
      }
      try {
        for (InetAddress address : InetAddress.getAllByName(host)) {
          addresses.add(new InetSocketAddress(address, port));
        }
      } catch (UnknownHostException unknown) {
        unknownHosts.add(host);
      }
    }
    if (addresses.isEmpty() && !unknownHosts.isEmpty()) {
      throw new ClusterUnreachableException(
          "bootstrap.servers: unknown host: %s; correct the name, or the name service"
              .formatted(String.join(", ", unknownHosts)),
          new UnknownHostException(String.join(", ", unknownHosts)));
    }
    return addresses;
  }

  private List<String> servers() {
    return Arrays.stream(text.split(",")).map(String::strip).filter(it -> !it.isEmpty()).toList();
  }

  private static boolean isRefused(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException unanswered) {
      return false;
    }
  }
}
