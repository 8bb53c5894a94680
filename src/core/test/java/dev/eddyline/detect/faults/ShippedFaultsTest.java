package dev.eddyline.detect.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped rules take for an external fault, as real programs word it, and what not. */
@Tag(TestTags.TRIES)
class ShippedFaultsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded with url: /v1 (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno 111] Connection refused'))",
        "urllib3.exceptions.NewConnectionError: Failed to establish a new connection: [Errno 110] Connection timed out",
        "urllib3.exceptions.NameResolutionError: Failed to resolve 'index.example.org' ([Errno -3] Temporary failure in name resolution)",
        "httpx.ConnectError: [Errno -2] Name or service not known",
        "httpx.RemoteProtocolError: Server disconnected without sending a response.",
        "requests.exceptions.ConnectionError: ('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
        "ConnectionResetError: [Errno 104] Connection reset by peer",
        "socket.gaierror: [Errno 8] nodename nor servname provided, or not known",
        "botocore.exceptions.EndpointConnectionError: Could not connect to the endpoint URL: \"https://s3.eu-west-1.amazonaws.com/\"",
        "openai.APIConnectionError: Connection error.",
        "requests.exceptions.ProxyError: HTTPSConnectionPool(host='a.com', port=443): (Caused by ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 503')))",
        "ssl.SSLEOFError: [SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol",
        "Error: connect ECONNREFUSED 93.184.216.34:443",
        "Error: getaddrinfo ENOTFOUND api.example.com",
        "Error: getaddrinfo EAI_AGAIN packages.example.org",
        "Error: read ECONNRESET",
        "Error: socket hang up",
        "TypeError: fetch failed",
        "npm ERR! code ENOTFOUND",
        "npm error network request to https://packages.example.org/x failed, reason: connect ETIMEDOUT 104.16.0.1:443",
        "java.net.ConnectException: Connection refused (Connection refused)",
        "java.net.UnknownHostException: repo.maven.apache.org",
        "java.net.SocketException: Connection reset",
        "java.net.NoRouteToHostException: No route to host (Host unreachable)",
        "javax.net.ssl.SSLHandshakeException: Remote host terminated the handshake",
        "curl: (6) Could not resolve host: api.example.com",
        "curl: (7) Failed to connect to api.example.com port 443 after 12 ms: Couldn't connect to server",
        "curl: (56) Recv failure: Connection reset by peer",
        "curl: (56) Proxy CONNECT aborted",
        "wget: unable to resolve host address 'example.com'",
        "fatal: unable to access 'https://github.com/a/b.git/': Could not resolve host: github.com",
        "ssh: connect to host github.com port 22: Network is unreachable",
        "fatal: the remote end hung up unexpectedly",
        "E: Failed to fetch http://archive.example.org/x.deb  Temporary failure resolving 'archive.example.org'",
        "Could not connect to archive.ubuntu.com:80 (185.125.190.36). - connect (113: No route to host)",
        "Error response from daemon: Get \"https://images.example.org/v2/\": dial tcp: lookup images.example.org: no such host",
        "Error response from daemon: Get \"https://images.example.org/v2/\": net/http: TLS handshake timeout",
        "dial tcp 140.82.121.3:443: i/o timeout",
        "gnutls_handshake() failed: The TLS connection was non-properly terminated.",
      })
  void anUnreachableHostIsANetworkFault(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.NETWORK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://api.example.com/v1",
        "httpx.HTTPStatusError: Server error '502 Bad Gateway' for url 'https://api.example.com'",
        "urllib.error.HTTPError: HTTP Error 500: Internal Server Error",
        "Exit code 1\n503 Dienst nicht verfügbar",
        "HTTP 504 Délai dépassé",
        "{\"stdout\":\"\",\"stderr\":\"503 サービスを利用できません\",\"exit_code\":1}",
        "AxiosError: Request failed with status code 503",
        "openai.InternalServerError: Error code: 500 - {'error': {'message': 'The server had an error'}}",
        "anthropic.APIStatusError: Error code: 529 - {'type': 'error', 'error': {'type': 'overloaded_error'}}",
        "curl: (22) The requested URL returned error: 504",
        "HTTP/1.1 503 Service Unavailable",
        "curl: (56) Received HTTP code 502 from proxy after CONNECT",
        "ERROR 503: Service Unavailable.",
        "error: RPC failed; HTTP 502 curl 22",
        "received unexpected HTTP status: 500 Internal Server Error",
        "E: Failed to fetch https://archive.example.org/x.deb  503  Service Unavailable [IP: 1.2.3.4 80] 503 Service Unavailable",
        "npm ERR! 503 Service Unavailable - GET https://packages.example.org/x",
        "java.io.IOException: Server returned HTTP response code: 503 for URL: https://files.example.com/a.jar",
        "grpc._channel._InactiveRpcError: <_InactiveRpcError of RPC that terminated with:\n\tstatus = StatusCode.UNAVAILABLE",
        "io.grpc.StatusRuntimeException: UNAVAILABLE: io exception",
        "Error: 14 UNAVAILABLE: No connection established",
        "rpc error: code = Unavailable desc = transport is closing",
        "botocore.exceptions.ClientError: An error occurred (ServiceUnavailable) when calling the PutObject operation",
      })
  void aServiceThatCannotAnswerIsADependencyFault(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.DEPENDENCY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.exceptions.HTTPError: 429 Client Error: Too Many Requests for url: https://api.example.com",
        "openai.RateLimitError: Error code: 429 - {'error': {'message': 'Rate limit reached for gpt-4o'}}",
        "Request failed with status code 429",
        "You exceeded your current quota, please check your plan and billing details",
        "Error response from daemon: toomanyrequests: You have reached your pull rate limit",
        "API rate limit exceeded for user ID 1",
        "io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: Quota exceeded",
        "{\"error\": {\"code\": 8, \"status\": \"RESOURCE_EXHAUSTED\"}}",
        "botocore.exceptions.ClientError: An error occurred (ThrottlingException) when calling the InvokeModel operation",
      })
  void throttlingMessagesAreRateLimitFaults(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.RATE_LIMIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://api.example.com",
        "httpx.HTTPStatusError: Client error '403 Forbidden' for url 'https://api.example.com'",
        "openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: x'}}",
        "npm ERR! code E401",
        "fatal: Authentication failed for 'https://github.com/a/b.git/'",
        "git@github.com: Permission denied (publickey).",
        "fatal: unable to access 'https://git.example.com/a.git/': The requested URL returned error: 403",
        "unauthorized: authentication required",
        "Error: 16 UNAUTHENTICATED: Request had invalid credentials",
        "status = StatusCode.PERMISSION_DENIED",
        "An error occurred (AccessDenied) when calling the GetObject operation: Access Denied",
      })
  void aHostThatDoesNotLetTheAgentInIsAnAuthenticationFault(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.AUTHENTICATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bash: foo: command not found",
        "ModuleNotFoundError: No module named 'requests'",
        "Error: Cannot find module 'axios'",
        "ERROR: Could not find a version that satisfies the requirement foo (from versions: none)",
        "npm ERR! 404 Not Found - GET https://packages.example.org/nosuch",
        "Module not found: Error: Can't resolve './http' in '/app/src'",
        "Could not resolve dependencies for project a:b:jar:1",
        "[vite] Failed to resolve import \"./x\" from \"src/main.ts\"",
        "E: Unable to locate package foo",
        "Timeout",
        "TimeoutError: timed out after 30 s",
        "Test timeout of 5000ms exceeded",
        "asyncio.exceptions.TimeoutError",
        "AssertionError: expected 200 got 500",
        "AssertionError: 503 != 200 : HTTP 503 from the handler",
        "expected status 403",
        "expected 200 \"OK\", got 500 \"Internal Server Error\", status code 500",
        "Expected status code 200 but received status code 503",
        "FAILED tests/test_api.py - HTTP 503\n=== 1 failed, 3 passed in 0.2s ===",
        "--- FAIL: TestClient (0.01s)\n    client_test.go:12: dial tcp: connection refused",
        "Tests run: 3, Failures: 1, Errors: 0\njava.net.ConnectException: Connection refused",
        "curl: (7) Failed to connect to localhost port 8080 after 0 ms: Connection refused",
        "Error: connect ECONNREFUSED 127.0.0.1:5432",
        "Error: connect ECONNREFUSED ::1:3000",
        "requests.exceptions.ConnectionError: HTTPConnectionPool(host='localhost', port=8000): Max retries exceeded (Caused by NewConnectionError('Failed to establish a new connection: [Errno 111] Connection refused'))",
        "requests.exceptions.HTTPError: 500 Server Error: Internal Server Error for url: http://127.0.0.1:5000/users",
        "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.",
        "Error: connect ECONNREFUSED http://db:5432",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        "sudo: unable to resolve host box: Name or service not known",
        "pymongo.errors.ServerSelectionTimeoutError: mongo:27017: [Errno 111] Connection refused",
        "Can't connect to MySQL server on 'mysql' (111): Connection refused",
        "connect ECONNREFUSED postgres:5432",
        "/app/src/server.ts:10: Error: service unavailable",
        "error: unused variable: rate_limit_exceeded",
        "FAIL: TestRateLimit: too many requests not returned",
        "Test \"handles 503 Service Unavailable\" failed",
        "The login route responds with 502 Bad Gateway",
        "curl: (6) Could not resolve host: <URL>",
        "ValueError: Invalid API key provided.",
        "PermissionError: [Errno 13] Permission denied: '/etc/hosts'",
        "error: cannot find symbol class ConnectException",
        "NameError: name 'ECONNREFUSED' is not defined",
        "TypeError: Cannot read properties of undefined (reading 'status')",
        "exit code 503",
        "line 429: unexpected token",
        "OSError: [Errno 28] No space left on device",
        "Disk quota exceeded",
        "RecursionError: maximum recursion depth exceeded",
        "Segmentation fault (core dumped)",
        "state UNAVAILABLE is not handled in switch",
        "ssl.SSLCertVerificationError: certificate verify failed: self-signed certificate",
      })
  void whatIsTheAgentsOwnIsNoExternalFault(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api.weather.example.com answered 503 with Retry-After: 60",
        "https://hooks.example.com/notify returned 502",
        "The requested URL returned error: 401 for https://git.example.com/team/app.git",
        "Read timed out while waiting for search.example.net:443",
        "The login token for registry.example.io has expired",
        "sheets.example.com: quota exhausted for this minute",
        "GitHub API returned 403",
        "host db.example.com (10.2.3.4) refused the connection: ECONNREFUSED",
        "net::ERR_NAME_NOT_RESOLVED at https://fonts.example.com/inter.css",
        "java.net.UnknownHostException: nexus.example.com\n\tat java.base/java.net.InetAddress.getByName(InetAddress.java:1)",
      })
  void aRemoteHostNamedInTheMessageMakesAnExternalFault(String message) {
    assertThat(kind(message)).isNotEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Service Unavailable",
        "504 gateway timeout",
        "Bad Gateway (502)",
        "SERVICE TEMPORARILY UNAVAILABLE",
        "upstream connect error: upstream billing service unavailable",
        "The third-party geocoding API is down",
        "The model is currently overloaded, retry later",
        "ThrottlingException: Rate exceeded",
        "You have reached your hourly request limit",
      })
  void phrasesForAnUnavailableServiceAreExternalFaultsInAnyCase(String message) {
    assertThat(kind(message)).isNotEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pkg.example.org への接続が拒否されました",
        "无法解析主机 pkg.example.org",
        "Verbindung zu pkg.example.org verweigert",
        "Impossible de résoudre l'hôte pkg.example.org",
        "No se pudo resolver el host: pkg.example.org",
        "Не удалось разрешить имя pkg.example.org",
        "pkg.example.org 연결이 거부되었습니다",
      })
  void localizedPhrasesCountWithANamedRemoteHostOnly(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.NETWORK);
    assertThat(kind(message.replace("pkg.example.org", "localhost:3000")))
        .isEqualTo(FaultKind.NONE);
    assertThat(kind(message.replace("pkg.example.org", "db"))).isEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/users returned HTTP 500: TypeError: cannot read property 'x' of undefined",
        "status code: 500, body: TypeError",
        "Request failed with status code 401",
        "/health responded with status 503",
        "http://myapp.test/ returned 503 Service Unavailable",
        "HTTP Error 403: Forbidden",
        "Connection to 10.0.3.7:5432 timed out",
        "getaddrinfo ENOTFOUND postgres",
        "dial tcp: lookup cache on 10.96.0.10:53: no such host",
        "java.net.UnknownHostException: kafka-broker",
        "http://web/health returned 502 Bad Gateway",
        "HTTP 500 from the handler\n    at OrderController.create(OrderController.java:31)",
        "OrderServiceTest.retries: HTTP 503 was not retried",
        "Our gateway answers 503 Service Unavailable since the last change",
        "PAYMENT_KEY is not set: https://pay.example.com answered 401",
        "ImportError: cannot import name 'TooManyRequests' from 'app.errors'",
        "The mock server returned 429 Too Many Requests",
        "zsh: command not found: terraform",
        "Could not connect to db:5432: connection refused. See https://docs.example.com/errors",
      })
  void evidenceOfTheAgentsOwnCodeOutweighsWhatLooksExternal(String message) {
    assertThat(kind(message)).isEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "UNKNOWN", " Unknown "})
  void errorTypeUnknownIsAsIfNoneWereGiven(String errorType) {
    assertThat(kind("HTTP 503", errorType)).isEqualTo(FaultKind.DEPENDENCY);
    assertThat(kind("no such word in any rule", errorType)).isEqualTo(FaultKind.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "dependency, DEPENDENCY",
    "Network, NETWORK",
    "rate-limit, RATE_LIMIT",
    "RATE_LIMIT, RATE_LIMIT",
    "rateLimit, RATE_LIMIT",
    "AUTHENTICATION, AUTHENTICATION",
    "runtime, NONE",
    "none, NONE",
  })
  void errorTypeOfEventTakesPrecedenceOverRules(String errorType, FaultKind expected) {
    assertThat(kind("Connection refused", errorType)).isEqualTo(expected);
    assertThat(kind("no such word in any rule", errorType)).isEqualTo(expected);
  }

  @Test
  void anErrorTypeWithoutAWordIsNone() {
    assertThat(kind("Connection refused", " ")).isEqualTo(FaultKind.NETWORK);
  }

  @Test
  void onlyFailuresAreLookedAt() {
    String message = "HTTP 503";

    assertThat(FaultRules.SHIPPED.kind(new ToolReturned("c", "curl", message, true))).isPresent();
    assertThat(FaultRules.SHIPPED.kind(new ToolReturned("c", "curl", message, false))).isEmpty();
    assertThat(FaultRules.SHIPPED.kind(new UserMessage(message))).isEmpty();
  }

  @Test
  void ofALongMessageOnlyTheEndsAreLookedAt() {
    String filler = "x ".repeat(3_000);

    assertThat(kind("HTTP 503 " + filler)).isEqualTo(FaultKind.DEPENDENCY);
    assertThat(kind(filler + " HTTP 503")).isEqualTo(FaultKind.DEPENDENCY);
    assertThat(kind(filler + " HTTP 503 " + filler)).isEqualTo(FaultKind.NONE);
  }

  @Property
  void noMessageBreaksTheRules(@ForAll("messages") String message) {
    assertThat(kind(message)).isNotNull();
  }

  @Property
  void aMessageThatNamesThisMachineIsNeverAnExternalFault(@ForAll("messages") String message) {
    assertThat(kind(message + " localhost " + message)).isEqualTo(FaultKind.NONE);
  }

  @Provide
  Arbitrary<String> messages() {
    return Arbitraries.of(
            "HTTP",
            "503",
            "429",
            "Connection refused",
            "host",
            "://",
            "ECONNREFUSED",
            "connect",
            "status code",
            " ",
            "\n",
            "\u0000",
            "\ud800",
            "日本",
            "(",
            "'",
            "error",
            "timeout")
        .list()
        .ofMaxSize(20)
        .map(words -> String.join(" ", words));
  }

  private static FaultKind kind(String message) {
    return kind(message, null);
  }

  private static FaultKind kind(String message, String errorType) {
    return FaultRules.SHIPPED
        .kind(new FailureReported(message, errorType, null, null, null))
        .orElse(FaultKind.NONE);
  }
}
