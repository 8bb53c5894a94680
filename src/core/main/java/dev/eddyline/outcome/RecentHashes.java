package dev.eddyline.outcome;

/**
 * The newest hashes of a sequence, in two generations: when the newer one is full, it becomes the
 * older one, which is dropped. A hash that comes again is renewed.
 *
 * @param older the older generation
 * @param newer the newer generation
 */
public record RecentHashes(CompactHashes older, CompactHashes newer) {

  static final RecentHashes NONE = new RecentHashes(CompactHashes.NONE, CompactHashes.NONE);

  /** Whether it has this hash, or one that is alike in short. */
  public boolean contains(long hash) {
    return newer.contains(hash) || older.contains(hash);
  }

  /**
   * With more hashes.
   *
   * @param capacity hashes of a generation
   */
  public RecentHashes with(long[] more, int capacity) {
    if (more.length == 0) {
      return this;
    }
    CompactHashes all = newer.with(more, Integer.MAX_VALUE);
    return all.size() <= capacity
        ? new RecentHashes(older, all)
        : new RecentHashes(newer, CompactHashes.of(more, capacity));
  }
}
