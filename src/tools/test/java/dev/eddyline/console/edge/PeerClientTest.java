package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.config.Settings;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.local.Ports;
import dev.eddyline.signing.SigningKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests between instances, and attacks by a rogue member of the group. */
class PeerClientTest {

  private static final String TOKEN = "a-token-of-some-length";
  private static final TaskScope SCOPE = new TaskScope("ci-", Set.of("build"));
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final SigningKeys KEYS = keys("the secret of all the instances here");

  private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
  private final List<String> headersReceivedByRogueMember =
      Collections.synchronizedList(new ArrayList<>());
  private WebServer instance;
  private HostInfo address;
  private final PeerClient peers = peers(KEYS, LIMIT);
  private HttpServer rogue;
  private HostInfo rogueAddress;
  private volatile int rogueStatus = 200;
  private volatile boolean rogueHasSecret;
  private volatile byte[] rogueBody = "{}".getBytes(StandardCharsets.UTF_8);

  private static SigningKeys keys(String secret) {
    return SigningKeys.of(Settings.mergeLayers(null, Map.of(), Map.of("signing.secret", secret)));
  }

  @BeforeEach
  void start() throws IOException {
    int port = Ports.findFreePort();
    address = new HostInfo("127.0.0.1", port);
    AccessControl access = access();
    List<Pages> pages = new ArrayList<>(access.pages());
    pages.add(config -> Route.STATUS.serve(config, http -> http.result("{\"state\":\"running\"}")));
    pages.add(
        config ->
            Route.TASK.serve(
                config,
                http -> {
                  if (http.queryParam("taskId").equals("unknown")) {
                    throw ApiException.of(404, "no task of this id is known");
                  }
                  boolean covers = Caller.of(http).scope().covers("ci-1", "build");
                  http.result(
                      "{\"id\":\"%s\",\"covers\":%s}".formatted(http.queryParam("taskId"), covers));
                }));
    pages.add(config -> Route.OVERVIEW.serve(config, http -> http.result("{}")));
    instance = LoopbackServer.start(port, Set.of(), pages);
    rogue = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    rogue.createContext("/", this::answer);
    rogue.start();
    rogueAddress = new HostInfo("127.0.0.1", rogue.getAddress().getPort());
  }

  @AfterEach
  void end() {
    instance.close();
    rogue.stop(0);
  }

