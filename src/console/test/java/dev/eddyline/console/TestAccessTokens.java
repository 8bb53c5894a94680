package dev.eddyline.console;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.access.TokenFile;
import dev.eddyline.access.TokenList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tokens for tests. */
public final class TestAccessTokens {

  private TestAccessTokens() {}

  /** The entry of a token whose name is the token itself. */
  public static NamedToken namedToken(String token, TaskScope scope, Role... roles) {
    Grant grant = new Grant(Set.of(roles), scope);
    return new NamedToken(token, TokenList.sha256(token), grant, 0);
  }

  /** The same, for all tasks. */
  public static NamedToken namedToken(String token, Role... roles) {
    return namedToken(token, TaskScope.ALL, roles);
  }

  /** These tokens without a file. */
  public static TokenFile tokenFile(NamedToken... tokens) {
    List<NamedToken> all = Arrays.asList(tokens);
    return new TokenFile(all, Optional.empty(), System::nanoTime);
  }
}
