package dev.eddyline.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Source addresses of an attack, in turn: 127.0.0.2 and following. */
final class Attackers {

  /** Enough addresses to reach the limits for all clients. */
  static final int MANY = 8;

  private static final int FIRST = 2;

  private final int addresses;
  private final AtomicInteger next = new AtomicInteger();

  /** An attack from this many addresses. */
  Attackers(int addresses) {
    this.addresses = addresses;
  }

  /** A connection to a port of 127.0.0.1, from the next address. */
  @SuppressWarnings("AddressSelection") // addresses, not names
  Socket connect(int port) throws IOException {
    int number = FIRST + Math.floorMod(next.getAndIncrement(), addresses);
    return new Socket(
        InetAddress.getByName("127.0.0.1"), port, InetAddress.getByName("127.0.0." + number), 0);
  }
}
