package dev.eddyline.console.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.json.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Policies, in JSON. */
@Doc("The active policies, and recently rejected ones.")
public record PoliciesJson(
    @Doc("The default policy first, then by workflow.") List<Active> inForce,
    @Doc("Policies that were rejected, the newest first.") List<RejectedJson> refused) {

  /** An active policy. */
  @Doc("An active policy.")
  public record Active(
      @Doc("Its name.") String name,
      @Doc("Its workflow; null for the default policy.") @Nullable String workflow,
      @Doc("Its version.") String version,
      @Doc("Where it comes from.") SourceJson source,
      @Doc("When it was published, epoch milliseconds; null for one of the settings.")
          @Nullable Long since,
      @Doc("Its author; null where none was named.") @Nullable String publishedBy,
      @Doc("The reason for its newest change; null where none was given.") @Nullable String note,
      @Doc("Its text.") String yaml,
      @Doc("What differs from its preset.") List<Change> changes) {}

  /** A key that differs. */
  @Doc("A key that differs from the preset.")
  public record Change(
      @Doc("Section and key, a dot between.") String path,
      @Doc("The value of the preset.") JsonNode was,
      @Doc("The value of the policy.") JsonNode is) {}
}
