package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.eddyline.TestTags;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * kubeconform checks the manifests against the schemas of Kubernetes' API. They have none for the
 * ServiceMonitor. Skipped where src/it/deploy/install.sh did not install it.
 */
@Tag(TestTags.DEPLOY)
class KubeconformIT {

  private static final Optional<Path> TOOLS =
      Optional.ofNullable(System.getenv("EDDYLINE_DEPLOY_TOOLS")).map(Path::of);

  @TempDir private Path folder;

  private record Report(int exitCode, String text) {}

  @BeforeEach
  void requireTools() {
    assumeTrue(TOOLS.isPresent(), "EDDYLINE_DEPLOY_TOOLS names no folder with kubeconform");
  }

  /** Checks a text; an unknown field is an error. */
  private Report check(String manifests) throws Exception {
    Path file = Files.writeString(folder.resolve("manifests.yaml"), manifests);
    Path tools = TOOLS.orElseThrow();
    Process process =
        new ProcessBuilder(
                tools.resolve("kubeconform").toString(),
                "-strict",
                "-summary",
                "-skip",
                "ServiceMonitor",
                "-schema-location",
                tools + "/schemas/{{.ResourceKind}}{{.KindSuffix}}.json",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Report(process.waitFor(), text);
  }

  @Test
  void everyRenderedObjectIsValid() throws Exception {
    // Given: everything enabled
    Path copy = Files.createDirectory(folder.resolve("copy"));
    List<String> optional = List.of("notifier.yaml", "service-monitor.yaml");
    String rendered = KubectlKustomize.render(KubectlKustomize.copyWith(copy, optional));

    // When
    Report report = check(rendered);

    // Then
    assertThat(report.text()).contains("Valid: 10, Invalid: 0, Errors: 0, Skipped: 1");
    assertThat(report.exitCode()).isZero();
  }

  @Test
  void everyObjectOfTheOverlayWithTlsAndSaslIsValid() throws Exception {
    // Given
    String rendered =
        KubectlKustomize.render(KubectlKustomize.TLS_SASL)
            + "---\n"
            + KubectlKustomize.render(KubectlKustomize.TLS_SASL.resolve("topics"));

    // When
    Report report = check(rendered);

    // Then
    assertThat(report.text()).contains("Valid: 9, Invalid: 0, Errors: 0, Skipped: 0");
    assertThat(report.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namespace.yaml",
        "network-policy.yaml",
        "notifier.yaml",
        "pod-disruption-budget.yaml",
        "services.yaml",
        "statefulset.yaml",
        "topics/job.yaml"
      })
  void everyFileIsValid(String file) throws Exception {
    // When
    Report report = check(Files.readString(KubectlKustomize.FOLDER.resolve(file)));

    // Then
    assertThat(report.text()).contains("Invalid: 0, Errors: 0, Skipped: 0");
    assertThat(report.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replica: 2", "replicas: two", "minReadySeconds: 1.5"})
  void anInvalidFieldIsReported(String wrong) throws Exception {
    // Given
    String manifests = Files.readString(KubectlKustomize.FOLDER.resolve("notifier.yaml"));
    assertThat(manifests).contains("replicas: 2");

    // When
    Report report = check(manifests.replace("replicas: 2", wrong));

    // Then
    assertThat(report.text()).contains("Deployment eddyline-notifier is invalid");
    assertThat(report.exitCode()).isEqualTo(1);
  }
}
