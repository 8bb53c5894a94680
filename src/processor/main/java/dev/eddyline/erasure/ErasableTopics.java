package dev.eddyline.erasure;

import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The topics whose records are erased one by one: only Eddyline writes them, and no state depends
 * on them.
 */
public final class ErasableTopics {

  /** The rule of each topic, by the topic's name without prefix. */
  private static final Map<String, BiFunction<ErasureSubject, SchemaRegistry, RecordEraser>>
      ERASER_FACTORY_BY_TOPIC =
          Map.of(
              "agent-events-dlq",
              (subject, registry) -> new DeadLetterEraser(subject),
              "notifications-dlq",
              (subject, registry) -> new DeadLetterEraser(subject),
              "decision-receipts",
              ReceiptEraser::new);

  private ErasableTopics() {}

  /** The erasable topics of the catalogue with their rules. */
  public static Map<TopicSpec, RecordEraser> erasersByTopic(
      TopicCatalogue topics, ErasureSubject subject, SchemaRegistry registry) {
    Map<TopicSpec, RecordEraser> rules = new LinkedHashMap<>();
    for (TopicRole role : TopicRole.values()) {
      if (isErasable(role)) {
        rules.put(
            topics.topic(role), ERASER_FACTORY_BY_TOPIC.get(role.key()).apply(subject, registry));
      }
    }
    return rules;
  }

  /** Whether the records of the topic can be erased one by one. */
  public static boolean isErasable(TopicRole role) {
    return ERASER_FACTORY_BY_TOPIC.containsKey(role.key());
  }
}
