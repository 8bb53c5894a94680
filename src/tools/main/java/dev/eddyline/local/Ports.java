package dev.eddyline.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports of 127.0.0.1 for servers to listen on.
 *
 * <p>They are below the range of ephemeral ports: there, a client that reconnects to a restarting
 * server could get the server's own port.
 */
public final class Ports {

  static final String HOST = "127.0.0.1";

  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 29_999;
  private static final int CONNECT_LIMIT_MS = 1_000;
  private static final Set<Integer> RETURNED_PORTS = ConcurrentHashMap.newKeySet();

  /** A lock on the byte at a port's number reserves the port until this JVM ends. */
  private static final FileChannel LOCKS = openLocks();

  private Ports() {}

  private static FileChannel openLocks() {
    String name = "eddyline-ports-%s.lock".formatted(System.getProperty("user.name"));
    Path file = Path.of(System.getProperty("java.io.tmpdir"), name);
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + file + ", which reserves ports", e);
    }
  }

  /**
   * A free port, returned only once by this JVM, and by no other JVM of this user while this one
   * runs.
   *
   * @throws ServerStartException when no port is free
   */
  public static int findFreePort() {
    for (int tries = FIRST_PORT; tries <= LAST_PORT; tries++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
      if (RETURNED_PORTS.add(port) && reserve(port) && isFree(port)) {
        return port;
      }
    }
    throw new ServerStartException(
        "found no free port from %d to %d on %s".formatted(FIRST_PORT, LAST_PORT, HOST));
  }

  /** Whether no other JVM has reserved the port. */
  private static boolean reserve(int port) {
    try {
      return LOCKS.tryLock(port, 1, false) != null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot reserve port " + port, e);
    }
  }

  /** The port itself, 1 to 65535; ServerStartException when something listens on it. */
  static int requireFree(int port) {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be 1 to 65535, was " + port);
    }
    if (!isFree(port)) {
      throw new ServerStartException(
          "port %d of %s is in use: stop the program that listens there or choose another"
              .formatted(port, HOST));
    }
    return port;
  }

  /** Whether a server listens on the port. */
  @SuppressWarnings("AddressSelection") // HOST is an address, not a name
  static boolean acceptsConnections(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HOST, port), CONNECT_LIMIT_MS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Whether a server can listen on the port. */
  @SuppressWarnings("AddressSelection") // HOST is an address, not a name
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
