package dev.eddyline.gateway;

import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.Spans;
import dev.eddyline.otlp.TelemetryRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Long bodies from many clients at once, which do not wait when they are refused. */
final class BodyBurst {

  private static final int CLIENTS = 20;
  private static final int BODY_BYTES = 8 << 20;
  private static final int SHORT_RESULT = 400;
  private static final int LONG_RESULT = 200_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final URI url;
  private final List<byte[]> bodies = List.of(body(SHORT_RESULT), body(LONG_RESULT));
  private final Map<Integer, LongAdder> answersByStatus = new ConcurrentHashMap<>();
  private final AtomicLong longestNanos = new AtomicLong();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

  BodyBurst(URI url) {
    this.url = url;
  }

  /** Sends bodies for a time, and waits for the last answers. */
  void run(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < CLIENTS; number++) {
      byte[] body = bodies.get(number % bodies.size());
      Thread thread = new Thread(() -> sendUntil(end, body), "burst-" + number);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Number of bodies that were refused with 429 or 503. */
  long refused() {
    return answersByStatus.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Other answers and broken connections. */
  List<String> unexpected() {
    return List.copyOf(unexpected);
  }

  @Override
  public String toString() {
    return "answers %s, longest %s, unexpected %d"
        .formatted(answersByStatus, Duration.ofNanos(longestNanos.get()), unexpected.size());
  }

  private void sendUntil(long end, byte[] body) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-protobuf")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    while (System.nanoTime() < end) {
      long start = System.nanoTime();
      try {
        note(client.send(request, BodyHandlers.discarding()));
      } catch (IOException broken) {
        unexpected.add(broken.toString());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
      longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
  }

  private void note(HttpResponse<Void> answer) {
    int status = answer.statusCode();
    boolean isRefusal = status == 429 || status == 503;
    if (isRefusal && answer.headers().firstValue("Retry-After").isPresent()) {
      answersByStatus.computeIfAbsent(status, none -> new LongAdder()).increment();
    } else {
      unexpected.add("status " + status);
    }
  }

  private static byte[] body(int resultLength) {
    List<TelemetryRecord> spans = new ArrayList<>();
    int bytesPerSpan = resultLength + SHORT_RESULT;
    for (int span = 0; span < BODY_BYTES / bytesPerSpan; span++) {
      Map<String, String> more =
          Map.of(
              "gen_ai.conversation.id",
              "burst",
              "gen_ai.tool.call.result",
              "x".repeat(resultLength));
      spans.add(Spans.tool(Spans.trace(span % 10), span, -1, span, more));
    }
    return OtlpWriter.write(OtlpSignal.TRACES, spans);
  }
}
