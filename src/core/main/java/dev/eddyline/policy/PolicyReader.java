package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.keys.ContainerTypes;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import dev.eddyline.policy.Policy.OverrideScope;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import dev.eddyline.yaml.Expression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and validates a policy from YAML. */
public final class PolicyReader {

  /** The workflow name of the default policy. */
  public static final String DEFAULT_WORKFLOW = "default";

  /** The key of the name, the only required key. */
  static final String NAME = "name";

  private static final int MAX_NAME = 200;
  private static final int MAX_CLASSES = 32;
  private static final int MAX_CLASS_NAME = 40;
  private static final int MAX_SECRETS = 32;

  private static final KeyType<String> WORKFLOW =
      ScalarTypes.text(MAX_NAME, "must not be blank; omit it for the default policy");

  private static final KeyType<Map<String, Expression>> CLASSES =
      ContainerTypes.byName(className(), ScalarTypes.EXPRESSION, MAX_CLASSES);

  /**
   * A policy with the sections it was read from.
   *
   * @param policy the policy
   * @param root the root section
   * @param ownRules the rules and actions of the policy itself
   * @param rulesByScope the rules of each override scope
   */
  record ParsedPolicy(
      Policy policy, Section root, Ruleset ownRules, Map<OverrideScope, Ruleset> rulesByScope) {}

  private final List<String> problems = new ArrayList<>();

  private PolicyReader() {}

  /**
   * Reads a policy.
   *
   * @param place origin of the text, for messages
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Policy read(String place, String yaml) {
    return parsePolicy(place, yaml, Optional.empty()).policy();
  }

  /**
   * Reads the policy of a workflow, which the text may leave out.
   *
   * @param workflow the workflow, or {@link #DEFAULT_WORKFLOW}
   * @param place origin of the text, for messages
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Policy readFor(String workflow, String place, String yaml) {
    return parsePolicy(place, yaml, Optional.of(workflow)).policy();
  }

  /** Reads a policy with its sections. */
  static ParsedPolicy parsePolicy(String place, String yaml, Optional<String> workflow) {
    PolicyReader reader = new PolicyReader();
    ExtendedPolicy whole =
        ExtendedPolicy.resolvePreset(PolicyText.parse(place, yaml), reader.problems);
    String version = Hash.id(yaml + whole.preset()).substring(0, 8);
    ParsedPolicy read = reader.read(whole.tree(), version, workflow);
    if (!reader.problems.isEmpty()) {
      throw new InvalidPolicyException(place, reader.problems.stream().distinct().toList());
    }
    return read;
  }

