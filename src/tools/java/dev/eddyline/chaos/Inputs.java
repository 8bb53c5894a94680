package dev.eddyline.chaos;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;

/** What a load publishes to: the inputs of a processor. */
public interface Inputs {

  /** The wire format of an event on a topic. */
  byte[] encode(TopicRole topic, AgentEvent event);

  /**
   * Publishes bytes as they are, to a given partition or, when null, where murmur2 puts the key.
   */
  void raw(TopicRole topic, Integer partition, byte[] key, byte[] value);
}
