package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyChanges;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.policy.WrittenPolicy;
import dev.eddyline.reference.PolicyFollower;
import dev.eddyline.reference.ReferenceHistory;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The policies in force, each with its text and what it says otherwise than its preset. */
final class PolicyPages implements Pages {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final PolicyFollower policies;
  private final List<WrittenPolicy> written;

  /** One policy in force, as it is told. */
  private record InForce(PolicySnapshot of, ArrayNode json) {}

  private volatile InForce told;

  /**
   * The policies of this processor.
   *
   * @param setting what the setting names: presets, files and folders, with commas between
   */
  PolicyPages(PolicyFollower policies, String setting) {
    this.policies = policies;
    written =
        List.of(setting.split(",")).stream()
            .flatMap(name -> WrittenPolicy.of(name.strip()).stream())
            .toList();
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.POLICIES.serve(config, this::policies);
  }

  private void policies(Context http) {
    PolicySnapshot now = policies.current();
    InForce inForce = told;
    if (inForce == null || inForce.of() != now) {
      // read anew only when something changed
      inForce = new InForce(now, inForce(now));
      told = inForce;
    }
    ObjectNode json = NODES.objectNode();
    TaskScope scope = Caller.of(http).scope();
    ArrayNode shown = json.putArray("inForce");
    for (JsonNode policy : inForce.json()) {
      if (isCovered(scope, policy.get("workflow").asText(PublishedPolicy.DEFAULT))) {
        shown.add(policy);
      }
    }
    ArrayNode refused = json.putArray("refused");
    for (ReferenceHistory.Refused one : policies.history().refused()) {
      if (!isCovered(scope, one.workflow())) {
        continue;
      }
      refused
          .addObject()
          .put("at", one.at())
          .put("workflow", one.workflow())
          .put("error", one.error());
    }
    new Params(http).answer(json);
  }

  /** The policy for all the rest may be the policy of any workflow. */
  private static boolean isCovered(TaskScope scope, String workflow) {
    return PublishedPolicy.DEFAULT.equals(workflow) || scope.coversWorkflow(workflow);
  }

  private ArrayNode inForce(PolicySnapshot snapshot) {
    Map<String, WrittenPolicy> configured = new LinkedHashMap<>();
    for (WrittenPolicy text : written) {
      configured.put(text.read().workflow().orElse(PublishedPolicy.DEFAULT), text);
    }
    Map<String, Policy> byWorkflow = new TreeMap<>(snapshot.inForce().byWorkflow());
    ArrayNode json = NODES.arrayNode();
    json.add(told(PublishedPolicy.DEFAULT, snapshot.inForce().otherwise(), snapshot, configured));
    byWorkflow.forEach(
        (workflow, policy) -> json.add(told(workflow, policy, snapshot, configured)));
    return json;
  }

  private ObjectNode told(
      String workflow,
      Policy policy,
      PolicySnapshot snapshot,
      Map<String, WrittenPolicy> configured) {
    Optional<String> published =
        Optional.ofNullable(snapshot.published().get(workflow)).flatMap(PublishedPolicy::yaml);
    WrittenPolicy text =
        published
            .map(yaml -> new WrittenPolicy("workflow " + workflow, yaml))
            .orElseGet(
                () ->
                    configured.containsKey(workflow)
                        ? configured.get(workflow)
                        : WrittenPolicy.of(PublishedPolicy.DEFAULT).get(0));
    ObjectNode json = NODES.objectNode().put("name", policy.name());
    json.put("workflow", workflow.equals(PublishedPolicy.DEFAULT) ? null : workflow);
    json.put("version", policy.version());
    json.put("source", published.isPresent() ? "topic" : "settings");
    json.put(
        "since", published.isPresent() ? policies.history().since(workflow).orElse(null) : null);
    json.put("yaml", text.text());
    ArrayNode changes = json.putArray("changes");
    for (PolicyChanges.Change change : PolicyChanges.of(text, published.map(yaml -> workflow))) {
      ObjectNode one = changes.addObject().put("path", change.path());
      one.set("was", change.was());
      one.set("is", change.is());
    }
    return json;
  }
}
