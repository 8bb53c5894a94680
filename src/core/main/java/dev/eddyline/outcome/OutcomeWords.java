package dev.eddyline.outcome;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;

/**
 * The words of {@code outcomes.yaml}, which says what each list is.
 *
 * @param heads beginnings of a statement of a failure
 * @param failures what says that something failed
 * @param warnings beginnings of a statement that is not a failure
 * @param silences what says that there was no output
 * @param nothing what a result that found nothing begins with
 * @param absences what says so anywhere in it
 * @param troubles what is good not to find
 * @param counts fields that count what was found
 * @param unfinished what says that something still runs
 * @param running what says it as the last word
 * @param states fields for the state of a whole
 * @param reads words of tools that read
 * @param acts words of tools that do something
 * @param printing programs that exist to print
 * @param acting programs that do something
 * @param steps words of tools that move something, such as a page or a key
 * @param waits words of tools that wait
 * @param asks words of tools that ask another agent
 * @param answers words of such tools, unless they do something
 * @param persons words of tools that ask a person
 * @param questions arguments with a question to a person
 * @param requests arguments with a request to another agent
 * @param positions arguments with a place within something
 * @param enumerations what says that each of several things is to be looked at
 * @param wrappers arguments that hold the other arguments
 * @param contents arguments with a content
 * @param replaced arguments with what a call replaces
 * @param explanations arguments that explain a call and change nothing of it
 */
record OutcomeWords(
    Phrases heads,
    Phrases failures,
    Phrases warnings,
    Phrases silences,
    Phrases nothing,
    Phrases absences,
    Phrases troubles,
    Phrases counts,
    Phrases unfinished,
    Phrases running,
    Phrases states,
    Set<String> reads,
    Set<String> acts,
    Set<String> printing,
    Set<String> acting,
    Set<String> steps,
    Set<String> waits,
    Set<String> asks,
    Set<String> answers,
    Set<String> persons,
    Set<String> questions,
    Set<String> requests,
    Phrases positions,
    Phrases enumerations,
    Set<String> wrappers,
    Set<String> contents,
    Set<String> replaced,
    Set<String> explanations) {

  /** The words of the file. */
  static final OutcomeWords SHIPPED = read();

  private static OutcomeWords read() {
    try (InputStream file = OutcomeWords.class.getResourceAsStream("/outcomes.yaml")) {
      return YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build()
          .readValue(file, OutcomeWords.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
