package dev.eddyline.serve;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The ports on which a service will listen. They are checked before the service joins its consumer
 * group, because a member that leaves at once makes the other instances rebalance.
 */
final class ListeningPorts {

  private static final int MAX_PORT = 65_535;

  /** An address on which a service listens, by its settings. */
  private record Listener(Setting host, Setting port) {}

  private static final Listener HTTP = new Listener(Setting.HTTP_HOST, Setting.HTTP_PORT);
  private static final Listener OTLP = new Listener(Setting.OTLP_HOST, Setting.OTLP_PORT);
  private static final Listener HEALTH = new Listener(Setting.HEALTH_HOST, Setting.HEALTH_PORT);

  private ListeningPorts() {}

  /**
   * Checks the ports for the API, telemetry and health.
   *
   * @throws InvalidSettingException with the setting of a port or host that cannot be used
   */
  static void requireFree(Settings settings) {
    requireFree(settings, List.of(HTTP, OTLP, HEALTH));
  }

  /** Checks only the port for health, as {@link #requireFree(Settings)}. */
  static void requireHealthPortFree(Settings settings) {
    requireFree(settings, List.of(HEALTH));
  }

  private static void requireFree(Settings settings, List<Listener> listeners) {
    Deque<ServerSocket> open = new ArrayDeque<>();
    try {
      for (Listener listener : listeners) {
        if (!settings.get(listener.port()).isBlank()) {
          // open until the last one is checked: two settings may name the same port
          open.push(bind(settings, listener));
        }
      }
    } finally {
      open.forEach(ListeningPorts::close);
    }
  }

  private static ServerSocket bind(Settings settings, Listener listener) {
    String host = settings.get(listener.host());
    int port = settings.integer(listener.port(), 0, MAX_PORT);
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new InvalidSettingException(
          "%s: unknown host: %s".formatted(listener.host().key(), host));
    }
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return socket;
    } catch (BindException refused) {
      String reason = String.valueOf(refused.getMessage());
      throw new InvalidSettingException(
          reason.startsWith("Address already in use")
              ? "%s: port %d of %s is taken: end the process that listens there, or set another port"
                  .formatted(listener.port().key(), port, host)
              : "%s, %s: cannot listen on port %d of %s: %s"
                  .formatted(listener.host().key(), listener.port().key(), port, host, reason));
    } catch (IOException failed) {
      throw new InvalidSettingException(
          "%s: cannot listen on port %d: %s"
              .formatted(listener.port().key(), port, failed.getMessage()));
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // the server reports a port that is still taken
    }
  }
}
