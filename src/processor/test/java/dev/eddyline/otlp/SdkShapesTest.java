package dev.eddyline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shapes in which SDKs report a run: a good tool call, a failing one, and a model call. The
 * file {@code SHAPE.events} has the expected events.
 */
class SdkShapesTest {

  static List<String> shapes() {
    return OtlpFixtures.shapes();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theRunBecomesItsEvents(String shape) {
    // Given
    OtlpBody body = read(shape);

    // When
    List<AgentEvent> events = OtlpFixtures.events(OtlpFixtures.mapper(), body.records());

    // Then
    assertThat(EventLines.lines(events))
        .isEqualTo(OtlpFixtures.text(shape + ".events").lines().toList());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void protobufSaysTheSameAsJson(String shape) {
    OtlpBody json = read(shape);

    byte[] written = OtlpWriter.write(OtlpFixtures.signal(shape), json.records());
    OtlpBody protobuf = OtlpBody.read(OtlpFixtures.signal(shape), OtlpEncoding.PROTOBUF, written);

    assertThat(protobuf).isEqualTo(json);
    assertThat(OtlpEncoding.ofBody(written)).isEqualTo(OtlpEncoding.PROTOBUF);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void noEventNamesThePerson(String shape) {
    OtlpBody body = read(shape);
    assertThat(body.records()).asString().contains("person-1");

    List<AgentEvent> events = OtlpFixtures.events(OtlpFixtures.mapper(), body.records());

    assertThat(events).asString().doesNotContain("person-1");
  }

  @Test
  void allSdksHaveShapes() {
    assertThat(OtlpFixtures.shapes()).hasSizeGreaterThanOrEqualTo(25);
  }

  private static OtlpBody read(String shape) {
    byte[] file = OtlpFixtures.text(shape + ".json").getBytes(StandardCharsets.UTF_8);
    assertThat(OtlpEncoding.ofBody(file)).isEqualTo(OtlpEncoding.JSON);
    OtlpBody body = OtlpBody.read(OtlpFixtures.signal(shape), OtlpEncoding.JSON, file);
    assertThat(body.rejected()).isZero();
    return body;
  }
}
