package dev.eddyline.published;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is in force at one moment: what the configuration says, and over it what was published while
 * running, by workflow. Immutable; a newer moment is another snapshot.
 *
 * @param <P> what is published
 * @param <S> the snapshot itself
 */
public interface Snapshot<P extends Published, S extends Snapshot<P, S>> {

  /** The newest that was published, by workflow. */
  Map<String, P> published();

  /** The workflows of which the configuration says something by name. */
  Set<String> configuredNames();

  /** The snapshot after these changes, but for those of which it knows a newer one; or itself. */
  S with(Collection<P> changes);

  /** The same configuration, nothing published. */
  S unpublished();

  /** The offset of the newest that was published of a workflow; -1 when nothing was. */
  default long offset(String workflow) {
    P newest = published().get(workflow);
    return newest == null ? -1 : newest.offset();
  }

  /** What is known after these changes, but for those of which it knows a newer one; or itself. */
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
