package dev.eddyline.detect.faults;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether a failure message names a remote host: a dotted host name of the public internet
 * or a public address. Private names and addresses, undotted names, file names, packages and links
 * to documentation are none.
 */
final class HostNames {

  /** Which hosts a rule needs in a message. */
  enum Condition {
    /** The message names a remote host. */
    REMOTE,
    /** The message names no remote host. */
    NO_REMOTE,
    /** Either. */
    ANY
  }

  /** A dotted name, with a port if there is one. */
  private static final Pattern DOTTED =
      Pattern.compile(
          "\\b((?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\\.)+[a-z0-9][a-z0-9-]*)(:[0-9]{2,5}\\b)?");

  /** What marks the dotted name after it as a host. */
  private static final Pattern MARK =
      Pattern.compile(
          "(?:://(?:[^\\s/@'\"]*@)?|host(?:name)?[=:] ?['\"]?|[a-z0-9_-]@|\\blookup )$");

  private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");

  private static final Pattern PRIVATE_ADDRESS =
      Pattern.compile(
          "(?:0|10|127|169\\.254|192\\.168|172\\.(?:1[6-9]|2[0-9]|3[01])|100\\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))\\..*");

  /** Last labels of source files, which a line number may follow like a port. */
  private static final Set<String> FILE_EXTENSIONS =
      Set.of(
          "java", "kt", "scala", "groovy", "py", "js", "mjs", "cjs", "ts", "tsx", "jsx", "vue",
          "go", "rs", "rb", "php", "cc", "cpp", "hpp", "cs", "fs", "sh", "yml", "yaml", "json",
          "toml", "xml", "html", "css", "scss", "md", "sql", "swift", "dart", "ex", "exs", "lua",
          "pl", "txt", "log", "conf", "ini", "lock", "proto", "tf");

  /** Services that messages name without their host. */
  private static final Pattern SERVICE =
      Pattern.compile(
          "\\b(?:openai|anthropic|gemini|github|gitlab|bitbucket|stripe|paypal|twilio|sendgrid|slack"
              + "|salesforce|aws|amazon|azure|google(?: cloud)?|cloudflare|vercel|docker hub|npm|pypi"
              + "|maven central|hugging ?face)(?:'s)? (?:rest |web )?(?:api|services?|servers?|registry|endpoint)\\b");

  /** Each text that {@link #SERVICE} matches has one of these, which are cheaper to find. */
  private static final List<String> SERVICE_WORDS =
      List.of(" api", " service", " server", " registry", " endpoint");

  /** Last labels of names that no public name server knows. */
  private static final Set<String> PRIVATE_ZONES =
      Set.of(
          "localhost",
          "local",
          "localdomain",
          "internal",
          "intranet",
          "private",
          "corp",
          "lan",
          "home",
          "arpa",
          "test",
          "invalid",
          "svc",
          "consul",
          "docker");

  /** Last labels of host names that are written without a scheme or port. */
  private static final Set<String> COMMON_ZONES =
      Set.of(
          "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "ai", "dev",
          "cloud", "app", "eu", "uk", "de", "fr", "es", "pt", "nl", "ch", "dk", "fi", "se", "ie",
          "cz", "ru", "tr", "br", "mx", "ca", "au", "nz", "jp", "cn", "kr", "tw", "hk", "sg", "vn",
          "th");

  /** Last labels that are written after a property or package rather than a host's name. */
  private static final Set<String> AMBIGUOUS_IN_TWO_LABELS = Set.of("app", "int", "info");

  private static final Pattern LINK =
      Pattern.compile(
          "(?:\\b(?:see|visit|read|refer to|consult|details|docs?|documentation|guide|help|faq|more(?: [a-z]+)?)"
              + "(?: (?:at|on|in|here|from))?:? ?[<(\\[]?(?:https?)?)$");

  /** Characters before a name that are searched for a mark or a link. */
  private static final int LOOK_BACK_CHARS = 128;

  private HostNames() {}

  /** Whether a message names a remote host. */
  static boolean namesRemoteHost(String message) {
    String lowerCase = message.toLowerCase(Locale.ROOT);
    String lower = lowerCase.length() == message.length() ? lowerCase : message;
    if (SERVICE_WORDS.stream().anyMatch(lower::contains) && SERVICE.matcher(lower).find()) {
      return true;
    }
    Matcher name = DOTTED.matcher(lower).useTransparentBounds(true);
    int end = 0;
    for (int dot = lower.indexOf('.'); dot >= 0; dot = lower.indexOf('.', end)) {
      int start = dot;
      while (start > end && isNameLetter(lower.charAt(start - 1))) {
        start--;
      }
      end = dot + 1;
      while (end < lower.length()
          && (isNameLetter(lower.charAt(end)) || lower.charAt(end) == ':')) {
        end++;
      }
      name.region(start, end);
      while (name.find()) {
        if (isRemote(message, lower, name)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a character belongs to dotted names. */
  private static boolean isNameLetter(char letter) {
    return letter >= 'a' && letter <= 'z'
        || letter >= '0' && letter <= '9'
        || letter == '.'
        || letter == '-'
        || letter == '_';
  }

  private static boolean isRemote(String message, String lower, Matcher dotted) {
    String name = dotted.group(1);
    String zone = name.substring(name.lastIndexOf('.') + 1);
    String before = lower.substring(Math.max(0, dotted.start() - LOOK_BACK_CHARS), dotted.start());
    Matcher mark = MARK.matcher(before);
    boolean isMarked = mark.find();
    boolean isHost = isMarked || dotted.group(2) != null && !FILE_EXTENSIONS.contains(zone);
    return isRemote(message, lower, dotted.start(1), dotted.end(1), isHost)
        && !LINK.matcher(isMarked ? before.substring(0, mark.start()) : before).find();
  }

  private static boolean isRemote(
      String message, String lower, int start, int end, boolean marked) {
    String name = lower.substring(start, end);
    if (ADDRESS.matcher(name).matches()) {
      return !PRIVATE_ADDRESS.matcher(name).matches();
    }
    String zone = name.substring(name.lastIndexOf('.') + 1);
    if (!isLetters(zone) || PRIVATE_ZONES.contains(zone) || name.contains(".svc.cluster.")) {
      return false;
    }
    return marked || isBareHostName(message, name, zone, start, end);
  }

  private static boolean isBareHostName(
      String message, String name, String zone, int start, int end) {
    boolean twoLabels = name.indexOf('.') == name.lastIndexOf('.');
    boolean partOfPath =
        start > 0 && "/\\.$".indexOf(message.charAt(start - 1)) >= 0
            || end < message.length() && "(_$\\".indexOf(message.charAt(end)) >= 0
            || end + 1 < message.length()
                && message.charAt(end) == '.'
                && Character.isLetterOrDigit(message.charAt(end + 1));
    boolean lowerCase = message.startsWith(name, start);
    return lowerCase
        && !partOfPath
        && COMMON_ZONES.contains(zone)
        && !(twoLabels && AMBIGUOUS_IN_TWO_LABELS.contains(zone));
  }

  private static boolean isLetters(String zone) {
    return zone.length() > 1
        && zone.chars().allMatch(letter -> letter >= 'a' && letter <= 'z' || letter == '-');
  }
}
