package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.signing.SigningKeys;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Access to a console on loopback, without a proxy. */
public final class LoopbackAccess {

  private LoopbackAccess() {}

  /** Access with these tokens; without one, the console needs no sign-in. */
  public static AccessControl withTokens(NamedToken... tokens) {
    return AccessControl.create(
        new AccessRules(
            tokens.length > 0, SignInProxy.NONE, Set.of(), true, false, Optional.empty()),
        TestAccessTokens.tokenFile(tokens),
        SigningKeys.randomProcessLocalKeys(),
        List::of,
        Optional.empty(),
        Clock.systemUTC(),
        System::nanoTime,
        Optional.empty());
  }

  /** The caller with a session of this id; of an operator where the session has no token. */
  public static Caller callerOfSession(String id, @Nullable NamedToken token, String address) {
    return new Caller(
        null,
        token,
        new SessionCookies.Session(id, Long.MAX_VALUE, token, ""),
        address,
        null,
        token == null ? Grant.OPERATOR : token.grant(),
        false);
  }
}
