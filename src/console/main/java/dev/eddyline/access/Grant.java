package dev.eddyline.access;

import java.util.HashSet;
import java.util.Set;

/**
 * The roles of a caller, and the tasks that they apply to.
 *
 * @param roles the roles; an admin also views and decides, and who orchestrates ingests
 * @param scope the tasks
 */
public record Grant(Set<Role> roles, TaskScope scope) {

  /** What a person who runs Eddyline may do, on all tasks. */
  public static final Grant OPERATOR = new Grant(Set.of(Role.ADMIN), TaskScope.ALL);

  public Grant {
    roles = Set.copyOf(withImplied(roles));
  }

  private static Set<Role> withImplied(Set<Role> given) {
    Set<Role> roles = new HashSet<>(given);
    if (roles.contains(Role.ADMIN)) {
      roles.addAll(Set.of(Role.VIEW, Role.DECIDE));
    }
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
