package dev.eddyline;

import java.util.List;
import java.util.Set;

/**
 * The tags of tests, at most one for each test. A test without a tag runs in the fast lane ({@code
 * mvn verify}), while a second process runs other tests.
 */
public final class TestTags {

  /**
   * Fast lane, with the machine for itself, and never repeated: it proves that nothing is lost, and
   * a lost record is not flaky.
   */
  public static final String ALONE = "alone";

  /** Fast lane: a generated file that is a contract, such as the names of the topology. */
  public static final String GOLDEN = "golden";

  /** Reads {@link SharedData}, in a part of {@code .ci/run} after the fast lane. */
  public static final String SHARED = "shared";

  /** A property: the fast lane gives it few random inputs, the group {@link #PROPERTIES} many. */
  public static final String TRIES = "tries";

  /** Figures of accuracy on shared data, compared with the committed ones. */
  public static final String ACCURACY = "accuracy";

  /** Attacks on a running processor. */
  public static final String ATTACKS = "attacks";

  /** The console in a browser. */
  public static final String BROWSER = "browser";

  /** Faults in a random order. */
  public static final String CHAOS = "chaos";

  /** Kafka clients and programs of other languages. */
  public static final String CLIENTS = "clients";

  /** HTTP API of a running processor. */
  public static final String CONSOLE = "console";

  /** Images and containers. */
  public static final String CONTAINERS = "containers";

  /** Processes that are killed. */
  public static final String CRASH = "crash";

  /** Manifests, dashboards and alert rules, checked by the tools that read them. */
  public static final String DEPLOY = "deploy";

  /** Generated reference pages. */
  public static final String DOCS = "docs";

  /** The programs in {@code examples/} and the README's commands. */
  public static final String EXAMPLES = "examples";

  /** Telemetry of agent SDKs, a real Collector, parsers of graph formats. */
  public static final String INTEROP = "interop";

  /** Properties with many inputs, fuzzing, large inputs. */
  public static final String PROPERTIES = "properties";

  /** TLS, authentication and missing ACLs. */
  public static final String SECURITY = "security";

  /** Real brokers and registries, and their clients. */
  public static final String SERVERS = "servers";

  /** Tags of tests that {@code .ci/run} runs. */
  static final Set<String> CI_RUN = Set.of(ALONE, GOLDEN, SHARED);

  /** Tags of tests that only {@code .ci/full} runs, in its order. */
  static final List<String> GROUPS =
      List.of(
          DOCS,
          ACCURACY,
          PROPERTIES,
          SERVERS,
          CONSOLE,
          SECURITY,
          CRASH,
          CHAOS,
          ATTACKS,
          CLIENTS,
          EXAMPLES,
          INTEROP,
          DEPLOY,
          BROWSER,
          CONTAINERS);

  private TestTags() {}
}
