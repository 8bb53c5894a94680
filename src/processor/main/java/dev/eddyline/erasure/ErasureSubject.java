package dev.eddyline.erasure;

import java.util.Objects;

/**
 * The task, session or person that is erased.
 *
 * @param kind what the id names
 * @param id id of the task or session, or name of the person; not empty
 */
public record ErasureSubject(SubjectKind kind, String id) {

  /** The kind of an id. */
  public enum SubjectKind {
    TASK,
    SESSION,
    PERSON
  }

  public ErasureSubject {
    Objects.requireNonNull(kind, "kind");
    if (id.isBlank()) {
      throw new IllegalArgumentException("id must not be blank");
    }
  }
}
