package dev.eddyline.detect.redaction;

import java.util.List;

/** Secrets behind a name such as password, in assignments, data formats, calls and languages. */
final class NamedSecrets {

  /** Words that describe a secret without disclosing it. */
  private static final String STATES =
      "(?:not|missing|required|invalid|incorrect|wrong|expired|empty|null|undefined)(?![\\w-])";

  /** A number of tokens, which is not a secret; behind the word token. */
  private static final String COUNT =
      "(?:s[a-z_-]*|[_-]?(?:count|limit|budget|usage))"
          + (ShippedSecrets.QUOTE + "?(?:\\s*[:=]+|>)\\s*[\\d.]+(?![\\w.-])");

  /** A file with a key, which is not the key; behind its name. */
  private static final String FILE =
      "(?:[_-]?(?:path|file)|"
          + (ShippedSecrets.QUOTE + "?\\s*[:=]+\\s*" + ShippedSecrets.QUOTE + "?")
          + "(?:(?:~|\\.{1,2})/|/(?:etc|home|root|opt|usr|var|run|tmp|app|secrets|Users)/))";

  private static final String WORDS =
      "(?:password|passwd|passphrase|passcode|pwd|secret|credential|token(?!i[sz])(?!"
          + COUNT
          + ")|(?:api|access|account|encryption|signing|master|shared|auth|app)[_-]?key"
          + "|private[_-]?key(?!"
          + FILE
          + "))";

  /** Every name contains one of these. */
  private static final String[] NAMES = {
    "passw", "passphrase", "passcode", "pwd", "secret", "key", "token", "credential"
  };

  private static final String NAME = "(?<![a-z0-9_-])(?=[a-z0-9_-]*" + WORDS + ")[a-z0-9_-]++";

  private static final String VALUE = "(?:" + ShippedSecrets.QUOTED + "|[^\\s,;&]+)";

  /** A value that is a text in quotes. */
  private static final String QUOTED = "(?=\\\\{0,3}[\"'])(?:" + ShippedSecrets.QUOTED + ")";

  /** Other languages' words for password and API key. */
  private static final String FOREIGN_WORDS =
      "passwort|kennwort|wachtwoord|l(?:ö|oe?)senord|passord|adgangskode|salasana|mot de passe"
          + "|contraseña|contrasena|clave secreta|clave de (?:acceso|api)|palavra-passe|chave de api"
          + "|jelszó|lozinka|parolă|mật khẩu|kata sandi|şifre|пароль|лозинка|ключ api"
          + "|(?<![a-z])(?:senha|mdp|hasło|haslo|heslo|geslo|sifre)|api-schlüssel|clé (?:d'|d’)?api"
          + "|סיסמה|كلمة المرور|كلمة السر|رمز عبور|पासवर्ड|รหัสผ่าน|密码|密碼|口令|密钥|密鑰|パスワード"
          + "|暗証番号|apiキー|비밀번호|패스워드|api 키";

  private static final String[] FOREIGN_NAMES = {
    "passwort",
    "kennwort",
    "wachtwoord",
    "senord",
    "passord",
    "adgangskode",
    "salasana",
    "mot de passe",
    "contrase",
    "clave",
    "palavra-passe",
    "chave de api",
    "jelszó",
    "lozinka",
    "parolă",
    "mật khẩu",
    "kata sandi",
    "şifre",
    "sifre",
    "пароль",
    "лозинка",
    "ключ api",
    "senha",
    "mdp",
    "hasło",
    "haslo",
    "heslo",
    "geslo",
    "api-schlüssel",
    "clé ",
    "סיסמה",
    "كلمة المرور",
    "كلمة السر",
    "رمز عبور",
    "पासवर्ड",
    "รหัสผ่าน",
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "パスワード",
    "暗証番号",
    "apiキー",
    "비밀번호",
    "패스워드",
    "api 키"
  };

  /** Names before {@code pass}; others, such as two-pass, are not passwords. */
  private static final String USERS_OF_PASS =
      "(?:db|database|mysql|mariadb|postgres|pg|redis|mongo|rabbitmq|ldap|user|admin|root|sudo|login"
          + "|auth|basic|http|proxy|smtp|mail|email|ftp|ssh|wifi|vpn|api|app|key|store|client)[_-]";

