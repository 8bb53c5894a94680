package dev.eddyline.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a scan continues: for each partition, the offset that follows the newest unread record. It
 * is valid on every instance.
 *
 * @param offsets an offset for each partition, in the order of partitions, 0 or more
 */
public record ScanPosition(List<Long> offsets) {

  private static final String SEPARATOR = ".";
  private static final int MAX_PARTITIONS = 1_000;

  /** Checks the offsets. */
  public ScanPosition {
    offsets = List.copyOf(offsets);
    if (offsets.isEmpty() || offsets.size() > MAX_PARTITIONS) {
      throw new IllegalArgumentException("offsets: must be 1 to " + MAX_PARTITIONS);
    }
    if (offsets.stream().anyMatch(offset -> offset < 0)) {
      throw new IllegalArgumentException("offsets: must be ≥ 0");
    }
  }

  /** The position as text for a URL; {@link #parse} reads it. */
  public String encode() {
    String text = offsets.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The position that {@link #encode} wrote.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static ScanPosition parse(String cursor) {
    String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    List<Long> offsets = new ArrayList<>();
    for (String offset : text.split("[.]", -1)) {
      offsets.add(Long.parseLong(offset));
    }
    return new ScanPosition(offsets);
  }
}
