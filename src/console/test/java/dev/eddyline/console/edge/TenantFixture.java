package dev.eddyline.console.edge;

import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.TestAccessTokens;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A console over two tenants, and callers whose scope is one tenant or all. */
abstract class TenantFixture {

  private static final Role[] ROLES = {Role.INGEST, Role.VIEW, Role.DECIDE};
  static final String BUILD = "token-of-the-workflow-build";
  static final String PREFIX = "token-of-the-prefix-ci";
  static final String LOOKS_AND_POSTS = "token-that-does-not-decide";
  static final String ALL = "token-of-all";

  @TempDir private Path folder;
  TwoTenantConsole tenants;

  @BeforeEach
  void start() throws IOException {
    TaskScope build = new TaskScope("", Set.of("build"));
    tenants =
        new TwoTenantConsole(
            folder,
            TestAccessTokens.namedToken(BUILD, build, ROLES),
            TestAccessTokens.namedToken(PREFIX, new TaskScope("ci-", Set.of()), ROLES),
            TestAccessTokens.namedToken(LOOKS_AND_POSTS, build, Role.VIEW, Role.INGEST),
            TestAccessTokens.namedToken(ALL, Role.INGEST, Role.ADMIN));
  }

  @AfterEach
  void end() {
    tenants.close();
  }
}
