package dev.eddyline.attack;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Requests to the route of events with a valid token, one after the other on each thread. */
final class EventPosts implements Attack {

  /** The status under which requests without a response are counted. */
  private static final int NO_RESPONSE = 0;

  private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int threads;
  private final List<byte[]> bodies;
  private final AttackedProcessor processor;
  private final Map<Integer, Integer> responses = new ConcurrentHashMap<>();
  private final AtomicInteger longestResponse = new AtomicInteger();

  private EventPosts(int threads, Stream<String> bodies, AttackedProcessor processor) {
    this.threads = threads;
    this.bodies = bodies.map(body -> body.getBytes(StandardCharsets.US_ASCII)).toList();
    this.processor = processor;
  }

  /** Requests with so many errors that a response which lists all would be huge. */
  static EventPosts withManyErrors(AttackedProcessor processor) {
    String fields =
        IntStream.range(0, 60_000).mapToObj(i -> "\"f%d\":[]".formatted(i)).collect(joining(","));
    return new EventPosts(
        24,
        Stream.of(
            "[" + "1,".repeat(499_000) + "1]",
            "{}\n".repeat(330_000),
            "[" + "{\"a\":1},".repeat(999) + "{}]",
            "{" + fields + "}"),
        processor);
  }

  /** Far more valid events than a token may publish, of many tasks. */
  static EventPosts withTooManyEvents(AttackedProcessor processor) {
    String text = "x".repeat(600);
    String events =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    "{\"taskId\":\"flood-%d\",\"type\":\"user_message\",\"text\":\"%s\"}\n"
                        .formatted(i, text))
            .collect(joining());
    return new EventPosts(8, Stream.of(events), processor);
  }

  @Override
  public void run(Duration length) {
    AttackThreads.repeat(threads, length, this::postEach);
  }

  /** Posts each body once. */
  void postEach() {
    bodies.forEach(this::post);
  }

  private void post(byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(processor.address() + "/api/v1/events"))
            .header("Authorization", "Bearer " + AttackedProcessor.TOKEN)
            .timeout(RESPONSE_LIMIT)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      responses.merge(response.statusCode(), 1, Integer::sum);
      longestResponse.accumulateAndGet(response.body().length(), Math::max);
    } catch (HttpTimeoutException late) {
      responses.merge(NO_RESPONSE, 1, Integer::sum);
    } catch (IOException refused) {
      LockSupport.parkNanos(10_000_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Number of responses by status. */
  Map<Integer, Integer> responses() {
    return new TreeMap<>(responses);
  }

  /** Characters of the longest response. */
  int longestResponse() {
    return longestResponse.get();
  }
}
