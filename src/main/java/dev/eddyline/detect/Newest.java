package dev.eddyline.detect;

import java.util.List;

/** The end of a history, whose newest entry stands last. */
final class Newest {

  private Newest() {}

  /** The newest entries, at most so many: a list of their own, since histories live on. */
  static <T> List<T> of(List<T> all, int most) {
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /** The newest entries, at most so many, once one more has come. */
  @SuppressWarnings("unchecked") // all in the array is of the list, or the one more
  static <T> List<T> of(List<T> all, T next, int most) {
    int stay = Math.min(all.size(), most - 1);
    List<T> staying = stay == all.size() ? all : all.subList(all.size() - stay, all.size());
    Object[] entries = staying.toArray(new Object[stay + 1]);
    entries[stay] = next;
    return (List<T>) List.of(entries);
  }

  /** The entries without the one in this place, and a new one last. */
  @SuppressWarnings("unchecked") // all in the array is of the list, or the new one
  static <T> List<T> instead(List<T> all, int place, T next) {
    Object[] entries = all.toArray();
    System.arraycopy(entries, place + 1, entries, place, entries.length - 1 - place);
    entries[entries.length - 1] = next;
    return (List<T>) List.of(entries);
  }

  /** The newest entry of a list that has one. */
  static <T> T of(List<T> all) {
    return all.get(all.size() - 1);
  }
}
