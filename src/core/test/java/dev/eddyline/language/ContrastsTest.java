package dev.eddyline.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.text.Text;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which words exclude one another. */
class ContrastsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "enabling the flag               | disabled the flag                | true",
        "running the parser           | reviewed the parser           | true",
        "review and run it               | run it                           | false",
        "check it                        | verify it                        | false",
        "the flag                        | disable the flag                 | false",
        "Mach das Backup vor dem Lauf    | Mach das Backup nach dem Lauf    | true",
        "Aktiviere die Anmeldung         | Deaktiviere die Anmeldung        | true",
        "Augmente le délai               | Réduis le délai                  | true",
        "Aumenta el límite de memoria    | Reduce el límite de memoria      | true",
        "Adicione a coluna ao relatório  | Remova a coluna do relatório     | true",
        "Включи уведомления              | Выключи уведомления              | true",
        "Move it from Redis to Kafka     | Move it from Kafka to Redis      | true",
        "Move it from Redis to Kafka     | Move from Redis to Kafka         | false",
        "Перенеси данные из Redis в Kafka | Перенеси данные из Kafka в Redis | true",
      })
  void oppositesAreOpposedInAnyWordForm(String one, String other, boolean opposed) {
    List<String> left = terms(one);
    List<String> right = terms(other);

    assertThat(Contrasts.areOpposed(left, right)).isEqualTo(opposed);
    assertThat(Contrasts.areOpposed(right, left)).isEqualTo(opposed);
  }

  private static List<String> terms(String text) {
    return List.copyOf(Terms.of(Text.of(text), null).keySet());
  }
}
