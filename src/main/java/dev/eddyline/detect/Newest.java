package dev.eddyline.detect;

import java.util.List;

/** Helpers for histories whose newest entry is last. */
final class Newest {

  private Newest() {}

  /** The newest entries, at most {@code most}, as an independent list. */
  static <T> List<T> of(List<T> all, int most) {
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /** The newest entries, at most {@code most}, after appending one. */
  @SuppressWarnings("unchecked") // all elements come from the list or are the new one
  static <T> List<T> of(List<T> all, T next, int most) {
    int stay = Math.min(all.size(), most - 1);
    List<T> staying = stay == all.size() ? all : all.subList(all.size() - stay, all.size());
    Object[] entries = staying.toArray(new Object[stay + 1]);
    entries[stay] = next;
    return (List<T>) List.of(entries);
  }

  /** Removes the entry at this index and appends a new one. */
  @SuppressWarnings("unchecked") // all elements come from the list or are the new one
  static <T> List<T> instead(List<T> all, int place, T next) {
    Object[] entries = all.toArray();
    System.arraycopy(entries, place + 1, entries, place, entries.length - 1 - place);
    entries[entries.length - 1] = next;
    return (List<T>) List.of(entries);
  }

  /** The newest entry of a non-empty list. */
  static <T> T of(List<T> all) {
    return all.get(all.size() - 1);
  }
}
