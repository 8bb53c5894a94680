package dev.eddyline.console.pages;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.app.Obstacle;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.Pages;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The live feed: sends published outputs to connected browsers as server-sent events. */
public final class FeedPages implements Pages, OutputView.ViewListener, AutoCloseable {

  /** Events that a reconnecting browser can catch up with. */
  static final int MAX_REPLAYABLE_MESSAGES = 1_000;

  /** A proxy names a user's groups per request: after this time the browser must reconnect. */
  static final long MAX_PROXIED_USER_FEED_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final long PING_SECONDS = 15;
  private static final long STATE_SECONDS = 1;
  private static final byte[] PING = ": ping\n\n".getBytes(StandardCharsets.UTF_8);

  private final OutputView view;
  private final Predicate<Caller> isCallerStillValid;
  private final Supplier<List<Obstacle>> obstacles;
  private final LongSupplier nanos;

  /** The last state that all clients have; guarded by this object. */
  private byte[] publishedState;

  private final Set<FeedClient> clients = new LinkedHashSet<>();
  private final Map<String, FeedMessage> recent = new LinkedHashMap<>();
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(
          run -> {
            Thread thread = new Thread(run, "feed-ping");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates the feed of a view.
   *
   * @param isCallerStillValid whether a caller still has the access it had when it connected
   * @param obstacles why this instance does not work now; empty when it does
   * @param nanos a clock, nanoseconds
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the pings end with the pages
  public FeedPages(
      OutputView view,
      Predicate<Caller> isCallerStillValid,
      Supplier<List<Obstacle>> obstacles,
      LongSupplier nanos) {
    this.view = view;
    this.isCallerStillValid = isCallerStillValid;
    this.obstacles = obstacles;
    this.nanos = nanos;
    publishedState = viewEvent();
    view.addListener(this);
    pings.scheduleAtFixedRate(this::ping, PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
    pings.scheduleWithFixedDelay(
        this::publishChangedState, STATE_SECONDS, STATE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.FEED.serve(config, http -> http.future(() -> openFeedStream(http)));
  }

  /** Opens a feed on an asynchronous request. */
  @SuppressWarnings("FutureReturnValueIgnored") // the result is not needed
  private CompletableFuture<Void> openFeedStream(Context http) {
    AsyncContext request = http.req().getAsyncContext();
    request.setTimeout(0);
    http.res().setContentType("text/event-stream");
    http.res().setCharacterEncoding("UTF-8");
    http.header("X-Accel-Buffering", "no");
    FeedClient client;
    try {
      client = new FeedClient(Caller.of(http), nanos.getAsLong(), http.res().getOutputStream());
    } catch (IOException gone) {
      return CompletableFuture.completedFuture(null);
    }
    admit(client, Optional.ofNullable(http.header("Last-Event-ID")));
    client.closedFuture().thenRun(() -> removeClient(client, request));
    client.start();
    // never completes: the server must not touch a request that it has already ended
    return new CompletableFuture<>();
  }

  /**
   * Adds a client and queues the events it has missed. Over the caller's own limit, the caller's
   * oldest feed is closed, as it is probably dead. Over a shared limit, the new client is rejected.
   * Publishes a changed state before: the client then has the state that the next change replaces.
   */
  private synchronized void admit(FeedClient client, Optional<String> lastId) {
    publishChangedState();
    FeedClient oldest;
    // check and add atomically, so that concurrent clients cannot exceed the limits
    synchronized (clients) {
      oldest = FeedLimits.findOldestIfCallerIsOverLimit(clients, client.caller()).orElse(null);
      if (oldest != null) {
        clients.remove(oldest);
      } else {
        FeedLimits.requireFreeSlot(clients, client.caller());
      }
      clients.add(client);
      client.enqueueInitialMessages(initialMessages(client, lastId));
    }
    if (oldest != null) {
      oldest.close();
    }
  }

  /** The first messages of a client. The clients share the byte arrays. */
  private List<byte[]> initialMessages(FeedClient client, Optional<String> lastId) {
    List<byte[]> first = new ArrayList<>();
    first.add("retry: 3000\n".getBytes(StandardCharsets.UTF_8));
    first.add(publishedState);
    boolean isMissed = false;
    for (FeedMessage message : recent.values()) {
      if (isMissed && isFor(client, message.output())) {
        first.add(message.bytesFor(client));
      }
      isMissed = isMissed || lastId.filter(message.output().id()::equals).isPresent();
    }
    return first;
  }

  private boolean isFor(FeedClient client, OutputEntry output) {
    return view.isCovered(output, client.caller().scope());
  }

  private void removeClient(FeedClient client, AsyncContext request) {
    synchronized (clients) {
      clients.remove(client);
    }
    try {
      request.complete();
    } catch (IllegalStateException | NullPointerException ended) {
      // the server has already ended the request
    }
  }

  @Override
  public void onOutput(OutputEntry output) {
    FeedMessage message = new FeedMessage(output);
    List<FeedClient> all;
    synchronized (clients) {
      // clients that connect later find the output in `recent`
      all = List.copyOf(clients);
      recent.put(output.id(), message);
      if (recent.size() > MAX_REPLAYABLE_MESSAGES) {
        recent.remove(recent.keySet().iterator().next());
      }
    }
    all.stream()
        .filter(it -> isFor(it, output))
        .forEach(it -> it.enqueueOrClose(message.bytesFor(it)));
  }

  /** Removes the task's messages, and closes all feeds: browsers connect again and reload. */
  @Override
  public void onTaskErased(OutputEntry erasure) {
    List<FeedClient> all;
    synchronized (clients) {
      all = List.copyOf(clients);
      view.read(
          projection -> recent.values().removeIf(message -> projection.isErased(message.output())));
    }
    if (view.isCaughtUp()) {
      all.forEach(FeedClient::close);
    }
  }

  @Override
  public void onCaughtUpChanged(boolean now) {
    publishChangedState();
  }

  /** Sends the state of the view and of this instance, if it is another one than before. */
  synchronized void publishChangedState() {
    byte[] state = viewEvent();
    if (!Arrays.equals(state, publishedState)) {
      publishedState = state;
      send(state);
    }
  }

  /** The parts that do not work, without their reasons: these name servers. */
  private byte[] viewEvent() {
    List<Obstacle> now = obstacles.get();
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("caughtUp", view.isCaughtUp());
    now.stream()
        .map(Obstacle::since)
        .min(Comparator.naturalOrder())
        .ifPresent(since -> json.put("staleSince", since.toEpochMilli()));
    ArrayNode parts = json.putArray("obstacles");
    now.forEach(obstacle -> parts.add(obstacle.part()));
    return "event: view\ndata: %s\n\n".formatted(json).getBytes(StandardCharsets.UTF_8);
  }

  /** Sends a keep-alive, and closes the feeds of callers whose access has ended. */
  void ping() {
    long now = nanos.getAsLong();
    List<FeedClient> ended;
    synchronized (clients) {
      ended = clients.stream().filter(client -> !mayFeedContinue(client, now)).toList();
    }
    ended.forEach(FeedClient::close);
    send(PING);
  }

  private boolean mayFeedContinue(FeedClient client, long now) {
    boolean isTooLong =
        client.caller().user() != null
            && now - client.connectedAtNanos() > MAX_PROXIED_USER_FEED_NANOS;
    return !isTooLong && isCallerStillValid.test(client.caller());
  }

  private void send(byte[] message) {
    List<FeedClient> all;
    synchronized (clients) {
      all = List.copyOf(clients);
    }
    all.forEach(client -> client.enqueueOrClose(message));
  }

  /** The number of open feeds. */
  public int clients() {
    synchronized (clients) {
      return clients.size();
    }
  }

  @Override
  public void close() {
    pings.shutdownNow();
    List<FeedClient> all;
    synchronized (clients) {
      all = List.copyOf(clients);
    }
    all.forEach(FeedClient::close);
  }
}
