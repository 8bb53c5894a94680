package dev.eddyline.attack;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Many connections of one attacker. */
final class SocketPool implements AutoCloseable {

  private static final long PAUSE_BETWEEN_SENDS_NANOS = 200_000_000;
  private static final int POLL_MILLIS = 1;

  private final int port;
  private final Attackers attackers;
  private final String opening;
  private final List<Socket> sockets = new ArrayList<>();

  /** Opens this many connections, each of which first sends a text. */
  SocketPool(int port, Attackers attackers, int count, String opening) {
    this.port = port;
    this.attackers = attackers;
    this.opening = opening;
    for (int i = 0; i < count; i++) {
      sockets.add(open());
    }
  }

  private Socket open() {
    try {
      Socket socket = attackers.connect(port);
      if (!send(socket, opening)) {
        socket.close();
      }
      return socket;
    } catch (IOException refused) {
      return new Socket();
    }
  }

  private static boolean send(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /**
   * Repeatedly sends a few bytes on each connection, for this time. Replaces those that the server
   * has closed.
   */
  void sendSlowly(String bytes, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      sockets.replaceAll(socket -> send(socket, bytes) ? socket : reopen(socket));
      LockSupport.parkNanos(PAUSE_BETWEEN_SENDS_NANOS);
    }
  }

  private Socket reopen(Socket closed) {
    close(closed);
    return open();
  }

  /** Reads what has arrived, and drops connections that the server has closed; returns the rest. */
  int readPending() {
    List<Socket> closed = sockets.stream().filter(SocketPool::isClosedAfterPendingBytes).toList();
    closed.forEach(SocketPool::close);
    sockets.removeAll(closed);
    return sockets.size();
  }

  private static boolean isClosedAfterPendingBytes(Socket socket) {
    try {
      socket.setSoTimeout(POLL_MILLIS);
      byte[] buffer = new byte[8_192];
      int read = 0;
      while (read >= 0) {
        read = socket.getInputStream().read(buffer);
      }
      return true;
    } catch (SocketTimeoutException nothingMoreYet) {
      return false;
    } catch (IOException closed) {
      return true;
    }
  }

  @Override
  public void close() {
    sockets.forEach(SocketPool::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // closing failed, which does not matter
    }
  }
}