  static final List<Secret> ALL =
      List.of(
          Secret.named(
              ("(?is)" + NAME + ShippedSecrets.QUOTE + "?")
                  + ("(?:\\s*(?!::\\w)[:=]+>?\\s*(?!(?:yes|no)\\))(?:[|>][+-]?"
                      + ShippedSecrets.SPACE
                      + "++)?|\\s+is\\s+(?!"
                      + STATES
                      + ")|%(?:25)?3[AD]")
                  // a pair of name and value
                  + ("|"
                      + ShippedSecrets.SPACE
                      + "*+,?\\s*+"
                      + ShippedSecrets.QUOTE
                      + "?value"
                      + ShippedSecrets.QUOTE
                      + "?\\s*[:=]\\s*)")
                  + VALUE,
              NAMES),
          // the text of an XML element
          Secret.named(
              ("(?is)(?<=<[a-z0-9.:]{0,20})" + NAME + "(?:\\s[^<>]{0,200})?>")
                  + "(?:(?:<!\\[CDATA\\[(?:(?!]]>).){0,1000}|[^<]+(?=</))|(?=\\w)[^<]+\\z)",
              NAMES),
          // an argument behind its name, as in set("password", "x")
          Secret.named(
              "(?is)(?<=\\(\\s{0,3}\\\\{0,3}[\"'])"
                  + NAME
                  + ShippedSecrets.QUOTE
                  + "\\s*,\\s*"
                  + QUOTED,
              NAMES),
          // as in setPassword("x")
          Secret.named("(?is)(?=set|with)" + NAME + "\\(\\s*" + QUOTED, NAMES),
          Secret.named(
              "(?is)(?<![a-z0-9_-])[a-z0-9_-]*(?:password|passwd|passphrase|passcode|pwd)\\s+"
                  + QUOTED,
              "passw",
              "passphrase",
              "passcode",
              "pwd"),
          Secret.of(
              "(?is)<(?:entry|string|param|property)\\s+(?:key|name)=\\\\{0,3}[\"'](?=[^\"'<>]{0,60}"
                  + (WORDS + ")[^<>]{1,200}>[^<]+"),
              "<entry ",
              "<string ",
              "<param ",
              "<property "),
          Secret.of(
              "(?ius)(?:" + FOREIGN_WORDS + ")" + ShippedSecrets.QUOTE + "?\\s*[:=：＝]\\s*" + VALUE,
              FOREIGN_NAMES),
          Secret.named(
              "(?s)(?<![A-Za-z0-9_-])-{0,2}(?:(?i:"
                  + USERS_OF_PASS
                  + ")(?i:pass|pw)"
                  + ShippedSecrets.QUOTE
                  + "?\\s*[:=]|[A-Z0-9_]{1,60}_(?:PASS|PW)=|(?i:pass|pw|psk)(?:=(?!=)|"
                  + (ShippedSecrets.QUOTE + "\\s*[:=]|\\s*[:=](?=\\s*[\"'])))\\s*")
                  + ("(?!\\d{1,5}(?![\\w.])|(?i:true|false|null|none|ok)(?!\\w))" + VALUE),
              "pass",
              "pw",
              "psk"),
          // a user and a password in Base64, as in files of package managers
          Secret.of(
              ("(?i)(?<![a-z0-9])(?:_auth"
                      + ShippedSecrets.QUOTE
                      + "?|_?auth"
                      + ShippedSecrets.QUOTE
                      + ")\\s*[:=]\\s*"
                      + ShippedSecrets.QUOTE
                      + "?")
                  + "(?=[a-z0-9+/]{0,200}(?-i:[A-Z0-9+=]))[a-z0-9+/=]{8,}",
              "auth"),
          Secret.of(
              "(?is)(?:mnemonic|(?:seed|recovery)[ _-]?phrase)"
                  + ShippedSecrets.QUOTE
                  + "?\\s*[:=]\\s*[\"']?[a-z]+(?:[ ,]+[a-z]+){2,23}",
              "mnemonic",
              "phrase"),
          // a line of a netrc file
          Secret.of(
              "(?<context>(?<![\\w-])machine\\s+\\S{1,200}\\s+(?:(?:login|account)\\s+\\S{1,200}\\s+){0,2}password\\s+)\\S+",
              "machine"),
          // a user and a password as arguments
          Secret.of(
              "(?is)(?<context>(?:basic_?auth\\s*\\(|auth\\s*=\\s*\\()\\s*\\\\{0,3}[\"'][^\"'\\r\\n]{0,100}[\"']\\s*,\\s*)"
                  + QUOTED,
              "basicauth",
              "basic_auth",
              "auth"));

  private NamedSecrets() {}
}
