package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.eddyline.attack.AttackedProcessor;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks deploy/kubernetes against Kubernetes' types and the processor's needs. {@link
 * NotifierManifestTest} checks the notifier's file.
 */
class KubernetesTest {

  private static final Path FOLDER = Path.of("deploy", "kubernetes");

  private static final Path PROPERTIES = FOLDER.resolve("settings/eddyline.properties");

  /** Twice Application's clean close timeout: the second attempt is without the registry. */
  private static final long LONGEST_CLOSE_SECONDS = 30;

  private static List<HasMetadata> objects() throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(KubernetesTest::isManifest).sorted().toList()) {
        objects.addAll(Manifests.read(Files.readString(file)));
      }
    }
    return objects;
  }

  private static boolean isManifest(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".yaml")
        && !name.equals("kustomization.yaml")
        && !name.equals("notifier.yaml");
  }

  private static <T> T only(Class<T> type) throws IOException {
    return objects().stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static PodSpec pod() throws IOException {
    return only(StatefulSet.class).getSpec().getTemplate().getSpec();
  }

  private static Container processor() throws IOException {
    return pod().getContainers().get(0);
  }

  private static Settings settings() throws IOException {
    Map<String, String> environment = new TreeMap<>();
    for (EnvVar variable : processor().getEnv()) {
      environment.put(variable.getName(), String.valueOf(variable.getValue()));
    }
    return Settings.mergeLayers(PROPERTIES, environment, Map.of());
  }

  @Test
  void everyFileHoldsObjectsOfKubernetesOwnTypes() throws IOException {
    assertThat(objects())
        .extracting(object -> object.getKind() + " " + object.getMetadata().getName())
        .containsExactlyInAnyOrder(
            "StatefulSet eddyline",
            "Namespace eddyline",
            "Service eddyline",
            "Service eddyline-pods",
            "PodDisruptionBudget eddyline",
            "NetworkPolicy eddyline",
            "ServiceMonitor eddyline",
            "Job eddyline-topics");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec: {replica: 3}",
        "spec: {template: {spec: {containers: [{name: e, readinesProbe: {}}]}}}",
        "spec: {template: {spec: {securityContext: {readOnlyRootFilesystem: true}}}}"
      })
  void anUnknownManifestFieldIsReported(String wrong) {
    String text = "apiVersion: apps/v1\nkind: StatefulSet\n" + wrong;

    assertThatThrownBy(() -> Manifests.read(text)).hasMessageContaining("Unrecognized field");
  }

  @Test
  void theKustomizationNamesEveryFile() throws IOException {
    // Given
    String text = Files.readString(FOLDER.resolve("kustomization.yaml"));
    JsonNode kustomization = new ObjectMapper(new YAMLFactory()).readTree(text);

    // When
    List<String> named = new ArrayList<>();
    kustomization.get("resources").forEach(file -> named.add(file.asText()));

    // Then
    assertThat(named).allSatisfy(file -> assertThat(FOLDER.resolve(file)).exists());
    assertThat(named)
        .containsExactlyInAnyOrder(
            "services.yaml",
            "statefulset.yaml",
            "pod-disruption-budget.yaml",
            "network-policy.yaml");
    assertThat(text).contains("# - notifier.yaml", "# - service-monitor.yaml");
  }

  @Test
  void everySettingIsKnownAndEachPodHasItsOwnNameAndAddress() throws IOException {
    Settings settings = settings();

    assertThat(settings.kafka())
        .containsEntry("num.standby.replicas", "1")
        .containsEntry("group.instance.id", "$(POD_NAME)")
        .containsEntry("application.server", "$(POD_NAME).eddyline-pods.$(POD_NAMESPACE).svc:8090");
    assertThat(only(StatefulSet.class).getSpec().getServiceName()).isEqualTo("eddyline-pods");
    assertThat(processor().getEnv())
        .filteredOn(variable -> variable.getName().matches("POD_NAME|POD_NAMESPACE"))
        .extracting(variable -> variable.getValueFrom().getFieldRef().getFieldPath())
        .containsExactly("metadata.name", "metadata.namespace");
  }

  @Test
  void secretsComeFromTheSecretOnly() throws IOException {
    assertThat(processor().getEnv())
        .filteredOn(variable -> variable.getName().matches(".*(SECRET|JAAS|USER_INFO).*"))
        .hasSize(3)
        .allSatisfy(
            variable ->
                assertThat(variable.getValueFrom().getSecretKeyRef().getName())
                    .isEqualTo("eddyline"));
    assertThat(Files.readString(PROPERTIES))
        .doesNotContain("jaas.config=", "user.info=", "password", "token");
  }

  @Test
  void tokensAreMountedFromTheirSecret() throws IOException {
    // Given
    Settings settings = settings();

    // When
    Path tokens = Path.of(settings.get(Setting.HTTP_TOKENS));

    // Then: not optional, as without tokens the console would be open
    assertThat(settings.get(Setting.HTTP_TOKEN)).isEmpty();
    assertThat(pod().getVolumes())
        .filteredOn(volume -> volume.getSecret() != null)
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.getSecret().getSecretName()).isEqualTo("eddyline-tokens");
              assertThat(volume.getSecret().getOptional()).isNull();
              assertThat(processor().getVolumeMounts())
                  .filteredOn(mount -> mount.getName().equals(volume.getName()))
                  .extracting(VolumeMount::getMountPath)
                  .containsExactly(tokens.getParent().toString());
            });
  }

  @Test
  void theJobOfTopicsHasTheLoginTheSettingsAndTheCaOfTheProcessor() throws IOException {
    // Given
    PodSpec ofJob = only(Job.class).getSpec().getTemplate().getSpec();
    Container job = ofJob.getContainers().get(0);

    // Then
    assertThat(job.getArgs()).containsSubsequence(processor().getArgs().subList(1, 3));
    assertThat(job.getArgs()).doesNotContain("--bootstrap");
    assertThat(job.getEnv())
        .isSubsetOf(processor().getEnv())
        .extracting(EnvVar::getName)
        .containsExactly("EDDYLINE_SASL_JAAS_CONFIG");
    assertThat(named("settings", ofJob)).isEqualTo(named("settings", pod())).hasSize(1);
    assertThat(named("ca", ofJob)).isEqualTo(named("ca", pod())).hasSize(1);
    assertThat(job.getVolumeMounts())
        .filteredOn(mount -> !mount.getName().equals("scratch"))
        .hasSize(2)
        .isSubsetOf(processor().getVolumeMounts());
  }

  private static List<Volume> named(String name, PodSpec pod) {
    return pod.getVolumes().stream().filter(volume -> volume.getName().equals(name)).toList();
  }

  @Test
  void livenessIsIndependentOfRestore() throws IOException {
    Container processor = processor();

    assertThat(List.of(processor.getLivenessProbe(), processor.getStartupProbe()))
        .extracting(probe -> probe.getHttpGet().getPath())
        .containsOnly("/health/live");
    assertThat(processor.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
    assertThat(
            List.of(
                processor.getLivenessProbe(),
                processor.getStartupProbe(),
                processor.getReadinessProbe()))
        .extracting(probe -> probe.getHttpGet().getPort().getStrVal())
        .containsOnly("health");
    Probe startup = processor.getStartupProbe();
    assertThat(startup.getPeriodSeconds() * startup.getFailureThreshold())
        .isGreaterThanOrEqualTo(120);
  }

  @Test
  void aPodHasTimeForACleanClose_andStaysInItsGroup() throws IOException {
    long session = Long.parseLong(settings().kafka().get("session.timeout.ms"));

    assertThat(pod().getTerminationGracePeriodSeconds()).isGreaterThan(LONGEST_CLOSE_SECONDS);
    assertThat(session / 1000)
        .isGreaterThanOrEqualTo(pod().getTerminationGracePeriodSeconds())
        .isGreaterThan(45);
  }

  @Test
  void atMostOnePodIsDown() throws IOException {
    StatefulSet processors = only(StatefulSet.class);

    assertThat(only(PodDisruptionBudget.class).getSpec().getMaxUnavailable().getIntVal())
        .isEqualTo(1);
    assertThat(processors.getSpec().getReplicas()).isGreaterThanOrEqualTo(2);
    assertThat(processors.getSpec().getUpdateStrategy().getType()).isEqualTo("RollingUpdate");
    assertThat(processors.getSpec().getVolumeClaimTemplates())
        .extracting(claim -> claim.getMetadata().getName())
        .containsExactly("state");
  }

  @Test
  void everyContainerRunsWithoutRightsOnAReadOnlyRoot() throws IOException {
    for (PodSpec pod : List.of(pod(), only(Job.class).getSpec().getTemplate().getSpec())) {
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.getAutomountServiceAccountToken()).isFalse();
      for (Container container : pod.getContainers()) {
        var rights = container.getSecurityContext();
        assertThat(rights.getReadOnlyRootFilesystem()).isTrue();
        assertThat(rights.getAllowPrivilegeEscalation()).isFalse();
        assertThat(rights.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getVolumeMounts())
            .anyMatch(mount -> mount.getMountPath().equals("/var/lib/eddyline"));
      }
    }
  }

  @Test
  void theNamespaceEnforcesRestrictedPods() throws IOException {
    assertThat(only(Namespace.class).getMetadata().getLabels())
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
  }

  @Test
  void everyEgressRuleNamesItsDestination() throws IOException {
    // Given
    List<NetworkPolicyEgressRule> ways = only(NetworkPolicy.class).getSpec().getEgress();
    Map<String, String> ours = only(Namespace.class).getMetadata().getLabels();

    // When
    List<Map<String, String>> named =
        ways.stream()
            .flatMap(way -> way.getTo().stream())
            .map(
                peer ->
                    peer.getNamespaceSelector() == null
                        ? peer.getPodSelector().getMatchLabels()
                        : peer.getNamespaceSelector().getMatchLabels())
            .toList();

    // Then
    assertThat(ways).isNotEmpty().allSatisfy(way -> assertThat(way.getTo()).isNotEmpty());
    assertThat(named).allSatisfy(labels -> assertThat(labels).isNotEmpty());
    assertThat(ours).containsEntry("eddyline.dev/kafka", "allowed");
    assertThat(named)
        .contains(Map.of("eddyline.dev/kafka", "allowed"))
        .contains(Map.of("eddyline.dev/registry", "allowed"))
        .contains(Map.of("eddyline.dev/otlp", "allowed"));
  }

  @Test
  void theMemoryLimitFitsRocksDbAndTheHeap() throws IOException {
    long limit =
        Quantity.getAmountInBytes(processor().getResources().getLimits().get("memory")).longValue()
            >> 20;
    int rocks = settings().integer(Setting.STORE_MEMORY_MB, 1, Integer.MAX_VALUE);

    // the container that the attacks have proven
    assertThat(limit).isEqualTo(AttackedProcessor.CONTAINER_MIB);
    // as deploy/image/eddyline does
    assertThat((limit - rocks) * 5 / 9).isEqualTo(AttackedProcessor.HEAP_MIB);
    assertThat(processor().getResources().getRequests().get("memory"))
        .isEqualTo(processor().getResources().getLimits().get("memory"));
  }

  @Test
  void everySelectorMatchesOurPodsOrServices() throws IOException {
    Map<String, String> labels =
        only(StatefulSet.class).getSpec().getTemplate().getMetadata().getLabels();

    assertThat(objects())
        .filteredOn(Service.class::isInstance)
        .allSatisfy(
            service ->
                assertThat(labels)
                    .containsAllEntriesOf(((Service) service).getSpec().getSelector()));
    assertThat(labels)
        .containsAllEntriesOf(
            only(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .containsAllEntriesOf(
            only(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels());
    Map<String, String> monitored =
        only(ServiceMonitor.class).getSpec().getSelector().getMatchLabels();
    assertThat(objects())
        .filteredOn(Service.class::isInstance)
        .filteredOn(
            service ->
                service.getMetadata().getLabels().entrySet().containsAll(monitored.entrySet()))
        .extracting(service -> service.getMetadata().getName())
        .containsExactly("eddyline-pods");
  }
}
