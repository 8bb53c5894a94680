package dev.eddyline.console;

import dev.eddyline.detect.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Pages a list that changes between requests. A cursor holds the sort key of the last item, so that
 * it is valid on every instance.
 */
final class Paging {

  private static final String BETWEEN = ":";

  /**
   * The position of an item in the order: ascending by rank, then by key.
   *
   * @param rank the number to sort by; negated for newest first
   * @param key a hash of the item's id
   */
  record Spot(long rank, long key) implements Comparable<Spot> {

    private static final Comparator<Spot> ASCENDING =
        Comparator.comparingLong(Spot::rank).thenComparingLong(Spot::key);

    /** The sort key of an item, newest first. */
    static Spot newestFirst(long at, String id) {
      return new Spot(-at, Hash.of(id));
    }

    @Override
    public int compareTo(Spot other) {
      return ASCENDING.compare(this, other);
    }
  }

  /** An item and its sort key. */
  record Placed<T>(Spot spot, T item) {}

  private final int limit;
  private final Optional<Spot> after;

  /** The page that the request asks for. */
  Paging(Params params) {
    this(params.read(Param.LIMIT).orElse(Param.ITEMS), params.read(Param.CURSOR));
  }

  Paging(int limit, Optional<String> cursor) {
    this.limit = limit;
    after = cursor.map(Paging::spot);
  }

  private static Spot spot(String cursor) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII)
              .split(BETWEEN, -1);
      if (parts.length == 2) {
        return new Spot(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      }
    } catch (IllegalArgumentException notOurs) {
      // reported below
    }
    throw ApiException.field("cursor", "cursor must be one that an answer gave as next");
  }

  /** The page of these items, which may be in any order. */
  <T, J> PageJson<J> of(List<Placed<T>> items, Function<T, J> json) {
    List<Placed<T>> rest =
        items.stream()
            .filter(item -> after.isEmpty() || item.spot().compareTo(after.get()) > 0)
            .sorted(Comparator.comparing(Placed::spot))
            .limit(limit + 1L)
            .toList();
    List<J> shown = rest.stream().limit(limit).map(item -> json.apply(item.item())).toList();
    String next = rest.size() > limit ? cursor(rest.get(limit - 1).spot()) : null;
    return new PageJson<>(shown, next, items.size());
  }

  private static String cursor(Spot spot) {
    String text = spot.rank() + BETWEEN + spot.key();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
