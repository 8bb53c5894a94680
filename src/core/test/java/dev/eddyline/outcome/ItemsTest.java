package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.outcome.CallOutcome.Search;
import org.junit.jupiter.api.Test;

/** A systematic search goes through what was offered; a hunt invents names. */
class ItemsTest {

  private OutcomeHistory history = OutcomeHistory.NONE;
  private int calls;

  private Search call(String tool, String arguments, String output) {
    String id = "c" + ++calls;
    OpenCall call = OpenCall.of(id, "docker", tool, arguments, null, false);
    long at = calls * 1_000L;
    history = history.withOpenCall(call, at);
    OutcomeHistory.Finished finished =
        history.finish(history.openCall(id).orElseThrow(), tool, output, false, at);
    history = finished.history();
    return finished.outcome().search();
  }

  private Search berth(String name) {
    return call("berth.show", "{\"berth\":\"" + name + "\"}", "no ship");
  }

  @Test
  void inventedNamesAreUncertain() {
    assertThat(berth("north")).isEqualTo(Search.NONE);
    assertThat(berth("south")).isEqualTo(Search.UNCERTAIN);
    assertThat(berth("west")).isEqualTo(Search.UNCERTAIN);
  }

  @Test
  void aNameThatWasUsedIsNotASearch() {
    // Given
    berth("north");
    berth("south");

    // When
    Search again = berth("north");

    // Then
    assertThat(again).isEqualTo(Search.NONE);
  }

  @Test
  void namesThatAListOfferedAreSystematic() {
    // Given
    call("berth.list", "{}", "kelp  deep  free\ncoral  deep  free\nsponge  shallow  taken");

    // When
    Search first = berth("kelp");
    Search second = berth("Coral");
    Search invented = berth("barnacle");

    // Then
    assertThat(first).isEqualTo(Search.SYSTEMATIC);
    assertThat(second).isEqualTo(Search.SYSTEMATIC);
    assertThat(invented).isEqualTo(Search.UNCERTAIN);
  }

  @Test
  void onlyTheFirstAndTheLastNameOfALineAreOffered() {
    // Given
    call("berth.list", "{}", "kelp  deep  free\ncoral  deep  free\nsponge  shallow  taken");
    berth("kelp");

    // When
    Search middle = berth("shallow");

    // Then
    assertThat(middle).isEqualTo(Search.UNCERTAIN);
  }

  @Test
  void namesThatAGoalMentionsAreSystematic() {
    // Given
    history = history.withMentioned("Find a ship at kelp, coral or sponge.");

    // When
    Search first = berth("kelp");
    Search last = berth("sponge");
    Search invented = berth("barnacle");

    // Then
    assertThat(first).isEqualTo(Search.SYSTEMATIC);
    assertThat(last).isEqualTo(Search.SYSTEMATIC);
    assertThat(invented).isEqualTo(Search.UNCERTAIN);
  }

  @Test
  void aGoalForEachMakesTheNextNamesSystematic() {
    // Given
    history = history.withMentioned("Look at each berth of the harbour.");

    // When
    Search first = berth("north");
    Search second = berth("south");

    // Then
    assertThat(first).isEqualTo(Search.NONE);
    assertThat(second).isEqualTo(Search.SYSTEMATIC);
  }

  @Test
  void callsThatActAreNotASearch() {
    assertThat(call("berth.book", "{\"berth\":\"north\"}", "ok")).isEqualTo(Search.NONE);
    assertThat(call("berth.book", "{\"berth\":\"south\"}", "ok")).isEqualTo(Search.NONE);
  }

  @Test
  void anotherToolOrOtherArgumentsAreAnotherSearch() {
    // Given
    berth("north");

    // When
    Search otherTool = call("crane.show", "{\"crane\":\"south\"}", "no crane");

    // Then
    assertThat(otherTool).isEqualTo(Search.NONE);
  }
}
