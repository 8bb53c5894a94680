package dev.eddyline.cli;

import java.util.concurrent.Callable;

/**
 * A command that is not part of the product's jar, such as {@code demo} or {@code bench}: a picocli
 * {@code @Command} that {@code META-INF/services} names. It returns an {@link ExitCode}.
 */
public interface ToolCommand extends Callable<Integer> {}
