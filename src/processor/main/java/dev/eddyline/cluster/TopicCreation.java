package dev.eddyline.cluster;

import java.util.List;

/**
 * The result of creating topics.
 *
 * @param created names of the created topics, in the catalogue's order
 * @param differences differences in the topics that existed before, which were not changed
 */
public record TopicCreation(List<String> created, List<TopicDifference> differences) {

  /** Copies both lists. */
  public TopicCreation {
    created = List.copyOf(created);
    differences = List.copyOf(differences);
  }
}
