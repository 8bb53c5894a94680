package dev.eddyline.policy;

import dev.eddyline.keys.Section;

/** How far a workflow shares its loop memory, and uses the memory of other workflows. */
public enum MemorySharing {
  /** Nothing is recorded for the workflow, and nothing is shown in it. */
  NONE,
  /** Within the workflow only. */
  WORKFLOW,
  /** Between all workflows with this value. */
  ALL;

  /** Reads the value from a section of a policy. */
  static MemorySharing read(Section section) {
    MemorySharing sharing =
        section
            .about(
                "who sees the workflow's remedies: none, its own workflow, or all workflows that share with all")
            .oneOf("share", WORKFLOW, Section.all(MemorySharing.class));
    section.rejectUnknownKeys();
    return sharing;
  }

  /**
   * Whether records of this policy's workflow may be shown under another policy.
   *
   * @param sameWorkflow whether both are of one workflow
   */
  public boolean allowsSharingWith(MemorySharing reader, boolean sameWorkflow) {
    return sameWorkflow ? this != NONE && reader != NONE : this == ALL && reader == ALL;
  }
}
