package dev.eddyline.guards;

import dev.eddyline.schema.CollaborationRequested;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The rule of TheAppApp for two agents that ask each other the same again, in either direction. */
final class RepeatedQuestionRule implements Predicate<SessionEvent> {

  private static final int EARLIER = 3;
  private static final int COMPARED = 10;
  private static final int SIMILAR = 2;
  private static final double OVERLAP = 0.85;

  private final Map<Set<String>, List<Set<String>>> questionsOfPair = new HashMap<>();

  @Override
  public boolean test(SessionEvent event) {
    return event
        .body(CollaborationRequested.class)
        .filter(request -> repeats(event.event().getAgentId(), request))
        .isPresent();
  }

  private boolean repeats(String from, CollaborationRequested request) {
    Set<String> pair = new HashSet<>(List.of(from));
    pair.add(request.getToAgent());
    List<Set<String>> earlier = questionsOfPair.computeIfAbsent(pair, agents -> new ArrayList<>());
    Set<String> words =
        Set.copyOf(List.of(request.getRequest().toLowerCase(Locale.ROOT).split("\\s+")));
    long similar =
        earlier.subList(Math.max(0, earlier.size() - COMPARED), earlier.size()).stream()
            .filter(other -> overlap(words, other) > OVERLAP)
            .count();
    boolean repeats = earlier.size() >= EARLIER && similar >= SIMILAR;
    earlier.add(words);
    return repeats;
  }

  private static double overlap(Set<String> one, Set<String> other) {
    Set<String> common = new HashSet<>(one);
    common.retainAll(other);
    return (double) common.size() / (one.size() + other.size() - common.size());
  }
}
