package dev.eddyline.console.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.eddyline.keys.Nearest;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A body that is one JSON object of strings. It is parsed as a stream, so that an invalid body is
 * never stored.
 */
public final class FlatBody {

  private final Map<String, String> texts;

  private FlatBody(Map<String, String> texts) {
    this.texts = texts;
  }

  /**
   * Reads the body of a request.
   *
   * @param form the record whose components it may have
   * @throws ApiException 400 for anything else than an object with texts of these names
   */
  public static FlatBody read(Context http, Class<? extends Record> form) {
    List<String> known =
        Arrays.stream(form.getRecordComponents()).map(RecordComponent::getName).toList();
    try (JsonParser parser = RequestBodies.JSON.createParser(RequestBodies.text(http))) {
      return new FlatBody(texts(parser, known));
    } catch (JsonProcessingException notJson) {
      // the parser's message quotes the body
      throw notAnObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading from a string cannot fail", impossible);
    }
  }

  private static Map<String, String> texts(JsonParser parser, List<String> known)
      throws IOException {
    Map<String, String> texts = new HashMap<>();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw notAnObject();
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (!known.contains(name)) {
        // a misspelt field must not be dropped silently
        String shown = name.substring(0, Math.min(name.length(), 100));
        throw ApiException.field(shown, "unknown field" + Nearest.hint(shown, known));
      }
      JsonToken value = parser.nextToken();
      if (value != JsonToken.VALUE_STRING && value != JsonToken.VALUE_NULL) {
        throw ApiException.field(name, name + " must be a string");
      }
      String text = value == JsonToken.VALUE_NULL ? "" : parser.getText();
      if (texts.put(name, text) != null) {
        throw ApiException.field(name, name + " appears twice");
      }
    }
    if (parser.nextToken() != null) {
      throw notAnObject();
    }
    return texts;
  }

  private static ApiException notAnObject() {
    return ApiException.of(400, "the body must be one JSON object");
  }

  /** A text of the body; empty where there is none. */
  public String text(String field, int longest) {
    String text = texts.getOrDefault(field, "");
    if (text.length() > longest) {
      throw ApiException.field(field, field + " must have ≤ " + longest + " characters");
    }
    return text;
  }
}
