package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.eddyline.FullLane;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The manifests as rendered by kubectl; skipped without kubectl. */
@FullLane
class KustomizeIT {

  private static final int LIMIT_SECONDS = 60;

  private static String rendered() throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder("kubectl", "kustomize", "deploy/kubernetes")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException absent) {
      assumeThat(absent).as("kubectl is not installed: rendering was not checked").isNull();
      throw absent;
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return text;
  }

  @Test
  void renderedManifestsAreValid_andReferenceExistingSettings() throws Exception {
    // When
    List<HasMetadata> objects = Manifests.read(rendered());

    // Then
    assertThat(objects)
        .allSatisfy(
            object -> {
              assertThat(object.getMetadata().getNamespace()).isEqualTo("eddyline");
              assertThat(object.getMetadata().getLabels())
                  .containsEntry("app.kubernetes.io/part-of", "eddyline");
            })
        .filteredOn(object -> !(object instanceof ConfigMap))
        .hasSize(5);
    HasMetadata settings =
        objects.stream().filter(ConfigMap.class::isInstance).findFirst().orElseThrow();
    var pod =
        objects.stream()
            .filter(StatefulSet.class::isInstance)
            .map(StatefulSet.class::cast)
            .findFirst()
            .orElseThrow()
            .getSpec()
            .getTemplate()
            .getSpec();
    assertThat(pod.getVolumes().get(0).getConfigMap().getName())
        .isEqualTo(settings.getMetadata().getName());
    assertThat(pod.getContainers().get(0).getImage())
        .isEqualTo("registry.example.com/eddyline:0.1.0");
  }
}
