package dev.eddyline.chaos;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;

/** Publishes a load to the inputs of a processor. */
public interface InputPublisher {

  /** Encodes an event for a topic. */
  byte[] encode(TopicRole topic, AgentEvent event);

  /**
   * Publishes bytes unchanged to a partition or, when null, to the one that murmur2 gives the key.
   */
  void publishBytes(TopicRole topic, Integer partition, byte[] key, byte[] value);
}
