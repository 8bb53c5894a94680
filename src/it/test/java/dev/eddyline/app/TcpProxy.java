package dev.eddyline.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A proxy to a local server that can be closed and opened again while the server runs. */
final class TcpProxy implements AutoCloseable {

  private final ServerSocket server;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean accepting = true;

  TcpProxy(int target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::listen);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Closes every connection, and each new one at once. */
  void refuse() {
    accepting = false;
    open.forEach(TcpProxy::closeQuietly);
    open.clear();
  }

  /** Lets connections through again. */
  void accept() {
    accepting = true;
  }

  private void listen() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (!accepting) {
          closeQuietly(client);
          continue;
        }
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(upstream);
        daemon(() -> copyBytes(client, upstream));
        daemon(() -> copyBytes(upstream, client));
      } catch (IOException closed) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(closed);
        }
      }
    }
  }

  private static void copyBytes(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException ended) {
      // one side is closed: close the other
    } finally {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // already closed
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    refuse();
  }
}
