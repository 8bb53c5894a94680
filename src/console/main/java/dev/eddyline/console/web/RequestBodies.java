package dev.eddyline.console.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads request bodies, of 1 MB at most. */
public final class RequestBodies {

  /** Longest body, bytes. */
  public static final int MAX_BODY_BYTES = 1_000_000;

  private static final int MAX_JSON_DEPTH = 34;

  /** Reads JSON strictly and within limits. */
  public static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_JSON_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private RequestBodies() {}

  /** The body as UTF-8 text. The listener has buffered it and checked its length. */
  public static String text(Context http) {
    try (InputStream in = http.req().getInputStream()) {
      byte[] body = in.readAllBytes();
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notText) {
      throw ApiException.of(400, "the body must be UTF-8 text");
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
