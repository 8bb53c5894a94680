package dev.eddyline.console.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Splits a body into the texts of its events: array elements, lines, or the body itself. */
public final class EventSplitter {

  /** Events of one request. */
  public static final int MAX_EVENTS = 1_000;

  private final List<NumberedText> texts = new ArrayList<>();

  private EventSplitter() {}

  /**
   * The text of one event.
   *
   * @param number its index in the array, or its line, from 1
   */
  public record NumberedText(int number, String text) {}

  /**
   * Splits a body. The texts are not validated.
   *
   * @throws ApiException 400 for no event, too many, or an array that is not valid JSON
   */
  public static List<NumberedText> split(String body) {
    String text = body.strip();
    if (text.isEmpty()) {
      throw ApiException.of(400, "the body must hold an event, an array of events, or one a line");
    }
    EventSplitter found = new EventSplitter();
    if (text.startsWith("[")) {
      found.splitArray(text);
    } else if (isObject(text.lines().findFirst().orElse(""))) {
      found.splitLines(body);
    } else {
      found.add(1, text);
    }
    return found.texts;
  }

  private void add(int number, String text) {
    if (texts.size() == MAX_EVENTS) {
      throw ApiException.of(
          400, "a request may hold ≤ " + MAX_EVENTS + " events: none was published, send fewer");
    }
    texts.add(new NumberedText(number, text));
  }

  /** Whether the first line is an object by itself. */
  private static boolean isObject(String line) {
    try (JsonParser parser = RequestBodies.JSON.createParser(line)) {
      boolean begins = parser.nextToken() == JsonToken.START_OBJECT;
      parser.skipChildren();
      return begins && parser.nextToken() == null;
    } catch (JsonProcessingException goesOn) {
      return false;
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading from a string cannot fail", impossible);
    }
  }

  private void splitLines(String body) {
    int number = 0;
    int start = 0;
    while (start <= body.length()) {
      int end = body.indexOf('\n', start);
      end = end < 0 ? body.length() : end;
      number++;
      if (!body.substring(start, end).isBlank()) {
        add(number, body.substring(start, end));
      }
      start = end + 1;
    }
  }

  private void splitArray(String array) {
    try (JsonParser parser = RequestBodies.JSON.createParser(array)) {
      parser.nextToken();
      int number = 0;
      for (JsonToken token = parser.nextToken();
          token != JsonToken.END_ARRAY;
          token = parser.nextToken()) {
        add(++number, element(parser, token, array));
      }
      if (parser.nextToken() != null) {
        throw notJson();
      }
    } catch (JsonProcessingException invalid) {
      // the parser's message quotes the body
      throw notJson();
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading from a string cannot fail", impossible);
    }
  }

  private static ApiException notJson() {
    return ApiException.of(400, "the body begins like an array and is not valid JSON");
  }

  /** The text of an element; {@code null} as text for anything but an object or array. */
  private static String element(JsonParser parser, JsonToken token, String array)
      throws IOException {
    if (token == null) {
      throw notJson();
    }
    if (!token.isStructStart()) {
      return "null";
    }
    int start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    return array.substring(start, (int) parser.currentLocation().getCharOffset());
  }
}
