package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.UnparsedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads state machines of Amazon States Language: a file with one in JSON or YAML, or those in the
 * resources of a CloudFormation or SAM template.
 */
final class AslFiles {

  /** A file that the Serverless Framework includes as a whole. */
  private static final Pattern INCLUDED_FILE =
      Pattern.compile("\\s*\\$\\{file\\(([^():]+)\\)}\\s*");

  private static final Set<String> MACHINE_TYPES =
      Set.of("AWS::StepFunctions::StateMachine", "AWS::Serverless::StateMachine");

  /** Keys of a state machine in YAML that is not valid, or the type of one in a template. */
  private static final Pattern KEYS =
      Pattern.compile(
          "^[\"']?(?:StartAt|States)[\"']?[ \\t]*:|\\bType[\"']?:[^\\n]*::StateMachine|^stepFunctions:",
          Pattern.MULTILINE);

  private AslFiles() {}

  /** Whether the text is a state machine, or a template with one; invalid YAML by its keys. */
  static boolean recognizes(GraphInput input) {
    return input
        .value()
        .map(root -> isMachine(root) || !resources(root).isEmpty())
        .orElseGet(() -> KEYS.matcher(input.text()).find());
  }

  private static boolean isMachine(ParsedValue root) {
    return root.map().containsKey("StartAt") || root.valueAt("States").isMap();
  }

  /** The state machines of a template or of a file of the Serverless Framework, by their ids. */
  private static Map<String, ParsedValue> resources(ParsedValue root) {
    Map<String, ParsedValue> machines = new LinkedHashMap<>();
    root.valueAt("Resources")
        .map()
        .forEach(
            (id, resource) -> {
              if (resource.textAt("Type").filter(MACHINE_TYPES::contains).isPresent()) {
                Object properties = resource.valueAt("Properties").value();
                machines.put(id, new ParsedValue(resource.line(), resource.column(), properties));
              }
            });
    machines.putAll(root.valueAt("stepFunctions").valueAt("stateMachines").map());
    return machines.isEmpty() ? fragment(root) : machines;
  }

  /** The machine, or those by their ids, of a file that a file of the framework includes. */
  private static Map<String, ParsedValue> fragment(ParsedValue root) {
    if (isFragment(root)) {
      return Map.of(root.textAt("name").orElse("definition"), root);
    }
    Map<String, ParsedValue> machines = new LinkedHashMap<>();
    Stream.of(root, root.valueAt("stateMachines"))
        .flatMap(each -> each.map().entrySet().stream())
        .filter(each -> isFragment(each.getValue()))
        .forEach(each -> machines.put(each.getKey(), each.getValue()));
    return machines;
  }

  private static boolean isFragment(ParsedValue value) {
    return isMachine(value.valueAt("definition"));
  }

  /** Reads the state machines. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    ParsedValue root = input.isJson() ? input.json() : input.yaml();
    Map<String, ParsedValue> machines = resources(root);
    if (isMachine(root) || machines.isEmpty()) {
      return List.of(AslParser.read(input.place(), root, false, limit));
    }
    limit.requireAllowedGraphCount(input.place(), machines.size());
    List<ParsedGraph> graphs = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<UnparsedPart> refused = new ArrayList<>();
    machines.forEach(
        (id, resource) -> {
          String name = machines.size() == 1 ? input.place() : input.place() + "#" + id;
          Optional<ParsedValue> definition = definition(name, resource);
          if (definition.isEmpty()) {
            problems.add(
                GraphBuilder.linePrefix(resource.line()) + reference(id, resource).problem());
            return;
          }
          try {
            graphs.add(AslParser.read(name, definition.get(), isExpress(resource), limit));
          } catch (InvalidGraphException wrong) {
            problems.addAll(wrong.problems());
            refused.addAll(wrong.asUnparsedParts(id));
          }
        });
    if (graphs.isEmpty()) {
      throw new InvalidGraphException(input.place(), problems);
    }
    graphs.set(0, graphs.get(0).withUnparsedParts(refused));
    return graphs;
  }

  /** The state machines of a template whose definitions are elsewhere. */
  static TemplateDefinitions definitions(GraphInput input) {
    Map<String, ParsedValue> machines = input.value().map(AslFiles::resources).orElseGet(Map::of);
    List<TemplateDefinitions.Reference> elsewhere = new ArrayList<>();
    machines.forEach(
        (id, resource) -> {
          if (definition(input.place(), resource).isEmpty()) {
            elsewhere.add(reference(id, resource));
          }
        });
    boolean isTemplate = !machines.isEmpty();
    return new TemplateDefinitions(elsewhere, !isTemplate || elsewhere.size() < machines.size());
  }

  private static TemplateDefinitions.Reference reference(String id, ParsedValue resource) {
    Optional<String> uri =
        resource
            .textAt("DefinitionUri")
            .filter(text -> !text.startsWith("s3:"))
            .or(() -> resource.textAt("definition").flatMap(AslFiles::includedFile));
    return new TemplateDefinitions.Reference(id, resource.line(), uri);
  }

  private static Optional<String> includedFile(String definition) {
    Matcher included = INCLUDED_FILE.matcher(definition);
    return included.matches() ? Optional.of(included.group(1)) : Optional.empty();
  }

  private static boolean isExpress(ParsedValue resource) {
    return Stream.of("Type", "StateMachineType", "type")
        .anyMatch(key -> resource.textAt(key).filter("EXPRESS"::equalsIgnoreCase).isPresent());
  }

  /** The definition of a resource: a mapping, or JSON in a text; empty if it is elsewhere. */
  private static Optional<ParsedValue> definition(String place, ParsedValue resource) {
    for (String key : List.of("Definition", "definition")) {
      if (resource.valueAt(key).isMap()) {
        return Optional.of(resource.valueAt(key));
      }
    }
    ParsedValue written = resource.valueAt("DefinitionString");
    return text(written)
        .map(
            text -> {
              // the text of a block begins on the line below its key
              boolean isBlock = text.strip().contains("\n") && !text.startsWith("\n");
              int linesBefore = written.line() - (isBlock ? 0 : 1);
              String before = "\n".repeat(Math.max(0, linesBefore)) + " ".repeat(written.column());
              return ValueParser.parseJson(place, before + text);
            });
  }

  /** A text that may be the argument of Fn::Sub, or parts that Fn::Join puts together. */
  private static Optional<String> text(ParsedValue value) {
    if (value.isList()) {
      // the short forms: [separator, parts] of !Join, [text, variables] of !Sub
      boolean isJoin = value.list().size() == 2 && value.list().get(1).isList();
      return isJoin
          ? Optional.of(joined(value.list()))
          : value.list().isEmpty() ? Optional.empty() : text(value.list().get(0));
    }
    if (!value.isMap()) {
      return value.text();
    }
    List<ParsedValue> joined = value.valueAt("Fn::Join").list();
    if (joined.size() == 2) {
      return Optional.of(joined(joined));
    }
    ParsedValue substituted = value.valueAt("Fn::Sub");
    return substituted.value() == null ? Optional.empty() : text(substituted);
  }

  /** The parts of a list, with the separator that is its first element. */
  private static String joined(List<ParsedValue> separatorAndParts) {
    return separatorAndParts.get(1).list().stream()
        .map(part -> part.text().orElse("reference"))
        .collect(Collectors.joining(separatorAndParts.get(0).text().orElse("")));
  }
}
