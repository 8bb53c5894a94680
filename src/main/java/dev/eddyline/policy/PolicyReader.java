package dev.eddyline.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Hash;
import dev.eddyline.detect.Masking;
import dev.eddyline.detect.Redaction;
import dev.eddyline.text.Section;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads a policy from YAML and checks it against its own rules. */
public final class PolicyReader {

  private static final ObjectMapper YAML =
      new ObjectMapper(factory()).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private PolicyReader() {}

  private static YAMLFactory factory() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setCodePointLimit(1_000_000);
    return YAMLFactory.builder()
        .loaderOptions(options)
        .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  /**
   * The policy that the text describes.
   *
   * @param place where the text stands, for messages
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Policy read(String place, String yaml) {
    List<String> problems = new ArrayList<>();
    Section root = new Section("", parse(place, yaml), problems);
    String name = root.text("name", null);
    if (name == null || name.isBlank()) {
      root.refuse("name", "is required");
    }
    Mode mode = root.oneOf("mode", Mode.LIVE, Section.all(Mode.class));
    GateLimits gate = gate(root.section("gate"));
    Masking masking = Masking.shipped();
    Map<Detector<?, ?>, Detector.Limits> limits = new LinkedHashMap<>();
    for (Detector<?, ?> detector : Detectors.ALL) {
      Section section = root.section(detector.key());
      limits.put(detector, detector.limits(section, masking));
      section.refuseOthers();
    }
    Actions actions = Actions.read(root.section("actions"));
    Section evidence = root.section("evidence");
    int maxChars = evidence.integer("maxChars", 200, 20, 2_000);
    evidence.refuseOthers();
    Duration forgetAfter = root.kept("forgetAfter", Policy.FORGET_AFTER);
    Duration longestWait = root.duration("longestWait", Policy.LONGEST_WAIT);
    root.refuseOthers();
    if (!problems.isEmpty()) {
      throw new InvalidPolicyException(place, problems);
    }
    return new Policy(
        name,
        Hash.id(yaml).substring(0, 8),
        mode,
        limits,
        masking,
        actions,
        gate,
        new Redaction(maxChars, Redaction.SHIPPED_SECRETS),
        forgetAfter,
        longestWait);
  }

  private static JsonNode parse(String place, String yaml) {
    try {
      refuseAliases(place, yaml);
      JsonNode root = YAML.readTree(yaml);
      if (root == null || !root.isObject()) {
        throw new InvalidPolicyException(place, List.of("policy: must be a YAML mapping"));
      }
      return root;
    } catch (JsonProcessingException invalid) {
      String where =
          invalid.getLocation() == null ? "" : " at line " + invalid.getLocation().getLineNr();
      throw new InvalidPolicyException(
          place,
          List.of(
              "policy: not valid YAML" + where + ": " + firstLine(invalid.getOriginalMessage())));
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }

  /** The parser would take an alias for the text of its name. */
  private static void refuseAliases(String place, String yaml) throws JsonProcessingException {
    try (YAMLParser parser = (YAMLParser) YAML.createParser(yaml)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          int line = parser.currentTokenLocation().getLineNr();
          throw new InvalidPolicyException(
              place,
              List.of("policy: YAML aliases are not allowed, was one at line %d".formatted(line)));
        }
      }
    } catch (JsonProcessingException invalid) {
      throw invalid;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static GateLimits gate(Section section) {
    int loops = section.integer("loops", 3, 1, Section.MANY);
    OptionalInt attempts =
        section.isNull("attempts")
            ? OptionalInt.empty()
            : OptionalInt.of(section.integer("attempts", 3, 2, Section.MANY));
    boolean toolErrors = section.bool("toolErrors", false);
    boolean resetOnUserMessage = section.bool("resetOnUserMessage", false);
    String label = section.text("label", "");
    Optional<Duration> window = Optional.ofNullable(section.duration("window", null));
    boolean progressForgives = section.bool("progressForgives", false);
    boolean debugger = section.bool("debugger", false);
    section.refuseOthers();
    return new GateLimits(
        loops, attempts, toolErrors, resetOnUserMessage, label, window, progressForgives, debugger);
  }
}
