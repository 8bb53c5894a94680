package dev.eddyline.console.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.http.RawHttpConnection;
import dev.eddyline.signing.SigningKeys;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access rules and rate limits of a server without Kafka. */
@Tag(TestTags.CONSOLE)
class AccessGuardIT {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String USER = "X-User";
  private static final String GROUPS = "X-Groups";
  private static final String WHO = "/api/v1/feed/recent";
  private static final SignInProxy PROXY =
      new SignInProxy(USER, Set.of("127.0.0.1"), Set.of(), "", Map.of());

  private final GuardedServer server = server(PROXY);
  private final ApiClient stranger = server.browser(null);
  private final ApiClient friend = server.browser(TOKEN);

  private static GuardedServer server(SignInProxy proxy) {
    return GuardedServer.answering(
        List.of(
            TestAccessTokens.namedToken(TOKEN, Role.ADMIN),
            TestAccessTokens.namedToken("a-token-that-looks", Role.VIEW),
            TestAccessTokens.namedToken("a-token-that-posts", Role.INGEST)),
        proxy,
        Route.RECENT,
        http -> Caller.of(http).rateLimitKey());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private ApiClient.ApiResponse guess(String path) {
    return stranger.get(path, "Authorization", "Bearer a-wrong-token-of-length");
  }

  @ParameterizedTest
  @ValueSource(strings = {WHO, "/api/v1/session", "/api/v1/openapi.json", "/assets/x.js", "/"})
  void rejectsWrongTokenOnEveryRoute(String path) {
    assertThat(guess(path).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {WHO, "/api/v1/session", "/assets/x.js"})
  void blocksAddressAfterTooManyWrongTokens(String path) {
    // Given
    for (int i = 0; i < RateLimit.Rate.WRONG_ACCESS_TOKENS.burst(); i++) {
      guess(path);
    }

    // When
    ApiClient.ApiResponse wrong = guess(path);
    ApiClient.ApiResponse right = friend.get(WHO);
    ApiClient.ApiResponse begun = begin(TOKEN);
    server.nanos.addAndGet(1_000_000_000);
    int wrongLater = guess(path).status();
    int rightLater = friend.get(WHO).status();

    // Then
    assertThat(List.of(wrong, right, begun))
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(429);
              assertThat(answer.http().headers().firstValue("Retry-After")).contains("1");
            });
    assertThat(wrongLater).isEqualTo(401);
    assertThat(rightLater).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer a-json-web-token-of-the-proxy", "Basic YWxpY2U6c2VjcmV0", "x"})
  void trustedProxyUserIsSignedIn(String authorization) {
    for (int i = 0; i <= RateLimit.Rate.WRONG_ACCESS_TOKENS.burst(); i++) {
      ApiClient.ApiResponse answer =
          stranger.get(WHO, USER, "alice", "Authorization", authorization, "Accept", "*/*");
      assertThat(answer.json().path("value").textValue()).isEqualTo("user alice");
    }
    assertThat(guess(WHO).status()).isEqualTo(401);
  }

  @Test
  void ignoresDuplicateUserHeader() {
    assertThat(stranger.get(WHO, USER, "mallory", USER, "alice").status()).isEqualTo(401);
  }

  @Test
  void mapsGroupsToRoles() {
    // Given
    SignInProxy proxy =
        new SignInProxy(
            USER,
            Set.of("127.0.0.1"),
            Set.of(),
            GROUPS,
            Map.of("leads", Set.of(Role.VIEW, Role.DECIDE), "ops", Set.of(Role.ADMIN)));
    try (GuardedServer grouped = server(proxy)) {
      ApiClient browser = grouped.browser(null);

      // When
      JsonNode lead = session(browser, "staff, leads");
      JsonNode both = session(browser, "leads,ops");
      JsonNode nobody = session(browser, "Leads,staff");
      int refused = browser.get(WHO, USER, "ann", GROUPS, "staff").status();
      int twice = browser.get(WHO, USER, "ann", GROUPS, "leads", GROUPS, "ops").status();

      // Then
      assertThat(lead.get("roles").toString()).isEqualTo("[\"view\",\"decide\"]");
      assertThat(both.get("roles").toString()).isEqualTo("[\"view\",\"decide\",\"admin\"]");
      assertThat(nobody.get("roles")).isEmpty();
      assertThat(refused).isEqualTo(403);
      assertThat(twice).isEqualTo(403);
    }
  }

  private static JsonNode session(ApiClient browser, String groups) {
    return browser.get("/api/v1/session", USER, "ann", GROUPS, groups).json();
  }

  @Test
  void ignoresOtherAuthorizationScheme() {
    for (int i = 0; i <= RateLimit.Rate.WRONG_ACCESS_TOKENS.burst(); i++) {
      assertThat(stranger.get("/api/v1/session", "Authorization", "Basic YTpi").status())
          .isEqualTo(200);
    }
    assertThat(stranger.get(WHO, "Authorization", "Basic YTpi").status()).isEqualTo(401);
    assertThat(stranger.get(WHO, "Authorization", "bearer " + TOKEN).status()).isEqualTo(200);
    assertThat(guess(WHO).status()).isEqualTo(401);
  }

  @Test
  void cookieIsSecureBeyondLoopback() {
    assertThat(begin(TOKEN).http().headers().firstValue("Set-Cookie").orElseThrow())
        .contains("Secure")
        .contains("HttpOnly")
        .doesNotContain(TOKEN);
  }

  @Test
  void beginningSessionRequiresViewRole() {
    assertThat(begin("a-token-that-looks").status()).isEqualTo(200);
    assertThat(begin("a-token-that-posts").status()).isEqualTo(403);
  }

  @Test
  void limitsUsersAndTokensSeparately() {
    // When
    List<String> keys =
        List.of(
            key(USER, "alice"),
            key(USER, "bob"),
            friend.get(WHO).json().get("value").textValue(),
            key("Cookie", cookie(begin(TOKEN))),
            key("Cookie", cookie(begin(TOKEN))));

    // Then
    String token = "token " + TOKEN + " of 127.0.0.1";
    assertThat(keys).containsExactly("user alice", "user bob", token, token, token);
  }

  @Test
  void deletedSessionIsInvalidAtOnce() {
    // Given
    ApiClient.ApiResponse begun = begin(TOKEN);
    String csrf = begun.json().get("csrf").textValue();
    String other = cookie(begin(TOKEN));

    // When
    int forged = delete("Cookie", cookie(begun));
    int stillOpen = stranger.get(WHO, "Cookie", cookie(begun)).status();
    int ended = delete("Cookie", cookie(begun), AccessGuard.CSRF_HEADER, csrf);

    // Then
    assertThat(forged).isEqualTo(403);
    assertThat(stillOpen).isEqualTo(200);
    assertThat(ended).isEqualTo(204);
    assertThat(stranger.get(WHO, "Cookie", cookie(begun)).status()).isEqualTo(401);
    assertThat(stranger.get(WHO, "Cookie", other).status()).isEqualTo(200);
  }

  @Test
  void sessionExpiresAfterTwelveHours() {
    // Given
    String cookie = cookie(begin(TOKEN));

    // When
    server.millis.addAndGet(SessionCookies.SESSION_LIFETIME.toMillis() - 1);
    int before = stranger.get(WHO, "Cookie", cookie).status();
    server.millis.addAndGet(1);
    int after = stranger.get(WHO, "Cookie", cookie).status();

    // Then
    assertThat(before).isEqualTo(200);
    assertThat(after).isEqualTo(401);
  }

  @Test
  void limitsReadsPerCaller() {
    // When
    for (int i = 0; i < RateLimit.Rate.READS.burst(); i++) {
      friend.get(WHO);
    }

    // Then
    assertThat(friend.get(WHO).status()).isEqualTo(429);
    assertThat(server.browser("a-token-that-looks").get(WHO).status()).isEqualTo(200);
  }

  @Test
  void requestsOfSessionsCountTowardsTokenQuota() {
    // Given
    NamedToken token = TestAccessTokens.namedToken(TOKEN, Role.VIEW);
    try (GuardedServer limited =
        new GuardedServer(List.of(new NamedToken("q", token.sha256(), token.grant(), 3)))) {
      ApiClient browser = limited.browser(TOKEN);
      String cookie =
          cookie(
              browser.post(
                  "/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), "Accept", "*/*"));
      browser.get("/api/v1/session");

      // When
      int third = limited.browser(null).get("/api/v1/session", "Cookie", cookie).status();
      ApiClient.ApiResponse fourth = browser.get("/api/v1/session");

      // Then
      assertThat(third).isEqualTo(200);
      assertThat(fourth.status()).isEqualTo(429);
      assertThat(fourth.http().headers().firstValue("Retry-After")).contains("20");
    }
  }

  @Test
  void trustsProxyByClientCertificate() throws Exception {
    // Given
    X509Certificate[] known = certificates();
    SignInProxy proxy =
        new SignInProxy(USER, Set.of(), Set.of(fingerprint(known[0])), "", Map.of());
    AtomicReference<X509Certificate[]> brought = new AtomicReference<>();
    try (GuardedServer secured =
        new GuardedServer(
            List.of(),
            proxy,
            SigningKeys.randomProcessLocalKeys(),
            config ->
                config.routes.before(
                    http ->
                        // as the server's TLS connector does
                        http.req()
                            .setAttribute(
                                "jakarta.servlet.request.X509Certificate", brought.get())))) {
      ApiClient browser = secured.browser(null);

      // When
      JsonNode without = browser.get("/api/v1/session", USER, "ann").json();
      brought.set(new X509Certificate[] {known[1], known[0]});
      JsonNode withAnother = browser.get("/api/v1/session", USER, "ann").json();
      brought.set(new X509Certificate[] {known[0]});
      String with = getRaw(secured, new String("Jürgen".getBytes(UTF_8), ISO_8859_1));

      // Then
      assertThat(without.get("user").isNull()).isTrue();
      assertThat(withAnother.get("user").isNull()).isTrue();
      assertThat(new String(with.getBytes(ISO_8859_1), UTF_8)).contains("\"user\":\"Jürgen\"");
    }
  }

  /** The response to a request of this user; Java's own client sends only ASCII in headers. */
  private static String getRaw(GuardedServer server, String user) {
    try (RawHttpConnection wire = new RawHttpConnection(server.port())) {
      wire.send(
          "GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\n%s: %s\r\nConnection: close\r\n\r\n"
              .formatted(USER, user));
      return wire.rest();
    }
  }

  /** Any certificates: those of the authorities that this Java trusts. */
  private static X509Certificate[] certificates() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init((KeyStore) null);
    return ((X509TrustManager) trust.getTrustManagers()[0]).getAcceptedIssuers();
  }

  private static String fingerprint(X509Certificate certificate) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
  }

  private int delete(String... headers) {
    return stranger.delete("/api/v1/session", headers).status();
  }

  private ApiClient.ApiResponse begin(String token) {
    return stranger.post("/api/v1/session", "{\"token\":\"%s\"}".formatted(token), "Accept", "*/*");
  }

  private static String cookie(ApiClient.ApiResponse begun) {
    return begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
  }

  private String key(String header, String value) {
    return stranger.get(WHO, header, value).json().get("value").textValue();
  }
}
