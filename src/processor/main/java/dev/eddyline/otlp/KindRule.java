package dev.eddyline.otlp;

import java.util.Set;

/**
 * A rule by which a record is of a kind.
 *
 * @param kind the kind
 * @param name name of the record, or its beginning before a final {@code *}; empty for a rule about
 *     an attribute
 * @param attribute key of the attribute; empty for a rule about the name
 * @param values values of the attribute; {@code *} for any
 */
record KindRule(RecordKind kind, String name, String attribute, Set<String> values) {

  private static final String ANY = "*";

  KindRule {
    values = Set.copyOf(values);
    if (name.isEmpty() == attribute.isEmpty() || attribute.isEmpty() != values.isEmpty()) {
      throw new IllegalArgumentException(
          "kinds: an entry must have either name, or attribute with values");
    }
  }

  boolean applies(TelemetryRecord record) {
    if (!name.isEmpty()) {
      return name.endsWith(ANY)
          ? record.name().regionMatches(0, name, 0, name.length() - ANY.length())
          : record.name().equals(name);
    }
    return record
        .attributes()
        .text(attribute)
        .filter(value -> values.contains(value) || values.contains(ANY))
        .isPresent();
  }
}
