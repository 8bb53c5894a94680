package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewestTest {

  @Test
  void newEntryIsAppendedLast() {
    assertThat(BoundedLists.appendNewest(List.of(), 1, 3)).containsExactly(1);
    assertThat(BoundedLists.appendNewest(List.of(1, 2), 3, 3)).containsExactly(1, 2, 3);
  }

  @Test
  void theOldestLeaveForIt() {
    assertThat(BoundedLists.appendNewest(List.of(1, 2, 3), 4, 3)).containsExactly(2, 3, 4);
    assertThat(BoundedLists.appendNewest(List.of(1, 2, 3), 4, 1)).containsExactly(4);
  }

  @Test
  void originalListIsUnchanged() {
    List<Integer> before = new ArrayList<>(List.of(1, 2));

    List<Integer> after = BoundedLists.appendNewest(before, 3, 2);
    before.set(1, 9);

    assertThat(after).containsExactly(2, 3);
    assertThat(before).containsExactly(1, 9);
  }

  @Test
  void replacedEntryIsRemovedAndTheNewOneIsLast() {
    assertThat(BoundedLists.removeAndAppend(List.of(1, 2, 3), 0, 4)).containsExactly(2, 3, 4);
    assertThat(BoundedLists.removeAndAppend(List.of(1, 2, 3), 1, 4)).containsExactly(1, 3, 4);
    assertThat(BoundedLists.removeAndAppend(List.of(1, 2, 3), 2, 4)).containsExactly(1, 2, 4);
    assertThat(BoundedLists.removeAndAppend(List.of(1), 0, 4)).containsExactly(4);
  }
}
