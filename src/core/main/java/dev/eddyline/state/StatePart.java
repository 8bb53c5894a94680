package dev.eddyline.state;

import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/**
 * A part of a task's record that is read and written on its own: a history of a detector, or what
 * the engine itself remembers.
 *
 * @param number its number in the record, 1 to {@link #MAX}; never used for another part
 * @param name its name in JSON
 * @param codec its binary form
 * @param <T> the part
 */
public record StatePart<T>(int number, String name, PartCodec<T> codec) {

  /** Highest number of a part. */
  public static final int MAX = 31;

  public StatePart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(codec, "codec");
    if (number < 1 || number > MAX) {
      throw new IllegalArgumentException("part %s has number %d".formatted(name, number));
    }
  }

  /** A part that is an Avro record. */
  public static <T extends SpecificRecord> StatePart<T> ofRecord(
      int number, String name, Class<T> type) {
    return new StatePart<>(number, name, new AvroCodec<>(type));
  }
}
