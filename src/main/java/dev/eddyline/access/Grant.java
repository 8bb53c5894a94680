package dev.eddyline.access;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The roles of a caller, and the tasks that they apply to.
 *
 * @param roles the roles; an admin has all, and who orchestrates ingests
 * @param scope the tasks
 */
public record Grant(Set<Role> roles, TaskScope scope) {

  /** Everything. */
  public static final Grant ALL = new Grant(Set.of(Role.ADMIN), TaskScope.ALL);

  public Grant {
    roles = Set.copyOf(withImplied(roles));
  }

  private static Set<Role> withImplied(Set<Role> given) {
    if (given.contains(Role.ADMIN)) {
      return EnumSet.allOf(Role.class);
    }
    Set<Role> roles = new HashSet<>(given);
    if (roles.contains(Role.ORCHESTRATE)) {
      roles.add(Role.INGEST);
    }
    return roles;
  }

  /** Whether it includes a role. */
  public boolean has(Role role) {
    return roles.contains(role);
  }
}
