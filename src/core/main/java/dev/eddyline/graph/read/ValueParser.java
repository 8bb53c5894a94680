package dev.eddyline.graph.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
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
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Parses YAML and JSON within limits, so that every value has its line. */
public final class ValueParser {

  /** The longest YAML that is read, in characters. */
  static final int MAX_YAML = 10_000_000;

  private static final int MAX_DEPTH = 100;

  private static final String NESTED_TOO_DEEP = "is nested deeper than " + MAX_DEPTH;

  private static final JsonFactory JSON = new JsonFactory();

  private static final Pattern JACKSON_LOCATION_PATTERN =
      Pattern.compile("\\[Source:[^;\\]]*+; line: (\\d++), column: (\\d++)\\]");

  private ValueParser() {}

  /**
   * Parses one YAML document.
   *
   * @throws InvalidGraphException when it is not valid
   */
  public static ParsedValue parseYaml(String place, String text) {
    if (text.length() > MAX_YAML) {
      throw invalidGraphException(
          place, 0, "YAML must have ≤ %d characters, was %d".formatted(MAX_YAML, text.length()));
    }
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAX_YAML);
    options.setNestingDepthLimit(MAX_DEPTH);
    Yaml yaml = new Yaml(options);
    try {
      rejectBeforeComposing(place, yaml.parse(new StringReader(text)));
      org.yaml.snakeyaml.nodes.Node root = yaml.compose(new StringReader(text));
      if (root == null) {
        throw invalidGraphException(place, 0, "holds nothing");
      }
      return toParsedValue(place, root);
    } catch (MarkedYAMLException invalid) {
      int line = invalid.getProblemMark() == null ? 0 : invalid.getProblemMark().getLine() + 1;
      throw invalidGraphException(place, line, "not valid YAML: " + invalid.getProblem());
    } catch (YAMLException invalid) {
      throw invalidGraphException(place, 0, "not valid YAML: " + firstLine(invalid.getMessage()));
    }
  }

  /**
   * Rejects aliases, further documents and deep nesting. The time of the parser grows with the
   * square of the depth, and its own limit applies only to what is composed.
   */
  private static void rejectBeforeComposing(String place, Iterable<Event> events) {
    int documents = 0;
    int depth = 0;
    for (Event event : events) {
      int line = event.getStartMark() == null ? 0 : event.getStartMark().getLine() + 1;
      if (event instanceof AliasEvent) {
        throw invalidGraphException(place, line, "YAML aliases are not allowed");
      }
      if (event instanceof DocumentStartEvent && ++documents > 1) {
        throw invalidGraphException(place, line, "a second document begins: one graph a file");
      }
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > MAX_DEPTH) {
        throw invalidGraphException(place, line, NESTED_TOO_DEEP);
      }
    }
  }

  private static ParsedValue toParsedValue(String place, org.yaml.snakeyaml.nodes.Node node) {
    int line = node.getStartMark().getLine() + 1;
    if (node instanceof ScalarNode scalar) {
      boolean isNothing = scalar.getTag().equals(Tag.NULL);
      return new ParsedValue(line, isNothing ? null : scalar.getValue());
    }
    if (node instanceof SequenceNode sequence) {
      return new ParsedValue(
          line, sequence.getValue().stream().map(each -> toParsedValue(place, each)).toList());
    }
    Map<String, ParsedValue> map = new LinkedHashMap<>();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      int at = tuple.getKeyNode().getStartMark().getLine() + 1;
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw invalidGraphException(place, at, "a key must be text");
      }
      ParsedValue value = toParsedValue(place, tuple.getValueNode());
      if (map.put(key.getValue(), new ParsedValue(at, value.value())) != null) {
        throw invalidGraphException(
            place, at, "key '%s' is defined twice".formatted(key.getValue()));
      }
    }
    return new ParsedValue(line, map);
  }

  /**
   * Parses one JSON value.
   *
   * @throws InvalidGraphException when it is not valid
   */
  static ParsedValue parseJson(String place, String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw invalidGraphException(place, 0, "holds nothing");
      }
      boolean hasOneLine = text.stripTrailing().indexOf('\n') < 0;
      ParsedValue item = toParsedValue(place, parser, 0, hasOneLine);
      if (parser.nextToken() != null) {
        throw invalidGraphException(place, line(parser), "there is more text after the JSON value");
      }
      return item;
    } catch (JsonProcessingException invalid) {
      int line = invalid.getLocation() == null ? 0 : invalid.getLocation().getLineNr();
      throw invalidGraphException(place, line, "not valid JSON: " + messageWithoutSource(invalid));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static ParsedValue toParsedValue(
      String place, JsonParser parser, int depth, boolean hasOneLine) throws IOException {
    int line = line(parser);
    int column = hasOneLine ? column(parser) : 0;
    if (depth > MAX_DEPTH) {
      throw invalidGraphException(place, line, NESTED_TOO_DEEP);
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<ParsedValue> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(toParsedValue(place, parser, depth + 1, hasOneLine));
      }
      return new ParsedValue(line, column, list);
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, ParsedValue> map = new LinkedHashMap<>(4);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        int at = line(parser);
        int keyColumn = hasOneLine ? column(parser) : 0;
        parser.nextToken();
        if (map.put(
                key,
                new ParsedValue(
                    at, keyColumn, toParsedValue(place, parser, depth + 1, hasOneLine).value()))
            != null) {
          throw invalidGraphException(place, at, "key '%s' is defined twice".formatted(key));
        }
      }
      return new ParsedValue(line, column, map);
    }
    return new ParsedValue(
        line, column, parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText());
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private static int column(JsonParser parser) {
    return parser.currentTokenLocation().getColumnNr();
  }

  /** The parser's message without its description of the source. */
  private static String messageWithoutSource(JsonProcessingException invalid) {
    return JACKSON_LOCATION_PATTERN
        .matcher(firstLine(invalid.getOriginalMessage()))
        .replaceAll("line $1, column $2");
  }

  /** Whether a text was rejected for its nesting. */
  static boolean isNestedTooDeep(InvalidGraphException invalid) {
    return invalid.problems().get(0).endsWith(NESTED_TOO_DEEP);
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static InvalidGraphException invalidGraphException(
      String place, int line, String reason) {
    return new InvalidGraphException(place, List.of(GraphBuilder.linePrefix(line) + reason));
  }
}
