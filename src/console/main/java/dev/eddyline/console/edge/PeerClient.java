package dev.eddyline.console.edge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.RequestBodies;
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
 * Sends requests to the other instances. Their addresses come from the group's metadata, which
 * anybody in the group can write. So requests are signed, and only signed answers are trusted. An
 * instance does not forward a peer's request.
 */
public final class PeerClient {

  /** Header: the replica that answers, active or standby. */
  public static final String REPLICA_ROLE_HEADER = "X-Eddyline-Hop";

  /** Header: the task scope of the original caller. */
  static final String SCOPE_HEADER = "X-Eddyline-Scope";

  /** Longest accepted answer, bytes. */
  static final int MAX_RESPONSE_BYTES = 4_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(PeerClient.class);

  private final PeerSignatures signatures;
  private final Optional<TlsFiles> tls;
  private final Duration connectTimeout;
  private final Duration responseTimeout;
  private HttpClient client;
  private SSLContext context;

  /**
   * Creates a client that signs its requests.
   *
   * @param tls the certificates of this instance; empty where they speak plain HTTP
   * @param connectTimeout longest time until a connection is open
   * @param responseTimeout longest time from a request to its whole response
   */
  PeerClient(
      PeerSignatures signatures,
      Optional<TlsFiles> tls,
      Duration connectTimeout,
      Duration responseTimeout) {
    this.signatures = signatures;
    this.tls = tls;
    this.connectTimeout = connectTimeout;
    this.responseTimeout = responseTimeout;
    client = client(HttpClient.newBuilder());
  }

  private HttpClient client(HttpClient.Builder builder) {
    return builder
        .connectTimeout(connectTimeout)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  /** The client with the current certificates. */
  private synchronized HttpClient client() {
    SSLContext newest = tls.map(TlsFiles::context).orElse(null);
    if (newest != context) {
      context = newest;
      client = client(HttpClient.newBuilder().sslContext(newest));
    }
    return client;
  }

  /** Which stores of another instance may answer. */
  public enum ReplicaRole {
    /** The stores of its active partitions. */
    OWNER,
    /** Standby replicas too, which may be behind. */
    STANDBY
  }

  /** The address of an instance, host:port. */
  public static String address(HostInfo host) {
    return host.host() + ":" + host.port();
  }

  /** Whether other instances can be called: a shared signing secret is set. */
  public boolean hasSharedSecret() {
    return signatures.isShared();
  }

  /**
   * Fetches a task's page from another instance, within a scope; empty without an answer.
   *
   * @throws ApiException 404 when the owner does not know the task
   */
  public Optional<JsonNode> fetchTask(
      HostInfo other, String taskId, ReplicaRole replicaRole, TaskScope scope) {
    String path = Route.TASK.paths().get(0) + "?taskId=" + encoded(taskId);
    try {
      HttpResponse<byte[]> answer =
          send("GET", address(other), path, OutputJson.word(replicaRole), scope.encode())
              .get(2 * responseTimeout.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.statusCode() == 200) {
        return Optional.of(RequestBodies.JSON.readTree(answer.body()));
      }
      if (answer.statusCode() == 404 && replicaRole == ReplicaRole.OWNER) {
        throw ApiException.of(404, "no task of this id is known");
      }
      if (answer.statusCode() != 404 && answer.statusCode() != 503) {
        logNoAnswer(address(other), "status " + answer.statusCode());
      }
    } catch (ExecutionException failed) {
      logNoAnswer(address(other), String.valueOf(failed.getCause()));
    } catch (IOException | TimeoutException failed) {
      logNoAnswer(address(other), failed.toString());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** Fetches the /status of another instance; empty without an answer. */
  public CompletableFuture<Optional<JsonNode>> fetchStatus(String address) {
    return send("GET", address, Route.STATUS.paths().get(0), "", TaskScope.ALL.encode())
        .handle(
            (answer, failed) -> {
              try {
                return failed == null && answer.statusCode() == 200
                    ? Optional.of(RequestBodies.JSON.readTree(answer.body()))
                    : Optional.empty();
              } catch (IOException notOurs) {
                return Optional.empty();
              }
            });
  }

  /** Revokes a session on another instance, without waiting for the answer. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failure is logged
  void revokeSessionOnPeer(String address, SessionCookies.Session session) {
    String path =
        "%s?session=%s&until=%d"
            .formatted(Route.REVOKE_SESSION.paths().get(0), encoded(session.id()), session.until());
    send("POST", address, path, "", TaskScope.ALL.encode())
        .whenComplete(
            (answer, failed) -> {
              if (failed != null || answer.statusCode() != 204) {
                logNoAnswer(
                    address, failed == null ? "status " + answer.statusCode() : failed.toString());
              }
            });
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      String method, String address, String path, String replicaRole, String scope) {
    if (!signatures.isShared()) {
      return CompletableFuture.failedFuture(new IOException("signing.secret is not set"));
    }
    String credentials =
        signatures.sign(
            new PeerSignatures.SignedPeerRequest(method, path, address, replicaRole, scope));
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(
                  URI.create((tls.isPresent() ? "https://" : "http://") + address + path))
              .timeout(responseTimeout)
              .header("Authorization", PeerSignatures.SCHEME + credentials)
              .header(REPLICA_ROLE_HEADER, replicaRole)
              .header(SCOPE_HEADER, scope)
              .method(method, BodyPublishers.noBody())
              .build();
    } catch (IllegalArgumentException noAddress) {
      return CompletableFuture.failedFuture(noAddress);
    }
    CompletableFuture<HttpResponse<byte[]>> sent =
        client().sendAsync(request, head -> new LimitedBody(MAX_RESPONSE_BYTES));
    return sent.thenApply(answer -> requireSigned(answer, credentials))
        // the request's own timeout ends with the headers
        .orTimeout(responseTimeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((answer, failed) -> sent.cancel(true));
  }

  private HttpResponse<byte[]> requireSigned(HttpResponse<byte[]> answer, String credentials) {
    Optional<String> signature =
        answer.headers().firstValue(PeerSignatures.RESPONSE_SIGNATURE_HEADER);
    if (!signatures.isSignedResponse(signature, credentials, answer.statusCode(), answer.body())) {
      throw new IllegalStateException("the answer has no valid signature");
    }
    return answer;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void logNoAnswer(String address, String reason) {
    LOG.atWarn()
        .addKeyValue("instance", address)
        .addKeyValue("reason", reason)
        .log("peer did not answer");
  }
}
