package dev.eddyline.access;

import dev.eddyline.keys.Nearest;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a caller of the console and the API may do. */
public enum Role {
  /** Posts events of agents. */
  INGEST,
  /** Posts events that may end a task at its open gate, too. */
  ORCHESTRATE,
  /** Reads. */
  VIEW,
  /** Decides gates. */
  DECIDE,
  /** Reads, decides, changes policies, and reads the status of the instance. */
  ADMIN;

  private static final Set<Role> OF_PROGRAMS = EnumSet.of(INGEST, ORCHESTRATE);
  private static final Set<Role> OF_PEOPLE = EnumSet.of(DECIDE, ADMIN);

  /** Its name in files, settings and answers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The names of all roles. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Role::word).toList();
  }

  /**
   * The roles of these names.
   *
   * @throws IllegalArgumentException for a name that no role has, and for roles that exclude each
   *     other
   */
  public static Set<Role> named(Collection<String> names) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String name : names) {
      String word = name.strip().toLowerCase(Locale.ROOT);
      if (!words().contains(word)) {
        throw new IllegalArgumentException(
            "'%s' is not a role: roles are %s%s"
                .formatted(name.strip(), String.join(", ", words()), Nearest.hint(word, words())));
      }
      roles.add(valueOf(word.toUpperCase(Locale.ROOT)));
    }
    conflict(roles)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("roles " + problem);
            });
    return roles;
  }

  /**
   * What is wrong with a credential that has these roles: an agent that gets it could decide its
   * own gates.
   */
  public static Optional<String> conflict(Set<Role> roles) {
    return isOfProgram(roles) && !Collections.disjoint(roles, OF_PEOPLE)
        ? Optional.of(
            "must not have ingest or orchestrate together with decide or admin: an agent that has the"
                + " token could decide its own gates. Make two tokens")
        : Optional.empty();
  }

  private static boolean isOfProgram(Set<Role> roles) {
    return !Collections.disjoint(roles, OF_PROGRAMS);
  }

  /** These roles without those of programs, if they have one of people. */
  public static Set<Role> ofPerson(Set<Role> roles) {
    if (conflict(roles).isEmpty()) {
      return roles;
    }
    Set<Role> left = EnumSet.copyOf(roles);
    left.removeAll(OF_PROGRAMS);
    return left;
  }
}
