package dev.eddyline.detect;

import static dev.eddyline.detect.FaultKind.AUTHENTICATION;
import static dev.eddyline.detect.FaultKind.DEPENDENCY;
import static dev.eddyline.detect.FaultKind.NETWORK;
import static dev.eddyline.detect.FaultKind.NONE;
import static dev.eddyline.detect.FaultKind.RATE_LIMIT;

import dev.eddyline.yaml.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The built-in rules for external faults: how Python, Node, Java, shells, HTTP and gRPC report an
 * unavailable remote service. In doubt a failure is the agent's own.
 *
 * <p>First the rules for failures of the agent: assertions, test output, and local services, which
 * the agent itself must start. A missing command or module and a bare "timeout" are never external
 * faults.
 */
final class ShippedFaults {

  /** Beginnings of "failed" counts: a digit, or what is counted. */
  private static final List<String> FAILED =
      List.of(
          "0 fail",
          "1 fail",
          "2 fail",
          "3 fail",
          "4 fail",
          "5 fail",
          "6 fail",
          "7 fail",
          "8 fail",
          "9 fail",
          "test fail",
          "tests fail",
          "spec fail",
          "specs fail",
          "check fail",
          "checks fail",
          "suite fail",
          "suites fail");

  /** Contexts of the error code for an unknown host. */
  private static final List<String> ENOTFOUND =
      List.of(
          "enotfound ", " enotfound", ":enotfound", "'enotfound", "\"enotfound", "codeenotfound");

  /** Words that introduce an HTTP status, besides the bare word "error". */
  private static final List<String> STATUS =
      List.of(
          "http",
          "status",
          "response code",
          "responsecode",
          "error code",
          "errorcode",
          "err! code",
          "returned error");

