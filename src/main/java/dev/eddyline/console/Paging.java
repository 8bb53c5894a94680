package dev.eddyline.console;

import dev.eddyline.text.Hash;
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

  private static final String SEPARATOR = ":";

  /**
   * The position of an item in the order: ascending by rank, then by key.
   *
   * @param rank the number to sort by; negated for newest first
   * @param key a hash of the item's id
   */
  record SortKey(long rank, long key) implements Comparable<SortKey> {

    private static final Comparator<SortKey> ASCENDING =
        Comparator.comparingLong(SortKey::rank).thenComparingLong(SortKey::key);

    /** The sort key of an item, newest first. */
    static SortKey newestFirst(long at, String id) {
      return new SortKey(-at, Hash.of(id));
    }

    @Override
    public int compareTo(SortKey other) {
      return ASCENDING.compare(this, other);
    }
  }

  /** An item and its sort key. */
  record SortedItem<T>(SortKey sortKey, T item) {}

  private final int limit;
  private final Optional<SortKey> after;

  /** The page that the request asks for. */
  Paging(Params params) {
    this(params.read(Param.LIMIT).orElse(Param.DEFAULT_ITEMS_PER_PAGE), params.read(Param.CURSOR));
  }

  Paging(int limit, Optional<String> cursor) {
    this.limit = limit;
    after = cursor.map(Paging::parseCursor);
  }

  private static SortKey parseCursor(String cursor) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII)
              .split(SEPARATOR, -1);
      if (parts.length == 2) {
        return new SortKey(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      }
    } catch (IllegalArgumentException notOurs) {
      // reported below
    }
    throw ApiException.field("cursor", "cursor must be one that an answer gave as next");
  }

  /** The page of these items, which may be in any order. */
  <T, J> PageJson<J> toPageJson(List<SortedItem<T>> items, Function<T, J> json) {
    List<SortedItem<T>> remaining =
        items.stream()
            .filter(item -> after.isEmpty() || item.sortKey().compareTo(after.get()) > 0)
            .sorted(Comparator.comparing(SortedItem::sortKey))
            .limit(limit + 1L)
            .toList();
    List<J> shown = remaining.stream().limit(limit).map(item -> json.apply(item.item())).toList();
    String next =
        remaining.size() > limit ? formatCursor(remaining.get(limit - 1).sortKey()) : null;
    return new PageJson<>(shown, next, items.size());
  }

  private static String formatCursor(SortKey sortKey) {
    String text = sortKey.rank() + SEPARATOR + sortKey.key();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
