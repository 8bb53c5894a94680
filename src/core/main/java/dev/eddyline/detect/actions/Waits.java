package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.ToolCalled;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls that wait: a tool with such a name, or a command such as {@code sleep 30} with a
 * number.
 *
 * @param names names of tools and commands, in lower case
 */
record Waits(Set<String> names) {

  private static final Set<String> PRESET =
      new LinkedHashSet<>(List.of("sleep", "wait", "start-sleep"));

  private static final int MAX_NAMES = 50;
  private static final int MAX_NAME_CHARS = 100;

  /** Characters of arguments that are searched. */
  private static final int MAX_SEARCHED_CHARS = 2_000;

  /** What follows the name of a command that waits. */
  private static final Pattern NUMBER =
      Pattern.compile("(?: -\\w+)?[ (]{1,3}[0-9]{1,6}(?:\\.[0-9]+)?(?:ms|[smh])?\\b");

  /** What may come before and after a command that is all of the arguments. */
  private static final Pattern BEGINNING =
      Pattern.compile("(?:\\{\\s*\"(?:command|cmd|script|code)\"\\s*:\\s*\")?\\s*");

  private static final Pattern END = Pattern.compile("[\\s;)\"}]*");

  Waits {
    names = Set.copyOf(names);
  }

  /** Reads the names from a detector's section. */
  static Waits in(Section section) {
    Set<String> named =
        section
            .about(
                "tools that wait, and commands that wait with a number such as sleep 30. Such a"
                    + " call never takes part in a loop, and what repeats after it is a poll")
            .texts("waits", PRESET, MAX_NAMES, MAX_NAME_CHARS);
    Set<String> lower = new LinkedHashSet<>();
    named.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    return new Waits(lower);
  }

  /** How much of a call is waiting. */
  WaitShare shareOf(ToolCalled call) {
    if (names.contains(call.getTool().toLowerCase(Locale.ROOT))) {
      return WaitShare.ALL;
    }
    String arguments = ToolTexts.arguments(call);
    String searched =
        arguments
            .substring(0, Math.min(arguments.length(), MAX_SEARCHED_CHARS))
            .toLowerCase(Locale.ROOT);
    WaitShare share = WaitShare.NONE;
    for (String name : names) {
      for (int at = searched.indexOf(name);
          at >= 0 && share != WaitShare.ALL;
          at = searched.indexOf(name, at + name.length())) {
        WaitShare here = shareOfCommand(searched, at, at + name.length());
        share = here == WaitShare.NONE ? share : here;
      }
    }
    return share;
  }

  private static WaitShare shareOfCommand(String arguments, int start, int end) {
    Matcher number = NUMBER.matcher(arguments).region(end, arguments.length());
    boolean inWord = start > 0 && Character.isLetterOrDigit(arguments.charAt(start - 1));
    if (inWord || !number.lookingAt()) {
      return WaitShare.NONE;
    }
    boolean isAll =
        BEGINNING.matcher(arguments).region(0, start).matches()
            && END.matcher(arguments).region(number.end(), arguments.length()).matches();
    return isAll ? WaitShare.ALL : WaitShare.PART;
  }
}
