package dev.eddyline.access;

import dev.eddyline.keys.Nearest;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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
  /** Has all roles, and reads the status of the instance. */
  ADMIN;

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
   * @throws IllegalArgumentException for a name that no role has
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
    return roles;
  }
}
