package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How texts fall into words. */
class WordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Fix the Parser, please!         | fix the parser please",
        "src/auth_2.ts:42                | src auth 2 ts 42",
        "Don't touch the user's file     | dont touch the users file",
        "'quoted' words                  | quoted words",
        "Prüfe Größe                     | prüfe größe",
        "e\u0301te\u0301                 | e\u0301te\u0301",
        "😀 ... !!                       | ^^",
      })
  void aWordIsARunOfLettersAndDigitsInSmallLetters(String text, String words) {
    assertThat(plain(text)).isEqualTo(words.isEmpty() ? List.of() : List.of(words.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "無限ループ | 無限 ループ",
        "設定configを直す | 設定 config を 直す",
        "表 | 表",
        "𠮷野家 | 𠮷 野家",
        "ﾙｰﾌﾟ検出 | ﾙｰﾌﾟ 検出",
        "检测无限循环 | 检测 无限 循环",
        "ตรวจสอบข้อผิดพลาด | ตรวจ สอบ ข้อ ผิด พลาด",
      })
  void scriptsWithoutSpacesAreSplitByDictionaries(String text, String words) {
    assertThat(plain(text)).containsExactlyElementsOf(List.of(words.split(" ")));
  }

  @Test
  void halfACharacterIsNoWord() {
    assertThat(plain("\ud83d a \udc00")).containsExactly("a");
  }

  @Test
  void whatLiesBehindTheBoundIsNotLookedAt() {
    // When
    List<Word> words = words("ab ".repeat(Text.MAX_CHARS));

    // Then
    assertThat(words.get(words.size() - 1).end()).isLessThanOrEqualTo(Text.MAX_CHARS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Parser", "don't", "it’s", "ÉCOLE", "日本語のテスト", "A1_b", "𝒳9 𝒴"})
  void theHashOfAWordIsThatOfItsPlainForm(String text) {
    Text read = Text.of(text);

    Words.each(
        read,
        (start, end) ->
            assertThat(Words.plainHash(read, start, end))
                .isEqualTo(Hash.of(Words.plain(text.substring(start, end)))));
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "' ', 0", "one, 1", "' two  words\n', 2", "'a\tb - c', 4"})
  void wordsBetweenWhitespaceAreCounted(String text, int count) {
    assertThat(Words.countSeparated(text)).isEqualTo(count);
  }

  /**
   * A word and its position.
   *
   * @param raw as in the text, apostrophes included
   * @param start index of its first character in the text
   * @param end index behind its last character
   */
  record Word(String raw, int start, int end) {

    /** The word in small letters, without apostrophes. */
    String plain() {
      return Words.plain(raw);
    }
  }

  /** The words of a text in their order. */
  static List<Word> words(String text) {
    List<Word> words = new ArrayList<>();
    Words.each(
        Text.of(text), (start, end) -> words.add(new Word(text.substring(start, end), start, end)));
    return words;
  }

  private static List<String> plain(String text) {
    return words(text).stream().map(Word::plain).toList();
  }
}
