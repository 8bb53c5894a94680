package dev.eddyline.avro;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * The generated classes that Avro may instantiate because a schema names them. Avro trusts none by
 * default, so that a schema cannot load arbitrary classes. This adds the records and enums of our
 * packages to the trusted ones.
 */
public final class TrustedRecords {

  private static final Set<String> PACKAGES = ConcurrentHashMap.newKeySet();

  static {
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.getGlobal(), TrustedRecords::isTrusted));
  }

  private TrustedRecords() {}

  /** Trusts the generated classes in the package of this one. */
  public static void trustPackageOf(Class<? extends SpecificRecord> type) {
    PACKAGES.add(type.getPackageName());
  }

  private static boolean isTrusted(Class<?> type) {
    return PACKAGES.contains(type.getPackageName())
        && (SpecificRecord.class.isAssignableFrom(type) || type.isEnum());
  }
}
