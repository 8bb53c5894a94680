package dev.eddyline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Marks tests that read {@link SharedData}; without its folder they are skipped. */
@EnabledIfSystemProperty(
    named = SharedData.PROPERTY,
    matches = ".+",
    disabledReason = "shared test data is absent: give its folder by -D" + SharedData.PROPERTY)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsSharedData {}
