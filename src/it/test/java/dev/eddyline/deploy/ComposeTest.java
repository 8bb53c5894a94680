package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.eddyline.attack.AttackedProcessor;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks deploy/compose.yaml. */
class ComposeTest {

  private static JsonNode file() throws IOException {
    return new ObjectMapper(new YAMLFactory()).readTree(new File("deploy/compose.yaml"));
  }

  private static JsonNode services() throws IOException {
    return file().get("services");
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  @Test
  void everyPortIsBoundToLoopback() throws IOException {
    List<String> ports = new ArrayList<>();
    services().forEach(service -> ports.addAll(texts(service.path("ports"))));

    assertThat(ports).hasSize(6).allMatch(port -> port.matches("127\\.0\\.0\\.1:\\d+:\\d+"));
  }

  @Test
  void noPasswordIsWrittenDown() throws IOException {
    // Given
    JsonNode ui = services().get("kafka-ui").get("environment");
    JsonNode grafana = services().get("grafana").get("environment");

    // When
    List<String> passwords =
        List.of(
            ui.get("SPRING_SECURITY_USER_PASSWORD").asText(),
            grafana.get("GF_SECURITY_ADMIN_PASSWORD").asText());

    // Then
    assertThat(passwords).allMatch(password -> password.startsWith("${EDDYLINE_UI_PASSWORD:?"));
    assertThat(ui.get("AUTH_TYPE").asText()).isEqualTo("LOGIN_FORM");
    assertThat(ui.get("KAFKA_CLUSTERS_0_READONLY").asText()).isEqualTo("true");
  }

  @Test
  void containersHaveMinimalRights() throws IOException {
    JsonNode ours = file().get("x-eddyline");

    assertThat(ours.get("read_only").asBoolean()).isTrue();
    assertThat(texts(ours.get("cap_drop"))).containsExactly("ALL");
    assertThat(texts(ours.get("security_opt"))).containsExactly("no-new-privileges:true");
    assertThat(ours.get("build").get("dockerfile").asText()).isEqualTo("deploy/Dockerfile");
  }

  @Test
  void theProcessorHasTheMemoryThatTheAttacksHaveProven() throws IOException {
    assertThat(services().get("eddyline").get("mem_limit").asText())
        .isEqualTo(AttackedProcessor.CONTAINER_MIB + "m");
  }

  @Test
  void everyImageHasAVersion() throws IOException {
    services()
        .forEach(
            service -> {
              if (service.has("image")) {
                assertThat(service.get("image").asText()).matches(".+:[v0-9].*");
              }
            });
  }

  @Test
  void everyProcessorSettingIsKnown_andNoTokenIsPreset() throws IOException {
    // Given
    JsonNode environment = services().get("eddyline").get("environment");

    // When
    Settings settings = Settings.mergeLayers(null, Map.of(), flags(environment));

    // Then
    assertThat(settings.registry())
        .containsEntry("schema.registry.url", "http://registry:8080/apis/ccompat/v7");
    assertThat(settings.get(Setting.HTTP_TOKEN)).isEmpty();
    assertThat(texts(services().get("eddyline").get("volumes")))
        .filteredOn(volume -> volume.startsWith("${EDDYLINE_TOKENS:?"))
        .singleElement()
        .asString()
        .endsWith(":%s:ro".formatted(settings.get(Setting.HTTP_TOKENS)));
  }

  @Test
  void theNotifierStartsOnlyWithItsProfile_andReadsTheMountedTargets() throws IOException {
    // Given
    JsonNode notifier = services().get("notifier");

    // When
    Settings settings = Settings.mergeLayers(null, Map.of(), flags(notifier.get("environment")));

    // Then
    assertThat(texts(notifier.get("command"))).containsExactly("notifier");
    assertThat(texts(notifier.get("profiles"))).containsExactly("notifier");
    assertThat(texts(notifier.get("volumes")))
        .containsExactly(
            "${EDDYLINE_TARGETS:-./compose/targets.yaml}:%s:ro"
                .formatted(settings.get(Setting.NOTIFIER_TARGETS)));
    assertThat(new File("deploy/compose/targets.yaml")).isFile();
  }

  /** Converts environment names to settings; unknown flags are rejected. */
  private static Map<String, String> flags(JsonNode environment) {
    Map<String, String> flags = new TreeMap<>();
    environment
        .properties()
        .forEach(
            entry -> {
              String key = entry.getKey().substring("EDDYLINE_".length()).toLowerCase(Locale.ROOT);
              flags.put(key.replace('_', '.'), entry.getValue().asText());
            });
    return flags;
  }

  @Test
  void everyDependencyExists() throws IOException {
    JsonNode services = services();

    services.forEach(
        service -> {
          JsonNode waits = service.path("depends_on");
          Stream<String> names =
              waits.isArray()
                  ? texts(waits).stream()
                  : waits.properties().stream().map(Map.Entry::getKey);
          assertThat(names).allMatch(services::has);
        });
  }

  @Test
  void everyMountedFileExists() throws IOException {
    // other tests check the folders of dashboards and alerts
    services()
        .forEach(
            service ->
                assertThat(texts(service.path("volumes")))
                    .filteredOn(volume -> volume.startsWith("./compose/"))
                    .allSatisfy(
                        volume -> assertThat(new File("deploy", volume.split(":")[0])).isFile()));
    assertThat(texts(services().get("grafana").get("volumes")))
        .anyMatch(volume -> volume.startsWith("./grafana:"));
    assertThat(texts(services().get("prometheus").get("volumes")))
        .anyMatch(volume -> volume.startsWith("./prometheus:"));
  }

  @Test
  void theUiReadsValuesThroughTheRegistry() throws IOException {
    JsonNode ui = services().get("kafka-ui").get("environment");

    assertThat(ui.get("KAFKA_CLUSTERS_0_DEFAULTKEYSERDE").asText()).isEqualTo("String");
    assertThat(ui.get("KAFKA_CLUSTERS_0_DEFAULTVALUESERDE").asText()).isEqualTo("SchemaRegistry");
    assertThat(ui.get("KAFKA_CLUSTERS_0_SCHEMAREGISTRY"))
        .isEqualTo(
            services().get("eddyline").get("environment").get("EDDYLINE_SCHEMA_REGISTRY_URL"));
  }
}
