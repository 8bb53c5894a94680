package dev.eddyline.graph;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
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
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Parses YAML and JSON within limits, so that every value has its line. */
final class Items {

  /** The longest YAML that is read, in characters. */
  static final int MAX_YAML = 10_000_000;

  private static final int MAX_DEPTH = 100;

  private static final JsonFactory JSON = new JsonFactory();

  private static final Pattern PLACE =
      Pattern.compile("\\[Source:[^;\\]]*+; line: (\\d++), column: (\\d++)\\]");

  private Items() {}

  /**
   * Parses one YAML document.
   *
   * @throws InvalidGraphException when it is not valid
   */
  static Item yaml(String place, String text) {
    if (text.length() > MAX_YAML) {
      throw refused(
          place, 0, "YAML must have ≤ %d characters, was %d".formatted(MAX_YAML, text.length()));
    }
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAX_YAML);
    options.setNestingDepthLimit(MAX_DEPTH);
    Yaml yaml = new Yaml(options);
    try {
      refuseAliasesAndMore(place, yaml.parse(new StringReader(text)));
      org.yaml.snakeyaml.nodes.Node root = yaml.compose(new StringReader(text));
      if (root == null) {
        throw refused(place, 0, "holds nothing");
      }
      return item(place, root);
    } catch (MarkedYAMLException invalid) {
      int line = invalid.getProblemMark() == null ? 0 : invalid.getProblemMark().getLine() + 1;
      throw refused(place, line, "not valid YAML: " + invalid.getProblem());
    } catch (YAMLException invalid) {
      throw refused(place, 0, "not valid YAML: " + firstLine(invalid.getMessage()));
    }
  }

  private static void refuseAliasesAndMore(String place, Iterable<Event> events) {
    int documents = 0;
    for (Event event : events) {
      int line = event.getStartMark() == null ? 0 : event.getStartMark().getLine() + 1;
      if (event instanceof AliasEvent) {
        throw refused(place, line, "YAML aliases are not allowed");
      }
      if (event instanceof DocumentStartEvent && ++documents > 1) {
        throw refused(place, line, "a second document begins: one graph a file");
      }
    }
  }

  private static Item item(String place, org.yaml.snakeyaml.nodes.Node node) {
    int line = node.getStartMark().getLine() + 1;
    if (node instanceof ScalarNode scalar) {
      boolean isNothing = scalar.getTag().equals(Tag.NULL);
      return new Item(line, isNothing ? null : scalar.getValue());
    }
    if (node instanceof SequenceNode sequence) {
      return new Item(line, sequence.getValue().stream().map(each -> item(place, each)).toList());
    }
    Map<String, Item> map = new LinkedHashMap<>();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      int at = tuple.getKeyNode().getStartMark().getLine() + 1;
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw refused(place, at, "a key must be text");
      }
      Item value = item(place, tuple.getValueNode());
      if (map.put(key.getValue(), new Item(at, value.value())) != null) {
        throw refused(place, at, "key '%s' is defined twice".formatted(key.getValue()));
      }
    }
    return new Item(line, map);
  }

  /**
   * Parses one JSON value.
   *
   * @throws InvalidGraphException when it is not valid
   */
  static Item json(String place, String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw refused(place, 0, "holds nothing");
      }
      Item item = item(place, parser, 0);
      if (parser.nextToken() != null) {
        throw refused(place, line(parser), "there is more text after the JSON value");
      }
      return item;
    } catch (JsonProcessingException invalid) {
      int line = invalid.getLocation() == null ? 0 : invalid.getLocation().getLineNr();
      throw refused(place, line, "not valid JSON: " + inWords(invalid));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static Item item(String place, JsonParser parser, int depth) throws IOException {
    int line = line(parser);
    if (depth > MAX_DEPTH) {
      throw refused(place, line, "is nested deeper than " + MAX_DEPTH);
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Item> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(item(place, parser, depth + 1));
      }
      return new Item(line, list);
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Item> map = new LinkedHashMap<>(4);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        int at = line(parser);
        parser.nextToken();
        if (map.put(key, new Item(at, item(place, parser, depth + 1).value())) != null) {
          throw refused(place, at, "key '%s' is defined twice".formatted(key));
        }
      }
      return new Item(line, map);
    }
    return new Item(line, parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText());
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  /** The parser's message without its description of the source. */
  private static String inWords(JsonProcessingException invalid) {
    return PLACE.matcher(firstLine(invalid.getOriginalMessage())).replaceAll("line $1, column $2");
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static InvalidGraphException refused(String place, int line, String reason) {
    return new InvalidGraphException(place, List.of(Draft.at(line) + reason));
  }
}
