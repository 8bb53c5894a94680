package dev.eddyline.engine;

import dev.eddyline.text.Truncation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Cuts the texts and lists of an output that is too large for its topic. Ids and names are at most
 * as long as the shortest cut, so they stay whole.
 */
public final class OutputCut {

  /** Bytes of a batch with one record without its headers and value: mostly its key, an id. */
  public static final int KEY_AND_BATCH_BYTES = 8_192;

  /** Characters of a text in the first cut; each further one leaves an eighth. */
  private static final int FIRST_CUT_CHARS = 64 * InputValidator.MAX_NAME_LENGTH;

  private static final int CUT_RATIO = 8;

  /** A list keeps one element for this many characters that a text keeps. */
  private static final int CHARS_PER_ELEMENT = 16;

  private OutputCut() {}

  /**
   * The bytes of an output with the longest cut that fits, or else with the shortest one.
   *
   * @param room most bytes
   * @param encoder encodes an output
   */
  public static <T extends SpecificRecord> byte[] bytes(
      T output, int room, Function<T, byte[]> encoder) {
    byte[] bytes = encoder.apply(output);
    for (int chars = FIRST_CUT_CHARS;
        bytes.length > room && chars >= InputValidator.MAX_NAME_LENGTH;
        chars /= CUT_RATIO) {
      bytes = encoder.apply(cut(output, chars));
    }
    return bytes;
  }

  private static <T extends SpecificRecord> T cut(T output, int chars) {
    T copy = SpecificData.getForClass(output.getClass()).deepCopy(output.getSchema(), output);
    cutFields(copy, chars);
    return copy;
  }

  private static void cutFields(IndexedRecord record, int chars) {
    for (Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value instanceof String || value instanceof List) {
        record.put(field.pos(), cutValue(value, chars));
      } else if (value instanceof IndexedRecord child) {
        cutFields(child, chars);
      }
    }
  }

  private static Object cutValue(Object value, int chars) {
    if (value instanceof String text) {
      return Truncation.shorten(text, chars);
    } else if (value instanceof List<?> list) {
      List<Object> kept = new ArrayList<>();
      for (Object element : list.subList(0, Math.min(list.size(), chars / CHARS_PER_ELEMENT))) {
        kept.add(cutValue(element, chars));
      }
      return kept;
    } else if (value instanceof IndexedRecord child) {
      cutFields(child, chars);
    }
    return value;
  }
}
