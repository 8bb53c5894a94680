package dev.eddyline.console.json;

import dev.eddyline.access.Role;
import dev.eddyline.json.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A caller, in JSON. */
@Doc("Who calls, and what the caller may do.")
public record SessionJson(
    @Doc("The user that a proxy signed in.") @Nullable String user,
    @Doc("The name of the token of the request or of its session.") @Nullable String token,
    @Doc("What the caller may do.") List<Role> roles,
    @Doc("The workflows whose tasks the caller may see, write and decide on; empty for all.")
        List<String> workflows,
    @Doc("How the ids of these tasks begin; empty for any id.") String taskPrefix,
    @Doc("What the header X-Csrf-Token of a write must hold; null where none is needed.")
        @Nullable String csrf,
    @Doc("Whether the caller must sign in before it may read.") boolean requiresToken,
    @Doc("The address of a trace, with {traceId} for its id; null for none.")
        @Nullable String traceUrl) {

  /** The body that begins a session. */
  @Doc("The token of the session.")
  public record Begin(
      @Doc("A token with the role view; on a console without tokens, its one-time code.")
          String token) {}
}
