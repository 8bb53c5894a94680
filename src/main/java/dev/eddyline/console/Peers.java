package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.outputs.OutputJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other instances, as the group's metadata names them: anybody in the group could be one. They
 * are asked with a signature that only an instance can check, and believed only with one of theirs.
 * Those that are asked ask nobody else.
 */
final class Peers {

  /** Says what one instance asks another. */
  static final String HOP = "X-Eddyline-Hop";

  /** Says which tasks the caller of the asking instance may see. */
  static final String SCOPE = "X-Eddyline-Scope";

  /** Longest answer that is read, bytes. */
  static final int MOST_BYTES = 4_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final long ANSWER_SECONDS = 2;

  private final PeerSignatures signatures;
  private final Optional<TlsFiles> tls;
  private HttpClient client;
  private SSLContext context;

  /**
   * Asks with these signatures.
   *
   * @param tls the certificates of this instance; empty where they speak plain HTTP
   */
  Peers(PeerSignatures signatures, Optional<TlsFiles> tls) {
    this.signatures = signatures;
    this.tls = tls;
    client = client(HttpClient.newBuilder());
  }

  private static HttpClient client(HttpClient.Builder builder) {
    return builder
        .connectTimeout(CONNECT)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  /** Makes connections with the certificates that hold now. */
  private synchronized HttpClient client() {
    SSLContext newest = tls.map(TlsFiles::context).orElse(null);
    if (newest != context) {
      context = newest;
      client = client(HttpClient.newBuilder().sslContext(newest));
    }
    return client;
  }

  /** What is asked of another instance. */
  enum Hop {
    /** The stores of its active partitions. */
    OWNER,
    /** Copies too, which may be behind. */
    STANDBY
  }

  /** An address as the instance itself has it. */
  static String address(HostInfo host) {
    return host.host() + ":" + host.port();
  }

  /** Whether others can be asked: all have the same signing secret. */
  boolean canBeAsked() {
    return signatures.isShared();
  }

  /**
   * The other's page of a task, as a caller of this scope may see it; empty when it gives none.
   *
   * @throws ApiException 404 when the owner does not know the task
   */
  Optional<JsonNode> task(HostInfo other, String taskId, Hop hop, TaskScope scope) {
    String path = Route.TASK.paths().get(0) + "?id=" + encoded(taskId);
    try {
      HttpResponse<byte[]> answer =
          send("GET", address(other), path, OutputJson.word(hop), scope.text())
              .get(2 * ANSWER_SECONDS, TimeUnit.SECONDS);
      if (answer.statusCode() == 200) {
        return Optional.of(Bodies.JSON.readTree(answer.body()));
      }
      if (answer.statusCode() == 404 && hop == Hop.OWNER) {
        throw ApiException.of(404, "no task of this id is known");
      }
      if (answer.statusCode() != 404 && answer.statusCode() != 503) {
        unanswered(address(other), "status " + answer.statusCode());
      }
    } catch (ExecutionException failed) {
      unanswered(address(other), String.valueOf(failed.getCause()));
    } catch (IOException | TimeoutException failed) {
      unanswered(address(other), failed.toString());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** How another instance is doing, as its /status says; empty when it gives no answer. */
  CompletableFuture<Optional<JsonNode>> status(String address) {
    return send("GET", address, Route.STATUS.paths().get(0), "", TaskScope.ALL.text())
        .handle(
            (answer, failed) -> {
              try {
                return failed == null && answer.statusCode() == 200
                    ? Optional.of(Bodies.JSON.readTree(answer.body()))
                    : Optional.empty();
              } catch (IOException notOurs) {
                return Optional.empty();
              }
            });
  }

  /** Has another instance end a session too, without waiting for it. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits; what failed is logged
  void revoke(String address, SessionCookies.Session session) {
    String path =
        "%s?session=%s&until=%d"
            .formatted(Route.REVOKE_SESSION.paths().get(0), encoded(session.id()), session.until());
    send("POST", address, path, "", TaskScope.ALL.text())
        .whenComplete(
            (answer, failed) -> {
              if (failed != null || answer.statusCode() != 204) {
                unanswered(
                    address, failed == null ? "status " + answer.statusCode() : failed.toString());
              }
            });
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      String method, String address, String path, String hop, String scope) {
    if (!signatures.isShared()) {
      return CompletableFuture.failedFuture(new IOException("signing.secret is not set"));
    }
    String credentials =
        signatures.sign(new PeerSignatures.Request(method, path, address, hop, scope));
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(
                  URI.create((tls.isPresent() ? "https://" : "http://") + address + path))
              .timeout(Duration.ofSeconds(ANSWER_SECONDS))
              .header("Authorization", PeerSignatures.SCHEME + credentials)
              .header(HOP, hop)
              .header(SCOPE, scope)
              .method(method, BodyPublishers.noBody())
              .build();
    } catch (IllegalArgumentException noAddress) {
      return CompletableFuture.failedFuture(noAddress);
    }
    CompletableFuture<HttpResponse<byte[]>> sent =
        client().sendAsync(request, head -> new LimitedBody(MOST_BYTES));
    return sent.thenApply(answer -> believed(answer, credentials))
        // the request's own timeout ends with the headers
        .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .whenComplete((answer, failed) -> sent.cancel(true));
  }

  private HttpResponse<byte[]> believed(HttpResponse<byte[]> answer, String credentials) {
    Optional<String> signature = answer.headers().firstValue(PeerSignatures.ANSWER);
    if (!signatures.isAnswer(signature, credentials, answer.statusCode(), answer.body())) {
      throw new IllegalStateException("an answer that no instance has signed");
    }
    return answer;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void unanswered(String address, String reason) {
    LOG.atWarn()
        .addKeyValue("instance", address)
        .addKeyValue("reason", reason)
        .log("another instance did not answer");
  }
}
