package dev.eddyline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A webhook that {@link ReceiverMain} received.
 *
 * @param id header {@code webhook-id}
 * @param time header {@code webhook-timestamp}, seconds since 1970
 * @param signature header {@code webhook-signature}
 * @param body the JSON as it was sent
 */
record Webhook(String id, String time, String signature, String body) {

  private static final JsonMapper JSON = new JsonMapper();

  /** The webhooks in the receiver's list. */
  static List<Webhook> parse(String list) {
    return list.lines().map(Webhook::parseLine).toList();
  }

  private static Webhook parseLine(String line) {
    String[] parts = line.split(" ");
    byte[] body = Base64.getDecoder().decode(parts[3]);
    return new Webhook(parts[0], parts[1], parts[2], new String(body, StandardCharsets.UTF_8));
  }

  /** Whether the secret of these bytes signed id, time and body (Standard Webhooks). */
  boolean isSignedWith(byte[] secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      byte[] sign = mac.doFinal((id + "." + time + "." + body).getBytes(StandardCharsets.UTF_8));
      return signature.equals("v1," + Base64.getEncoder().encodeToString(sign));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has HmacSHA256", impossible);
    }
  }

  /** The type, such as {@code gate.opened}. */
  String type() {
    return json().path("type").asText();
  }

  /** The JSON of the body. */
  JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }
}
