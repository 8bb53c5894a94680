package dev.eddyline.published;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An immutable snapshot of the configuration in force: published values override the configured
 * ones, by workflow.
 *
 * @param <P> type of published values
 * @param <S> type of the snapshot
 */
public interface ConfigSnapshot<P extends PublishedConfig, S extends ConfigSnapshot<P, S>> {

  /** The newest published values, by workflow. */
  Map<String, P> published();

  /** The workflows that are configured by name. */
  Set<String> configuredNames();

  /**
   * The snapshot with these changes, except those older than known values; itself if nothing
   * changes.
   */
  S withChanges(Collection<P> changes);

  /** The same configuration without published values. */
  S withoutPublishedValues();

  /** The offset of a workflow's newest published value; -1 if there is none. */
  default long newestPublishedOffset(String workflow) {
    P newest = published().get(workflow);
    return newest == null ? -1 : newest.offset();
  }

  /** The known values with these changes, except older ones; the same map if nothing changes. */
  static <P extends PublishedConfig> Map<String, P> mergeKeepingNewest(
      Map<String, P> known, Collection<P> changes) {
    Map<String, P> changed = new HashMap<>(known);
    boolean newer = false;
    for (P change : changes) {
      P previous = changed.get(change.workflow());
      if (previous == null || previous.offset() < change.offset()) {
        changed.put(change.workflow(), change);
        newer = true;
      }
    }
    return newer ? Map.copyOf(changed) : known;
  }
}
