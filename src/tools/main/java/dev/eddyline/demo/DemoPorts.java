package dev.eddyline.demo;

import dev.eddyline.local.Ports;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** The ports of the demo's servers, fixed so that bookmarks and commands remain valid. */
final class DemoPorts {

  private static final int MAX_PORT = 65_535;

  /** A server of the demo, with its default port. */
  enum DemoServer {
    CONSOLE(8090),
    HEALTH(8091),
    BROKER(9092),
    REGISTRY(8081),
    OTLP(4318);

    private final int defaultPort;

    DemoServer(int defaultPort) {
      this.defaultPort = defaultPort;
    }
  }

  private final Map<DemoServer, Integer> ports = new EnumMap<>(DemoServer.class);
  private final OptionalInt console;

  private DemoPorts(OptionalInt console) {
    this.console = console;
  }

  /**
   * Free ports of 127.0.0.1 for all servers.
   *
   * @param console the console's port, where the user names one
   */
  static DemoPorts choose(OptionalInt console) {
    return choose(console, Ports::isFree);
  }

  /** The default port of each server, or the next free one that no other server has. */
  static DemoPorts choose(OptionalInt console, IntPredicate isFree) {
    DemoPorts chosen = new DemoPorts(console);
    console.ifPresent(port -> chosen.ports.put(DemoServer.CONSOLE, port));
    IntPredicate isLeft = port -> isFree.test(port) && !chosen.ports.containsValue(port);
    for (DemoServer server : DemoServer.values()) {
      if (!chosen.ports.containsKey(server) && isLeft.test(server.defaultPort)) {
        chosen.ports.put(server, server.defaultPort);
      }
    }
    for (DemoServer server : DemoServer.values()) {
      if (!chosen.ports.containsKey(server)) {
        chosen.ports.put(server, nextFreePort(server, isLeft));
      }
    }
    return chosen;
  }

  private static int nextFreePort(DemoServer server, IntPredicate isLeft) {
    for (int port = server.defaultPort + 1; port <= MAX_PORT; port++) {
      if (isLeft.test(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no port from %d to %d is free for the %s"
            .formatted(server.defaultPort, MAX_PORT, displayName(server)));
  }

  /** The port of a server. */
  int portOf(DemoServer server) {
    return ports.get(server);
  }

  /** A line for each server whose default port is taken. */
  List<String> replacements() {
    return ports.entrySet().stream()
        .filter(it -> it.getValue() != it.getKey().defaultPort)
        .filter(it -> it.getKey() != DemoServer.CONSOLE || console.isEmpty())
        .map(
            it ->
                "port %d is taken: %s on %d"
                    .formatted(it.getKey().defaultPort, displayName(it.getKey()), it.getValue()))
        .toList();
  }

  private static String displayName(DemoServer server) {
    return server.name().toLowerCase(Locale.ROOT);
  }
}
