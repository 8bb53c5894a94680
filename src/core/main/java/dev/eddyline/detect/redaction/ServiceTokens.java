package dev.eddyline.detect.redaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Tokens that their services give a known beginning, and addresses whose path is a secret. */
final class ServiceTokens {

  /** The place before a token: no letter, unless it belongs to an escaped character. */
  private static final String START = "(?<![A-Za-z0-9_](?<!\\\\[nrt])(?<!%[0-9A-Fa-f]{2}))";

  private static final String LETTERS_AND_DIGITS = "[A-Za-z0-9]";
  private static final String WORD = "[A-Za-z0-9_]";
  private static final String URL_SAFE = "[A-Za-z0-9_-]";
  private static final String DOTTED = "[A-Za-z0-9_.=-]";
  private static final String BASE64 = "[A-Za-z0-9+/_=-]";

  private static final String[] KEYS = {
    "sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "gho", "ghp", "ghr", "ghs", "ghu", "_pat", "glpat",
    "xox", "akia", "asia", "abia", "acca"
  };

  static final List<Secret> ALL = all();

  private ServiceTokens() {}

  private static List<Secret> all() {
    List<Secret> all = new ArrayList<>();
    all.add(
        Secret.of(
            START
                + "(?:(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abcdeoprs])[-_]|A[KSB]IA|ACCA)[-_A-Za-z0-9]{12,}",
            KEYS));
    // a name of a metric has no capital letter
    all.add(
        Secret.of(START + "eddyline_(?=[a-z0-9_-]{0,60}[A-Z])" + URL_SAFE + "{20,}", "eddyline_"));
    all.add(
        Secret.of(START + "eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]*)?", "eyj"));
    add(all, LETTERS_AND_DIGITS, 12, "LTAI");
    add(all, LETTERS_AND_DIGITS, 20, "rnd_", "r8_", "figd_", "ntn_", "NRAK-", "ATBB", "HRKU-");
    add(all, LETTERS_AND_DIGITS, 28, "hf_", "api_org_", "npm_", "nfp_", "xai-", "pplx-", "gsk_");
    add(all, LETTERS_AND_DIGITS, 28, "shpat_", "shpca_", "shppa_", "shpss_", "sbp_", "dapi");
    add(all, LETTERS_AND_DIGITS, 28, "dop_v1_", "doo_v1_", "dor_v1_", "lin_api_", "lin_oauth_");
    add(all, LETTERS_AND_DIGITS, 28, "dp.pt.", "ico-", "fio-u-", "p8e-", "pnu_", "pul-", "oy2");
    add(all, LETTERS_AND_DIGITS, 40, "rubygems_", "rdme_", "CLOJARS_", "sgp_", "sntryu_", "cmVmd");
    add(all, LETTERS_AND_DIGITS, 40, "AKCp", "EZAK", "EZTK", "shippo_live_", "shippo_test_");
    add(all, LETTERS_AND_DIGITS, 80, "EAA");
    add(all, WORD, 24, "glsa_", "glc_", "lsv2_pt_", "lsv2_sk_", "phx_", "duffel_live_");
    add(all, WORD, 24, "dckr_pat_", "dckr_oat_", "sb_secret_", "pscale_tkn_", "pscale_pw_");
    add(all, WORD, 40, "sm_pat_", "sm_aat_", "sm_sat_");
    add(all, URL_SAFE, 16, "gldt-", "glrt-", "glptt-", "glcbt-", "glft-", "glsoat-", "glimt-");
    add(all, URL_SAFE, 16, "glagent-", "gloas-", "glffct-", "GR1348941", "xapp-", "GOCSPX-");
    add(all, URL_SAFE, 16, "tskey-", "tvly-", "PMAK-", "FLWSECK", "sq0atp-", "sq0csp-", "whsec_");
    add(all, URL_SAFE, 30, "AIza", "AQVN", "CFPAT-", "nvapi-", "sha256~", "tk-us-", "xsmtpsib-");
    add(all, URL_SAFE, 30, "pypi-Ag", "xkeysib-", "fo1_", "dnkey-", "tfp_", "ATCTT3");
    add(all, DOTTED, 20, "hvs.", "hvb.", "hvr.", "ya29.", "dt0c01.", "dt0s01.", "dt0s16.");
    add(all, DOTTED, 24, "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit.", "pscale_oauth_");
    add(all, DOTTED, 40, "SG.", "ATATT3", "sl.u.");
    add(all, BASE64, 40, "ABSK", "ops_eyJ", "fm1r_", "fm1a_", "fm2_", "sntrys_");
    add(all, "[A-Z0-9-]", 40, "AGE-SECRET-KEY-");
    add(all, "[A-Z0-9]", 25, "API-");
    add(all, "[0-9A-Fa-f]", 32, "key-");
    for (String digit : "0123456789abcdef".split("")) {
      all.add(token("SK" + digit + "[0-9a-f]{31}", "sk" + digit));
    }
    all.add(token("[0-9a-f]{32}-us[0-9]{1,2}(?![0-9])", "-us"));
    all.add(token("[A-Z0-9]{2}-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}(?![A-Z0-9])", "a3-"));
    all.add(token("[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{20,}", ".atlasv1."));
    all.add(token("[0-9]{8,10}:A[A-Za-z0-9_-]{30,}", ":a"));
    all.add(Secret.of("(?<=/bot)[0-9]{8,10}:[A-Za-z0-9_-]{30,}", "/bot"));
    all.add(token("[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,}", "q~"));
    all.add(token("[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}", "azdo"));
    all.add(
        Secret.of(
            ("[MNO](?=[DTjz])(?<=" + START + "[MNO])[A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}")
                + "\\.(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{27,}",
            numbersInBase64()));
    all.add(
        address("hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/", "hooks.slack"));
    all.add(address("discord(?:app)?\\.com/api/(?:v[0-9]+/)?webhooks/", "/webhooks/"));
    all.add(address("webhook\\.office\\.com/webhookb2/|outlook\\.office\\.com/webhook/", "office"));
    all.add(address("hooks\\.zapier\\.com/hooks/catch/", "hooks.zapier"));
    all.add(
        address("maker\\.ifttt\\.com/trigger/[^/\\s]{1,100}/(?:json/)?with/key/", "maker.ifttt"));
    all.add(address("\\.infura\\.io/v3/|\\.alchemy\\.com/v2/", ".infura.io", ".alchemy.com"));
    return List.copyOf(all);
  }

  /** Tokens that consist of a prefix and at least so many characters of an alphabet. */
  private static void add(List<Secret> all, String alphabet, int least, String... prefixes) {
    for (String prefix : prefixes) {
      String quoted = Pattern.quote(prefix);
      // a literal in front is found faster than a place
      String pattern = quoted + "(?<=" + START + quoted + ")" + alphabet + "{" + least + ",}";
      all.add(Secret.of(pattern, prefix.toLowerCase(Locale.ROOT)));
    }
  }

  /** The beginnings of ids in Base64: three digits are four characters. */
  private static String[] numbersInBase64() {
    return IntStream.range(100, 1_000)
        .mapToObj(id -> String.valueOf(id).getBytes(StandardCharsets.US_ASCII))
        .map(id -> Base64.getEncoder().encodeToString(id).toLowerCase(Locale.ROOT))
        .toArray(String[]::new);
  }

  private static Secret token(String pattern, String... words) {
    return Secret.of(START + pattern, words);
  }

  private static Secret address(String start, String... words) {
    return Secret.of("(?<context>(?:" + start + "))[^\\s\"'<>\\\\)]+", words);
  }
}
