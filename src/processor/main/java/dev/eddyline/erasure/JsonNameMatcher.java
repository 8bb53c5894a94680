package dev.eddyline.erasure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Base64;

/**
 * Finds a name in JSON where a search in bytes does not: in escaped texts, and in the data of a
 * CloudEvent in Base64. It reads invalid JSON up to the invalid character.
 */
final class JsonNameMatcher {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String DATA_BASE64 = "data_base64";

  private final NameMatcher names;

  JsonNameMatcher(NameMatcher names) {
    this.names = names;
  }

  /** Whether the bytes are JSON that mentions the name; false for null. */
  boolean isIn(byte[] bytes) {
    return bytes != null && isInJson(bytes, true);
  }

  private boolean isInJson(byte[] bytes, boolean isEnvelope) {
    try (JsonParser parser = JSON.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        boolean isText = token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING;
        if (isText && names.isIn(parser.getText())) {
          return true;
        }
        if (isEnvelope
            && token == JsonToken.VALUE_STRING
            && DATA_BASE64.equals(parser.currentName())
            && isInData(parser.getText())) {
          return true;
        }
      }
      return false;
    } catch (IOException invalid) {
      return false;
    }
  }

  private boolean isInData(String base64) {
    try {
      byte[] data = Base64.getDecoder().decode(base64);
      return names.isIn(data) || isInJson(data, false);
    } catch (IllegalArgumentException invalid) {
      return false;
    }
  }
}
