package dev.eddyline.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A model's endpoint on this machine that takes every call and answers none, until closed. */
final class HangingEndpoint implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final ServerSocket server;
  private final Thread accepting;
  private final List<Socket> calls = new ArrayList<>();

  @SuppressWarnings("AddressSelection") // HOST is an address, not a name
  HangingEndpoint() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getByName(HOST));
    } catch (IOException none) {
      throw new UncheckedIOException("no port of %s is free".formatted(HOST), none);
    }
    accepting = new Thread(this::accept, "bench-endpoint");
    accepting.setDaemon(true);
    accepting.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket call = server.accept();
        synchronized (calls) {
          calls.add(call);
        }
      } catch (IOException broken) {
        if (!server.isClosed()) {
          throw new UncheckedIOException("the endpoint that hangs broke", broken);
        }
      }
    }
  }

  /** Its base address. */
  String url() {
    return "http://%s:%d/v1".formatted(HOST, server.getLocalPort());
  }

  /** Connections that were made to it. */
  int calls() {
    synchronized (calls) {
      return calls.size();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      synchronized (calls) {
        for (Socket call : calls) {
          call.close();
        }
      }
    } catch (IOException left) {
      throw new UncheckedIOException("the endpoint that hangs could not be closed", left);
    }
  }
}
