package dev.eddyline.outcome;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of hashes in two bytes each. It may have a hash that was not added: with 100 hashes, one of
 * 650. Immutable, as long as nobody changes its bytes.
 */
public final class CompactHashes {

  static final CompactHashes NONE = new CompactHashes(ByteBuffer.allocate(0));

  /** Numbers of two bytes from the start to the limit, ascending, without duplicates. */
  private final ByteBuffer hashes;

  private CompactHashes(ByteBuffer hashes) {
    this.hashes = hashes;
  }

  /** A set of some hashes, at most {@code most}. */
  static CompactHashes of(long[] hashes, int most) {
    return NONE.with(hashes, most);
  }

  /**
   * The set in its stored form.
   *
   * @param bytes its bytes from position to limit, which do not change
   */
  public static CompactHashes ofBytes(ByteBuffer bytes) {
    return new CompactHashes(bytes.slice());
  }

  /** The stored form, which must not be changed. */
  public ByteBuffer stored() {
    return hashes.duplicate();
  }

  int size() {
    return hashes.limit() / Short.BYTES;
  }

  private short get(int index) {
    return hashes.getShort(index * Short.BYTES);
  }

  /** The hashes as they are stored. */
  long[] all() {
    long[] all = new long[size()];
    for (int index = 0; index < all.length; index++) {
      all[index] = get(index) & 0xffffL;
    }
    return all;
  }

  boolean contains(long hash) {
    short wanted = shortened(hash);
    int from = 0;
    int to = size();
    while (from < to) {
      int middle = (from + to) / 2;
      if (get(middle) < wanted) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < size() && get(from) == wanted;
  }

  /** The set with more hashes, as long as it has at most {@code most}. */
  CompactHashes with(long[] more, int most) {
    short[] added = new short[more.length];
    for (int index = 0; index < more.length; index++) {
      added[index] = shortened(more[index]);
    }
    Arrays.sort(added);
    int limit = Math.max(most, size());
    ByteBuffer all = ByteBuffer.allocate(Math.min(size() + added.length, limit) * Short.BYTES);
    int mine = 0;
    int theirs = 0;
    while (all.hasRemaining() && (mine < size() || theirs < added.length)) {
      boolean isMine = theirs == added.length || mine < size() && get(mine) <= added[theirs];
      short next = isMine ? get(mine++) : added[theirs++];
      if (all.position() == 0 || all.getShort(all.position() - Short.BYTES) != next) {
        all.putShort(next);
      }
    }
    return new CompactHashes(all.flip().slice());
  }

  private static short shortened(long hash) {
    return (short) (hash ^ hash >>> 16 ^ hash >>> 32 ^ hash >>> 48);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompactHashes set && hashes.equals(set.hashes);
  }

  @Override
  public int hashCode() {
    return hashes.hashCode();
  }
}
