package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.eddyline.json.Doc;
import org.jspecify.annotations.Nullable;

/** A draft of a workflow's policy, in JSON. */
@Doc("A draft of a workflow's policy.")
public record PolicyDraftJson(
    @Doc("The workflow, or `default` for all without a policy of their own.") String workflow,
    @Doc("The version in force; a change must name it as `replaces`.") String version,
    @Doc("The text in force, YAML.") String yaml,
    @Doc("The text with the change, YAML.") String draft,
    @Doc("What the change does not cover; null where it covers the pattern.")
        @Nullable String note) {

  /** What a draft changes. */
  @Doc(
      "What the draft changes: nothing; the detectors that verdicts of the pattern name are turned"
          + " off; the whole workflow is only watched (shadow mode); the agents of the pattern are muted for 24"
          + " hours.")
  public enum Choice {
    NONE,
    TURN_OFF,
    WATCH,
    MUTE_AGENTS
  }

  /** A policy to replay events under. */
  @Doc("A policy whose effect is asked for.")
  public record Asked(
      @Doc("The workflow, or `default` for all without a policy of their own.") String workflow,
      @Doc("The policy, YAML or JSON.") String yaml) {}

  /** A policy to put in force. */
  @Doc("A policy to put in force.")
  public record Put(
      @Doc("The workflow, or `default` for all without a policy of their own.") String workflow,
      @Doc("The policy, YAML or JSON.") String yaml,
      @Doc("The version in force that it replaces.") String replaces,
      @Doc("The reason of the change; at most 1,000 characters.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String note) {}

  /** The answer to a policy. */
  @Doc("A policy that was published.")
  public record Taken(
      @Doc("The workflow.") String workflow,
      @Doc("The name of the policy.") String name,
      @Doc("Its version.") String version,
      @Doc("Its offset in the topic of policies.") long offset,
      @Doc("Whether this instance has read it; the others follow.") boolean active) {}
}
