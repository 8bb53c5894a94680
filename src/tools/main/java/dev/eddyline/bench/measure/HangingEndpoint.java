package dev.eddyline.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A local model endpoint that accepts every call and never responds, until closed. */
final class HangingEndpoint implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final ServerSocket server;
  private final Thread accepting;
  private final List<Socket> connections = new ArrayList<>();

  @SuppressWarnings("AddressSelection") // HOST is an address, not a name
  HangingEndpoint() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getByName(HOST));
    } catch (IOException none) {
      throw new UncheckedIOException("cannot open a port on %s".formatted(HOST), none);
    }
    accepting = new Thread(this::accept, "bench-endpoint");
    accepting.setDaemon(true);
    accepting.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        synchronized (connections) {
          connections.add(connection);
        }
      } catch (IOException broken) {
        if (!server.isClosed()) {
          throw new UncheckedIOException("the hanging endpoint failed", broken);
        }
      }
    }
  }

  /** Its base address. */
  String url() {
    return "http://%s:%d/v1".formatted(HOST, server.getLocalPort());
  }

  /** Number of accepted connections. */
  int connections() {
    synchronized (connections) {
      return connections.size();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      synchronized (connections) {
        for (Socket connection : connections) {
          connection.close();
        }
      }
    } catch (IOException left) {
      throw new UncheckedIOException("the hanging endpoint could not be closed", left);
    }
  }
}
