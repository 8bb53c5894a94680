package dev.eddyline.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bodies of requests, of 1 MB at most. */
final class Bodies {

  /** Longest body, bytes. */
  static final int MOST_BYTES = 1_000_000;

  /** What is read and thrown away of a longer one, so that its sender hears the answer. */
  private static final long MOST_SKIPPED = 32_000_000;

  private static final int DEEPEST = 34;

  static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Bodies() {}

  /** The body as text, UTF-8. */
  static String text(Context http) {
    try (InputStream in = http.req().getInputStream()) {
      byte[] body =
          http.req().getContentLengthLong() > MOST_BYTES ? null : in.readNBytes(MOST_BYTES + 1);
      if (body == null || body.length > MOST_BYTES) {
        skip(in);
        http.header("Connection", "close");
        throw ApiException.of(413, "the body must have ≤ " + MOST_BYTES + " bytes");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notText) {
      throw ApiException.of(400, "the body must be UTF-8 text");
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void skip(InputStream in) throws IOException {
    byte[] buffer = new byte[16_384];
    long skipped = 0;
    for (int read = 0; read >= 0 && skipped < MOST_SKIPPED; read = in.read(buffer)) {
      skipped += read;
    }
  }

  /** The body as one JSON object. */
  static JsonNode object(Context http) {
    try {
      JsonNode body = JSON.readTree(text(http));
      if (body != null && body.isObject()) {
        return body;
      }
    } catch (JsonProcessingException notJson) {
      // told below: the parser's words quote the body
    }
    throw ApiException.of(400, "the body must be one JSON object");
  }
}
