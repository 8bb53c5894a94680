package dev.eddyline.detect.similarity;

import java.nio.ByteBuffer;

/**
 * The embedding of a text by the sentence model, one signed byte per dimension; the largest is
 * scaled to 127.
 *
 * @param bytes its components
 */
public record SentenceVector(ByteBuffer bytes) {

  private static final int LARGEST = 127;

  public SentenceVector {
    if (!bytes.hasRemaining()) {
      throw new IllegalArgumentException("a vector must have numbers, was empty");
    }
    bytes = bytes.slice().asReadOnlyBuffer();
  }

  /** Quantizes these components, not all zero. */
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

  /** The cosine of two embeddings, -1 to 1; 0 if they are of different models. */
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
