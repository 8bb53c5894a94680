package dev.eddyline.topics;

import java.util.List;

/**
 * What came of creating topics.
 *
 * @param created names of the topics that were made, in the catalogue's order
 * @param differences what differs in the topics that were there before; nothing of it was changed
 */
public record Creation(List<String> created, List<Difference> differences) {

  /** Copies both lists. */
  public Creation {
    created = List.copyOf(created);
    differences = List.copyOf(differences);
  }
}
