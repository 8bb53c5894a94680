package dev.eddyline.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.Application;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.MissingRightException;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.cluster.ClusterRefusedException;
import dev.eddyline.config.Settings;
import dev.eddyline.security.AclFile.AclRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each ACL of deploy/acls.txt is needed, and is named when it is missing. */
@Tag(TestTags.SECURITY)
class MissingAclIT {

  /** Each case starts a processor. */
  private static final int MAX_CASES = 12;

  @TempDir private static Path folder;
  private static SecureCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new SecureCluster(folder);
    cluster.feed().send(JsonEvents.failure("task", "same"));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  static List<AclRule> rights() {
    return AclFile.rights();
  }

  /** An ACL that is checked before the start, and one that fails at its first use. */
  static Stream<AclRule> earlyAndLate() {
    return rights().stream()
        .filter(
            right ->
                right.type() == ResourceType.GROUP && right.name().equals("{id}")
                    || right.operation() == AclOperation.CREATE);
  }

  static List<AclRule> someRights() {
    return Sample.of(rights(), MAX_CASES);
  }

  @ParameterizedTest
  @MethodSource("someRights")
  void processorNamesMissingAcl(AclRule right) throws Exception {
    // Given
    String id = userWithout(right);

    // When
    Throwable failure = failure(id);

    // Then
    assertThat(failure)
        .isInstanceOfAny(MissingRightException.class, ClusterRefusedException.class)
        .hasMessageContaining(right.resource(SecureCluster.PREFIX, id))
        .hasMessageContaining("deploy/acls.txt");
  }

  @ParameterizedTest
  @MethodSource("earlyAndLate")
  void missingAclExitsWithCode4(AclRule right) throws Exception {
    // Given
    String id = userWithout(right);

    // When
    try (SecureRun run = SecureRun.withFile(folder, cluster.settings(id))) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).as(run.log()).isEqualTo(ExitCode.CLUSTER);
      assertThat(run.log())
          .contains(right.resource(SecureCluster.PREFIX, id), "deploy/acls.txt")
          .doesNotContain(SecureCluster.SECRETS);
    }
  }

  static List<AclRule> ofATakeOver() {
    return AclFile.ofATakeOver();
  }

  @ParameterizedTest
  @MethodSource("ofATakeOver")
  void takeOverErrorNamesMissingAcl(AclRule right) throws Exception {
    // Given
    predecessor();
    List<AclRule> rest = new ArrayList<>(rights());
    rest.addAll(ofATakeOver());
    String able = user(rest);
    rest.remove(right);
    String unable = user(rest);

    // When / Then
    assertThatExceptionOfType(MissingRightException.class)
        .isThrownBy(() -> Application.start(takingOver(unable)))
        .withMessageContaining(right.resource(SecureCluster.PREFIX, unable))
        .withMessageContaining("deploy/acls.txt");
    try (Application application = Application.start(takingOver(able))) {
      assertThat(application.failed()).isFalse();
    }
  }

  static List<AclRule> ofForgetting() {
    return AclFile.forget().stream()
        // without the right to describe, Kafka does not reveal whether a topic exists
        .filter(right -> right.operation() != AclOperation.DESCRIBE_CONFIGS)
        .filter(right -> right.operation() != AclOperation.DESCRIBE || !right.isTopic())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("ofForgetting")
  void forgetCommandErrorNamesMissingAcl(AclRule right) throws Exception {
    // Given
    List<AclRule> rest = new ArrayList<>(AclFile.forget());
    rest.remove(right);
    String id = user(rest);

    // When
    try (SecureRun run = forget(id)) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).as(run.log()).isEqualTo(ExitCode.CLUSTER);
      assertThat(run.log())
          .contains(right.resource(SecureCluster.PREFIX, id), "deploy/acls.txt")
          .doesNotContain("erased")
          .doesNotContain(SecureCluster.SECRETS);
    }
  }

  @Test
  void forgetSucceedsWithAllAcls() throws Exception {
    // Given
    String id = user(AclFile.forget());

    // When
    try (SecureRun run = forget(id)) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).as(run.log()).isEqualTo(ExitCode.OK);
      assertThat(run.log()).contains("erased  0 of 0 records of guarded-agent-events-dlq");
    }
  }

  private static SecureRun forget(String id) throws Exception {
    return SecureRun.withEnvironment(
        folder, cluster.settings(id), "forget", "--person", "ann", "--yes");
  }

  /** Runs and stops a predecessor. */
  private static void predecessor() throws Exception {
    String id = AclFile.PREDECESSOR;
    cluster.allow(id, rights());
    try (Application application = Application.start(settings(id))) {
      await().until(() -> application.failed() || didItsWork(id));
    }
  }

  private static Settings takingOver(String id) {
    Map<String, String> settings = cluster.settings(id);
    settings.put("predecessor", AclFile.PREDECESSOR);
    settings.put("warm.from", "1h");
    return Settings.mergeLayers(null, Map.of(), settings);
  }

  private static String userWithout(AclRule right) throws Exception {
    List<AclRule> rest = new ArrayList<>(rights());
    rest.remove(right);
    return user(rest);
  }

  private static String user(List<AclRule> rights) throws Exception {
    String id = "user-" + UUID.randomUUID().toString().substring(0, 8);
    cluster.allow(id, rights);
    return id;
  }

  /** The failure of the first or second start: an empty changelog is hardly read. */
  private static Throwable failure(String id) {
    for (int start = 1; start <= 2; start++) {
      try (Application application = Application.start(settings(id))) {
        await().until(() -> application.failed() || didItsWork(id));
        if (application.failed()) {
          return application.failure().orElseThrow();
        }
      } catch (MissingRightException | ClusterRefusedException atTheStart) {
        return atTheStart;
      }
    }
    throw new AssertionError(id + " was started twice without the right, and did its work");
  }

  /** Whether it has processed and committed the event. */
  private static boolean didItsWork(String id) throws Exception {
    return cluster.committed(id).stream().anyMatch(offset -> offset > 0);
  }

  private static Settings settings(String id) {
    return Settings.mergeLayers(null, Map.of(), cluster.settings(id));
  }
}
