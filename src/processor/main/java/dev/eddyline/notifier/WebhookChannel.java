package dev.eddyline.notifier;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.outputs.OutputJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed JSON, as Standard Webhooks say: the receiver recomputes the signature over id, time and
 * body, and refuses old times.
 */
final class WebhookChannel implements Channel {

  /** Start of a secret, before its bytes in base64. */
  static final String SECRET_PREFIX = "whsec_";

  private static final String ALGORITHM = "HmacSHA256";

  private final URI url;
  private final SecretKeySpec key;
  private final InstantSource clock;
  private final Function<HttpCall, CompletableFuture<Answer>> http;

  /** A webhook whose secret is valid. */
  WebhookChannel(
      NotifierTarget target,
      InstantSource clock,
      Function<HttpCall, CompletableFuture<Answer>> http) {
    url = target.url();
    String secret = target.key().substring(SECRET_PREFIX.length());
    key = new SecretKeySpec(Base64.getDecoder().decode(secret), ALGORITHM);
    this.clock = clock;
    this.http = http;
  }

  @Override
  public CompletableFuture<Answer> deliver(Notification notification) {
    String body = body(notification);
    String time = Long.toString(clock.instant().getEpochSecond());
    String signature = sign(notification.id() + '.' + time + '.' + body);
    Map<String, String> headers =
        Map.of(
            "webhook-id",
            notification.id(),
            "webhook-timestamp",
            time,
            "webhook-signature",
            "v1," + signature);
    return http.apply(new HttpCall("POST", url, headers, body));
  }

  private static String body(Notification notification) {
    ObjectNode gate = OutputJson.gate(notification.change());
    ObjectNode data = gate.objectNode();
    data.set("gate", gate);
    data.put("gateUrl", notification.gateUrl().orElse(null));
    data.put("decisionUrl", notification.decisionUrl().orElse(null));
    ObjectNode body = gate.objectNode();
    body.put("type", "gate." + OutputJson.word(notification.change().getState()));
    body.put("timestamp", notification.change().getDecidedAt().toString());
    body.set("data", data);
    return body.toString();
  }

  private String sign(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }
}
