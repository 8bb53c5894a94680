package dev.eddyline.attack;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The attacks on one processor. */
public final class Attacks {

  private static final int BODY_THREADS = 200;

  /** Elements that fill a body of a megabyte, the longest that is read. */
  private static final int BODY_ELEMENTS = 332_994;

  private final AttackedProcessor processor;

  /** Attacks on this processor. */
  public Attacks(AttackedProcessor processor) {
    this.processor = processor;
  }

  /** All attacks, in the order of their report. */
  public List<Attack> all() {
    return List.of(
        largeBodies(),
        largeBodiesOfEvents(),
        slowBodies(),
        endlessHeaders(),
        amplifyingRequests(),
        tooManyEvents(),
        manyFeeds(),
        malformedRequests());
  }

  /** Bodies of a megabyte from one address, each sent except for its last byte, which is late. */
  public Attack largeBodies() {
    return largeBodies("200 × 1 MB", "session", new Attackers(1));
  }

  /** The same to the route of events, from several addresses. */
  public Attack largeBodiesOfEvents() {
    return largeBodies(
        "200 × 1 MB of events, 8 addresses", "events", new Attackers(Attackers.MANY));
  }

  private Attack largeBodies(String title, String route, Attackers attackers) {
    byte[] body =
        ("{\"token\":[" + "{},".repeat(BODY_ELEMENTS) + "{}]}").getBytes(StandardCharsets.US_ASCII);
    byte[] header =
        "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            .formatted(route, body.length)
            .getBytes(StandardCharsets.US_ASCII);
    return attack(
        title,
        length ->
            AttackThreads.repeat(
                BODY_THREADS, length, () -> postWithLateEnd(attackers, header, body)));
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
  public Attack slowBodies() {
    return slowConnections(
        "300 trickling bodies",
        300,
        new Attackers(1),
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        "x");
  }

  /** Request headers that never end. */
  public Attack endlessHeaders() {
    return slowConnections(
        "1,000 endless headers",
        1_000,
        new Attackers(Attackers.MANY),
        "GET / HTTP/1.1\r\nHost: localhost\r\n",
        "X-Slow: 1\r\n");
  }

  private Attack slowConnections(
      String title, int count, Attackers attackers, String opening, String bytes) {
    return attack(
        title,
        length -> {
          try (SocketPool slow = new SocketPool(processor.port(), attackers, count, opening)) {
            slow.sendSlowly(bytes, length);
          }
        });
  }

  /** Requests whose responses would be much longer than themselves. */
  public EventPosts amplifyingRequests() {
    return EventPosts.withManyErrors(processor);
  }

  /** Far more events than a token may publish. */
  public EventPosts tooManyEvents() {
    return EventPosts.withTooManyEvents(processor);
  }

  /** Far more event streams than one caller may have. */
  public ManyFeeds manyFeeds() {
    return new ManyFeeds(processor);
  }

  /** Malformed requests, one after the other. */
  public Attack malformedRequests() {
    List<String> requests = MalformedRequests.requests();
    return attack(
        "malformed requests",
        length ->
            AttackThreads.repeat(
                1,
                length,
                () ->
                    requests.forEach(
                        request -> MalformedRequests.send(processor.port(), request))));
  }

  private static Attack attack(String title, Consumer<Duration> work) {
    return new Attack() {
      @Override
      public String title() {
        return title;
      }

      @Override
      public void run(Duration length) {
        work.accept(length);
      }
    };
  }
}
