package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDiff;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.reference.PolicyFollower;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The active policies, each with its text and its differences from the preset. */
final class PolicyPages implements Pages {

  private final PolicyFollower policies;
  private final List<PolicyDraft> written;

  /** The active policies in JSON, and the snapshot that they come from. */
  private record ActivePolicies(PolicySnapshot snapshot, List<PoliciesJson.Active> policies) {}

  private volatile ActivePolicies activePolicyJson;

  /**
   * The policies of this processor.
   *
   * @param setting presets, files and folders, separated by commas
   */
  PolicyPages(PolicyFollower policies, String setting) {
    this.policies = policies;
    written =
        List.of(setting.split(",")).stream()
            .flatMap(name -> PolicyDraft.loadPresetFileOrFolder(name.strip()).stream())
            .toList();
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.POLICIES.serve(config, this::policies);
  }

  private void policies(Context http) {
    PolicySnapshot now = policies.current();
    ActivePolicies active = activePolicyJson;
    if (active == null || active.snapshot() != now) {
      // rebuilt only after a config change
      active = new ActivePolicies(now, activePoliciesToJson(now));
      activePolicyJson = active;
    }
    TaskScope scope = Caller.of(http).scope();
    List<PoliciesJson.Active> shown =
        active.policies().stream()
            .filter(
                policy ->
                    isCovered(
                        scope,
                        Objects.requireNonNullElse(policy.workflow(), PublishedPolicy.DEFAULT)))
            .toList();
    List<RejectedJson> refused =
        policies.history().rejected().stream()
            .filter(one -> isCovered(scope, one.workflow()))
            .map(RejectedJson::of)
            .toList();
    new Params(http).answer(new PoliciesJson(shown, refused));
  }

  /** Whether a scope covers a policy. The default policy may apply to any workflow. */
  private static boolean isCovered(TaskScope scope, String workflow) {
    return PublishedPolicy.DEFAULT.equals(workflow) || scope.coversWorkflow(workflow);
  }

  private List<PoliciesJson.Active> activePoliciesToJson(PolicySnapshot snapshot) {
    Map<String, PolicyDraft> configured = new LinkedHashMap<>();
    for (PolicyDraft text : written) {
      configured.put(text.read().workflow().orElse(PublishedPolicy.DEFAULT), text);
    }
    Map<String, Policy> byWorkflow = new TreeMap<>(snapshot.effectivePolicies().byWorkflow());
    List<PoliciesJson.Active> active = new ArrayList<>();
    active.add(
        activePolicyJson(
            PublishedPolicy.DEFAULT,
            snapshot.effectivePolicies().defaultPolicy(),
            snapshot,
            configured));
    byWorkflow.forEach(
        (workflow, policy) -> active.add(activePolicyJson(workflow, policy, snapshot, configured)));
    return active;
  }

  private PoliciesJson.Active activePolicyJson(
      String workflow,
      Policy policy,
      PolicySnapshot snapshot,
      Map<String, PolicyDraft> configured) {
    Optional<String> published =
        Optional.ofNullable(snapshot.published().get(workflow)).flatMap(PublishedPolicy::yaml);
    PolicyDraft text =
        published
            .map(yaml -> new PolicyDraft("workflow " + workflow, yaml))
            .orElseGet(
                () ->
                    configured.containsKey(workflow)
                        ? configured.get(workflow)
                        : PolicyDraft.loadPresetFileOrFolder(PublishedPolicy.DEFAULT).get(0));
    return new PoliciesJson.Active(
        policy.name(),
        workflow.equals(PublishedPolicy.DEFAULT) ? null : workflow,
        policy.version(),
        published.isPresent() ? SourceJson.TOPIC : SourceJson.SETTINGS,
        published.isPresent()
            ? policies.history().publishedMillisByWorkflow(workflow).orElse(null)
            : null,
        text.text(),
        PolicyDiff.computeChangedKeys(text, published.map(yaml -> workflow)).stream()
            .map(change -> new PoliciesJson.Change(change.path(), change.was(), change.is()))
            .toList());
  }
}
