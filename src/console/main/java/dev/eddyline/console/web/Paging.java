package dev.eddyline.console.web;

import dev.eddyline.text.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Function;

/**
 * Pages a list that changes between requests. A cursor holds the sort key of the last item, so that
 * it is valid on every instance.
 */
public final class Paging {

  private static final String SEPARATOR = ":";

  /**
   * The position of an item in the order: ascending by rank, then by key.
   *
   * @param rank the number to sort by; negated for newest first
   * @param key a hash of the item's id
   */
  public record SortKey(long rank, long key) implements Comparable<SortKey> {

    private static final Comparator<SortKey> ASCENDING =
        Comparator.comparingLong(SortKey::rank).thenComparingLong(SortKey::key);

    /** The sort key of an item, newest first. */
    public static SortKey newestFirst(long at, String id) {
      return new SortKey(-at, Hash.of(id));
    }

    @Override
    public int compareTo(SortKey other) {
      return ASCENDING.compare(this, other);
    }
  }

  /** An item and its sort key. */
  public record SortedItem<T>(SortKey sortKey, T item) {}

  private final int limit;
  private final Optional<SortKey> after;

  /** The page that the request asks for. */
  public Paging(Params params) {
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
  public <T, J> PageJson<J> toPageJson(List<SortedItem<T>> items, Function<T, J> json) {
    List<SortedItem<T>> remaining = firstItems(items);
    List<J> shown = remaining.stream().limit(limit).map(item -> json.apply(item.item())).toList();
    String next =
        remaining.size() > limit ? formatCursor(remaining.get(limit - 1).sortKey()) : null;
    return new PageJson<>(shown, next, items.size());
  }

  /** The items of the page, in order, and one more where there is a next page. */
  private <T> List<SortedItem<T>> firstItems(List<SortedItem<T>> items) {
    Comparator<SortedItem<T>> order = Comparator.comparing(SortedItem::sortKey);
    // sorting all of thousands of items would take most of a request's time
    Queue<SortedItem<T>> lastFirst = new PriorityQueue<>(order.reversed());
    for (SortedItem<T> item : items) {
      if (after.isEmpty() || item.sortKey().compareTo(after.get()) > 0) {
        lastFirst.add(item);
        if (lastFirst.size() > limit + 1) {
          lastFirst.remove();
        }
      }
    }
    return lastFirst.stream().sorted(order).toList();
  }

  private static String formatCursor(SortKey sortKey) {
    String text = sortKey.rank() + SEPARATOR + sortKey.key();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
