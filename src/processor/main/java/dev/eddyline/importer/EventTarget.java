package dev.eddyline.importer;

import java.util.List;

/** Where imported events go. */
public interface EventTarget extends AutoCloseable {

  /**
   * Publishes events in their order; returns when the target has accepted them.
   *
   * @return the events that the target can never accept
   * @throws dev.eddyline.cluster.ClusterUnreachableException when the target is unavailable: the
   *     events may or may not be published, and can be published again
   * @throws ImportStoppedException when the thread is interrupted
   */
  List<ImportedEvent.Refusal> publish(List<ImportedEvent> events);

  @Override
  void close();
}
