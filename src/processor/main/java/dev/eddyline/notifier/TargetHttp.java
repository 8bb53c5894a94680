package dev.eddyline.notifier;

import dev.eddyline.work.RetryAfter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP client of one target. It connects to addresses that were resolved before, follows no
 * redirects and has no cookies: neither a name server nor the target sends it elsewhere.
 */
final class TargetHttp implements AutoCloseable {

  /** Longest time of a request, its answer included. */
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** Requests at a time. */
  static final int MAX_CONNECTIONS = 8;

  private static final int MAX_THREADS = 8;
  private static final int MAX_ANSWER_BYTES = 8 << 20;
  private static final int MAX_BODY_CHARS = 4 << 20;

  private final HttpClient client = new HttpClient();

  /**
   * A started client.
   *
   * @param addresses the target's addresses
   */
  TargetHttp(List<InetAddress> addresses) {
    client.setExecutor(new QueuedThreadPool(MAX_THREADS));
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setMaxConnectionsPerDestination(MAX_CONNECTIONS);
    client.setConnectTimeout(TIMEOUT.toMillis());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "eddyline"));
    client.setSocketAddressResolver(
        (host, port, context, found) ->
            found.succeeded(
                addresses.stream().map(address -> new InetSocketAddress(address, port)).toList()));
    LifeCycle.start(client);
  }

  /** Sends a request; the answer never completes exceptionally. */
  CompletableFuture<Answer> send(HttpCall call) {
    Request request =
        client
            .newRequest(call.uri())
            .method(call.method())
            .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .headers(headers -> call.headers().forEach(headers::put));
    if (!call.body().isEmpty()) {
      request.body(new StringRequestContent("application/json", call.body()));
    }
    return new CompletableResponseListener(request, MAX_ANSWER_BYTES)
        .send()
        .handle((response, failed) -> failed == null ? answer(response) : unanswered(failed));
  }

  private static Answer answer(ContentResponse response) {
    // whatever charset its header names: only ASCII is looked for
    String body = new String(response.getContent(), StandardCharsets.UTF_8);
    return new Answer(
        response.getStatus(),
        "",
        Optional.ofNullable(response.getHeaders().get(HttpHeader.RETRY_AFTER))
            .flatMap(RetryAfter::parse),
        body.length() <= MAX_BODY_CHARS ? body : body.substring(0, MAX_BODY_CHARS));
  }

  /** Names the kind of failure only: a message may quote the URL, which may be a secret. */
  private static Answer unanswered(Throwable failed) {
    Throwable cause =
        failed instanceof CompletionException && failed.getCause() != null
            ? failed.getCause()
            : failed;
    return Answer.none(cause.getClass().getSimpleName());
  }

  @Override
  public void close() {
    LifeCycle.stop(client);
  }
}
