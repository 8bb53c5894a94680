package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixMeasureTest {

  private static final String CALL =
      "{\"taskId\":\"t\",\"type\":\"tool_called\",\"callId\":\"c\",\"tool\":\"ls\",\"arguments\":\"{}\"}";
  private static final String RESULT =
      "{\"taskId\":\"t\",\"type\":\"tool_returned\",\"callId\":\"c\",\"tool\":\"ls\",\"output\":\"12 secret files\",\"isError\":true}";
  private static final String BEGIN = "{\"taskId\":\"t\",\"type\":\"task_started\",\"goal\":\"g\"}";

  private static EventMix measuredMix(List<String> run) throws IOException {
    MixMeasure measure = new MixMeasure();
    measure.addRun("run", run);
    return new YAMLMapper().readValue(measure.toYaml(), EventMix.class);
  }

  @Test
  void countsSharesRepetitionsAndSizes() throws IOException {
    // When
    EventMix mix = measuredMix(List.of(BEGIN, CALL, RESULT, CALL, RESULT));

    // Then
    assertThat(mix.runs().medianEvents()).isEqualTo(5);
    assertThat(mix.words().withDigits()).isEqualTo(0.25);
    EventMix.EventTypeStats calls = mix.statsOf(MixEventType.TOOL_CALLED);
    assertThat(calls.share()).isEqualTo(0.5);
    assertThat(calls.again()).isEqualTo(0.5);
    assertThat(calls.last()).isEqualTo(1);
    assertThat(calls.sameResult()).isEqualTo(1);
    EventMix.EventTypeStats results = mix.statsOf(MixEventType.TOOL_RETURNED);
    assertThat(results.fails()).isEqualTo(1);
    assertThat(results.characters()).hasSize(EventMix.SIZE_CLASS_COUNT).containsOnly(15);
  }

  @Test
  void yamlContainsNoEventText() {
    // Given
    MixMeasure measure = new MixMeasure();

    // When
    measure.addRun("run", List.of(CALL, RESULT));

    // Then
    assertThat(measure.toYaml()).doesNotContain("secret", "files", "ls\"");
  }

  @Test
  void bundledMixMatchesRecordedRuns() {
    // When
    EventMix mix = EventMix.shipped();

    // Then
    assertThat(mix.runs().number()).isEqualTo(329);
    assertThat(mix.runs().medianEvents()).isEqualTo(24);
    assertThat(mix.runs().meanEventBytes()).isBetween(840, 860);
  }

  @Test
  void namesRunOfUnreadableEvent() {
    assertThatThrownBy(() -> measuredMix(List.of("{}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("run: ");
  }
}
