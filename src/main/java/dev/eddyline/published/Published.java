package dev.eddyline.published;

/** What a topic that every instance reads whole says of a workflow. */
public interface Published {

  /** The workflow: the record's key. */
  String workflow();

  /** Where it stands in the topic, at least 0: the higher one is the newer. */
  long offset();
}
