package dev.eddyline.detect.api;

import java.util.List;

/** Helpers for histories whose newest entry is last. */
public final class BoundedLists {

  private BoundedLists() {}

  /** The newest entries, at most {@code most}, as an independent list. */
  public static <T> List<T> newest(List<T> all, int most) {
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /** The newest entries, at most {@code most}, after appending one. */
  @SuppressWarnings("unchecked") // all elements come from the list or are the new one
  public static <T> List<T> appendNewest(List<T> all, T next, int most) {
    int remaining = Math.min(all.size(), most - 1);
    List<T> remainder =
        remaining == all.size() ? all : all.subList(all.size() - remaining, all.size());
    Object[] entries = remainder.toArray(new Object[remaining + 1]);
    entries[remaining] = next;
    return (List<T>) List.of(entries);
  }

  /** Removes the entry at this index and appends a new one. */
  @SuppressWarnings("unchecked") // all elements come from the list or are the new one
  public static <T> List<T> removeAndAppend(List<T> all, int index, T next) {
    Object[] entries = all.toArray();
    System.arraycopy(entries, index + 1, entries, index, entries.length - 1 - index);
    entries[entries.length - 1] = next;
    return (List<T>) List.of(entries);
  }

  /** The newest entry of a non-empty list. */
  public static <T> T last(List<T> all) {
    return all.get(all.size() - 1);
  }
}
