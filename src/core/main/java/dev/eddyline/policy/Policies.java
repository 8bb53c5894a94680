package dev.eddyline.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of policies by workflow, with a default policy.
 *
 * @param byWorkflow policies by the exact name of their workflow
 * @param defaultPolicy the policy of all other workflows
 */
public record Policies(Map<String, Policy> byWorkflow, Policy defaultPolicy) {

  /** Names of the presets. Those that begin with {@code like-} reproduce another loop guard. */
  public static final List<String> PRESETS =
      List.of(
          "default",
          "judge-worker",
          "graph",
          "failures",
          "phases",
          "autopilot",
          "conservative",
          "aggressive",
          "like-openhands",
          "like-gemini-cli",
          "like-qwen-code",
          "like-roo-code",
          "like-cline",
          "like-opencode",
          "like-stella",
          "like-crewai",
          "like-theappapp");

  public Policies {
    byWorkflow = Map.copyOf(byWorkflow);
    Objects.requireNonNull(defaultPolicy, "defaultPolicy");
  }

  /** The same policy for every workflow. */
  public static Policies ofSinglePolicy(Policy policy) {
    return new Policies(Map.of(), policy);
  }

  /** The policy of a workflow, which may be null. */
  public Policy policyForWorkflow(@Nullable String workflow) {
    return workflow == null ? defaultPolicy : byWorkflow.getOrDefault(workflow, defaultPolicy);
  }

  /** All policies, sorted by workflow, the default policy last. */
  public List<Policy> all() {
    Stream<Policy> named =
        byWorkflow.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::getValue);
    return Stream.concat(named, Stream.of(defaultPolicy)).toList();
  }

  /** The names, versions and workflows of all policies, for people. */
  public String describePolicies() {
    return all().stream()
        .map(
            policy ->
                "%s (version %s%s)"
                    .formatted(
                        policy.name(),
                        policy.version(),
                        policy.workflow().map(name -> ", workflow '" + name + "'").orElse("")))
        .collect(Collectors.joining(", "));
  }

  /**
   * Reads a preset.
   *
   * @throws InvalidPolicyException if there is none of this name
   */
  public static Policy preset(String name) {
    return PolicyDraft.preset(name).read();
  }

  /**
   * Reads the policies of a setting: presets, files and folders, separated by commas. Without a
   * default policy, the preset {@code default} is used.
   *
   * @throws InvalidPolicyException for the first invalid policy, or two policies of one workflow
   */
  public static Policies load(String list) {
    List<PolicyDraft> sources = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      sources.addAll(PolicyDraft.loadPresetFileOrFolder(name.strip()));
    }
    return read(sources);
  }

  /**
   * Reads policies from these texts.
   *
   * @throws InvalidPolicyException for the first invalid policy, or two policies of one workflow
   */
  public static Policies read(List<PolicyDraft> sources) {
    Map<String, Policy> byWorkflow = new LinkedHashMap<>();
    Map<String, String> places = new LinkedHashMap<>();
    for (PolicyDraft source : sources) {
      Policy policy = source.read();
      String workflow = policy.workflow().orElse(PolicyReader.DEFAULT_WORKFLOW);
      String other = places.putIfAbsent(workflow, source.originName());
      if (other != null) {
        String problem =
            policy.workflow().isPresent()
                ? "workflow: '%s' also has the policy %s".formatted(workflow, other)
                : "workflow: is the default policy, as is %s: name the workflow of one"
                    .formatted(other);
        throw new InvalidPolicyException(source.originName(), List.of(problem));
      }
      byWorkflow.put(workflow, policy);
    }
    Policy otherwise = byWorkflow.remove(PolicyReader.DEFAULT_WORKFLOW);
    return new Policies(
        byWorkflow, otherwise == null ? preset(PolicyReader.DEFAULT_WORKFLOW) : otherwise);
  }
}