  private AccessControl access() {
    return AccessControl.create(
        new AccessRules(
            true,
            SignInProxy.NONE,
            Set.of(),
            true,
            false,
            Optional.of(PeerClient.address(address))),
        TestAccessTokens.tokenFile(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)),
        KEYS,
        List::of,
        Optional.empty(),
        () -> Instant.ofEpochMilli(millis.get()),
        System::nanoTime,
        Optional.empty());
  }

  private PeerSignatures signatures(SigningKeys keys) {
    return new PeerSignatures(keys, () -> Instant.ofEpochMilli(millis.get()));
  }

  private PeerClient peers(SigningKeys keys, Duration responseTimeout) {
    return new PeerClient(signatures(keys), Optional.empty(), LIMIT, responseTimeout);
  }

  /** Records the request, and answers as the test defines. */
  private void answer(HttpExchange http) {
    http.getRequestHeaders()
        .forEach(
            (name, values) ->
                values.forEach(value -> headersReceivedByRogueMember.add(name + ": " + value)));
    try (http) {
      http.getResponseHeaders()
          .add(
              PeerSignatures.RESPONSE_SIGNATURE_HEADER,
              rogueHasSecret ? sign(http) : "x".repeat(43));
      http.sendResponseHeaders(rogueStatus, rogueBody.length);
      http.getResponseBody().write(rogueBody);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private String sign(HttpExchange http) {
    String authorization = http.getRequestHeaders().getFirst("Authorization");
    return signatures(KEYS)
        .signResponse(
            authorization.substring(PeerSignatures.SCHEME.length()), rogueStatus, rogueBody);
  }

  private static Optional<JsonNode> task(PeerClient asking, HostInfo other, String id) {
    return asking.fetchTask(other, id, PeerClient.ReplicaRole.OWNER, SCOPE);
  }

  private ApiClient browser() {
    return new ApiClient(address.port(), null);
  }

  /** A header that the rogue received. */
  private String headerReceivedByRogueMember(String name) {
    return headersReceivedByRogueMember.stream()
        .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void peerRespondsWithinScopeOfOriginalCaller() {
    // When
    JsonNode task = task(peers, address, "a/b c&d").orElseThrow();
    JsonNode status = peers.fetchStatus(PeerClient.address(address)).join().orElseThrow();

    // Then
    assertThat(task.get("id").textValue()).isEqualTo("a/b c&d");
    assertThat(task.get("covers").booleanValue()).isTrue();
    assertThat(status.get("state").textValue()).isEqualTo("running");
  }

  @Test
  void trustsSignedNotFound() {
    assertThatThrownBy(() -> task(peers, address, "unknown"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(404));
  }

  @Test
  void rejectsInstanceWithOtherSecret() {
    PeerClient other = peers(keys("another secret than that of the others"), LIMIT);
    assertThat(task(other, address, "t")).isEmpty();
    assertThat(other.fetchStatus(PeerClient.address(address)).join()).isEmpty();
  }

  @Test
  void rogueMemberReceivesNoTokenAndItsResponseIsNotTrusted() {
    // Given
    rogueBody = "{\"taskId\":\"t\",\"state\":\"quiet\"}".getBytes(StandardCharsets.UTF_8);

    // When
    Optional<JsonNode> task = task(peers, rogueAddress, "t");
    Optional<JsonNode> status = peers.fetchStatus(PeerClient.address(rogueAddress)).join();
    rogueStatus = 404;
    Optional<JsonNode> unknown = task(peers, rogueAddress, "t");

    // Then
    assertThat(task).isEmpty();
    assertThat(status).isEmpty();
    assertThat(unknown).isEmpty();
    assertThat(headersReceivedByRogueMember)
        .noneMatch(line -> line.contains(TOKEN) || line.contains("Bearer"));
  }

  @Test
  void rogueMemberCannotReuseCredentials() {
    // Given
    task(peers, rogueAddress, "t");
    String credentials = headerReceivedByRogueMember("Authorization");
    String scope = headerReceivedByRogueMember(PeerClient.SCOPE_HEADER);
    String path = "/api/v1/task?taskId=t";

    // When
    List<Integer> replayed =
        List.of(path, "/status", "/api/v1/overview").stream()
            .map(
                it ->
                    browser()
                        .get(
                            it,
                            "Authorization",
                            credentials,
                            PeerClient.SCOPE_HEADER,
                            scope,
                            PeerClient.REPLICA_ROLE_HEADER,
                            "owner")
                        .status())
            .toList();

    // Then
    assertThat(replayed).containsOnly(401);
  }

  @Test
  void acceptsSignedRequestOnce() {
    // Given
    PeerSignatures signatures = signatures(KEYS);
    PeerSignatures.SignedPeerRequest request =
        new PeerSignatures.SignedPeerRequest(
            "GET", "/api/v1/task?taskId=t", PeerClient.address(address), "owner", SCOPE.encode());

    // When
    String first = signatures.sign(request);
    int once = replay(first, request);
    int again = replay(first, request);
    String late = signatures.sign(request);
    millis.addAndGet(PeerSignatures.MAX_CLOCK_SKEW.toMillis() + 1);
    int tooLate = replay(late, request);
    String forAll = signatures.sign(request);
    int widened =
        replay(
            forAll,
            new PeerSignatures.SignedPeerRequest(
                "GET", request.path(), request.peer(), "owner", TaskScope.ALL.encode()));

    // Then
    assertThat(once).isEqualTo(200);
    assertThat(List.of(again, tooLate, widened)).containsOnly(401);
  }

  private int replay(String credentials, PeerSignatures.SignedPeerRequest request) {
    return browser()
        .get(
            request.path(),
            "Authorization",
            PeerSignatures.SCHEME + credentials,
            PeerClient.REPLICA_ROLE_HEADER,
            request.replicaRole(),
            PeerClient.SCOPE_HEADER,
            request.scope())
        .status();
  }

  @Test
  void forgetsExpiredRequestCredentials() {
    // Given
    PeerSignatures signatures = signatures(KEYS);
    PeerSignatures.SignedPeerRequest request =
        new PeerSignatures.SignedPeerRequest("GET", "/status", "h:1", "", TaskScope.ALL.encode());
    for (int i = 0; i < 100; i++) {
      assertThat(signatures.isSigned(request, signatures.sign(request))).isTrue();
    }
    millis.addAndGet(2 * PeerSignatures.MAX_CLOCK_SKEW.toMillis());
    String later = signatures.sign(request);
    assertThat(signatures.isSigned(request, later)).isTrue();
    int before = signatures.usedCredentialsCount();

    // When
    millis.incrementAndGet();
    boolean again = signatures.isSigned(request, later);

    // Then
    assertThat(before).isEqualTo(101);
    assertThat(again).isFalse();
    assertThat(signatures.usedCredentialsCount()).isEqualTo(1);
  }

  @Test
  void instanceMayCallOnlyPeerRoutes() {
    // Given
    PeerSignatures signatures = signatures(KEYS);

    // When
    PeerSignatures.SignedPeerRequest request =
        new PeerSignatures.SignedPeerRequest(
            "GET", "/api/v1/overview", PeerClient.address(address), "", TaskScope.ALL.encode());

    // Then
    assertThat(replay(signatures.sign(request), request)).isEqualTo(403);
  }

  @Test
  void rejectsTooLongResponse() {
    // Given
    rogueHasSecret = true;
    rogueBody = jsonOfLength(PeerClient.MAX_RESPONSE_BYTES);
    Optional<JsonNode> longest = task(peers, rogueAddress, "t");

    // When
    rogueBody = jsonOfLength(PeerClient.MAX_RESPONSE_BYTES + 1);
    Optional<JsonNode> tooLong = task(peers, rogueAddress, "t");

    // Then
    assertThat(longest).isPresent();
    assertThat(tooLong).isEmpty();
  }

  private static byte[] jsonOfLength(int bytes) {
    return ("{}" + " ".repeat(bytes - 2)).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void doesNotWaitForPeerThatNeverAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      // Given
      HostInfo silentAddress = new HostInfo("127.0.0.1", silent.getLocalPort());
      PeerClient hasty = peers(KEYS, Duration.ofMillis(50));

      // When
      Optional<JsonNode> task = task(hasty, silentAddress, "t");
      CompletableFuture<Optional<JsonNode>> status =
          hasty.fetchStatus(PeerClient.address(silentAddress));

      // Then
      assertThat(task).isEmpty();
      assertThat(status).succeedsWithin(LIMIT).isEqualTo(Optional.empty());
    }
  }

  @Test
  void revokesSessionOnAllInstances() {
    // Given
    ApiClient.ApiResponse begun =
        browser().post("/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), "Accept", "*/*");
    String cookie = begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    SessionCookies here =
        new SessionCookies(
            KEYS,
            TestAccessTokens.tokenFile(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)),
            new RevokedSessions(() -> Instant.ofEpochMilli(millis.get())),
            () -> Instant.ofEpochMilli(millis.get()));
    SessionCookies.Session session =
        here.find(cookie.substring(cookie.indexOf('=') + 1)).orElseThrow();
    int before = browser().get("/api/v1/overview", "Cookie", cookie).status();

    // When
    peers.revokeSessionOnPeer(PeerClient.address(address), session);

    // Then
    assertThat(before).isEqualTo(200);
    await().until(() -> browser().get("/api/v1/overview", "Cookie", cookie).status() == 401);
  }
}
