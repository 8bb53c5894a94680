package dev.eddyline.bench.measure;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;

/**
 * A digest of verdicts in any order, without the coordinates and time of the decision. Two runs
 * over the same events have the same digest. For one thread.
 */
final class VerdictDigest {

  private static final Source BLANK_SOURCE = new Source("", 0, 0L, 0);
  private static final BigInteger DIGEST_MODULUS = BigInteger.ONE.shiftLeft(256);

  private BigInteger sum = BigInteger.ZERO;
  private long verdictCount;

  /** Adds a verdict; clears its coordinates and decision time. */
  void add(LoopVerdict verdict) {
    verdict.setSource(BLANK_SOURCE);
    verdict.setDecidedAt(Instant.EPOCH);
    for (Evidence evidence : verdict.getEvidence()) {
      evidence.setPartition(-1);
      evidence.setOffset(-1L);
    }
    // whether a reply was too late depends on the speed of the machine
    verdict.setExpired(false);
    try {
      byte[] hash = sha256().digest(verdict.toByteBuffer().array());
      sum = sum.add(new BigInteger(1, hash)).mod(DIGEST_MODULUS);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    verdictCount++;
  }

  /** Adds all verdicts of another digest. */
  void add(VerdictDigest other) {
    sum = sum.add(other.sum).mod(DIGEST_MODULUS);
    verdictCount += other.verdictCount;
  }

  /** Number of verdicts. */
  long verdictCount() {
    return verdictCount;
  }

  /** The digest: 64 hexadecimal digits. */
  String hex() {
    return String.format("%064x", sum);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
