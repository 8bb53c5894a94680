package dev.eddyline.schema;

import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets Avro itself, without our readers, read records of our generated classes in a test. */
public final class TrustedClasses implements BeforeAllCallback, AfterAllCallback {

  private ClassSecurityPredicate before;

  @Override
  public void beforeAll(ExtensionContext test) {
    before = ClassSecurityValidator.getGlobal();
    String own = AgentEvent.class.getPackageName();
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(before, type -> type.getPackageName().equals(own)));
  }

  @Override
  public void afterAll(ExtensionContext test) {
    ClassSecurityValidator.setGlobal(before);
  }
}
