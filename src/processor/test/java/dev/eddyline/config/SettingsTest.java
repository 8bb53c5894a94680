package dev.eddyline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Four layers, and what passes through to whom. */
class SettingsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Setting.class)
  void everySettingHasADefaultAMeaningAndItsOwnName(Setting setting) {
    assertThat(Settings.mergeLayers(null, Map.of(), Map.of()).get(setting))
        .isEqualTo(setting.defaultValue());
    assertThat(setting.description()).isNotBlank();
    assertThat(Setting.of(setting.key())).contains(setting);
    assertThat(setting.variable())
        .isEqualTo("EDDYLINE_" + setting.key().toUpperCase(Locale.ROOT).replace('.', '_'));
  }

  @Test
  void theFileOverridesTheDefaults() throws IOException {
    Settings settings = Settings.mergeLayers(file("http.port=1"), Map.of(), Map.of());

    assertThat(settings.get(Setting.HTTP_PORT)).isEqualTo("1");
    assertThat(settings.get(Setting.POLICY)).isEqualTo("default");
  }

  @Test
  void theEnvironmentOverridesTheFile() throws IOException {
    Settings settings =
        Settings.mergeLayers(file("http.port=1\npolicy=failures"), env("HTTP_PORT", "2"), Map.of());

    assertThat(settings.get(Setting.HTTP_PORT)).isEqualTo("2");
    assertThat(settings.get(Setting.POLICY)).isEqualTo("failures");
  }

  @ParameterizedTest
  @CsvSource({"TOKEN, 0", "TOKENS, 1"})
  void theTokenOfHooksIsNoUnknownSetting(String variable, int warnings) {
    // Given
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Settings.class);
    logger.addAppender(log);

    // When
    Settings.mergeLayers(null, env(variable, "x"), Map.of());

    // Then
    logger.detachAppender(log);
    assertThat(log.list).hasSize(warnings);
  }

  @Test
  void flagsOverrideTheEnvironment() throws IOException {
    Settings settings =
        Settings.mergeLayers(file("http.port=1"), env("HTTP_PORT", "2"), Map.of("http.port", "3"));

    assertThat(settings.get(Setting.HTTP_PORT)).isEqualTo("3");
  }

  @Test
  void openTelemetryVariableIsUsed_andEddylineVariableOverridesIt() {
    Map<String, String> theirs = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://theirs:4318");
    Map<String, String> both =
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://theirs:4318",
            "EDDYLINE_OTEL_EXPORTER_OTLP_ENDPOINT", "http://ours:4318");

    assertThat(
            Settings.mergeLayers(null, theirs, Map.of()).get(Setting.OTEL_EXPORTER_OTLP_ENDPOINT))
        .isEqualTo("http://theirs:4318");
    assertThat(Settings.mergeLayers(null, both, Map.of()).get(Setting.OTEL_EXPORTER_OTLP_ENDPOINT))
        .isEqualTo("http://ours:4318");
  }

  @Test
  void variablesOfOthersAreNotOurs() {
    Settings settings =
        Settings.mergeLayers(
            null, Map.of("PATH", "/bin", "HTTP_PORT", "2", "EDDYLINEX", "y"), Map.of());

    assertThat(settings.get(Setting.HTTP_PORT)).isEqualTo("8090");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "security.protocol",
        "sasl.jaas.config",
        "num.stream.threads",
        "processing.guarantee",
        "producer.linger.ms",
        "main.consumer.fetch.max.bytes",
        "max.poll.records",
        "compression.type",
        "topic.segment.bytes",
      })
  void kafkasOwnPropertiesPassThroughUnderTheirOwnName(String key) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of(key, "v"));

    assertThat(settings.kafka()).containsExactly(Map.entry(key, "v"));
    assertThat(settings.registry()).doesNotContainKey(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "basic.auth.credentials.source",
        "bearer.auth.token",
        "schema.registry.ssl.truststore.location",
        "auto.register.schemas",
        "use.latest.version",
      })
  void theRegistrysOwnPropertiesPassThroughUnderConfluentsName(String key) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of(key, "v"));

    assertThat(settings.registry())
        .containsEntry(key, "v")
        .containsEntry("schema.registry.url", "http://127.0.0.1:8081")
        .hasSize(2);
    assertThat(settings.kafka()).doesNotContainKey(key);
  }

  @Test
  void ourOwnSettingsDoNotPassThroughToKafka() {
    assertThat(Settings.mergeLayers(null, Map.of(), Map.of("topic.prefix", "x.")).kafka())
        .isEmpty();
  }

  @Test
  void theAdminClientGetsItsOwnPropertiesAndThoseWithItsPrefix() {
    Settings settings =
        Settings.mergeLayers(
            null,
            Map.of(),
            Map.of(
                "bootstrap.servers", "b:1",
                "security.protocol", "SSL",
                "num.stream.threads", "2",
                "producer.linger.ms", "5",
                "admin.retries", "7",
                "retries", "1"));

    assertThat(settings.admin())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("bootstrap.servers", "b:1", "security.protocol", "SSL", "retries", "7"));
  }

  @Test
  void dotsAreUnderscoresInTheEnvironment() {
    Settings settings = Settings.mergeLayers(null, env("SASL_JAAS_CONFIG", "secret"), Map.of());

    assertThat(settings.kafka()).containsEntry("sasl.jaas.config", "secret");
  }

  @Test
  void allUnknownSettingsAreReportedWithTheNearestKnownNames() {
    assertThatThrownBy(
            () -> Settings.mergeLayers(null, Map.of(), Map.of("http.prt", "1", "polcy", "s3cr3t")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("http.prt", "http.port", "polcy", "policy")
        .hasMessageNotContaining("s3cr3t");
  }

  @Test
  void anUnknownSettingInAFileNamesTheFile() throws IOException {
    Path file = file("bootstrap.server=b:1");

    assertThatThrownBy(() -> Settings.mergeLayers(file, Map.of(), Map.of()))
        .hasMessageContainingAll(file.toString(), "bootstrap.server;", "bootstrap.servers");
  }

  @Test
  void anUnknownVariableBelongsToOthersAndIsIgnored() {
    Settings settings = Settings.mergeLayers(null, env("SERVICE_HOST", "1"), Map.of());

    assertThat(settings.kafka()).isEmpty();
    assertThat(settings.registry()).containsOnlyKeys("schema.registry.url");
  }

  @Test
  void aFileThatCannotBeReadIsReported() throws IOException {
    Path malformed = file("a=\\u00zz");
    Path missing = folder.resolve("missing.properties");

    assertThatThrownBy(() -> Settings.mergeLayers(missing, Map.of(), Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(missing + ": cannot be read");
    assertThatThrownBy(() -> Settings.mergeLayers(malformed, Map.of(), Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(malformed + ": cannot be read");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "65535, 65535", "' 8090 ', 8090"})
  void numberWithinRangeIsAccepted(String text, int number) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("http.port", text));

    assertThat(settings.integer(Setting.HTTP_PORT, 0, 65535)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536", "http", "", "1.5", "99999999999"})
  void aNumberOutOfItsRangeIsRejectedByName(String text) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("http.port", text));

    assertThatThrownBy(() -> settings.integer(Setting.HTTP_PORT, 0, 65535))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("http.port", "0", "65535", "'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "' false ', false"})
  void booleanValueIsAccepted(String text, boolean value) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("metrics.agent.names", text));

    assertThat(settings.flag(Setting.METRICS_AGENT_NAMES)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "TRUE", "0"})
  void anInvalidBooleanIsRejectedByName(String text) {
    Settings settings = Settings.mergeLayers(null, Map.of(), Map.of("metrics.agent.names", text));

    assertThatThrownBy(() -> settings.flag(Setting.METRICS_AGENT_NAMES))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("metrics.agent.names", "true", "false", "'" + text + "'");
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("eddyline.properties"), content);
  }

  private static Map<String, String> env(String name, String value) {
    return Map.of("EDDYLINE_" + name, value);
  }
}
