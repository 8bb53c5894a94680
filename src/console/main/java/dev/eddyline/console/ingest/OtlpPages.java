package dev.eddyline.console.ingest;

import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.CpuLimiter;
import dev.eddyline.console.web.Pages;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.otlp.InvalidOtlpException;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;

/**
 * Receives OTLP over HTTP. A body is written to Kafka as it came, or split by trace, and answered
 * once Kafka has it; the mapper reads it there.
 */
public final class OtlpPages implements Pages {

  /** Longest body, bytes, compressed or not. */
  public static final int MAX_BODY_BYTES = 16 << 20;

  /** Bodies in memory at a time. */
  private static final int MAX_CONCURRENT_REQUESTS = 8;

  private static final int RETRY_SECONDS = 2;

  private final OtlpPublisher publisher;
  private final Metrics metrics;
  private final Semaphore permits = new Semaphore(MAX_CONCURRENT_REQUESTS);

  /** Serves the routes of OTLP. */
  public OtlpPages(OtlpPublisher publisher, Metrics metrics) {
    this.publisher = publisher;
    this.metrics = metrics;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.OTLP_TRACES.serve(config, http -> receive(http, OtlpSignal.TRACES));
    Route.OTLP_LOGS.serve(config, http -> receive(http, OtlpSignal.LOGS));
  }

  private void receive(Context http, OtlpSignal signal) {
    String type = Optional.ofNullable(http.contentType()).orElse("");
    Optional<OtlpEncoding> encoding = OtlpEncoding.ofContentType(type);
    if (encoding.isEmpty()) {
      throw ApiException.header(
          415, "Content-Type", "Content-Type must be application/x-protobuf or application/json");
    }
    http.contentType(encoding.get().contentType());
    if (!permits.tryAcquire()) {
      refuse(http, encoding.get(), 503, "too many bodies at a time: try again later");
      return;
    }
    CompletableFuture<Void> published;
    try {
      published = publish(http, signal, encoding.get());
    } catch (RuntimeException | Error failed) {
      permits.release();
      throw failed;
    }
    http.future(() -> published.whenComplete((done, failed) -> permits.release()));
  }

  private CompletableFuture<Void> publish(Context http, OtlpSignal signal, OtlpEncoding encoding) {
    try {
      if (!Caller.of(http).scope().isAll()) {
        throw new OtlpRefusal(403, "the token must be for all tasks: a span names none");
      }
      // within the limiter, so that few bodies are copied and read at a time
      OtlpPublisher.Batch batch =
          CpuLimiter.SHARED.run(() -> OtlpPublisher.Batch.of(signal, encoding, body(http)));
      // the answer must not retain the bodies
      int rejected = batch.rejected();
      String problem = batch.problem();
      metrics.countRejectedTelemetry(rejected);
      return publisher
          .publish(batch)
          .handle(
              (done, failed) -> {
                if (failed == null) {
                  http.status(200).result(OtlpAnswers.success(signal, encoding, rejected, problem));
                } else {
                  refuse(http, encoding, 503, "Kafka did not answer in time: send it again");
                }
                return null;
              });
    } catch (InvalidOtlpException invalid) {
      metrics.countRejectedTelemetry(1);
      refuse(http, encoding, 400, invalid.getMessage());
    } catch (OtlpRefusal refusal) {
      refuse(http, encoding, refusal.status, refusal.getMessage());
    }
    return CompletableFuture.completedFuture(null);
  }

  private static void refuse(Context http, OtlpEncoding encoding, int status, String message) {
    if (status == 503) {
      http.header("Retry-After", Integer.toString(RETRY_SECONDS));
    }
    http.status(status).result(OtlpAnswers.error(encoding, message));
  }

  /** The body, decompressed. */
  private static byte[] body(Context http) {
    String compression =
        Optional.ofNullable(http.header("Content-Encoding")).orElse("").toLowerCase(Locale.ROOT);
    try (InputStream in = http.req().getInputStream()) {
      byte[] sent = in.readAllBytes();
      return switch (compression) {
        case "", "identity" -> sent;
        case "gzip" -> decompressed(sent);
        default -> throw new OtlpRefusal(415, "Content-Encoding must be gzip or absent");
      };
    } catch (IOException broken) {
      throw new OtlpRefusal(400, "the body cannot be read, or is not valid gzip");
    }
  }

  private static byte[] decompressed(byte[] sent) throws IOException {
    try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(sent))) {
      byte[] body = gzip.readNBytes(MAX_BODY_BYTES + 1);
      if (body.length > MAX_BODY_BYTES) {
        throw new OtlpRefusal(
            413, "the decompressed body must have at most %d bytes".formatted(MAX_BODY_BYTES));
      }
      return body;
    }
  }

  /** A refused body, with its HTTP status. */
  private static final class OtlpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    private OtlpRefusal(int status, String message) {
      super(message, null, false, false);
      this.status = status;
    }
  }
}
