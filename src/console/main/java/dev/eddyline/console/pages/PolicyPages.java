package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.PoliciesJson;
import dev.eddyline.console.json.RejectedJson;
import dev.eddyline.console.json.SourceJson;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDiff;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.reference.PolicyFollower;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** The active policies, each with its text and its differences from the preset. */
public final class PolicyPages implements Pages {

  private final PolicyFollower policies;
  private final ActivePolicyTexts texts;

  /** The active policies in JSON, and the snapshot that they come from. */
  private record ActivePolicies(PolicySnapshot snapshot, List<PoliciesJson.Active> policies) {}

  private volatile ActivePolicies activePolicyJson;

  /** The policies of this processor. */
  public PolicyPages(PolicyFollower policies, ActivePolicyTexts texts) {
    this.policies = policies;
    this.texts = texts;
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
    List<PoliciesJson.Active> active = new ArrayList<>();
    active.add(activePolicyJson(PublishedPolicy.DEFAULT, snapshot));
    new TreeSet<>(snapshot.effectivePolicies().byWorkflow().keySet())
        .forEach(workflow -> active.add(activePolicyJson(workflow, snapshot)));
    return active;
  }

  private PoliciesJson.Active activePolicyJson(String workflow, PolicySnapshot snapshot) {
    Policy policy = snapshot.policyOfExactWorkflow(workflow).orElseThrow();
    boolean isPublished = ActivePolicyTexts.isPublished(snapshot, workflow);
    PolicyDraft text = texts.textOf(snapshot, workflow);
    Optional<PublishedPolicy> published =
        isPublished ? Optional.ofNullable(snapshot.published().get(workflow)) : Optional.empty();
    return new PoliciesJson.Active(
        policy.name(),
        workflow.equals(PublishedPolicy.DEFAULT) ? null : workflow,
        policy.version(),
        isPublished ? SourceJson.TOPIC : SourceJson.SETTINGS,
        isPublished ? policies.history().publishedMillisByWorkflow(workflow).orElse(null) : null,
        published.flatMap(PublishedPolicy::publishedBy).orElse(null),
        published.flatMap(PublishedPolicy::note).orElse(null),
        text.text(),
        PolicyDiff.computeChangedKeys(text, isPublished ? Optional.of(workflow) : Optional.empty())
            .stream()
            .map(change -> new PoliciesJson.Change(change.path(), change.was(), change.is()))
            .toList());
  }
}
