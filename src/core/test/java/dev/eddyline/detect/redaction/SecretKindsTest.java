package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each kind of secret in a failure, in the arguments of a call and in an output. All secrets are
 * invented; in the lists {@code %s} is a short one, {@code %L} a long one.
 */
class SecretKindsTest {

  private static final String SHORT = "hunter2";
  private static final String LONG = "Hunter2Hunter2".repeat(3);

  /** The beginnings of services' tokens. */
  static final List<String> TOKENS =
      List.of(
          "eddyline_",
          "hf_",
          "npm_",
          "AIza",
          "hvs.",
          "shpat_",
          "dop_v1_",
          "lin_api_",
          "dp.pt.",
          "ghp_",
          "glpat-",
          "glrt-",
          "xoxb-",
          "xapp-1-",
          "glsa_",
          "dckr_pat_",
          "tskey-auth-",
          "rubygems_",
          "PMAK-",
          "NRAK-",
          "GOCSPX-",
          "ya29.",
          "whsec_",
          "xai-",
          "gsk_",
          "tvly-",
          "sb_secret_",
          "lsv2_pt_",
          "nvapi-",
          "sha256~",
          "ntn_",
          "figd_",
          "pul-",
          "sgp_",
          "ATBB",
          "sk-ant-",
          "AKIA",
          "pypi-AgEIcHlwaS5vcmc",
          "CFPAT-",
          "pscale_tkn_",
          "dt0c01.",
          "SG.Hunt.");

  /** Tokens of several parts, and addresses that are secrets. */
  static final List<String> COMPOSED =
      List.of(
          "AGE-SECRET-KEY-1" + LONG.toUpperCase(Locale.ROOT) + "HUNTER2HUNTER2",
          "SK" + "0a1b2c3d".repeat(4),
          "123456789:AA" + LONG,
          "https://api.telegram.org/bot123456789:" + LONG + "/getMe",
          "MTA5MTA5MTA5MTA5MTA5MTA5.GHunte." + LONG,
          "https://hooks.slack.com/services/T0%s/B0%s/" + LONG,
          "https://discord.com/api/webhooks/1234567890/" + LONG,
          "aBcDeFgHiJkLmN.atlasv1." + LONG,
          "ab_8Q~" + LONG,
          "0123456789abcdef0123456789abcdef-us12");

  static final List<String> COMMANDS =
      List.of(
          "curl -u admin:%s https://example.com/a?b=1",
          "curl -sS \"https://example.com/a?b=1&c=2\" -H 'Accept: a; q=1' -u 'admin:%s x'",
          "curl -fsSuadmin:%s https://example.com",
          "curl --proxy-user=admin:%s https://example.com",
          "[\"curl\",\"-u\",\"admin:%s\",\"https://example.com\"]",
          "/usr/bin/mysql -u root -p%s -e 'select 1'",
          "mysqldump -h db -p'%s x' app",
          "sshpass -p %s ssh -p 22 host",
          "sshpass -p'%s x' ssh host",
          "[\"sshpass\",\"-p\",\"%s x\",\"ssh\"]",
          "docker login -u me -p %s registry.example.com",
          "[\"podman\",\"login\",\"-u\",\"me\",\"-p\",\"%s\"]",
          "deploy --pass %s --dry-run",
          "deploy --db-pass=%s",
          "keytool -storepass %s -list",
          "openssl rsa -passin pass:%s -in k.pem",
          "gpg --passphrase '%s x' -c file",
          "redis-cli -h cache -a %s ping",
          "mongosh -u me -p %s",
          "sqlcmd -S db -U sa -P %s",
          "ldapsearch -x -D cn=admin -w %s -b dc=example",
          "zip -P %s a.zip b",
          "7z x -p%s a.7z",
          "smbclient //server/share -U me%%%s",
          "htpasswd -bc .htpasswd me %s",
          "sqlplus me/%s@db",
          "git config --global github.token %s",
          "aws configure set aws_secret_access_key %s",
          "echo %s | sudo -S apt-get install x",
          "echo \"%s x\" | docker login -u me --password-stdin",
          "echo 'root:%s' | chpasswd",
          "ConvertTo-SecureString '%s' -AsPlainText",
          "kubectl create secret generic x --from-literal=foo=%s",
          "CREATE USER 'a'@'b' IDENTIFIED BY '%s'");

  static final List<String> NAMES =
      List.of(
          "machine example.com login me password %s",
          "machine example.com\n  login me\n  password %s",
          "passwd \"%s x\"",
          "the password '%s x'",
          "Passwort: %s",
          "Datenbankpasswort = %s",
          "mot de passe : %s",
          "contraseña=%s",
          "senha: %s",
          "пароль: %s",
          "{\"пароль\": \"%s x\"}",
          "数据库密码：%s",
          "パスワード: %s",
          "비밀번호: %s",
          "<password>%s x</password>",
          "<db.password type=\"a\">%s</db.password>",
          "<wsse:Password Type=\"PasswordText\">%s</wsse:Password>",
          "<password><![CDATA[%s]]></password>",
          "<entry key=\"db.password\">%s</entry>",
          "<add key=\"Password\" value=\"%s\"/>",
          "conf.set(\"password\",\"%s x\")",
          "user.setPassword('%s')",
          "requests.get(u, auth=(\"me\", \"%s\"))",
          "HTTPBasicAuth(\"me\",\"%s\")",
          "{\"auth\":\"aHVudGVy%s==\"}",
          "//registry.example.com/:_auth=aHVudGVy%s==",
          "private_key: 0x%s",
          "{\"privateKey\": \"%s\"}",
          "{\"name\":\"DB_PASSWORD\",\"value\":\"%s x\"}",
          "- name: DB_PASSWORD\n  value: %s",
          "password: |\n  %s\nother: 1",
          "DB_PASS=%s",
          "{\"pass\":\"%s x\"}",
          "passphrase: %s",
          "mnemonic: hunter apple hunter apple hunter apple",
          "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s==;EndpointSuffix=a");