  /** The rules in evaluation order. */
  static final List<FaultRule> ALL =
      List.of(
          // assertions and test output
          rule(NONE, "assert", "(?i)\\bassertion ?(?:error|failed|`)|(?m)^E +assert "),
          rule(
              NONE,
              "expected",
              "(?i)\\bexpected\\b[^\\n]*\\b(?:got|but|received|actual|to (?:be|equal|have|return))\\b"),
          rule(
              NONE,
              List.of("expected http ", "expected status ", "expected response "),
              "(?i)\\bexpected (?:http |status |response )+(?:code )?:?[0-9][0-9][0-9]\\b"),
          rule(
              NONE,
              FAILED,
              "(?i)\\b[0-9]+ (?:(?:tests?|specs?|checks?|suites?) (?:failed|failing)|examples?, [0-9]+ failures?|(?:failed|failing|failures?)(?:,|[ \\t]*$|[ \\t]*\\n| in ))"),
          rule(NONE, "passed", "(?i)\\b[0-9]+ (?:tests? |specs? )?passed\\b"),
          rule(NONE, "passing", "(?i)\\b[0-9]+ (?:tests? |specs? )?passing\\b"),
          rule(NONE, "tests run:", "\\bTests run: [0-9]"),
          rule(NONE, "--- fail", "--- FAIL"),
          rule(NONE, "test result: ", "\\btest result: "),
          // this machine and local services
          rule(NONE, "localhost", "(?i)\\blocalhost\\b"),
          rule(NONE, "127.", "\\b127\\.[0-9]+\\.[0-9]+\\.[0-9]+\\b"),
          rule(NONE, "0.0.0.0", "\\b0\\.0\\.0\\.0\\b"),
          rule(NONE, "::1", "(?i)(?:^|[^0-9a-f:])::1(?:[^0-9a-f]|$)"),
          rule(NONE, "unix:", "\\bunix:(?://)?/"),
          rule(NONE, ".sock", "/[A-Za-z0-9_./-]+\\.sock\\b"),
          rule(NONE, "docker daemon", "(?i)docker daemon"),
          rule(NONE, "sudo: unable to resolve", "\\bsudo: unable to resolve"),
          rule(NONE, "://", "://[A-Za-z0-9_-]+:[0-9][0-9]+\\b"),
          rule(NONE, "host='", "\\bhost='[A-Za-z0-9_-]+'"),
          // too many requests
          status(RATE_LIMIT, List.of("429"), "429"),
          rule(RATE_LIMIT, "429 client error", "\\b429 Client Error\\b"),
          rule(RATE_LIMIT, "too many requests", "(?i)\\btoo many requests\\b"),
          rule(RATE_LIMIT, "toomanyrequests", "\\btoomanyrequests\\b"),
          rule(RATE_LIMIT, "ratelimiterror", "\\bRateLimitError\\b"),
          rule(
              RATE_LIMIT,
              "limit",
              "(?i)\\brate[ -]?limit(?:s|ed)? (?:has been |was |is )?(?:reached|exceeded|hit)\\b"),
          rule(RATE_LIMIT, "rate_limit_e", "\\brate_limit_(?:error|exceeded)\\b"),
          rule(RATE_LIMIT, "exceeded your current quota", "\\bexceeded your current quota\\b"),
          rule(RATE_LIMIT, "insufficient_quota", "\\binsufficient_quota\\b"),
          rule(
              RATE_LIMIT,
              "when calling",
              "\\((?:Throttling(?:Exception)?|ThrottledException|RequestLimitExceeded|TooManyRequestsException|SlowDown)\\) when calling"),
          grpc(RATE_LIMIT, "exhausted", "RESOURCE_EXHAUSTED|ResourceExhausted"),
          // access denied
          status(AUTHENTICATION, List.of("401"), "401"),
          status(AUTHENTICATION, List.of("403"), "403"),
          rule(AUTHENTICATION, "401 ", "\\b401 (?:Client Error|Unauthori[sz]ed)\\b"),
          rule(AUTHENTICATION, "403 ", "\\b403 (?:Client Error|Forbidden)\\b"),
          rule(AUTHENTICATION, "publickey", "\\bPermission denied \\(publickey"),
          rule(
              AUTHENTICATION,
              "authentication failed for",
              "\\bAuthentication failed for 'https?://"),
          rule(AUTHENTICATION, "incorrect api key provided", "\\bIncorrect API key provided\\b"),
          rule(AUTHENTICATION, "invalid_api_key", "\\binvalid_api_key\\b"),
          rule(AUTHENTICATION, "bad credentials", "\\bBad credentials\\b"),
          rule(
              AUTHENTICATION,
              "authentication required",
              "\\bunauthorized: authentication required\\b"),
          rule(AUTHENTICATION, "http basic: access denied", "\\bHTTP Basic: Access denied\\b"),
          rule(
              AUTHENTICATION,
              "when calling",
              "\\((?:AccessDenied(?:Exception)?|ExpiredToken(?:Exception)?|InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch)\\) when calling"),
          grpc(AUTHENTICATION, "unauthenticated", "UNAUTHENTICATED|Unauthenticated"),
          grpc(AUTHENTICATION, "denied", "PERMISSION_DENIED|PermissionDenied"),
          // a service that reports an error
          status(DEPENDENCY, List.of("50", "51", "52", "53"), "5[0-3][0-9]"),
          rule(DEPENDENCY, " server error", "\\b5[0-9][0-9] Server Error\\b"),
          rule(DEPENDENCY, "500 internal", "\\b500 Internal Server Error\\b"),
          rule(DEPENDENCY, "502 bad", "\\b502 Bad Gateway\\b"),
          rule(DEPENDENCY, "503 service", "\\b503 Service (?:Temporarily )?Unavailable\\b"),
          rule(DEPENDENCY, "504 gateway", "\\b504 Gateway Time-?[Oo]ut\\b"),
          rule(DEPENDENCY, "overloaded_error", "\\boverloaded_error\\b"),
          rule(
              DEPENDENCY,
              "when calling",
              "\\((?:InternalError|InternalFailure|InternalServerError|ServiceUnavailable(?:Exception)?)\\) when calling"),
          grpc(DEPENDENCY, "unavailable", "UNAVAILABLE|Unavailable"),
          // a host that cannot be reached
          rule(
              NETWORK,
              "connection ",
              "(?i)\\bconnection (?:was )?(?:refused|reset)\\b|\\bconnection aborted\\."),
          rule(NETWORK, "connectionre", "\\bConnection(?:Refused|Reset)Error\\b"),
          rule(
              NETWORK,
              "econnre",
              "(?:connect|read|write|[Cc]ode:? ?['\"]?|\\[|Error:) ?(?:ECONNREFUSED|ECONNRESET)\\b"),
          rule(NETWORK, "connect etimedout", "\\bconnect ETIMEDOUT\\b"),
          rule(NETWORK, "eai_again", "\\bEAI_AGAIN\\b"),
          rule(NETWORK, "netunreach", "\\bENETUNREACH\\b"),
          rule(NETWORK, "hostunreach", "\\bEHOSTUNREACH\\b"),
          rule(NETWORK, ENOTFOUND, "\\bENOTFOUND [a-z0-9-]|[Cc]ode:? ?['\"]?ENOTFOUND\\b"),
          rule(
              NETWORK,
              " resolve ",
              "(?i)\\bcould(?: not|n't) resolve (?:host|proxy)(?: name)?:? ['\"]?[a-z0-9]"),
          rule(NETWORK, "unable to resolve host address", "\\bunable to resolve host address\\b"),
          rule(
              NETWORK,
              "temporary failure ",
              "(?i)\\btemporary failure (?:in name resolution|resolving)\\b"),
          rule(NETWORK, "name or service not known", "\\bName or service not known\\b"),
          rule(NETWORK, "nodename nor servname", "\\bnodename nor servname provided\\b"),
          rule(NETWORK, "name does not resolve", "\\bName does not resolve\\b"),
          rule(NETWORK, "no such host", "\\bno such host\\b"),
          rule(NETWORK, "getaddrinfo failed", "\\bgetaddrinfo failed\\b"),
          rule(NETWORK, "failed to resolve '", "\\bFailed to resolve '[^'\\s]+' \\(\\["),
          rule(NETWORK, "unknownhostexception: ", "\\bUnknownHostException: [a-z0-9]"),
          rule(NETWORK, "socket hang up", "\\bsocket hang up\\b"),
          rule(NETWORK, "fetch failed", "\\bTypeError: fetch failed\\b"),
          rule(NETWORK, "no route to host", "(?i)\\bno route to host\\b"),
          rule(NETWORK, "network is unreachable", "(?i)\\bnetwork is unreachable\\b"),
          rule(NETWORK, "failed to establish a new", "\\bFailed to establish a new connection\\b"),
          rule(NETWORK, "remote end closed", "\\bRemote end closed connection\\b"),
          rule(NETWORK, "server disconnected", "\\bServer disconnected without sending\\b"),
          rule(NETWORK, "failed to connect to ", "\\bFailed to connect to \\S+ port [0-9]"),
          rule(NETWORK, "i/o timeout", "\\bdial tcp [^\\n]+: i/o timeout\\b"),
          rule(
              NETWORK,
              "could not connect to ",
              "\\bCould not connect to (?:the endpoint URL\\b|[a-z0-9.-]+:[0-9])"),
          rule(NETWORK, "unable to connect to ", "\\bUnable to connect to [a-z0-9.-]+:"),
          rule(NETWORK, "apiconnectionerror", "\\b(?:openai|anthropic)\\.APIConnectionError\\b"),
          rule(NETWORK, "hung up unexpectedly", "\\bthe remote end hung up unexpectedly\\b"),
          rule(NETWORK, "cannot connect to proxy", "\\bCannot connect to proxy\\b"),
          rule(NETWORK, "tunnel connection failed", "\\bTunnel connection failed\\b"),
          rule(NETWORK, "from proxy after connect", "\\bfrom proxy after CONNECT\\b"),
          rule(NETWORK, "tunneling socket", "\\btunneling socket could not be established\\b"),
          rule(NETWORK, "proxy connect aborted", "\\bProxy CONNECT aborted\\b"),
          rule(NETWORK, "tls handshake timeout", "\\bTLS handshake timeout\\b"),
          rule(NETWORK, "gnutls_handshake", "\\bgnutls_handshake\\(\\) failed"),
          rule(NETWORK, "ssl_error_syscall", "\\bSSL_ERROR_SYSCALL\\b"),
          rule(NETWORK, "unexpected_eof", "\\bUNEXPECTED_EOF_WHILE_READING\\b"),
          rule(NETWORK, "terminated the handshake", "\\bRemote host terminated the handshake\\b"));

