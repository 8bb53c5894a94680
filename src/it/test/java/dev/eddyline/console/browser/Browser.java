package dev.eddyline.console.browser;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A browser on the console at one address. */
final class Browser implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration OFTEN = Duration.ofMillis(50);
  private static final int WIDTH = 1440;
  private static final int HEIGHT = 900;
  private static final int HIGHEST_PICTURE = 4000;
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChromeDriver driver = Chromium.start();
  private final String console;
  private final List<String> requestedUrls = new ArrayList<>();

  /** A browser for the console of this address, {@code http://127.0.0.1:PORT}. */
  Browser(String console) {
    this.console = console;
    driver.manage().timeouts().scriptTimeout(LIMIT);
    resizeWindow(WIDTH, HEIGHT);
  }

  /** A browser for this console; without tokens it is signed in with its code. */
  Browser(RunningConsole running) {
    this(running.address());
    running
        .signInCode()
        .ifPresent(
            code -> {
              open("/#code=" + code);
              untilText("#user", "Sign out");
            });
  }

  /** Opens a page by its path. */
  void open(String path) {
    driver.get(console + path);
  }

  /** The address that is shown. */
  URI address() {
    return URI.create(driver.getCurrentUrl());
  }

  /** The page's title. */
  String title() {
    return driver.getTitle();
  }

  /** Resizes the page, CSS pixels. */
  void resizeWindow(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Emulates a dark or light system theme. */
  void setDarkMode(boolean dark) {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /** All elements of a CSS selector. */
  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** The first element of a selector, once it is there. */
  WebElement awaitElement(String selector) {
    until(selector + " is there", () -> !all(selector).isEmpty());
    return all(selector).get(0);
  }

  /** Visible text of the first element of a selector; empty where there is none. */
  String text(String selector) {
    try {
      return all(selector).stream().findFirst().map(WebElement::getText).orElse("");
    } catch (StaleElementReferenceException replaced) {
      return text(selector);
    }
  }

  /** Waits until the first element of a selector shows a text. */
  void untilText(String selector, String part) {
    until(
        "%s shows '%s'".formatted(selector, part),
        () -> text(selector).replace('\n', ' ').contains(part));
  }

  /** Waits until no element matches a selector. */
  void untilGone(String selector) {
    until(selector + " is gone", () -> all(selector).isEmpty());
  }

  /** Waits until a condition holds. */
  void until(String what, Callable<Boolean> holds) {
    await(what)
        .pollDelay(Duration.ZERO)
        .pollInterval(OFTEN)
        .ignoreException(StaleElementReferenceException.class)
        .until(holds);
  }

  /** Presses keys where the focus is. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Presses Tab until the element of a selector has the focus. */
  void tabTo(String selector) {
    int most = 80;
    for (int pressed = 0; pressed < most; pressed++) {
      if (Boolean.TRUE.equals(
          script("return document.activeElement.matches(arguments[0])", selector))) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError(
        "%s was not reached by %d times Tab, the focus is at %s"
            .formatted(selector, most, script("return document.activeElement.outerHTML")));
  }

  /** Result of a script. */
  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Result of a script that calls its last argument with it. */
  Object asyncScript(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** Evaluates an expression over {@code m}, one of the console's modules. */
  JsonNode evaluateWithModule(String name, String expression) {
    Object json =
        asyncScript(
            """
            const answer = arguments[arguments.length - 1];
            import('/assets/%s').then((m) => answer(JSON.stringify(%s)), (e) => answer('"failed: ' + e + '"'));
            """
                .formatted(name, expression));
    try {
      return JSON.readTree((String) json);
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }

  /** Writes a picture of the whole page to target/screenshots. */
  void saveScreenshot(String name, int width) {
    Number height = (Number) script("return document.documentElement.scrollHeight");
    resizeWindow(width, Math.max(HEIGHT, Math.min(HIGHEST_PICTURE, height.intValue())));
    asyncScript("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
    try {
      Files.createDirectories(PICTURES);
      Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    } finally {
      resizeWindow(width, HEIGHT);
    }
  }

  /** Errors and warnings in the browser's console since the last call. */
  List<String> consoleErrors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** All requested addresses, of any host. */
  List<String> requestedUrls() {
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      try {
        JsonNode message = JSON.readTree(entry.getMessage()).path("message");
        if (message.path("method").asText().equals("Network.requestWillBeSent")) {
          requestedUrls.add(message.path("params").path("request").path("url").asText());
        }
      } catch (IOException invalid) {
        throw new UncheckedIOException(invalid);
      }
    }
    return List.copyOf(requestedUrls);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
