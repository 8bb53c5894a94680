package dev.eddyline.console.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Headless Chromium of this machine; without it, tests are skipped with a reason. */
final class Chromium implements ExecutionCondition {

  private static final List<Path> BROWSERS =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /** Selenium warns about the missing newest protocol, which the tests do not need. */
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  static {
    DEVTOOLS.setLevel(Level.SEVERE);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (browser().isEmpty() || !Files.isExecutable(DRIVER)) {
      return ConditionEvaluationResult.disabled(
          "no browser: install chromium and chromium-driver (looked for %s and %s)"
              .formatted(BROWSERS, DRIVER));
    }
    return ConditionEvaluationResult.enabled("there is a browser");
  }

  private static Optional<Path> browser() {
    return BROWSERS.stream().filter(Files::isExecutable).findFirst();
  }

  /** A new browser without cookies and stored data. */
  static ChromeDriver start() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser().orElseThrow().toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox", // it would not start as root, as which containers run
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .withSilent(true)
            .build();
    return new ChromeDriver(service, options);
  }
}