  /** The same rules, ready for matching. */
  static final FaultRules RULES = new FaultRules(ALL);

  private ShippedFaults() {}

  private static FaultRule rule(FaultKind kind, String needed, String match) {
    return rule(kind, List.of(needed), match);
  }

  private static FaultRule rule(FaultKind kind, List<String> needed, String match) {
    return new FaultRule(kind, Expression.of(match), Optional.empty(), List.of(needed));
  }

  /** A rule for an HTTP status in its usual contexts, so that other numbers do not match. */
  private static FaultRule status(FaultKind kind, List<String> needed, String codes) {
    List<String> named = new ArrayList<>(STATUS);
    needed.forEach(code -> named.add("error " + code));
    String match =
        "(?i:\\bHTTP(?:/[0-9.]+)?(?: error| status)?(?: code)?|\\b(?:status|response|error) ?code"
            + "|\\bstatus|\\breturned error|\\bnpm (?:ERR!|error) code E?)[ :='\"]{0,3}%s\\b"
            + "|\\bERROR %s:";
    return new FaultRule(
        kind,
        Expression.of(match.formatted(codes, codes)),
        Optional.empty(),
        List.of(needed, named));
  }

  /** A rule for a status as gRPC clients print it. */
  private static FaultRule grpc(FaultKind kind, String needed, String codes) {
    return rule(
        kind,
        needed,
        "(?:\\bStatusCode\\.|\\bcode = |\\bcode=|\\bError: [0-9]+ |\\bStatus(?:Runtime)?Exception: "
            + "|\"status\": ?\")(?:"
            + codes
            + ")\\b");
  }
}