  static final List<String> ADDRESSES =
      List.of(
          "https%%3A%%2F%%2Fuser%%3A%s%%40example.com%%2Fa",
          "postgres%%3A%%2F%%2Fuser%%3A%s%%40db%%3A5432",
          "https%%253A%%252F%%252Fuser%%253A%s%%2540example.com",
          "https://user%%3A%s@example.com/a",
          "https://hunter2hunter2hunter2hunter2@dev.example/a",
          "next=%%2Fa%%3Ftoken%%3D%s",
          "jdbc:oracle:thin:me/%s@//db:1521/x",
          "root:%s@tcp(db:3306)/x");

  static Stream<String> secrets() {
    return Stream.of(
            TOKENS.stream().map(prefix -> "use " + prefix + LONG),
            COMPOSED.stream().map(form -> form.replace("%s", SHORT)),
            Stream.of(COMMANDS, NAMES, ADDRESSES)
                .flatMap(List::stream)
                .map(form -> form.formatted(SHORT)))
        .flatMap(forms -> forms);
  }

  private final Redaction redaction = new Redaction(2_000, Redaction.SHIPPED_SECRETS);

  @ParameterizedTest
  @MethodSource("secrets")
  void eachKindIsReplacedWhereverItIs(String secret) {
    for (String text :
        List.of(
            secret,
            "Error: first\n" + secret + "\nlast",
            "{\"command\": " + TextNode.valueOf(secret) + ", \"timeout\": 30}",
            "{\"a\": " + TextNode.valueOf("{\"b\": " + TextNode.valueOf(secret) + "}") + "}")) {
      // When
      String redacted = redaction.apply(text);

      // Then
      assertThat(redacted).contains("<redacted>").doesNotContainIgnoringCase("hunter");
      assertThat(redacted).doesNotContain("0a1b2c3d", "0123456789abcdef");
    }
  }

  static final List<String> ORDINARY =
      List.of(
          "docker run -p 8080:80 nginx",
          "docker run -u 1000:1000 -p 8080:80 nginx",
          "docker login failed; ssh -p 22 host",
          "mkdir -p dir/sub && cp -pr a b",
          "git push -u origin HEAD:main",
          "curl -u me https://example.com",
          "mysql -u root -p app < dump.sql",
          "[\"mysql\",\"-u\",\"root\",\"-p\",\"app\"]",
          "npm test -- --passWithNoTests src",
          "ffmpeg -i a.mp4 -pass 1 -f null out",
          "echo done | grep x; echo a | sudo tee /etc/x",
          "git config user.name eddy",
          "--bypass proxy",
          "password is required",
          "Access denied for user 'root'@'localhost' (using password: YES)",
          "the key of the map",
          "set key to null",
          "Unknown column 'password' in 'field list'",
          "required fields: [\"username\",\"password\",\"email\"]",
          "<input type=\"password\" name=\"p\">",
          "login page with password field",
          "machine learning with password hashing",
          "usage: login <user> <password> or <token>",
          "tokens: 1234",
          "total_tokens: 12, input_token_count=315, tokenCount: 12",
          "<tokens>123</tokens>",
          "tokenizer: gpt2",
          "tests pass: 12, fail: 3",
          "pass=12 fail=0 skip=1",
          "ok 3 - two-pass: compiles",
          "tests/test_token_refresh.py::TestTokens::test_expired PASSED",
          "test_password_is_hashed PASSED",
          "const t = useState<Token>(); return <Bin>x</Bin>",
          "auth: src/auth/handler2.ts",
          "\"auth\": \"none\"",
          "ssl_private_key: /etc/ssl/private/key.pem",
          "error E4045 in src/main/java/dev/eddyline/detect/Secret.java:42",
          "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
          "id 123e4567-e89b-12d3-a456-426614174000",
          "at 2026-11-29T03:04:38.123Z ts=1764385478123 ns=1764385478123456789",
          "npm_lifecycle_event npm_package_dependencies_with_a_long_name",
          "eddyline_kafka_consumer_fetch_manager_records_lag_max",
          "hf_hub_download failed",
          "SKU SK1234, disk-usage of task-runner",
          "com.example.MyVeryLongClassNameForTests.method.anotherVeryLongNameOfSomething",
          "redirect_uri=https%3A%2F%2Fexample.com%3A8080%2Fcb",
          "http://localhost:8080/a%3Ab is not reachable");

  @ParameterizedTest
  @FieldSource("ORDINARY")
  void ordinaryTextsStayAsTheyAre(String text) {
    String arguments = "{\"a\": " + TextNode.valueOf(text) + "}";

    assertThat(redaction.apply(text)).isEqualTo(text);
    assertThat(redaction.apply(arguments)).isEqualTo(arguments);
  }
}
