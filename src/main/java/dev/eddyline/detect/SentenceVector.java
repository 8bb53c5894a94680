package dev.eddyline.detect;

import java.nio.ByteBuffer;

/**
 * What a text means, as a direction of a sentence model's space: of each of its numbers one signed
 * byte is kept, the largest of them scaled to 127.
 *
 * @param bytes its numbers
 */
public record SentenceVector(ByteBuffer bytes) {

  private static final int LARGEST = 127;

  public SentenceVector {
    if (!bytes.hasRemaining()) {
      throw new IllegalArgumentException("a vector must have numbers, was empty");
    }
    bytes = bytes.slice().asReadOnlyBuffer();
  }

  /** The direction of these numbers, not all of them zero. */
  public static SentenceVector of(float[] numbers) {
    float most = 0;
    for (float number : numbers) {
      most = Math.max(most, Math.abs(number));
    }
    if (!(most > 0) || Float.isInfinite(most)) {
      throw new IllegalArgumentException("a vector must have a direction, its largest was " + most);
    }
    byte[] bytes = new byte[numbers.length];
    for (int at = 0; at < numbers.length; at++) {
      bytes[at] = (byte) Math.round(numbers[at] / most * LARGEST);
    }
    return new SentenceVector(ByteBuffer.wrap(bytes));
  }

  /**
   * How near two meanings are, -1 to 1 (document 002, section 4: the cosine of embeddings); 0 where
   * they are of different models.
   */
  public double cosine(SentenceVector other) {
    int length = bytes.remaining();
    if (other.bytes.remaining() != length) {
      return 0;
    }
    long product = 0;
    long own = 0;
    long others = 0;
    for (int at = 0; at < length; at++) {
      int left = bytes.get(at);
      int right = other.bytes.get(at);
      product += (long) left * right;
      own += (long) left * left;
      others += (long) right * right;
    }
    return own == 0 || others == 0 ? 0 : product / Math.sqrt((double) own * others);
  }
}
