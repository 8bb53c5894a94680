package dev.eddyline.published;

/** The latest record of a workflow on a topic that every instance reads completely. */
public interface PublishedConfig {

  /** The workflow: the record's key. */
  String workflow();

  /** Offset in the topic, at least 0; the higher one is newer. */
  long offset();
}
