package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.schema.GateTrigger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** Each role sees what it may do, and nothing else. */
@ExtendWith(Chromium.class)
@Tag(TestTags.BROWSER)
class RolesIT {

  private static final String READER = "token-of-a-reader";
  private static final String DECIDER = "token-of-a-decider";
  private static final String ADMIN = "token-of-an-admin";

  /** What could write: forms other than searches, and buttons that send or confirm. */
  private static final String WRITES =
      "main form:not([role=search]), main textarea, main input[type=radio], main button.main,"
          + " main button.danger, main button[type=submit], main .policy-draft";

  @RegisterExtension
  static final RunningConsole CONSOLE =
      new RunningConsole("roles-", Map.of(Setting.HTTP_TOKENS.key(), tokens()));

  private static GateTrigger first;

  @BeforeAll
  static void openGates() {
    first = CONSOLE.openGate("first");
    CONSOLE.openGate("second");
  }

  private static String tokens() {
    try {
      Path file = Files.createTempFile("tokens", ".yaml");
      file.toFile().deleteOnExit();
      Files.writeString(
          file,
          """
          tokens:
            - {name: reader, sha256: %s, roles: [view]}
            - {name: decider, sha256: %s, roles: [view, decide]}
            - {name: admin, sha256: %s, roles: [admin]}
          """
              .formatted(sha256(READER), sha256(DECIDER), sha256(ADMIN)));
      return file.toString();
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private static String sha256(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String oneGate() {
    return "/gates?id=" + URLEncoder.encode(first.getGateId(), StandardCharsets.UTF_8);
  }

  /** Pages with a form for each gate or cause. */
  private static List<String> decisionPages() {
    return List.of("/gates", "/gates?view=list", oneGate(), "/task?id=first");
  }

  private static List<String> otherPages() {
    return List.of(
        "/",
        "/tasks",
        "/gates?state=closed",
        "/policies",
        "/audit",
        "/graphs",
        "/input-problems",
        "/patterns");
  }

  private static Browser signedIn(String token) {
    Browser browser = new Browser(CONSOLE);
    browser.open("/gates");
    signIn(browser, token);
    return browser;
  }

  private static void signIn(Browser browser, String token) {
    browser.awaitElement("#sign-in[open] input").sendKeys(token, Keys.ENTER);
    browser.untilGone("#sign-in");
    browser.awaitElement("details.gate");
  }

  private static void openPage(Browser browser, String path) {
    browser.open(path);
    browser.awaitElement("main h1");
    browser.untilGone(".skeleton");
    if (path.equals("/patterns")) {
      // the first pattern is open, with what one can do about it
      browser.awaitElement("main details[open] h3");
    }
  }

  @Test
  void adminSeesDraftsOfPolicies() {
    try (Browser browser = signedIn(ADMIN)) {
      openPage(browser, "/patterns");

      browser.awaitElement("main details[open] .policy-draft button");
    }
  }

  @Test
  void readerSeesNothingThatWrites() {
    try (Browser browser = signedIn(READER)) {
      for (String path : decisionPages()) {
        // When
        openPage(browser, path);
        browser.awaitElement(path.startsWith("/task") ? "#gate" : "details.gate[open]");
        browser.untilText("main", "Read only");

        // Then
        assertThat(browser.all(WRITES)).as(path).isEmpty();
      }
      for (String path : otherPages()) {
        openPage(browser, path);
        assertThat(browser.all(WRITES)).as(path).isEmpty();
      }

      // When: the key of approve on a closed card
      openPage(browser, "/gates?view=list");
      browser.tabTo("details.gate:not([open]) summary");
      browser.press("a");
      browser.press("k");

      // Then
      assertThat(browser.all("details.gate[open]")).hasSize(1);
      assertThat(browser.text(".page-head")).contains("j and k").doesNotContain("approve");
      assertThat(browser.all(WRITES)).isEmpty();
      browser.saveScreenshot("gates-of-a-reader", 1440);
      assertThat(AxeAudit.violations(browser)).isEmpty();
    }
  }

  @Test
  void deciderSeesEachElementThatDecides() {
    try (Browser browser = signedIn(DECIDER)) {
      for (String path : decisionPages()) {
        // When
        openPage(browser, path);

        // Then
        browser.awaitElement("form.decision textarea");
        assertThat(browser.all("form.decision input[type=radio]")).as(path).hasSizeGreaterThan(3);
        assertThat(browser.all("form.decision button.main[type=submit]")).as(path).isNotEmpty();
      }
      for (String path : otherPages()) {
        openPage(browser, path);
        assertThat(browser.all(WRITES)).as(path).isEmpty();
      }

      // When
      openPage(browser, "/gates?view=list");
      browser.tabTo("details.gate:not([open]) summary");
      browser.press("a");

      // Then
      browser.until("both are open", () -> browser.all("details.gate[open]").size() == 2);
      assertThat(browser.all("form.decision input[value=approve]:checked")).hasSize(1);
      assertThat(browser.text(".page-head")).contains("a chooses approve");
    }
  }

  @Test
  void pageFollowsTheRoleOfTheNextToken() {
    try (Browser browser = signedIn(DECIDER)) {
      browser.awaitElement("form.decision");

      // When
      browser.awaitElement("#user button").click();
      signIn(browser, READER);

      // Then
      browser.untilText("main", "Read only");
      assertThat(browser.all(WRITES)).isEmpty();
      assertThat(browser.text(".page-head")).doesNotContain("approve");
    }
  }

  /** The cookie of another token, as after a sign-in in another tab. */
  @Test
  void openPageFollowsTheRoleOfItsSession() {
    try (Browser browser = signedIn(DECIDER)) {
      openPage(browser, "/gates?view=list");
      browser.awaitElement("form.decision");

      // When
      browser.asyncScript(
          """
          const answer = arguments[arguments.length - 1];
          import('/assets/session.js').then(async (session) => {
            await fetch('/api/v1/session', {method: 'POST', headers: {'Content-Type': 'application/json'},
              body: JSON.stringify({token: arguments[0]})});
            await session.loadSession();
            answer(true);
          });
          """,
          READER);

      // Then
      browser.untilText("main", "Read only");
      browser.untilGone("form.decision");
      assertThat(browser.all(WRITES)).isEmpty();
    }
  }
}
