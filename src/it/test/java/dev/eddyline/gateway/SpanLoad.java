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
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Tool calls of some tasks over OTLP. A client repeats a body until it is acknowledged, and only
 * then sends the next one of the same tasks. Each client has tasks of its own.
 */
final class SpanLoad implements AutoCloseable {

  private static final String CONVERSATION = "gen_ai.conversation.id";
  private static final String CALL = "gen_ai.tool.call.id";
  private static final int CLIENTS = 4;
  private static final int TASKS_PER_CLIENT = 6;
  private static final int MAX_SPANS_PER_TASK = 3;

  /** Bodies with one trace and with several alternate in turns of this many bodies. */
  private static final int TRACE_BODIES = 5;

  private static final Duration PAUSE = Duration.ofMillis(60);
  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final URI url;
  private final Map<String, String> traces = new ConcurrentHashMap<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> retried = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  /** Starts the clients. */
  SpanLoad(URI url, long seed) {
    this.url = url;
    for (int number = 0; number < CLIENTS; number++) {
      Client client = new Client(number, new Random(seed + number));
      Thread thread = new Thread(client::run, "span-load-" + number);
      threads.add(thread);
      thread.start();
    }
  }

  /** Tasks and call ids of the acknowledged spans, as event ids have them. */
  Set<String> acknowledged() {
    return acknowledged;
  }

  /** Trace of a span, by its task and call id. */
  String trace(String id) {
    return traces.get(id);
  }

  /** Tasks and call ids of the spans that were sent more than once. */
  Set<String> retried() {
    return retried;
  }

  /** Ends the load; bodies in flight are repeated until they are acknowledged. */
  @Override
  public void close() {
    ended = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private final class Client {
    private final HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final int number;
    private final Random random;
    private final int[] spansByTask = new int[TASKS_PER_CLIENT];
    private int bodies;

    private Client(int number, Random random) {
      this.number = number;
      this.random = random;
    }

    private void run() {
      while (!ended) {
        int tasks = random.nextBoolean() ? 1 : 2 + random.nextInt(2);
        int first = random.nextInt(TASKS_PER_CLIENT);
        List<TelemetryRecord> spans = new ArrayList<>();
        for (int task = first; task < first + tasks; task++) {
          addSpans(task % TASKS_PER_CLIENT, spans);
        }
        bodies++;
        send(spans);
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }

    private void addSpans(int task, List<TelemetryRecord> spans) {
      int index = number * TASKS_PER_CLIENT + task;
      for (int count = 1 + random.nextInt(MAX_SPANS_PER_TASK); count > 0; count--) {
        int span = spansByTask[task]++;
        String id = "call-%d-%d".formatted(index, span);
        String trace = Spans.trace(index * 10_000 + bodies / TRACE_BODIES);
        Map<String, String> more = Map.of(CONVERSATION, "task-" + index, CALL, id);
        traces.put("task-%d:%s".formatted(index, id), trace);
        spans.add(Spans.tool(trace, index * 100_000 + span, -1, 2 * span, more));
      }
    }

    private void send(List<TelemetryRecord> spans) {
      byte[] body = OtlpWriter.write(OtlpSignal.TRACES, spans);
      List<String> ids =
          spans.stream().map(span -> text(span, CONVERSATION) + ":" + text(span, CALL)).toList();
      while (!post(body)) {
        retried.addAll(ids);
        LockSupport.parkNanos(RETRY_PAUSE.toNanos());
      }
      acknowledged.addAll(ids);
    }

    private static String text(TelemetryRecord span, String attribute) {
      return span.attributes().text(attribute).orElseThrow();
    }

    private boolean post(byte[] body) {
      HttpRequest request =
          HttpRequest.newBuilder(url)
              .timeout(TIMEOUT)
              .header("Content-Type", "application/x-protobuf")
              .POST(BodyPublishers.ofByteArray(body))
              .build();
      try {
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        if (status != 200 && status != 429 && status < 500) {
          throw new IllegalStateException("unexpected status " + status);
        }
        return status == 200;
      } catch (IOException down) {
        return false;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(interrupted);
      }
    }
  }
}
