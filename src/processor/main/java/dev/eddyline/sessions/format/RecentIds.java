package dev.eddyline.sessions.format;

import dev.eddyline.text.Hash;
import java.util.LinkedHashMap;
import java.util.Map;

/** The most recent ids, as hashes: bounded memory for files of any length. */
public final class RecentIds implements SeenRecords {

  private final Map<Long, Boolean> hashes;

  /** A set of this many ids. */
  public RecentIds(int capacity) {
    this.hashes = new RecentMap<>(capacity);
  }

  /** Adds an id, and reports whether it is new. */
  @Override
  public boolean add(String id) {
    return hashes.put(Hash.of(id), true) == null;
  }

  /** Whether an id was added. */
  @Override
  public boolean contains(String id) {
    return hashes.containsKey(Hash.of(id));
  }

  /** The most recently added entries of a map. */
  static final class RecentMap<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int capacity;

    RecentMap(int capacity) {
      this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > capacity;
    }
  }
}
