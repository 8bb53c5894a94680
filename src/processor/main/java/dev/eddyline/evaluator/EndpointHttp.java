package dev.eddyline.evaluator;

import dev.eddyline.work.RetryAfter;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP client for model endpoints: one timeout for the whole response, a size limit, no redirects
 * (they would disclose the key), and support for Retry-After.
 */
final class EndpointHttp implements HttpClient {

  /** Maximum bytes of a response. */
  static final int MAX_BYTES = 1 << 20;

  private static final int HTTP_TOO_MANY_REQUESTS = 429;

  private final java.net.http.HttpClient http;
  private final Duration timeout;

  private EndpointHttp(Duration timeout) {
    this.timeout = timeout;
    http =
        java.net.http.HttpClient.newBuilder()
            .connectTimeout(timeout)
            .followRedirects(Redirect.NEVER)
            .build();
  }

  /** Creates clients with this timeout, which later configuration cannot change. */
  static HttpClientBuilder clientBuilderWithTimeout(Duration timeout) {
    return new Builder(timeout);
  }

  private record Builder(Duration timeout) implements HttpClientBuilder {

    @Override
    public Duration connectTimeout() {
      return timeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration other) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return timeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration other) {
      return this;
    }

    @Override
    public HttpClient build() {
      return new EndpointHttp(timeout);
    }
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    var call = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
    request.headers().forEach((name, values) -> values.forEach(it -> call.header(name, it)));
    call.method(request.method().name(), BodyPublishers.ofString(request.body()));
    CompletableFuture<HttpResponse<InputStream>> sent =
        http.sendAsync(call.build(), BodyHandlers.ofInputStream());
    CompletableFuture<SuccessfulHttpResponse> read = sent.thenApplyAsync(EndpointHttp::read);
    try {
      return read.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      cancelExchange(sent);
      throw EndpointFailedException.retryableFailure(
          "the endpoint did not answer within %d s".formatted(timeout.toSeconds()));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof EndpointFailedException endpointFailure) {
        throw endpointFailure;
      }
      throw EndpointFailedException.retryableFailure(
          "the endpoint cannot be reached: " + failed.getCause().getClass().getSimpleName());
    } catch (InterruptedException interrupted) {
      cancelExchange(sent);
      Thread.currentThread().interrupt();
      throw EndpointFailedException.permanentFailure("interrupted while the endpoint was asked");
    }
  }

  /** Cancels the exchange; closes the body, which ends a read. */
  @SuppressWarnings("FutureReturnValueIgnored") // the result of a cancelled exchange is not needed
  private static void cancelExchange(CompletableFuture<HttpResponse<InputStream>> sent) {
    sent.cancel(true);
    sent.whenComplete(
        (response, failed) -> {
          if (response != null) {
            try {
              response.body().close();
            } catch (IOException closed) {
              throw new UncheckedIOException(closed);
            }
          }
        });
  }

  private static SuccessfulHttpResponse read(HttpResponse<InputStream> response) {
    byte[] body;
    try (InputStream in = response.body()) {
      body = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException broken) {
      throw EndpointFailedException.retryableFailure("the endpoint's answer broke off");
    }
    int status = response.statusCode();
    if (body.length > MAX_BYTES) {
      throw EndpointFailedException.permanentFailure(
          "the endpoint's answer is longer than %d bytes".formatted(MAX_BYTES));
    }
    if (status >= 200 && status < 300) {
      return SuccessfulHttpResponse.builder()
          .statusCode(status)
          .headers(response.headers().map())
          .body(body)
          .build();
    }
    String message = "the endpoint answered with status " + status;
    if (status != HTTP_TOO_MANY_REQUESTS && status != 408 && status < 500) {
      throw EndpointFailedException.permanentFailure(message);
    }
    throw response
        .headers()
        .firstValue("Retry-After")
        .flatMap(RetryAfter::parse)
        .map(after -> EndpointFailedException.retryAfter(after, message))
        .orElseGet(() -> EndpointFailedException.retryableFailure(message));
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    throw new UnsupportedOperationException("streaming is not supported");
  }
}
