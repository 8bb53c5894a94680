package dev.eddyline.outcome;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A set of hashes in two bytes each. It may have a hash that was not added: with 100 hashes, one of
 * 650.
 */
public final class CompactHashes {

  static final CompactHashes NONE = new CompactHashes(new short[0]);

  /** Ascending, without duplicates. */
  private final short[] hashes;

  private CompactHashes(short[] hashes) {
    this.hashes = hashes;
  }

  /** A set of some hashes, at most {@code most}. */
  static CompactHashes of(Collection<Long> hashes, int most) {
    return NONE.with(hashes, most);
  }

  /** The set in its stored form. */
  public static CompactHashes ofBytes(ByteBuffer bytes) {
    short[] hashes = new short[bytes.remaining() / Short.BYTES];
    bytes.duplicate().asShortBuffer().get(hashes);
    return new CompactHashes(hashes);
  }

  /** The stored form. */
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Short.BYTES);
    bytes.asShortBuffer().put(hashes);
    return bytes.array();
  }

  int size() {
    return hashes.length;
  }

  /** The hashes as they are stored. */
  Collection<Long> all() {
    List<Long> all = new ArrayList<>();
    for (short hash : hashes) {
      all.add(hash & 0xffffL);
    }
    return all;
  }

  boolean contains(long hash) {
    return Arrays.binarySearch(hashes, shortened(hash)) >= 0;
  }

  /** The set with more hashes, as long as it has at most {@code most}. */
  CompactHashes with(Collection<Long> more, int most) {
    short[] added = new short[more.size()];
    int count = 0;
    for (long hash : more) {
      added[count++] = shortened(hash);
    }
    Arrays.sort(added);
    short[] all = new short[hashes.length + added.length];
    int size = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < hashes.length || theirs < added.length) {
      boolean isMine =
          theirs == added.length || mine < hashes.length && hashes[mine] <= added[theirs];
      short next = isMine ? hashes[mine++] : added[theirs++];
      if (size == 0 || all[size - 1] != next) {
        all[size++] = next;
      }
    }
    return new CompactHashes(Arrays.copyOf(all, Math.min(size, Math.max(most, hashes.length))));
  }

  private static short shortened(long hash) {
    return (short) (hash ^ hash >>> 16 ^ hash >>> 32 ^ hash >>> 48);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompactHashes set && Arrays.equals(hashes, set.hashes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }
}
