package dev.eddyline.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.outputs.OutputJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The other instances, asked for the page of a task: those that are asked ask nobody else. */
final class Peers {

  /** Marks what one instance asks another. */
  static final String HOP = "X-Eddyline-Hop";

  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(2);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final String token;

  /** Asks with this token; empty for none. */
  Peers(String token) {
    this.token = token;
  }

  /** What is asked of another instance. */
  enum Hop {
    /** The stores of its active partitions. */
    OWNER,
    /** Copies too, which may be behind. */
    STANDBY
  }

  /**
   * The other's answer; empty when it gives none.
   *
   * @throws ApiException 404 when the owner does not know the task
   */
  Optional<JsonNode> ask(HostInfo other, String taskId, Hop hop) {
    String id = URLEncoder.encode(taskId, StandardCharsets.UTF_8);
    try {
      String address = "http://%s:%d/api/v1/task?id=%s".formatted(other.host(), other.port(), id);
      HttpRequest request = request(address).header(HOP, OutputJson.word(hop)).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        return Optional.of(Bodies.JSON.readTree(answer.body()));
      }
      if (answer.statusCode() == 404 && hop == Hop.OWNER) {
        throw ApiException.of(404, "no task of this id is known");
      }
      if (answer.statusCode() != 404 && answer.statusCode() != 503) {
        unanswered(other, "status " + answer.statusCode());
      }
    } catch (JsonProcessingException | IllegalArgumentException notOurs) {
      unanswered(other, "an answer that is not the API's");
    } catch (IOException gone) {
      unanswered(other, gone.toString());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** How another instance stands, as its /status tells it; empty when it gives no answer. */
  CompletableFuture<Optional<JsonNode>> status(String address) {
    HttpRequest request;
    try {
      request = request("http://%s/status".formatted(address)).build();
    } catch (IllegalArgumentException noAddress) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .handle(
            (answer, failed) -> {
              try {
                return failed == null && answer.statusCode() == 200
                    ? Optional.of(Bodies.JSON.readTree(answer.body()))
                    : Optional.empty();
              } catch (JsonProcessingException notOurs) {
                return Optional.empty();
              }
            });
  }

  private HttpRequest.Builder request(String address) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address)).timeout(ANSWER);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private static void unanswered(HostInfo other, String reason) {
    LOG.atWarn()
        .addKeyValue("instance", other.host() + ":" + other.port())
        .addKeyValue("reason", reason)
        .log("another instance did not answer");
  }
}
