package dev.eddyline.graph.read;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.ParsedValue;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text that may have graphs. Its JSON or YAML value is parsed once, when the first reader looks
 * at it. For one thread.
 */
public final class GraphInput {

  /** The keys with which the YAML of a graph begins. */
  private static final String FIRST_KEYS =
      "Comment|StartAt|States|QueryLanguage|TimeoutSeconds|AWSTemplateFormatVersion|Transform"
          + "|Description|Parameters|Globals|Metadata|Resources|name|nodes|edges|recursionLimit"
          + "|counters";

  /** The first key behind comments and the mark of a document. */
  private static final Pattern FIRST_KEY =
      Pattern.compile("(?:(?:#[^\\n]*|---[ \\t]*|[ \\t\\r]*)\\n)*+(?:" + FIRST_KEYS + ")[ \\t]*:");

  /** Begins a list of workflows; other texts in brackets are of TOML or Mermaid. */
  private static final Pattern LIST_OF_OBJECTS = Pattern.compile("\\[\\s*[{\\]]");

  /** A fence that cannot be in a text of YAML, since it is not indented. */
  private static final Pattern FENCE = Pattern.compile("^(?:```|~~~|:::)", Pattern.MULTILINE);

  private final String place;
  private final String text;
  private @Nullable ParsedValue json;
  private @Nullable ParsedValue yaml;
  private @Nullable InvalidGraphException yamlProblem;

  /**
   * An input.
   *
   * @param place its source, for messages; also the name of an unnamed graph
   */
  public GraphInput(String place, String text) {
    this.place = place;
    this.text = text;
  }

  String place() {
    return place;
  }

  String text() {
    return text;
  }

  /** Whether the first character begins a JSON object or list. */
  boolean isJson() {
    String start = text.stripLeading();
    return start.startsWith("{") || LIST_OF_OBJECTS.matcher(start).lookingAt();
  }

  /**
   * The value of JSON.
   *
   * @throws InvalidGraphException if it is not valid
   */
  ParsedValue json() {
    if (json == null) {
      json = ValueParser.parseJson(place, text);
    }
    return json;
  }

  /**
   * The value of YAML.
   *
   * @throws InvalidGraphException if it is not valid
   */
  ParsedValue yaml() {
    if (yamlProblem != null) {
      throw yamlProblem;
    }
    if (yaml == null) {
      try {
        yaml = ValueParser.parseYaml(place, text);
      } catch (InvalidGraphException invalid) {
        yamlProblem = invalid;
        throw invalid;
      }
    }
    return yaml;
  }

  /**
   * The value of JSON, or else of YAML; empty if the text is not valid YAML.
   *
   * @throws InvalidGraphException if it begins as JSON and is not valid
   */
  Optional<ParsedValue> value() {
    if (isJson()) {
      return Optional.of(json());
    }
    try {
      return Optional.of(yaml());
    } catch (InvalidGraphException invalid) {
      return Optional.empty();
    }
  }

  /** Why the YAML is rejected if it is nested too deep: a reader of any format would say so. */
  Optional<InvalidGraphException> nestingProblem() {
    return Optional.ofNullable(yamlProblem).filter(ValueParser::isNestedTooDeep);
  }

  /** Whether the text is a mapping of YAML, or begins as that of a graph and is not valid. */
  boolean isYamlOfGraph() {
    return !isJson()
        && value()
            .map(ParsedValue::isMap)
            .orElseGet(() -> FIRST_KEY.matcher(text).lookingAt() && !FENCE.matcher(text).find());
  }
}
