package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.config.Settings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests as rendered by kubectl; skipped without kubectl. */
@Tag(TestTags.DEPLOY)
class KustomizeIT {

  @TempDir private Path properties;

  @Test
  void renderedManifestsAreValid_andReferenceExistingSettings() throws Exception {
    // When
    List<HasMetadata> objects = Manifests.read(KubectlKustomize.render(KubectlKustomize.FOLDER));

    // Then
    assertThat(withoutSettings(objects)).hasSize(5);
    assertIsComplete(objects, only(objects, StatefulSet.class).getSpec().getTemplate().getSpec());
  }

  @Test
  void theNotifierCanBeEnabled(@TempDir Path folder) throws Exception {
    // When
    List<HasMetadata> objects =
        Manifests.read(
            KubectlKustomize.render(KubectlKustomize.copyWith(folder, List.of("notifier.yaml"))));

    // Then
    assertThat(withoutSettings(objects)).hasSize(9);
    assertIsComplete(objects, only(objects, Deployment.class).getSpec().getTemplate().getSpec());
  }

  @Test
  void theJobOfTopicsHasTheSettingsOfTheProcessor() throws Exception {
    assertSameSettings(KubectlKustomize.FOLDER);
  }

  @Test
  void theOverlayWithTlsAndSaslSetsEachKafkaClientAndTheRegistryClient() throws Exception {
    // When
    Settings settings = assertSameSettings(KubectlKustomize.TLS_SASL);

    // Then: the job and the pods read the CA where it is mounted
    assertThat(List.of(settings.admin(), settings.consumer(), settings.producer()))
        .allSatisfy(
            client ->
                assertThat(client)
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                    .containsEntry("ssl.truststore.type", "PEM")
                    .containsEntry("ssl.truststore.location", "/etc/eddyline-ca/ca.pem"));
    assertThat(settings.registry())
        .containsEntry("basic.auth.credentials.source", "USER_INFO")
        .containsEntry("schema.registry.ssl.truststore.type", "PEM")
        .containsEntry("schema.registry.ssl.truststore.location", "/etc/eddyline-ca/ca.pem");
  }

  /** Checks pods and job of a folder, and returns their settings. */
  private Settings assertSameSettings(Path folder) throws Exception {
    List<HasMetadata> objects = Manifests.read(KubectlKustomize.render(folder));
    List<HasMetadata> ofTopics = Manifests.read(KubectlKustomize.render(folder.resolve("topics")));
    assertIsComplete(objects, only(objects, StatefulSet.class).getSpec().getTemplate().getSpec());
    assertIsComplete(ofTopics, only(ofTopics, Job.class).getSpec().getTemplate().getSpec());
    ConfigMap settings = only(objects, ConfigMap.class);
    assertThat(only(ofTopics, ConfigMap.class)).isEqualTo(settings);
    Path file =
        Files.writeString(
            properties.resolve("eddyline.properties"),
            settings.getData().get("eddyline.properties"));
    return Settings.mergeLayers(file, Map.of(), Map.of());
  }

  private static void assertIsComplete(List<HasMetadata> objects, PodSpec pod) {
    assertThat(objects)
        .allSatisfy(
            object -> {
              assertThat(object.getMetadata().getNamespace()).isEqualTo("eddyline");
              assertThat(object.getMetadata().getLabels())
                  .containsEntry("app.kubernetes.io/part-of", "eddyline");
            });
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getConfigMap() != null)
        .extracting(volume -> volume.getConfigMap().getName())
        .containsExactly(only(objects, ConfigMap.class).getMetadata().getName(), "eddyline-ca");
    assertThat(pod.getContainers().get(0).getImage())
        .isEqualTo("registry.example.com/eddyline:0.1.0");
  }

  private static List<HasMetadata> withoutSettings(List<HasMetadata> objects) {
    return objects.stream().filter(object -> !(object instanceof ConfigMap)).toList();
  }

  private static <T> T only(List<HasMetadata> objects, Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }
}
