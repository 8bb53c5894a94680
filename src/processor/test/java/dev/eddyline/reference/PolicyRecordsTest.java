package dev.eddyline.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid and invalid records of loop-policies. */
class PolicyRecordsTest {

  private static final PolicyTopic TOPIC = new PolicyTopic();
  private static final byte[] KEY = bytes("build");

  private final PolicyRecords records = new PolicyRecords(TOPIC.registry());

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Stream<Arguments> bad() {
    byte[] good = TOPIC.value("name: x");
    byte[] unknownId = good.clone();
    unknownId[4] = 99;
    byte[] cut = java.util.Arrays.copyOf(good, good.length - 3);
    byte[] journal =
        TOPIC.value(
            JournalEntry.class,
            new JournalEntry(
                0, "t", 1L, 1L, Instant.EPOCH, JournalKind.INPUT, null, null, null, null));
    String bomb =
        "a: &a [x]\n" + "b: [" + "*a, ".repeat(240_000) + "x]"; // nearly 1,000,000 characters
    return Stream.of(
        Arguments.of("null key", null, good, "key is required, was null"),
        Arguments.of("empty key", new byte[0], good, "key is required, was empty"),
        Arguments.of("null key, null value", null, null, "key is required, was null"),
        Arguments.of("key of other bytes", new byte[] {(byte) 0xff}, good, "is not UTF-8"),
        Arguments.of("endless key", bytes("x".repeat(1025)), good, "≤ 1024 characters, was 1025"),
        Arguments.of("plain YAML", KEY, bytes("name: x"), "magic byte is 0x6e"),
        Arguments.of("no bytes", KEY, new byte[0], "value is 0 bytes long"),
        Arguments.of("unknown schema", KEY, unknownId, "not known to the registry"),
        Arguments.of("cut off", KEY, cut, "cannot be read as"),
        Arguments.of("another record", KEY, journal, "cannot be read as"),
        Arguments.of("empty text", KEY, TOPIC.value(""), "must be a YAML mapping"),
        Arguments.of("a list", KEY, TOPIC.value("[a, b]"), "must be a YAML mapping"),
        Arguments.of("no YAML", KEY, TOPIC.value("name: ["), "not valid YAML at line"),
        Arguments.of("unknown key", KEY, TOPIC.value("name: x\ngat: {}"), "nearest: gate"),
        Arguments.of("no name", KEY, TOPIC.value("gate: {loops: 3}"), "name: is required"),
        Arguments.of("bad value", KEY, TOPIC.value("name: x\ngate: {loops: 0}"), "was 0"),
        Arguments.of("a bomb", KEY, TOPIC.value(bomb), "aliases are not allowed"),
        Arguments.of(
            "too long",
            KEY,
            TOPIC.value("a: " + "x".repeat(1_100_000)),
            "must have ≤ 1000000 characters"),
        Arguments.of("too deep", KEY, TOPIC.value("[".repeat(100_000)), "not valid YAML"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bad")
  void anInvalidRecordIsRejectedWithItsReason(
      String name, byte[] key, byte[] value, String reason) {
    assertThatThrownBy(() -> records.read(TOPIC.record(3, key, value)))
        .isInstanceOf(RuntimeException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aValidRecordIsItsWorkflowsPolicy() {
    // When
    PublishedPolicy read = records.read(TOPIC.record(3, KEY, TOPIC.value("name: mine")));

    // Then
    assertThat(read.workflow()).isEqualTo("build");
    assertThat(read.offset()).isEqualTo(3);
    assertThat(read.yaml()).hasValue("name: mine");
    assertThat(read.policy()).map(policy -> policy.name()).hasValue("mine");
  }

  @Test
  void aNullValueWithdrawsThePolicy() {
    assertThat(records.read(TOPIC.record(4, KEY, null)))
        .isEqualTo(PublishedPolicy.withdrawn("build", 4));
  }

  @Test
  void theAuthorAndNoteDoNotChangeThePolicyVersion() {
    // Given
    byte[] value = TOPIC.value(LoopPolicy.class, new LoopPolicy("name: x", "ann", "too noisy"));

    // When
    PublishedPolicy read = records.read(TOPIC.record(1, KEY, value));

    // Then
    PublishedPolicy bare = records.read(TOPIC.record(1, KEY, TOPIC.value("name: x")));
    assertThat(read.yaml()).isEqualTo(bare.yaml());
    assertThat(read.policy().map(Policy::version)).isEqualTo(bare.policy().map(Policy::version));
  }
}
