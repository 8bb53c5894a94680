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
public interface Snapshot<P extends Published, S extends Snapshot<P, S>> {

  /** The newest published values, by workflow. */
  Map<String, P> published();

  /** The workflows that are configured by name. */
  Set<String> configuredNames();

  /**
   * The snapshot with these changes, except those older than known values; itself if nothing
   * changes.
   */
  S with(Collection<P> changes);

  /** The same configuration without published values. */
  S unpublished();

  /** The offset of a workflow's newest published value; -1 if there is none. */
  default long offset(String workflow) {
    P newest = published().get(workflow);
    return newest == null ? -1 : newest.offset();
  }

  /** The known values with these changes, except older ones; the same map if nothing changes. */
  static <P extends Published> Map<String, P> newest(Map<String, P> known, Collection<P> changes) {
    Map<String, P> changed = new HashMap<>(known);
    boolean newer = false;
    for (P change : changes) {
      P before = changed.get(change.workflow());
      if (before == null || before.offset() < change.offset()) {
        changed.put(change.workflow(), change);
        newer = true;
      }
    }
    return newer ? Map.copyOf(changed) : known;
  }
}
