package dev.eddyline.topics;

import java.util.Locale;

/** Formats enum constants as names in the catalogue. */
final class EnumNames {

  private EnumNames() {}

  /** An enum constant in lower case, its words joined by the separator. */
  static String lowerCaseName(Enum<?> constant, char separator) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', separator);
  }
}
