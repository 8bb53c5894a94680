package dev.eddyline.console.edge;

import dev.eddyline.access.TokenFile;
import dev.eddyline.console.web.Pages;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.signing.SigningKeys;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The parts that control access, wired together.
 *
 * @param guard checks each request
 * @param sessions the sessions of browsers
 * @param callers identifies callers
 * @param peers the other instances
 * @param code the code of a console without tokens
 */
public record AccessControl(
    AccessGuard guard,
    SessionPages sessions,
    CallerResolver callers,
    PeerClient peers,
    Optional<SignInCode> code) {

  private static final Duration PEER_CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration PEER_RESPONSE_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Creates access control by these rules.
   *
   * @param others addresses of the other known instances
   * @param tls the certificates of this instance; empty where they speak plain HTTP
   * @param clock the time, by which sessions and signatures end
   * @param nanos a clock for rates, nanoseconds
   * @param traceUrl the address of traces, which sessions name; empty for no links
   */
  public static AccessControl create(
      AccessRules rules,
      TokenFile tokens,
      SigningKeys keys,
      Supplier<? extends Collection<String>> others,
      Optional<TlsFiles> tls,
      InstantSource clock,
      LongSupplier nanos,
      Optional<TraceUrl> traceUrl) {
    Optional<SignInCode> code = rules.isOpen() ? Optional.of(new SignInCode()) : Optional.empty();
    TokenFile all = code.map(it -> tokens.plus(it.token())).orElse(tokens);
    SessionCookies cookies = new SessionCookies(keys, all, new RevokedSessions(clock), clock);
    PeerSignatures signatures = new PeerSignatures(keys, clock);
    RateLimit limit = new RateLimit(nanos);
    CallerResolver callers = new CallerResolver(rules, all, code, cookies, signatures, limit);
    PeerClient peers = new PeerClient(signatures, tls, PEER_CONNECT_TIMEOUT, PEER_RESPONSE_TIMEOUT);
    SessionPages sessions =
        new SessionPages(
            rules,
            callers,
            cookies,
            ended ->
                List.copyOf(others.get()).forEach(other -> peers.revokeSessionOnPeer(other, ended)),
            traceUrl);
    return new AccessControl(
        new AccessGuard(rules, callers, cookies, signatures, limit),
        sessions,
        callers,
        peers,
        code);
  }

  /** The pages of access control. */
  public List<Pages> pages() {
    return List.of(guard, sessions);
  }
}
