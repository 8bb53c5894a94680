package dev.eddyline.console.edge;

import dev.eddyline.console.json.PatternJson;
import dev.eddyline.console.json.PolicyDraftJson;
import dev.eddyline.console.json.PolicyEffectJson;
import dev.eddyline.console.web.ErrorJson;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.Param;

/** What the routes of patterns, and of policies that change them, take and answer. */
final class PatternOperations {

  static final Operation PATTERNS =
      Operation.of("Patterns of loops across tasks")
          .describedAs(
              "The newest 2,000 patterns of the last 48 hours. Whole hours are counted: `from` and"
                  + " `to` select the hours that they touch.")
          .withQueryParams(
              QueryParams.PATTERN_ID,
              QueryParams.PATTERN_TEXT,
              QueryParams.LOOP_TYPE,
              QueryParams.AGENT,
              QueryParams.WORKFLOW,
              QueryParams.FROM_HOUR,
              QueryParams.TO_HOUR,
              QueryParams.PATTERN_ORDER,
              Param.CURSOR,
              Param.LIMIT)
          .answers(
              200,
              "A page of patterns, in the order of `sort`.",
              new PageJson.Of(PatternJson.class));

  static final Operation POLICY_DRAFT =
      Operation.of("A draft of a workflow's policy")
          .withQueryParams(
              QueryParams.OF_WORKFLOW, QueryParams.PATTERN_ID, QueryParams.POLICY_CHANGE)
          .answers(200, "The text in force, and with the change.", PolicyDraftJson.class)
          .answers(404, "The workflow had no such pattern in 48 hours.", ErrorJson.class);

  static final Operation POLICY_PREVIEW =
      Operation.of("The effect of a policy on recent events")
          .describedAs(
              "Replays the newest events of the workflow under the policy in force and under this"
                  + " one. Nothing is published. At most 5,000 events, 32 MB and 200,000 records"
                  + " of agent-events are read, for 5 seconds, and replayed for 10 seconds, oldest first."
                  + " Decisions on gates are not replayed: a gate stays open.")
          .reads(PolicyDraftJson.Asked.class)
          .answers(200, "The effect.", PolicyEffectJson.class)
          .answers(400, "The policy is invalid.", ErrorJson.class)
          .answers(
              503, "Another preview is running, or the events cannot be read.", ErrorJson.class);

  static final Operation PUT_POLICY =
      Operation.of("Puts a policy in force")
          .describedAs(
              "Publishes the policy as `eddyline policy put` does. Each instance rejects a policy"
                  + " that does not replace the version in force. Of two that are sent to two"
                  + " instances at the same time, the later one remains.")
          .reads(PolicyDraftJson.Put.class)
          .answers(202, "The policy is published.", PolicyDraftJson.Taken.class)
          .answers(400, "The policy is invalid.", ErrorJson.class)
          .answers(409, "Another version is in force.", ErrorJson.class)
          .answers(503, "Kafka did not accept the policy.", ErrorJson.class);

  private PatternOperations() {}
}
