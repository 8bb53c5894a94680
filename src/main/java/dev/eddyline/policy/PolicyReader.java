package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.detect.Hash;
import dev.eddyline.detect.Masking;
import dev.eddyline.detect.Redaction;
import dev.eddyline.policy.Policy.Place;
import dev.eddyline.text.Expression;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a policy from YAML and checks it against its own rules. */
public final class PolicyReader {

  /** The workflow of a policy that is for all that have none of their own. */
  public static final String DEFAULT_WORKFLOW = "default";

  /** The key of the name, the only one that a policy must have. */
  static final String NAME = "name";

  private static final int MAX_NAME = 200;
  private static final int MAX_CLASSES = 32;
  private static final int MAX_CLASS_NAME = 40;
  private static final int MAX_SECRETS = 32;

  /**
   * A policy, and what was read for it.
   *
   * @param policy the policy
   * @param root what was read
   * @param own the rules and actions of the policy itself
   * @param places those of each place that it names
   */
  record Read(Policy policy, Section root, Ruleset own, Map<Place, Ruleset> places) {}

  private final List<String> problems = new ArrayList<>();

  private PolicyReader() {}

  /**
   * The policy that the text describes.
   *
   * @param place where the text stands, for messages
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Policy read(String place, String yaml) {
    return describe(place, yaml, Optional.empty()).policy();
  }

  /**
   * The policy of a workflow, which the text need not name.
   *
   * @param workflow the workflow, or {@link #DEFAULT_WORKFLOW}
   * @param place where the text stands, for messages
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Policy readFor(String workflow, String place, String yaml) {
    return describe(place, yaml, Optional.of(workflow)).policy();
  }

  /** The policy that the text describes, and what was read for it. */
  static Read describe(String place, String yaml, Optional<String> workflow) {
    PolicyReader reader = new PolicyReader();
    Extension whole = Extension.of(PolicyText.parse(place, yaml), reader.problems);
    String version = Hash.id(yaml + whole.preset()).substring(0, 8);
    Read read = reader.read(whole.tree(), version, workflow);
    if (!reader.problems.isEmpty()) {
      throw new InvalidPolicyException(place, reader.problems.stream().distinct().toList());
    }
    return read;
  }

  /** Incomplete where there are problems. */
  private Read read(JsonNode tree, String version, Optional<String> expected) {
    Section root = new Section("", tree, problems);
    String name = root.about("what verdicts call the policy").required(NAME, MAX_NAME);
    Extension.tell(root);
    Optional<String> workflow = workflow(root, expected);
    boolean enabled =
        root.about("whether any rule is on; false switches all off").bool("enabled", true);
    Mode mode =
        root.about(
                "whether the policy decides, or only watches: its verdicts are marked and hold nothing up")
            .oneOf("mode", Mode.LIVE, Section.all(Mode.class));
    GateLimits gate =
        GateLimits.read(
            root.from("documents 002 and 003").about("when a person is asked").section("gate"));
    EvaluationLimits evaluation =
        EvaluationLimits.read(
            root.from("document 002, section 5")
                .about("when an evaluator judges what no rule settles")
                .section("evaluation"));
    Masking masking =
        masking(
            root.from("").about("what is volatile in texts that are compared").section("masking"));
    Ruleset own = Ruleset.read(root, masking);
    Map<Place, Ruleset> places = new Overrides(root, tree, own, masking, problems).read();
    Section evidence =
        root.from("").about("how texts of events leave in verdicts and gates").section("evidence");
    int maxChars =
        evidence.about("characters to which a text is cut").integer("maxChars", 200, 20, 2_000);
    List<Expression> secrets =
        evidence
            .about("what is replaced beside passwords, keys, tokens and e-mail addresses")
            .expressionList("secrets", MAX_SECRETS);
    evidence.refuseOthers();
    Duration forgetAfter =
        root.from("document 002, Memory Management")
            .about("time without an event after which a task is forgotten")
            .kept("forgetAfter", Policy.FORGET_AFTER);
    Duration longestWait =
        root.from("")
            .about(
                "how long a declared wait lasts that names no end; in a wait only failures count that the agent reports")
            .duration("longestWait", Policy.LONGEST_WAIT);
    Duration answerWithin =
        root.about("how long one who asks waits for the answer; a later one is marked expired")
            .duration("answerWithin", Policy.ANSWER_WITHIN);
    Sharing memory =
        Sharing.read(root.about("what was learnt of how loops were broken").section("memory"));
    Mutes mutes =
        new Mutes(
            Mute.read(
                root.about(
                        "what no rule sees for a time: tool, step or agent, reason and until of each")
                    .sections("mutes", Mute.MOST)));
    root.refuseOthers();

    Policy policy =
        new Policy(
            name,
            version,
            workflow,
            mode,
            (enabled ? own : own.silent(masking)).limits(),
            masking,
            own.actions(),
            gate,
            enabled ? evaluation : evaluation.off(),
            new Redaction(maxChars, Redaction.SHIPPED_SECRETS, secrets),
            forgetAfter,
            longestWait,
            answerWithin,
            memory,
            mutes,
            Map.of());
    return new Read(enabled ? with(places, policy) : policy, root, own, places);
  }

  private static Policy with(Map<Place, Ruleset> places, Policy policy) {
    Map<Place, Policy> overrides = new LinkedHashMap<>();
    places.forEach(
        (place, rules) ->
            overrides.put(place, policy.with(rules.limits(), rules.actions(), Map.of())));
    return policy.with(policy.limits(), policy.actions(), overrides);
  }

  private static Optional<String> workflow(Section root, Optional<String> expected) {
    String written =
        root.about("exact name of the workflow; null: every one without a policy of its own")
            .text("workflow", null);
    if (written == null) {
      return Optional.empty();
    }
    if (written.isBlank()) {
      root.refuse("workflow", "must not be blank; left out, the policy is for all the rest");
    } else if (written.length() > MAX_NAME) {
      root.refuse(
          "workflow", "must have ≤ %d characters, was %d".formatted(MAX_NAME, written.length()));
    } else if (expected.isPresent() && !expected.get().equals(written)) {
      root.refuse("workflow", "must be '%s', was '%s'".formatted(expected.get(), written));
    }
    return Optional.of(written).filter(name -> !name.equals(DEFAULT_WORKFLOW));
  }

  private static Masking masking(Section section) {
    Masking shipped = Masking.shipped();
    Map<String, Expression> classes =
        new LinkedHashMap<>(
            section
                .about("volatile parts by name, beside times, ids, addresses and the like")
                .expressions("classes", MAX_CLASSES));
    for (String name : List.copyOf(classes.keySet())) {
      String problem = null;
      if (!name.matches("[a-z]+(?: [a-z]+){0,8}") || name.length() > MAX_CLASS_NAME) {
        problem = "a class is named by lower-case letters and spaces, %d at most";
      } else if (shipped.taken().contains(name)) {
        problem = "a class of this name is shipped";
      }
      if (problem != null) {
        section.refuse("classes." + name, problem.formatted(MAX_CLASS_NAME));
        classes.remove(name);
      }
    }
    section.refuseOthers();
    return shipped.with(classes);
  }
}