  /** Incomplete if there are problems. */
  private ParsedPolicy read(JsonNode tree, String version, Optional<String> expected) {
    Section root = new Section("", tree, problems);
    String name = root.about("name of the policy in verdicts").requiredText(NAME, MAX_NAME);
    ExtendedPolicy.declareExtendsKey(root);
    Optional<String> workflow = workflow(root, expected);
    boolean enabled =
        root.about("whether detection is enabled; false disables all detectors")
            .bool("enabled", true);
    Mode mode =
        root.about("live: verdicts take effect; shadow: verdicts are marked and block nothing")
            .oneOf("mode", Mode.LIVE, Section.all(Mode.class));
    GateLimits gate =
        GateLimits.read(root.setKeyPurpose("").about("when a gate opens").section("gate"));
    EvaluationLimits evaluation =
        EvaluationLimits.read(
            root.setKeyPurpose("")
                .about(
                    "when an evaluator is asked about failures that no detector has a result for")
                .section("evaluation"));
    Masking masking =
        masking(
            root.setKeyPurpose("")
                .about("volatile parts of texts that are ignored in comparisons")
                .section("masking"));
    Ruleset ownRules = Ruleset.read(root, masking);
    Map<OverrideScope, Ruleset> rulesByScope =
        new PolicyOverrides(root, tree, ownRules, masking, problems).read();
    Section evidence =
        root.setKeyPurpose("")
            .about("how event texts are truncated and redacted in verdicts and gates")
            .section("evidence");
    int maxChars =
        evidence.about("maximum characters of a text").integer("maxChars", 200, 20, 2_000);
    List<Expression> secrets =
        evidence
            .about("texts to redact in addition to passwords, keys, tokens and e-mail addresses")
            .expressionList("secrets", MAX_SECRETS);
    evidence.rejectUnknownKeys();
    Duration forgetAfter =
        root.setKeyPurpose("")
            .about("time without an event after which a task's state expires")
            .windowDuration("forgetAfter", Policy.FORGET_AFTER);
    Duration longestWait =
        root.setKeyPurpose("")
            .about(
                "duration of a declared wait without an end; during a wait only failures that the agent reports count")
            .duration("longestWait", Policy.LONGEST_WAIT);
    Duration answerWithin =
        root.about("time limit of requested replies; later ones are marked expired")
            .duration("answerWithin", Policy.ANSWER_WITHIN);
    MemorySharing memory =
        MemorySharing.read(
            root.about("the loop memory: which remedies resolved earlier loops").section("memory"));
    Mutes mutes =
        new Mutes(
            root
                .about(
                    "tools, steps or agents that detectors ignore for a time: each with reason and until")
                .mappings("mutes", List.of(), Mute.MAX_MUTES_PER_POLICY, Mute::read)
                .stream()
                .flatMap(Optional::stream)
                .toList());
    Precedence precedence = Precedence.read(root.setKeyPurpose(""));
    root.rejectUnknownKeys(ForeignKeys.reasonsOfPolicy(root));

    Policy policy =
        new Policy(
            name,
            version,
            workflow,
            mode,
            new PolicyLimits((enabled ? ownRules : ownRules.allDisabled(masking)).limits()),
            masking,
            ownRules.actions(),
            gate,
            enabled ? evaluation : evaluation.disabled(),
            new Redaction(maxChars, Redaction.SHIPPED_SECRETS, secrets),
            forgetAfter,
            longestWait,
            answerWithin,
            memory,
            mutes,
            precedence,
            Map.of());
    return new ParsedPolicy(
        enabled ? withOverrides(rulesByScope, policy) : policy, root, ownRules, rulesByScope);
  }

  private static Policy withOverrides(Map<OverrideScope, Ruleset> rulesByScope, Policy policy) {
    Map<OverrideScope, Policy> overrides = new LinkedHashMap<>();
    rulesByScope.forEach(
        (place, rules) ->
            overrides.put(
                place, policy.with(new PolicyLimits(rules.limits()), rules.actions(), Map.of())));
    return policy.with(policy.limits(), policy.actions(), overrides);
  }

  private static Optional<String> workflow(Section root, Optional<String> expected) {
    String written =
        root.about("exact name of the workflow; null: all workflows without a policy of their own")
            .read("workflow", WORKFLOW, null);
    if (written == null) {
      return Optional.empty();
    }
    if (expected.isPresent() && !expected.get().equals(written)) {
      root.addProblem("workflow", "must be '%s', was '%s'".formatted(expected.get(), written));
    }
    return Optional.of(written).filter(name -> !name.equals(DEFAULT_WORKFLOW));
  }

  private static KeyType<String> className() {
    String pattern = "[a-z]+(?: [a-z]+){0,8}";
    return ScalarTypes.parsedText(
        "class name",
        "text",
        () ->
            JsonNodeFactory.instance
                .objectNode()
                .put("pattern", "^" + pattern + "$")
                .put("maxLength", MAX_CLASS_NAME),
        name -> {
          if (!name.matches(pattern) || name.length() > MAX_CLASS_NAME) {
            throw new IllegalArgumentException(
                "a class name must have lower-case letters and spaces only, at most "
                    + MAX_CLASS_NAME);
          }
          if (Masking.reservedClassNames().contains(name)) {
            throw new IllegalArgumentException("is the name of a built-in class");
          }
          return name;
        },
        name -> name);
  }

  private static Masking masking(Section section) {
    Map<String, Expression> classes =
        section
            .about("volatile parts by name, in addition to times, ids, addresses and similar")
            .read("classes", CLASSES, Map.of());
    section.rejectUnknownKeys();
    return Masking.shipped().withPolicyClasses(classes);
  }
}
