package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks deploy/kubernetes/notifier.yaml against Kubernetes' types and the notifier's needs. */
class NotifierManifestTest {

  private static final Path FOLDER = Path.of("deploy", "kubernetes");
  private static final String NAME = "eddyline-notifier";

  private static <T extends HasMetadata> T only(String file, Class<T> type) throws IOException {
    List<T> found =
        Manifests.read(Files.readString(FOLDER.resolve(file))).stream()
            .filter(type::isInstance)
            .map(type::cast)
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static <T extends HasMetadata> T only(Class<T> type) throws IOException {
    return only("notifier.yaml", type);
  }

  private static PodSpec pod() throws IOException {
    return only(Deployment.class).getSpec().getTemplate().getSpec();
  }

  private static Container notifier() throws IOException {
    return pod().getContainers().get(0);
  }

  @Test
  void everySettingIsKnown_andTheTargetsAreMounted() throws IOException {
    // Given
    Map<String, String> environment = new TreeMap<>();
    for (EnvVar variable : notifier().getEnv()) {
      environment.put(variable.getName(), String.valueOf(variable.getValue()));
    }

    // When
    Settings settings =
        Settings.mergeLayers(FOLDER.resolve("settings/eddyline.properties"), environment, Map.of());

    // Then
    Path targets = Path.of(settings.get(Setting.NOTIFIER_TARGETS));
    assertThat(notifier().getArgs()).first().isEqualTo("notifier");
    assertThat(notifier().getVolumeMounts())
        .filteredOn(mount -> mount.getMountPath().equals(targets.getParent().toString()))
        .singleElement()
        .satisfies(mount -> assertThat(mount.getReadOnly()).isTrue());
    assertThat(pod().getVolumes())
        .filteredOn(volume -> volume.getSecret() != null)
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.getSecret().getSecretName()).isEqualTo(NAME);
              assertThat(volume.getSecret().getItems())
                  .extracting(item -> item.getPath())
                  .containsExactly(targets.getFileName().toString());
            });
  }

  @Test
  void secretsComeFromSecretsOnly() throws IOException {
    assertThat(notifier().getEnv())
        .filteredOn(variable -> variable.getName().matches(".*(SECRET|JAAS|USER_INFO).*"))
        .hasSize(3)
        .allSatisfy(
            variable -> assertThat(variable.getValueFrom().getSecretKeyRef().getKey()).isNotNull());
  }

  @Test
  void theContainerRunsWithoutRightsOnAReadOnlyRoot() throws IOException {
    assertThat(pod().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod().getSecurityContext().getSeccompProfile().getType())
        .isEqualTo("RuntimeDefault");
    assertThat(pod().getAutomountServiceAccountToken()).isFalse();
    var rights = notifier().getSecurityContext();
    assertThat(rights.getReadOnlyRootFilesystem()).isTrue();
    assertThat(rights.getAllowPrivilegeEscalation()).isFalse();
    assertThat(rights.getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(notifier().getVolumeMounts())
        .anyMatch(mount -> mount.getMountPath().equals("/var/lib/eddyline"));
  }

  @Test
  void probesUseTheHealthPort() throws IOException {
    assertThat(List.of(notifier().getLivenessProbe(), notifier().getStartupProbe()))
        .extracting(probe -> probe.getHttpGet().getPath())
        .containsOnly("/health/live");
    assertThat(notifier().getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
    assertThat(notifier().getPorts())
        .singleElement()
        .satisfies(
            port -> {
              assertThat(port.getName()).isEqualTo("health");
              assertThat(port.getContainerPort()).isEqualTo(8091);
            });
  }

  @Test
  void atMostOnePodIsDown() throws IOException {
    assertThat(only(PodDisruptionBudget.class).getSpec().getMaxUnavailable().getIntVal())
        .isEqualTo(1);
    assertThat(only(Deployment.class).getSpec().getReplicas()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void everySelectorMatchesThesePods_andNotThoseOfTheProcessor() throws IOException {
    // Given
    Map<String, String> pods =
        only(Deployment.class).getSpec().getTemplate().getMetadata().getLabels();

    // Then
    assertThat(pods).containsEntry("app.kubernetes.io/name", NAME);
    assertThat(
            List.of(
                only(Deployment.class).getSpec().getSelector().getMatchLabels(),
                only(Service.class).getSpec().getSelector(),
                only(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels(),
                only(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels()))
        .containsOnly(pods);
  }

  @Test
  void theServiceMonitorSelectsTheService() throws IOException {
    // Given
    Map<String, String> labels = only(Service.class).getMetadata().getLabels();

    // When
    var monitored = only("service-monitor.yaml", ServiceMonitor.class).getSpec().getSelector();

    // Then
    assertThat(labels).containsAllEntriesOf(monitored.getMatchLabels());
    assertThat(monitored.getMatchExpressions())
        .allSatisfy(
            condition -> {
              assertThat(condition.getOperator()).isEqualTo("In");
              assertThat(condition.getValues()).contains(labels.get(condition.getKey()));
            });
  }

  @Test
  void targetsAreReachedAtPublicAddressesOverHttpsOnly() throws IOException {
    // When
    List<NetworkPolicyEgressRule> ways =
        only(NetworkPolicy.class).getSpec().getEgress().stream()
            .filter(way -> way.getTo().stream().anyMatch(peer -> peer.getIpBlock() != null))
            .toList();

    // Then
    assertThat(ways)
        .singleElement()
        .satisfies(
            way -> {
              assertThat(way.getPorts())
                  .extracting(port -> port.getPort().getIntVal())
                  .containsExactly(443);
              assertThat(way.getTo())
                  .flatExtracting(peer -> peer.getIpBlock().getExcept())
                  .contains("10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16");
            });
  }
}
