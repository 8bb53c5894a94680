package dev.eddyline.console.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.console.web.Paging.SortKey;
import dev.eddyline.console.web.Paging.SortedItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages of a list. */
class PagingTest {

  private static List<SortedItem<Integer>> items(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            number -> new SortedItem<>(SortKey.newestFirst(number / 3, "id" + number), number))
        .toList();
  }

  @Test
  void pagesHoldEveryItemOnce() {
    // When
    List<Integer> seen = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      PageJson<Integer> page = new Paging(7, cursor).toPageJson(items(0, 50), number -> number);
      seen.addAll(page.items());
      cursor = Optional.ofNullable(page.next());
    } while (cursor.isPresent());

    // Then
    assertThat(seen).hasSize(50).doesNotHaveDuplicates();
    assertThat(seen.stream().map(number -> -(number / 3))).isSorted();
  }

  @Test
  void newItemsDoNotShiftNextPage() {
    // Given
    PageJson<Integer> first =
        new Paging(10, Optional.empty()).toPageJson(items(0, 30), number -> number);

    // When
    PageJson<Integer> second =
        new Paging(10, Optional.of(first.next())).toPageJson(items(0, 40), number -> number);

    // Then
    PageJson<Integer> undisturbed =
        new Paging(10, Optional.of(first.next())).toPageJson(items(0, 30), number -> number);
    assertThat(second.items()).isEqualTo(undisturbed.items());
  }

  @Test
  void rejectsInvalidCursor() {
    assertThatThrownBy(() -> new Paging(10, Optional.of("%%%")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("cursor must be one that an answer gave");
  }
}
