package dev.eddyline.policy;

import dev.eddyline.text.Section;

/** How far what was learnt from a workflow's loops may go, and what others learnt may come in. */
public enum Sharing {
  /** Nothing is learnt from the workflow, and nothing is shown in it. */
  NONE,
  /** Within the workflow only. */
  WORKFLOW,
  /** Between all workflows that say the same. */
  ALL;

  /** What a section of a policy tells. */
  static Sharing read(Section section) {
    Sharing sharing =
        section
            .about(
                "who is shown what broke the workflow's loops: none, its own workflow, or all that share with all")
            .oneOf("share", WORKFLOW, Section.all(Sharing.class));
    section.refuseOthers();
    return sharing;
  }

  /**
   * Whether what was learnt under this may be shown where another policy decides.
   *
   * @param same whether both are of one workflow
   */
  public boolean lets(Sharing asking, boolean same) {
    return same ? this != NONE && asking != NONE : this == ALL && asking == ALL;
  }
}
