package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.console.Paging.Placed;
import dev.eddyline.console.Paging.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Turning over the pages of a list. */
class PagingTest {

  private static List<Placed<Integer>> items(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> new Placed<>(Spot.newestFirst(number / 3, "id" + number), number))
        .toList();
  }

  @Test
  void allPagesTogetherHoldEveryItemOnce_newestFirst() {
    // When
    List<Integer> seen = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      ObjectNode page = new Paging(7, cursor).of(items(0, 50), IntNode::valueOf);
      page.get("items").forEach(item -> seen.add(item.intValue()));
      cursor = Optional.ofNullable(page.get("next").textValue());
    } while (cursor.isPresent());

    // Then
    assertThat(seen).hasSize(50).doesNotHaveDuplicates();
    assertThat(seen.stream().map(number -> -(number / 3))).isSorted();
  }

  @Test
  void whatIsNewMeanwhileDoesNotShiftTheNextPage() {
    // Given
    JsonNode first = new Paging(10, Optional.empty()).of(items(0, 30), IntNode::valueOf);

    // When
    JsonNode second =
        new Paging(10, Optional.of(first.get("next").textValue()))
            .of(items(0, 40), IntNode::valueOf);

    // Then
    JsonNode undisturbed =
        new Paging(10, Optional.of(first.get("next").textValue()))
            .of(items(0, 30), IntNode::valueOf);
    assertThat(second.get("items")).isEqualTo(undisturbed.get("items"));
  }

  @Test
  void aCursorThatIsNotOursIsRefused() {
    assertThatThrownBy(() -> new Paging(10, Optional.of("%%%")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("cursor must be one that an answer gave");
  }
}
