package dev.eddyline.console.pages;

import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The texts of active policies: published ones, else those of the settings. Thread-safe. */
public final class ActivePolicyTexts {

  private final Map<String, PolicyDraft> configured = new HashMap<>();

  /**
   * The texts of these settings.
   *
   * @param setting presets, files and folders, separated by commas
   */
  public ActivePolicyTexts(String setting) {
    configured.put(
        PublishedPolicy.DEFAULT,
        PolicyDraft.loadPresetFileOrFolder(PublishedPolicy.DEFAULT).get(0));
    for (String name : setting.split(",")) {
      for (PolicyDraft text : PolicyDraft.loadPresetFileOrFolder(name.strip())) {
        configured.put(text.read().workflow().orElse(PublishedPolicy.DEFAULT), text);
      }
    }
  }

  /** Whether the policy of exactly this workflow was published. */
  static boolean isPublished(PolicySnapshot snapshot, String workflow) {
    return published(snapshot, workflow).isPresent();
  }

  private static Optional<String> published(PolicySnapshot snapshot, String workflow) {
    return Optional.ofNullable(snapshot.published().get(workflow)).flatMap(PublishedPolicy::yaml);
  }

  /** The text of the policy in force for a workflow, which may be that of the default policy. */
  PolicyDraft textOf(PolicySnapshot snapshot, String workflow) {
    return published(snapshot, workflow)
        .map(yaml -> new PolicyDraft("workflow " + workflow, yaml))
        .or(() -> Optional.ofNullable(configured.get(workflow)))
        .orElseGet(() -> textOf(snapshot, PublishedPolicy.DEFAULT));
  }
}
