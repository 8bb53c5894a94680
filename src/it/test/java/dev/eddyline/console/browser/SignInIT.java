package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** A console that asks for a token. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class SignInIT {

  private static final String TOKEN = "a token of many characters";

  @RegisterExtension
  static final RunningConsole CONSOLE = new RunningConsole("sign-in-", Map.of("http.token", TOKEN));

  @Test
  void signsInDecidesAndSignsOut() {
    // Given
    String card = "details[data-gate='%s']".formatted(CONSOLE.openGate("guarded").getGateId());
    try (Browser browser = new Browser(CONSOLE.address())) {
      browser.open("/gates?view=list");
      browser.awaitElement("#sign-in[open]");
      browser.saveScreenshot("sign-in-light", 1440);
      assertThat(browser.text("main")).isEmpty();
      assertThat(AxeAudit.violations(browser)).isEmpty();

      // When
      browser.press(Keys.ESCAPE);
      browser.press("not the token of this console", Keys.ENTER);

      // Then
      browser.untilText("#sign-in-problem", "This token is not known.");

      // When
      browser.press(TOKEN, Keys.ENTER);

      // Then
      browser.untilGone("#sign-in");
      browser.awaitElement(card + " .choice.approve").click();
      browser.awaitElement(card + " input[autocomplete=name]").sendKeys("Ada");

      // When
      browser.awaitElement(card + " form button").click();

      // Then
      browser.untilGone(card);
      browser.open("/");
      browser.awaitElement(".figures");

      // When
      browser.awaitElement("#user button").click();

      // Then
      browser.awaitElement("#sign-in[open]");
      browser.open("/tasks");
      browser.awaitElement("#sign-in[open]");
      assertThat(browser.text("main")).isEmpty();
    }
  }
}
