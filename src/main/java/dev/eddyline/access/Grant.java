package dev.eddyline.access;

import java.util.Set;

/**
 * The roles of a caller, and the tasks that they apply to.
 *
 * @param roles the roles; an admin has all
 * @param scope the tasks
 */
public record Grant(Set<Role> roles, TaskScope scope) {

  /** Everything. */
  public static final Grant ALL = new Grant(Set.of(Role.ADMIN), TaskScope.ALL);

  public Grant {
    roles = roles.contains(Role.ADMIN) ? Set.of(Role.values()) : Set.copyOf(roles);
  }

  /** Whether it includes a role. */
  public boolean has(Role role) {
    return roles.contains(role);
  }
}
