package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests as rendered by kubectl; skipped without kubectl. */
@Tag(TestTags.DEPLOY)
class KustomizeIT {

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
        .containsExactly(only(objects, ConfigMap.class).getMetadata().getName());
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
