package dev.eddyline.topics;

import java.util.Locale;

/** Formats enum constants as names in the catalogue. */
final class Words {

  private Words() {}

  /** An enum constant in lower case, its words joined by the separator. */
  static String spoken(Enum<?> constant, char separator) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', separator);
  }
}
