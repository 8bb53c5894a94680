package dev.eddyline.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.eddyline.detect.Hash;
import dev.eddyline.detect.IdenticalFailure;
import dev.eddyline.detect.Masking;
import dev.eddyline.detect.Redaction;
import dev.eddyline.detect.RepeatedAction;
import dev.eddyline.schema.MatchKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads a policy from YAML and checks it against its own rules. */
public final class PolicyReader {

  private static final int MANY = 1_000_000;
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
    GateLimits gate = gate(root.section("gate"));
    Masking masking = Masking.shipped();
    IdenticalFailure.Limits failures =
        identicalFailure(root.section("identical_failure"), gate, masking);
    RepeatedAction.Limits actions = repeatedAction(root.section("repeated_action"), masking);
    Section evidence = root.section("evidence");
    int maxChars = evidence.integer("maxChars", 200, 20, 2_000);
    evidence.refuseOthers();
    Duration forgetAfter = kept(root, "forgetAfter");
    Duration longestWait = root.duration("longestWait", Policy.LONGEST_WAIT);
    root.refuseOthers();
    if (!problems.isEmpty()) {
      throw new InvalidPolicyException(place, problems);
    }
    return new Policy(
        name,
        Hash.id(yaml).substring(0, 8),
        failures,
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
    int loops = section.integer("loops", 3, 1, MANY);
    OptionalInt attempts =
        section.isNull("attempts")
            ? OptionalInt.empty()
            : OptionalInt.of(section.integer("attempts", 3, 2, MANY));
    boolean toolErrors = section.bool("toolErrors", false);
    boolean resetOnUserMessage = section.bool("resetOnUserMessage", false);
    String label = section.text("label", "");
    section.refuseOthers();
    return new GateLimits(loops, attempts, toolErrors, resetOnUserMessage, label);
  }

  /** A time over which the stores are sure to remember. */
  private static Duration kept(Section section, String key) {
    Duration time = section.duration(key, Policy.FORGET_AFTER);
    if (time.compareTo(Policy.FORGET_AFTER) > 0) {
      section.refuse(key, "must be ≤ 24h, the shortest window that the stores keep");
    }
    return time;
  }

  private static IdenticalFailure.Limits identicalFailure(
      Section section, GateLimits gate, Masking masking) {
    IdenticalFailure.Limits limits =
        new IdenticalFailure.Limits(
            section.bool("enabled", section.isNamed()),
            section.oneOf(
                "match",
                MatchKind.NORMALIZED,
                List.of(MatchKind.EXACT, MatchKind.NORMALIZED, MatchKind.TEMPLATE)),
            section.integer("templateWeight", 0, 0, 1),
            kept(section, "window"),
            section.integer("distinct", 10, 1, 50),
            gate.toolErrors(),
            gate.failureAttempts(),
            gate.loops(),
            masking);
    section.refuseOthers();
    return limits;
  }

  private static RepeatedAction.Limits repeatedAction(Section section, Masking masking) {
    RepeatedAction.Limits limits =
        new RepeatedAction.Limits(
            section.bool("enabled", section.isNamed()),
            section.integer("calls", 4, 2, MANY),
            section.integer("failingCalls", 3, 2, MANY),
            section.oneOf(
                "missingOutcome",
                RepeatedAction.MissingOutcome.NOT_PROVEN,
                Section.all(RepeatedAction.MissingOutcome.class)),
            kept(section, "window"),
            masking);
    section.refuseOthers();
    return limits;
  }
}
