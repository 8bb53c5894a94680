package dev.eddyline.app;

import org.apache.kafka.common.utils.AppInfoParser;

/** Versions of the running software. */
final class Versions {

  private Versions() {}

  /** Eddyline's version; development where it does not run from its jar. */
  static String eddyline() {
    String version = Versions.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The version of the Kafka libraries. */
  static String kafka() {
    return AppInfoParser.getVersion();
  }
}
