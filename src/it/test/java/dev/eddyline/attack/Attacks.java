package dev.eddyline.attack;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The attacks on one processor. */
final class Attacks {

  private static final int BODY_THREADS = 200;

  /** Elements that fill a body of a megabyte, the longest that is read. */
  private static final int BODY_ELEMENTS = 332_994;

  private final AttackedProcessor processor;

  /** Attacks on this processor. */
  Attacks(AttackedProcessor processor) {
    this.processor = processor;
  }

  /** Bodies of a megabyte from one address, each sent except for its last byte, which is late. */
  Attack largeBodies() {
    return largeBodies("session", new Attackers(1));
  }

  /** The same to the route of events, from several addresses. */
  Attack largeBodiesOfEvents() {
    return largeBodies("events", new Attackers(Attackers.MANY));
  }

  private Attack largeBodies(String route, Attackers attackers) {
    byte[] body =
        ("{\"token\":[" + "{},".repeat(BODY_ELEMENTS) + "{}]}").getBytes(StandardCharsets.US_ASCII);
    byte[] header =
        "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            .formatted(route, body.length)
            .getBytes(StandardCharsets.US_ASCII);
    return length ->
        AttackThreads.repeat(BODY_THREADS, length, () -> postWithLateEnd(attackers, header, body));
  }

  private void postWithLateEnd(Attackers attackers, byte[] header, byte[] body) {
    try (Socket socket = attackers.connect(processor.port())) {
      socket.getOutputStream().write(header);
      socket.getOutputStream().write(body, 0, body.length - 1);
      LockSupport.parkNanos(1_000_000_000);
      socket.getOutputStream().write(body, body.length - 1, 1);
    } catch (IOException refused) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Bodies of which a byte arrives from time to time. */
  Attack slowBodies() {
    return slowConnections(
        300,
        new Attackers(1),
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        "x");
  }

  /** Request headers that never end. */
  Attack endlessHeaders() {
    return slowConnections(
        1_000,
        new Attackers(Attackers.MANY),
        "GET / HTTP/1.1\r\nHost: localhost\r\n",
        "X-Slow: 1\r\n");
  }

  private Attack slowConnections(int count, Attackers attackers, String opening, String bytes) {
    return length -> {
      try (SocketPool slow = new SocketPool(processor.port(), attackers, count, opening)) {
        slow.sendSlowly(bytes, length);
      }
    };
  }

  /** Requests whose responses would be much longer than themselves. */
  EventPosts amplifyingRequests() {
    return EventPosts.withManyErrors(processor);
  }

  /** Far more events than a token may publish. */
  EventPosts tooManyEvents() {
    return EventPosts.withTooManyEvents(processor);
  }

  /** Far more event streams than one caller may have. */
  ManyFeeds manyFeeds() {
    return new ManyFeeds(processor);
  }

  /** Malformed requests, one after the other. */
  Attack malformedRequests() {
    List<String> requests = MalformedRequests.requests();
    return length ->
        AttackThreads.repeat(
            1,
            length,
            () -> requests.forEach(request -> MalformedRequests.send(processor.port(), request)));
  }
}
