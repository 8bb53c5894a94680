package dev.eddyline.graph.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.ParsedValue;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;

/** Parses YAML and JSON within limits, so that every value has its line. */
public final class ValueParser {

  /** The longest YAML that is read, in characters. */
  static final int MAX_YAML = 10_000_000;

  private static final int MAX_DEPTH = 100;
  private static final String NESTED_TOO_DEEP = "is nested deeper than " + MAX_DEPTH;

  private static final JsonFactory JSON = new JsonFactory();
  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          .loaderOptions(yamlLimits())
          .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
          .build();

  private static final String PLACEHOLDERS =
      ". A placeholder such as ${…} must be in quotes: otherwise lint the file after it is replaced";
  private static final Pattern JACKSON_LOCATION_PATTERN =
      Pattern.compile("\\[Source:[^;\\]]*+; line: (\\d++), column: (\\d++)\\]");

  private final String place;
  private final JsonParser tokens;
  private final boolean hasColumns;

  private ValueParser(String place, JsonParser tokens, boolean hasColumns) {
    this.place = place;
    this.tokens = tokens;
    this.hasColumns = hasColumns;
  }

  private static LoaderOptions yamlLimits() {
    LoaderOptions limits = new LoaderOptions();
    limits.setCodePointLimit(MAX_YAML);
    return limits;
  }

  /** Whether a text was rejected for its nesting. */
  static boolean isNestedTooDeep(InvalidGraphException invalid) {
    return invalid.problems().get(0).endsWith(NESTED_TOO_DEEP);
  }

  /**
   * Parses one YAML document.
   *
   * @throws InvalidGraphException when it is not valid
   */
  public static ParsedValue parseYaml(String place, String text) {
    if (text.length() > MAX_YAML) {
      throw GraphBuilder.invalidGraph(
          place, 0, "YAML must have ≤ %d characters, was %d".formatted(MAX_YAML, text.length()));
    }
    try (JsonParser tokens = YAML.createParser(text)) {
      rejectBeforeParsing(place, new Yaml(yamlLimits()).parse(new StringReader(text)));
      return new ValueParser(place, tokens, false).parse();
    } catch (MarkedYAMLException invalid) {
      int line = invalid.getProblemMark() == null ? 0 : line(invalid.getProblemMark());
      throw GraphBuilder.invalidGraph(place, line, "not valid YAML: " + invalid.getProblem());
    } catch (YAMLException invalid) {
      String problem = firstLine(invalid.getMessage());
      throw GraphBuilder.invalidGraph(place, 0, "not valid YAML: " + problem);
    } catch (JsonProcessingException invalid) {
      int line = invalid.getLocation().getLineNr();
      throw GraphBuilder.invalidGraph(place, line, "a key must be text");
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Rejects text that is not YAML, aliases, further documents and deep nesting. */
  private static void rejectBeforeParsing(String place, Iterable<Event> events) {
    int documents = 0;
    int depth = 0;
    for (Event event : events) {
      documents += event.is(Event.ID.DocumentStart) ? 1 : 0;
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      String problem =
          event.is(Event.ID.Alias)
              ? "YAML aliases are not allowed"
              : documents > 1
                  ? "a second document begins: one graph a file"
                  : depth > MAX_DEPTH ? NESTED_TOO_DEEP : "";
      if (!problem.isEmpty()) {
        throw GraphBuilder.invalidGraph(place, line(event.getStartMark()), problem);
      }
    }
  }

  private static int line(Mark mark) {
    return mark.getLine() + 1;
  }

  /**
   * Parses one JSON value.
   *
   * @throws InvalidGraphException when it is not valid
   */
  static ParsedValue parseJson(String place, String text) {
    boolean hasOneLine = text.stripTrailing().indexOf('\n') < 0;
    try (JsonParser tokens = JSON.createParser(text)) {
      return new ValueParser(place, tokens, hasOneLine).parse();
    } catch (JsonProcessingException invalid) {
      int line = invalid.getLocation() == null ? 0 : invalid.getLocation().getLineNr();
      // the message describes the source, too
      String problem =
          JACKSON_LOCATION_PATTERN
              .matcher(firstLine(invalid.getOriginalMessage()))
              .replaceAll("line $1, column $2");
      String hint = text.contains("${") ? PLACEHOLDERS : "";
      throw GraphBuilder.invalidGraph(place, line, "not valid JSON: " + problem + hint);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private ParsedValue parse() throws IOException {
    if (tokens.nextToken() == null) {
      throw GraphBuilder.invalidGraph(place, 0, "holds nothing");
    }
    ParsedValue value = value(line(), column(), 0);
    if (tokens.nextToken() != null) {
      throw GraphBuilder.invalidGraph(place, line(), "there is more text after the JSON value");
    }
    return value;
  }

  /** The value that begins with the current token, at the line and column of its key, if any. */
  private ParsedValue value(int line, int column, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw GraphBuilder.invalidGraph(place, line(), NESTED_TOO_DEEP);
    }
    if (tokens.currentToken() == JsonToken.START_ARRAY) {
      List<ParsedValue> list = new ArrayList<>();
      while (tokens.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(line(), column(), depth + 1));
      }
      return new ParsedValue(line, column, list);
    }
    if (tokens.currentToken() == JsonToken.START_OBJECT) {
      Map<String, ParsedValue> map = new LinkedHashMap<>(4);
      while (tokens.nextToken() != JsonToken.END_OBJECT) {
        String key = tokens.currentName();
        int keyLine = line();
        int keyColumn = column();
        tokens.nextToken();
        if (map.put(key, value(keyLine, keyColumn, depth + 1)) != null) {
          String twice = "key '%s' is defined twice".formatted(key);
          throw GraphBuilder.invalidGraph(place, keyLine, twice);
        }
      }
      return new ParsedValue(line, column, map);
    }
    boolean isNull = tokens.currentToken() == JsonToken.VALUE_NULL;
    return new ParsedValue(line, column, isNull ? null : tokens.getText());
  }

  private int line() {
    return tokens.currentTokenLocation().getLineNr();
  }

  private int column() {
    return hasColumns ? tokens.currentTokenLocation().getColumnNr() : 0;
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }
}
