package dev.eddyline.policy;

import dev.eddyline.text.Section;

/** How far a workflow shares its loop memory, and uses the memory of other workflows. */
public enum Sharing {
  /** Nothing is recorded for the workflow, and nothing is shown in it. */
  NONE,
  /** Within the workflow only. */
  WORKFLOW,
  /** Between all workflows with this value. */
  ALL;

  /** Reads the value from a section of a policy. */
  static Sharing read(Section section) {
    Sharing sharing =
        section
            .about(
                "who sees the workflow's remedies: none, its own workflow, or all workflows that share with all")
            .oneOf("share", WORKFLOW, Section.all(Sharing.class));
    section.rejectUnknownKeys();
    return sharing;
  }

  /**
   * Whether records of this policy's workflow may be shown under another policy.
   *
   * @param same whether both are of one workflow
   */
  public boolean lets(Sharing asking, boolean same) {
    return same ? this != NONE && asking != NONE : this == ALL && asking == ALL;
  }
}
