package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyLimitsTest {

  private static final PolicyLimits LIMITS = Policies.preset("default").limits();

  static List<Schema> bodies() {
    return DetectorInputs.BODIES;
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void detectorsOfEventTypeAreThoseThatSupportIt(Schema body) {
    // Given
    EnrichedEvent plain = DetectorInputs.shown(body, Optional.empty());
    EnrichedEvent priced = DetectorInputs.shown(body, Optional.empty());
    priced.event().setTokens(1L);
    List<Detector<?, ?>> supporting =
        Detectors.TASK_SCOPED.stream()
            .filter(each -> each.supports(plain) || each.supports(priced))
            .toList();

    // When
    List<LimitedDetector<?, ?>> ofType = LIMITS.taskScoped(plain.event().getBody());

    // Then
    assertThat(ofType)
        .extracting(LimitedDetector::detector)
        .filteredOn(detector -> supporting.contains(detector))
        .isEqualTo(supporting);
    assertThat(ofType)
        .allSatisfy(each -> assertThat(each.limits()).isSameAs(LIMITS.of(each.detector())));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void detectorsOfOtherEventTypesAreAbsent(Schema body) {
    // Given
    EnrichedEvent event = DetectorInputs.shown(body, Optional.empty());

    // When, then
    assertThat(LIMITS.taskScoped(event.event().getBody()))
        .extracting(each -> each.detector().eventTypes())
        .allSatisfy(types -> assertThat(types).contains(event.event().getBody().getClass()));
  }
}
