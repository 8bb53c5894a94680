package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.LoopbackAccess;
import dev.eddyline.console.view.OutputView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of concurrent feeds. */
class FeedLimitsTest {

  private static final int AT_ONCE = 120;
  private static final int LIMIT_MILLIS = 60_000;

  private final AtomicLong now = new AtomicLong();
  private final OutputView view = new OutputView(Clock.systemUTC());
  private final FeedPages feed = new FeedPages(view, caller -> true, List::of, now::get);
  private final WebServer server =
      LoopbackServer.start(
          List.of(
              config -> config.routes.before(http -> caller(http.header("As")).attach(http)),
              feed));
  private final List<Socket> sockets = new ArrayList<>();

  private static Caller caller(String name) {
    String number = name.replaceAll("\\D", "");
    if (name.startsWith("token")) {
      NamedToken token = TestAccessTokens.namedToken("a", Role.VIEW);
      return LoopbackAccess.callerOfSession(name, token, "2001:db8:%s::1".formatted(number));
    }
    // each session has its own address in one network
    String address = "2001:db8:1:2::" + number;
    return name.startsWith("session")
        ? LoopbackAccess.callerOfSession(name, null, address)
        : new Caller(name, null, null, address, null, Grant.OPERATOR, false);
  }

  @AfterEach
  void end() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    feed.close();
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket.setSoTimeout(LIMIT_MILLIS);
    return socket;
  }

  /** Opens feeds concurrently, as callers with this name prefix and a number. */
  private void follow(String name, int names) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      Socket socket = connect();
      sockets.add(socket);
      String as = name + i % names;
      sent.add(CompletableFuture.runAsync(() -> follow(socket, as, begin), threads));
    }
    begin.countDown();
    sent.forEach(CompletableFuture::join);
    threads.shutdown();
  }

  private static void follow(Socket socket, String as, CountDownLatch begin) {
    try {
      begin.await();
      String request =
          "GET /api/v1/feed HTTP/1.1\r\nHost: a\r\nAs: %s\r\nConnection: close\r\n\r\n"
              .formatted(as);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      // the status line: accepted or rejected
      socket.getInputStream().read(new byte[12]);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** The connections that receive what the feed sends now; the others have ended. */
  private List<Socket> open() {
    view.onCaughtUpChanged(false);
    view.onCaughtUpChanged(true);
    return sockets.stream().filter(FeedLimitsTest::receivesChange).toList();
  }

  private static boolean receivesChange(Socket socket) {
    StringBuilder received = new StringBuilder();
    byte[] buffer = new byte[1_024];
    try {
      InputStream in = socket.getInputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        received.append(new String(buffer, 0, read, StandardCharsets.US_ASCII));
        if (received.indexOf("\"caughtUp\":true") >= 0) {
          return true;
        }
      }
      return false;
    } catch (SocketTimeoutException silent) {
      throw new UncheckedIOException(silent);
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void limitsFeedsPerCaller() throws Exception {
    // When
    follow("ann", 1);

    // Then
    assertThat(feed.clients()).isEqualTo(FeedLimits.MAX_OPEN_FEEDS_PER_CALLER);
    assertThat(open()).hasSize(FeedLimits.MAX_OPEN_FEEDS_PER_CALLER);
  }

  @Test
  void limitsFeedsPerAddress() throws Exception {
    // When
    follow("session", 12);

    // Then
    assertThat(feed.clients()).isEqualTo(FeedLimits.MAX_OPEN_FEEDS_PER_ADDRESS);
  }

  @Test
  void limitsFeedsPerName_fromAnyAddress() throws Exception {
    // When
    follow("token", 12);

    // Then
    assertThat(feed.clients()).isEqualTo(FeedLimits.MAX_OPEN_FEEDS_PER_NAME);
  }

  @Test
  void rejectsFeedOverAddressLimit() throws Exception {
    // Given
    follow("session", 12);
    List<Socket> before = open();

    // When
    String status;
    try (Socket newcomer = connect()) {
      String request = "GET /api/v1/feed HTTP/1.1\r\nHost: a\r\nAs: session-new\r\n\r\n";
      newcomer.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      status = new String(newcomer.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    // Then
    assertThat(status).isEqualTo("HTTP/1.1 429");
    assertThat(before).hasSize(FeedLimits.MAX_OPEN_FEEDS_PER_ADDRESS);
    assertThat(open()).isEqualTo(before);
  }

  @Test
  void limitsFeedsOfProxiedUsersSeparately() throws Exception {
    // When
    follow("user", 12);

    // Then
    assertThat(feed.clients()).isEqualTo(AT_ONCE);
  }

  @Test
  void feedOfProxiedUserEndsAfterTimeLimit() throws Exception {
    // Given
    follow("user", 12);
    follow("session", 12);
    int sessions = FeedLimits.MAX_OPEN_FEEDS_PER_ADDRESS;
    now.set(FeedPages.MAX_PROXIED_USER_FEED_NANOS);
    feed.ping();
    assertThat(feed.clients()).isEqualTo(AT_ONCE + sessions);

    // When
    now.incrementAndGet();
    feed.ping();

    // Then
    await().untilAsserted(() -> assertThat(feed.clients()).isEqualTo(sessions));
  }
}
