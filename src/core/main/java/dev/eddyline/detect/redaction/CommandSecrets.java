package dev.eddyline.detect.redaction;

import java.util.List;

/** Secrets in command lines: values of options, arguments, and inputs of other commands. */
final class CommandSecrets {

  /** The place before an argument: a space, or the quote before an element of a list. */
  private static final String ARGUMENT = "(?<=[\\s\"'])";

  /** The rest of a command up to an option, at most so many characters. */
  private static final String GAP = "(?:[^\\r\\n;|&\\\\]|&(?!&)|\\\\(?!n)){0,300}?" + ARGUMENT;

  /** The same, also across separators of commands: addresses and headers contain them. */
  private static final String WIDE_GAP = "[^\\r\\n]{0,500}?" + ARGUMENT;

  /** Between two arguments, also of a list. */
  private static final String NEXT =
      "(?:" + ShippedSecrets.SPACE + "++|" + ShippedSecrets.QUOTE + "\\s*,\\s*)";

  /** A value in the same argument; not the quote that ends the argument. */
  private static final String ATTACHED =
      "(?!" + ShippedSecrets.QUOTE + "(?:[\\s,\\])}:]|\\z))(?=\\S)";

  private static final String VALUE =
      "(?:" + ShippedSecrets.QUOTED + "|" + ShippedSecrets.BARE + ")";

  /** A user and a password with this sign between them; not a pair of numeric ids. */
  private static final String PAIR =
      "(?!\\d+:\\d+(?!\\S))(?=\\\\{0,3}[\"']?[^\\s\"'%1$s]*%1$s[^\\s\"'])" + VALUE;

  static final List<Secret> ALL =
      List.of(
          Secret.named(
              "(?is)(?<![a-z0-9_-])--?(?![a-z0-9_-]*-stdin)(?=[a-z0-9_-]*(?:password|passwd|pwd|secret|key|token|credential"
                  + "|pass(?:phrase|code|in|out)|(?<!by|two-|one-|single-|multi-)pass(?![a-z0-9_-]|\\s+\\d(?!\\S))))"
                  + ("[a-z0-9_-]++" + NEXT + "(?:" + ShippedSecrets.QUOTED + "|\\S+)"),
              "pass",
              "pwd",
              "secret",
              "key",
              "token",
              "credential"),
          command("curl", WIDE_GAP + "-[a-zA-Z]*[uU]" + NEXT + "?", PAIR.formatted(":"), "curl"),
          command(
              "curl",
              WIDE_GAP + "--(?:proxy-)?user(?:=|" + NEXT + ")",
              PAIR.formatted(":"),
              "curl"),
          command(
              "(?:mysql|mariadb)[a-z-]*|7za?|(?:un)?rar",
              GAP + "-p" + ATTACHED,
              VALUE,
              "mysql",
              "mariadb",
              "7z",
              "rar"),
          command("sshpass", GAP + "-p(?:" + NEXT + "|" + ATTACHED + ")", VALUE, "sshpass"),
          Secret.named(
              "(?<context>login(?<=(?<![\\w.-])(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|az|oc|cf"
                  + "|ibmcloud)[\\s\"'\\\\][^\\r\\n;|&]{0,40}(?<![\\w-])login)(?=[\\s\"'\\\\])"
                  + (GAP + "-p" + NEXT + ")" + valueOfFlags(VALUE)),
              "login"),
          command("redis-cli|keydb-cli|valkey-cli", GAP + "-a" + NEXT, VALUE, "-cli"),
          command("mongo[a-z]*", GAP + "-p(?:" + NEXT + "|" + ATTACHED + ")", VALUE, "mongo"),
          command("sqlcmd|bcp", GAP + "-P(?:" + NEXT + ")?" + ATTACHED, VALUE, "sqlcmd", "bcp"),
          command("ldap[a-z]+", GAP + "-w" + NEXT, VALUE, "ldap"),
          command("zip|unzip", GAP + "-P" + NEXT, VALUE, "zip"),
          command("ssh-keygen", GAP + "-[NP]" + NEXT, "(?!\\\\?[\"']{2})" + VALUE, "ssh-keygen"),
          command("smbclient|rpcclient", GAP + "-U" + NEXT + "?", PAIR.formatted("%"), "client"),
          command("htpasswd", "\\s+-[a-zA-Z]*b[a-zA-Z]*\\s+\\S+\\s+\\S+\\s+", VALUE, "htpasswd"),
          command("sqlplus", "\\s+(?:-[a-zA-Z]+\\s+){0,5}[^\\s/@\"']{1,64}/", VALUE, "sqlplus"),
          command("git\\s+config", "(?:\\s+--?[a-z-]+){0,3}\\s+" + settingOf(), VALUE, "git"),
          command("configure\\s+set|config\\s+set", "\\s+" + settingOf(), VALUE, "config"),
          command(
              "echo|printf",
              "\\s+(?:-[a-zA-Z]+\\s+)?(?=[^\\r\\n|]{1,200}\\|\\s*(?:sudo\\s[^\\r\\n|]{0,100}?-S|chpasswd"
                  + "|[^\\r\\n|]{1,200}--password-stdin))",
              VALUE,
              "echo",
              "printf"),
          command(
              "ConvertTo-SecureString", "\\s+(?:-String\\s+)?", VALUE, "convertto-securestring"),
          Secret.of(
              "(?<context>--from-literal[= ]['\"]?[\\w.-]{1,100}=)" + valueOfFlags(VALUE),
              "--from-literal"),
          Secret.of(
              "(?<context>(?i:identified\\s+(?:with\\s+\\S+\\s+)?(?:by|as)\\s+(?:password\\s+)?)(?=\\\\{0,3}['\"]))"
                  + valueOfFlags(VALUE),
              "identified"));

  private CommandSecrets() {}

  private static Secret command(String names, String upToValue, String value, String... words) {
    return Secret.named(
        ("(?<context>(?<![\\w.-])(?:" + names + ")(?:\\.exe)?(?=[\\s\"'\\\\])" + upToValue + ")")
            + valueOfFlags(value),
        words);
  }

  private static String valueOfFlags(String value) {
    return "(?s:" + value + ")";
  }

  /** The name of a setting that is a secret. */
  private static String settingOf() {
    return "(?=\\S{0,100}(?i:password|passwd|secret|token|credential|key))[\\w./:@-]+\\s+";
  }
}
