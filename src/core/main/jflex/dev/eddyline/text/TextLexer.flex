/*
 * What a text means to the detectors: the one definition of words, numbers, whitespace, volatile
 * parts and parts that must stay. The lexer takes the longest match; of equal ones, the first rule.
 *
 * A text is a sequence of tokens. Some spans of it are parts besides: volatile ones, whose mask
 * takes their place in comparisons, and fixed ones, in which nothing is volatile. A part is read
 * again in the state INSIDE, so that its tokens are known too.
 *
 * A comment "name: meaning. Examples" above a macro is a row of the documented table of classes.
 */
package dev.eddyline.text;

%%

%class TextLexer
%final
%unicode
%int
%function nextTag
%buffer 16
%state INSIDE

%{
  private Parts parts;
  private int insideEnd;

  /** Where a part would be an expected or actual value, or -1. */
  private int valueAt = -1;

  /** Where a date or time would be the subject of the message, or -1. */
  private int subjectAt = -1;

  private boolean compares;

  /**
   * Reads a text from its characters, which are followed by {@link #END}.
   *
   * @param compares whether the text has a comparison, == or !=
   */
  TextLexer(char[] chars, Parts parts, boolean compares) {
    this(java.io.Reader.nullReader());
    this.parts = parts;
    this.compares = compares;
    zzBuffer = chars;
    zzEndRead = chars.length;
    zzAtEOF = true;
  }

  /** The character behind a text; part of no token. */
  static final char END = '\uffff';

  /** Start of the newest token. */
  int start() {
    return zzStartRead;
  }

  /** End of the newest token. */
  int end() {
    return zzMarkedPos;
  }

  /** Notes a part; its tokens are read next. */
  private void part(PartKind kind) {
    partFrom(0, kind);
  }

  /** Notes a date or time, which must stay where it is the subject of the message. */
  private void time(PartKind kind) {
    part(isSubject(kind) ? PartKind.FIXED : kind);
  }

  /** Notes a part behind this many characters, which must stay where it is a value. */
  private void partFrom(int skipped, PartKind kind) {
    boolean isFixed = zzStartRead == valueAt || compares && Comparisons.follow(zzBuffer, zzMarkedPos);
    parts.add(isFixed ? PartKind.FIXED : kind, zzStartRead + skipped, zzMarkedPos);
    inside();
  }

  /** Reads the tokens of what was found; none of them begins a part. */
  private void inside() {
    insideEnd = zzMarkedPos;
    yypushback(yylength());
    yybegin(INSIDE);
  }

  /** Whether a date or time is what the message is about: see the macro Subject. */
  private boolean isSubject(PartKind kind) {
    return zzStartRead == subjectAt
        || kind != PartKind.TIMESTAMP && Quotes.isInProse(zzBuffer, zzStartRead, zzMarkedPos);
  }

  /** Whether a number is the value of a duration field, outside of parts. */
  private boolean isDuration() {
    return yystate() == YYINITIAL && DurationFields.isValue(zzBuffer, zzStartRead);
  }

  /** Whether this is an id behind a prefix; then notes it, and the prefix is the newest token. */
  private boolean isPrefixedId() {
    int prefix = PrefixedId.prefixLength(zzBuffer, zzStartRead, zzMarkedPos);
    if (prefix > 0) {
      partFrom(prefix, PartKind.PREFIXED_ID);
      zzMarkedPos = zzStartRead + prefix;
    }
    return prefix > 0;
  }

  /** Number of characters at the end that are ASCII digits. */
  private int trailingDigits() {
    int at = zzMarkedPos;
    while (zzBuffer[at - 1] >= '0' && zzBuffer[at - 1] <= '9') {
      at--;
    }
    return zzMarkedPos - at;
  }

  /** Reads the first token of what was found as one that begins no part. */
  private void plain() {
    insideEnd = zzStartRead + 1;
    yypushback(yylength());
    yybegin(INSIDE);
  }

  /** Notes a line or column from an index on; tokens continue behind the first characters. */
  private void line(int from, int first) {
    if (yystate() != INSIDE || from >= insideEnd) {
      parts.add(PartKind.LINE, from, zzMarkedPos);
    }
    yypushback(yylength() - first);
  }

  /** Whether hexadecimal digits are few enough for a hash, and neither a number nor a word. */
  private boolean isHash() {
    boolean digit = false;
    boolean letter = false;
    for (int at = zzStartRead; at < zzMarkedPos; at++) {
      digit |= zzBuffer[at] <= '9';
      letter |= zzBuffer[at] > '9';
    }
    return digit && letter && yylength() <= 64;
  }

  /** Length of the run of ASCII letters that begins behind this many characters. */
  private int letters(int from) {
    int at = zzStartRead + from;
    while ((zzBuffer[at] | 32) >= 'a' && (zzBuffer[at] | 32) <= 'z') {
      at++;
    }
    return at - zzStartRead - from;
  }

  private int tag(char tag) {
    if (zzMarkedPos >= insideEnd) {
      yybegin(YYINITIAL);
    }
    return tag;
  }
%}

a = [aA]
b = [bB]
c = [cC]
d = [dD]
e = [eE]
f = [fF]
g = [gG]
h = [hH]
i = [iI]
k = [kK]
l = [lL]
m = [mM]
n = [nN]
o = [oO]
p = [pP]
q = [qQ]
r = [rR]
s = [sS]
t = [tT]
u = [uU]
v = [vV]
w = [wW]
x = [xX]
y = [yY]

Blank    = " "+
Space    = \p{White_Space}+
Digit    = [0-9]
Word     = [A-Za-z0-9_]+
NotWord  = [^A-Za-z0-9_]
NumberEnd = [^A-Za-z0-9_.,] | [.,] [^0-9]
NotCyrillic = [^\p{Script=Cyrillic}]
Kanji    = [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]
Unspaced = [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF70\uFF9E\uFF9F\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+
Letters  = [[\p{L}\p{N}\p{M}]--[\x00-\x7F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF70\uFF9E\uFF9F\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+

Hex      = [0-9a-f]
AnyHex   = [0-9a-fA-F]
Value    = [A-Za-z0-9_.+:-]
Day      = {Digit}{4} "-" {Digit}{2} "-" {Digit}{2}
Fraction = [.,] {Digit}{1,9}
Zone     = "Z" | [+-] {Digit}{2} ":"? {Digit}{2}

/* timestamp: a date and a time of day. `2026-03-01T10:00:00.5+02:00` `2026-03-01 10:00` `14.03.2026 09:12` `2026年3月14日 上午9:12:44` `14 mars 2026 à 9:12` */
Timestamp = {Day} ("T" | {Space}) {Digit}{2} ":" {Digit}{2} (":" {Digit}{2} {Fraction}?)? {Zone}? | {LocalDate} ","? {Space}? ({At} {Space})? ({Clock} {Zone}? | {HalfDay} {Space}? {Clock}) | {MonthName} {Space} {Digit}{1,2} {Space} {Clock}
KanjiTimestamp = {LocalDate} {Space}? {KanjiTime}
At        = "um" | "à" | "a" {Space} "las" | "às" | "alle" | "в" | "at"

/* uuid: a UUID. `123e4567-e89b-12d3-a456-426614174000` */
Uuid = {AnyHex}{8} "-" ({AnyHex}{4} "-"){3} {AnyHex}{12}

/* date: a date in digits, or with names of day and month. `2026-03-01` `3/1/2026` `14.03.2026` `Sunday, 1 March 2026` `14 de marzo de 2026` `3月14日` */
Date      = {Digit}{4} [-/] {Digit}{2} [-/] {Digit}{2} | {LocalDate} | {NamedDate}
NamedDate = {DayName} ","? {Space} ({Digit}{1,2} {Space})? {MonthName} ({Space} {Digit}{1,2})? ({Space} {Digit}{4})?
DayName   = "Mon" ("day")? | "Tue" ("s" ("day")?)? | "Wed" ("nesday")? | "Thu" ("rs" ("day")?)? | "Fri" ("day")? | "Sat" ("urday")? | "Sun" ("day")?
MonthName = "Jan" ("uary")? | "Feb" ("ruary")? | "Mar" ("ch")? | "Apr" ("il")? | "May" | "Jun" ("e")? | "Jul" ("y")? | "Aug" ("ust")? | "Sep" ("t" ("ember")?)? | "Oct" ("ober")? | "Nov" ("ember")? | "Dec" ("ember")?
LocalDate = {Digit}{4} "/" {Digit}{1,2} "/" {Digit}{1,2} | {Digit}{1,2} "/" {Digit}{1,2} "/" {Digit}{4} | {DayOfMonth} "." {Space}? {MonthOfYear} "." {Space}? {Year} | {DayOfMonth} "-" {MonthOfYear} "-" {Year}
          | {Year} [.] {Space} {Digit}{1,2} [.] {Space} {Digit}{1,2} "."? | {KanjiDate}
          | {Digit}{1,2} ("." | "º")? {Space} ("de" {Space})? ({MonthName} | {Month}) "."? {Space} ("de" "l"? {Space})? {Year} | {MonthName} {Space} {Digit}{1,2} ","? {Space} {Year}
KanjiDate = ({Digit}{4} {Space}? [年년] {Space}?)? {Digit}{1,2} {Space}? [月월] {Space}? {Digit}{1,2} {Space}? [日号號일] {Weekday}?
Year      = ("19" | "20") {Digit}{2}
MonthOfYear = "0"? [1-9] | "1" [0-2]
DayOfMonth  = "0"? [1-9] | [12] {Digit} | "3" [01]
Weekday   = {Space}? ("星期" | "周" | "週") [一二三四五六日天] | [(（] [月火水木金土日] [)）]
Month     = "Januar" | "Jänner" | "Februar" | "März" | "Mai" | "Juni" | "Juli" | "Oktober" | "Dezember" | "Mär" | "Okt" | "Dez"
          | "janvier" | "février" | "mars" | "avril" | "mai" | "juin" | "juillet" | "août" | "septembre" | "octobre" | "novembre" | "décembre" | "janv" | "févr" | "avr" | "juil" | "sept" | "oct" | "nov" | "déc"
          | "enero" | "febrero" | "marzo" | "abril" | "mayo" | "junio" | "julio" | "agosto" | "septiembre" | "octubre" | "noviembre" | "diciembre" | "ene" | "feb" | "mar" | "abr" | "jun" | "jul" | "ago" | "sep" | "dic"
          | "janeiro" | "fevereiro" | "março" | "maio" | "junho" | "julho" | "setembro" | "outubro" | "novembro" | "dezembro" | "jan" | "fev" | "set" | "out" | "dez"
          | "gennaio" | "febbraio" | "aprile" | "maggio" | "giugno" | "luglio" | "settembre" | "ottobre" | "dicembre" | "gen" | "apr" | "mag" | "giu" | "lug" | "ott"
          | "января" | "февраля" | "марта" | "апреля" | "мая" | "июня" | "июля" | "августа" | "сентября" | "октября" | "ноября" | "декабря"

/* time: a time of day with seconds, or one that says so. `10:00:00` `9:05:00.123` `3:40 PM` `09:12 Uhr` `下午3:40` `9時12分` */
Time    = {Digit}{1,2} ":" {Digit}{2} ":" {Digit}{2} {Fraction}? | {Digit}{1,2} ":" {Digit}{2} {Space}? {Half} | {HalfDay} {Space}? {Clock}
Clock   = {Digit}{1,2} ":" {Digit}{2} (":" {Digit}{2} {Fraction}?)? ({Space}? {Half})?
Half    = [AaPp] "." {m} "." | [AaPp] {m} | "Uhr" | "h"
KanjiTime = ({HalfDay} {Space}?)? {Digit}{1,2} {Space}? [时時点點시] {Space}? {Digit}{1,2} {Space}? [分분] ({Space}? {Digit}{1,2} {Space}? [秒초])?
HalfDay = "上午" | "下午" | "午前" | "午後" | "凌晨" | "早上" | "晚上" | "오전" | "오후"

/* address: an address in memory. `0x7ffe12ab` */
Address = "0x" {AnyHex}{4,16}

/* hash: 7 to 64 hexadecimal digits with a letter and a digit, or any after its algorithm. `3f2a9bc` `sha256:3f2a9bc1` */
Hash      = {Hex}{7}{Hex}*
NamedHash = "sha" {Digit}+ ":" {Hex}+

/* duration: a number with a unit of time, or several; a number without one in a field whose name says that it is a duration. `12ms` `1h2m30.5s` `2 minutes 3 s` `12,4 Sekunden` `1 Min. 12 Sek.` `1分12秒` `1.5 секунды` */
Duration  = ({Digit}+ "h" {Space}?)? ({Digit}+ "m" {Space}?)? {Measured} {ClockUnit} | {Digit}+ "h" {Space}? {Digit}+ ("m" | "min")
          | ({Measured} {Hours} "."? {Then})? ({Measured} {Minutes} "."? {Then})? {Measured} {Seconds}
          | ({Measured} {Hours} "."? {Then})? {Measured} {Minutes} | {Measured} {Hours}
KanjiDuration = ({Measured} {KanjiHours} {Space}?)? ({Measured} ({KanjiMinutes} | [分분]) {Space}?)? {Measured} {KanjiSeconds} | {Measured} {KanjiHours} ({Space}? {Measured} ({KanjiMinutes} | [分분]))? | {Measured} {KanjiMinutes}
KanjiSeconds  = [秒초] | "秒钟" | "秒間" | "毫秒" | "微秒" | "ミリ秒" | "マイクロ秒" | "밀리초"
KanjiMinutes  = "分钟" | "分鐘" | "分間" | "분간"
KanjiHours    = "小时" | "小時" | "時間" | "시간"
Measured  = {Digit}+ ([.,] {Digit}+)? {Space}?
Then      = ","? {Space}? (("and" | "und" | "et" | "y" | "e") {Space})?
ClockUnit = "ns" | "us" | "µs" | "μs" | "ms" | "s"
Seconds   = {ClockUnit} | {s}{e}{c}"."? | {s}{e}{c}{s} | {s}{e}{c}{o}{n}{d}{s}? | [Mm]illi {s}{e}{c}{o}{n}{d}{s}? | "micro" "second" "s"? | "nano" "second" "s"? | "msec" "s"?
          | "Sek" "."? | "Sekunde" "n"? | "Millisekunde" "n"? | [Mm] "illi"? "seconde" "s"? | "seconde" "s"? | "segundo" "s"? | "seg" "."? | "mili" "s"? "segundo" "s"? | "milissegundo" "s"? | "second" [oi] | "millisecond" [oi]
Minutes   = [Mm] "in" "s"? | [Mm] "in." | [Mm] "inute" [sn]? | "minuto" "s"? | "minuti"
Hours     = "hour" "s"? | "hr" "s"? | "Stunde" "n"? | "Std" "."? | "heure" "s"? | "hora" "s"? | "or" [ae]
CyrillicDuration = ({Measured} "ч" ("ас" ("а" | "ов")?)? "."? {Space})? ({Measured} "мин" ("ут" [аыу]?)? "."? {Space})? {Measured} ("мс" | "миллисекунд" [аыу]? | "сек" "."? | "секунд" [аыу]? | "мин" "."? | "минут" [аыу]? | "час" ("а" | "ов")? | "ч.") | {Digit}+ [.,] {Digit}+ {Space}? "с"

/* process: the number of a process or thread. `pid=4711` `Thread-7` `==4711==` */
Process      = {ProcessId} [\p{White_Space}:=#-]+ {Digit}+ | {ProcessWord} ([:=#-] {Space}? | {Space}) {Digit}+
ProcessId    = ({p}{i}{d} | {t}{i}{d} | {ProcessWord} {Space} {i}{d})
ProcessWord  = {p}{r}{o}{c}{e}{s}{s} | {t}{h}{r}{e}{a}{d}
ForeignProcess = {Kanji}* ("プロセス" | "スレッド" | "进程" | "進程" | "线程" | "線程" | "执行绪") {ForeignNumber} | ("프로세스" | "스레드") {ForeignNumber} | ([Pp]"rozess" | "Faden" | [Pp]"rocessus" | [Pp]"roceso" | [Pp]"rocesso" | [Hh]"ilo" | [Пп]"роцесс" "а"? | [Пп]"оток" "а"?) {ForeignNumber}
ForeignNumber  = (({Space} | "-")? {i}{d})? [\p{White_Space}:=#：]* {Digit}+
ProcessCount = {ProcessWord} {Space} {Digit}+ {Space} [a-z]{4} [a-z]* "s"
ProcessMark  = "==" {Digit}+ "=="

/* temporary path: a path below a folder for temporary files. `/tmp/pytest-3/x.py` `C:\Users\me\AppData\Local\Temp\a1.txt` */
TemporaryPath = {TemporaryRoot} [^\p{White_Space}'\":,)\uFFFF]+
TemporaryRoot = "/private"? ("/tmp/" | "/var/tmp/" | "/var/folders/") | [A-Za-z] ":\\" [^\p{White_Space}'\":\uFFFF]* "\\Temp\\"

/* client port: the port of a client, 32768 or higher, behind an IP address or localhost; ports of servers stay. `10.0.3.7:41822` `[::1]:54312` `10.0.3.7 port 41822` */
ClientPort = {Host} (":" | {Space} "port" {Space}) {Ephemeral}
Host       = {Digit}{1,3} "." {Digit}{1,3} "." {Digit}{1,3} "." {Digit}{1,3} | "[" [0-9a-fA-F:.]+ "]" | "localhost"
Ephemeral  = "3276" [89] | "327" [7-9] {Digit} | "32" [89] {Digit}{2} | "3" [3-9] {Digit}{3} | [45] {Digit}{4} | "6" [0-4] {Digit}{3} | "65" [0-4] {Digit}{2} | "655" [0-2] {Digit} | "6553" [0-5]

/* prefixed id: 8 or more letters and digits in no order, behind a prefix of letters. `req_8f3a91c2` `i-0abcd1234ef567890` */
MaybeId = [A-Za-z]+ [_-] [A-Za-z]* {Digit} [A-Za-z0-9]+

/* line: a line or column of source code; masked only where a policy says so. `line 42` `auth.ts:42:7` `auth.ts(42,7)` */
Line        = {LineWord} [\p{White_Space}:#]+ {Digit}+
LineWord    = {l}{i}{n}{e}{s}? | {l}{n} | {c}{o}{l}({u}{m}{n})? | {c}{h}{a}{r}({a}{c}{t}{e}{r})? | {p}{o}{s}{i}{t}{i}{o}{n}
Ending      = "." [A-Za-z]{1,4}
LineOfFile  = {Ending} ":" {Digit}+ (":" {Digit}+)?
LineBracket = {Ending} "(" {Digit}+ ("," {Digit}+)? ")"

/* fixed: a value after a word such as expected, got, exit, status or code; a comparison; an assertion. A date or time that is the subject of the message. `expected 5s, got 7s` `exit code 137` `took == 5ms` `assertEquals(5ms, x)` `invalid date 2025-02-30` */
Fixed      = {Naming} ({Between} {Named} | [.+:-] {Value}*)
Naming     = {e}{x}{p}{e}{c}{t}{e}{d} | {a}{c}{t}{u}{a}{l}({l}{y})? | {r}{e}{c}{e}{i}{v}{e}{d} | {g}{o}{t} | {w}{a}{n}{t}({e}{d})? | {b}{u}{t} {Space} {w}{a}{s} | {t}{o} {Space} ({b}{e} | {e}{q}{u}{a}{l}) | {e}{x}{i}{t}({e}{d})? | {r}{e}{t}{u}{r}{n}{e}{d} | {s}{t}{a}{t}{u}{s} | {c}{o}{d}{e} | {h}{t}{t}{p} | {e}{r}{r}{n}{o} | {h}{r}{e}{s}{u}{l}{t}
Between    = ({Space} {Link}){1,4} [\p{White_Space}:=]* [<\[\"'(]? | [\p{White_Space}:=]+ [<\[\"'(]? | [<\[\"'(]
Link       = {w}{i}{t}{h} | {c}{o}{d}{e} | {s}{t}{a}{t}{u}{s} | {v}{a}{l}{u}{e} | {t}{o} | {b}{e} | {w}{a}{s} | {i}{s}
Named      = {Value}+ | {Day} {Space} [0-9:.,]+
Compared   = {Equals} {Value}+
Equals     = [=!] "=" "="? {Space}? ['\"]?
Foreign    = ({Kanji}* ("期待" | "期望" | "预期" | "預期" | "实际" | "實際" | "実際" | "状态码" | "退出码" | "終了コード") {Kanji}* | [Ee] "rwartet" ("e" [nrs]?)? | "tatsächlich" | "statt" | "attendu" "e"? | "obtenu" "e"? | "esperad" [oa] | "obtenid" [oa] | "obtid" [oa] | "attes" [oa] | "ottenut" [oa] | [Оо] "жидал" [а-я]+ | [Пп] "олучен" [а-я]* | "예상" [가-힣]* | "실제" [가-힣]*) ({Space} ("wurde" | "wurden" | "war" | "es" | "sind" | "waren"))* [\p{White_Space}:=：]* [<\[\"'(“「『]?
Assertion  = "assert" [A-Za-z0-9_]* "(" [^)\uFFFF]{0,200} ")"

/* A date or time is the subject of a message behind these words; behind a noun only a date is. */
Subject     = {Doubt} ({Space} {TimeNoun}){0,2} {Space}? [:=(]? {Space}? {Opening}? | {TimeNoun} {Space} {Opening}? | {Kanji}* ("无效" | "無效" | "無効" | "不正" | "非法") {Kanji}* [\p{White_Space}:：]* {Opening}? | {Kanji}* ("日期" | "日付") {Space}? {Opening}? | ("잘못된" | "유효하지" {Space} "않은") ({Space} "날짜")? [\p{White_Space}:]* {Opening}? | "날짜" {Space} {Opening}?
Doubt       = {i}"nvalid" | {i}"mpossible" | {i}"ncorrect" | {i}"llegal" | {m}"alformed" | {u}"nparseable" | {u}"nparsable" | {v}"alid" | {b}"ad" | {w}"rong" | {p}"ars" ("e" "d"? | "ing") | {c}"onvert" | ("out" {Space} "of" {Space} | "outside" {Space} ("the" {Space})?) "range" | {u}"ngültig" ("e" [nrs]?)? | {i}"nvalide" | {i}"nválid" [ao] | "válid" [ao] | "valida" | [Нн] "еверн" [а-я]+ | [Нн] "едопустим" [а-я]+ | [Нн] "екорректн" [а-я]+
TimeNoun    = {d}"ate" | {d}"atetime" | {t}"imestamp" | {t}"ime" | {d}"ay" | {v}"alue" | {f}"ormat" | {s}"tring" | {i}"nput" | {l}"iteral" | {d}"ata" | {d}"atum" | {f}"echa" | {d}"ia" | [Дд] "ат" [аыу]
Opening     = ['\"‘“「『«„`]
Closing     = ['\"’”」』»“`]
Judged      = {Closing}? ({Space} ({i}{s} | {d}"oes" | "out" {Space} "of" {Space} "range" | "ist" | "liegt" | "n'est" | "no" {Space} "es" | "não" | "non" | "не") | {Space}? ("は" | "无效" | "無效" | "不是" | "不存在" | "은" | "는"))

%%

<YYINITIAL> {
  {Fixed} | {Compared} | {Assertion}     { part(PartKind.FIXED); }
  ({Timestamp} | {KanjiTimestamp} | {Date} | {Time}) {Judged} / {NotWord}  { part(PartKind.FIXED); }
  {Foreign} / [A-Za-z0-9]                { valueAt = zzMarkedPos; inside(); }
  {Subject} / [A-Za-z0-9]                { subjectAt = zzMarkedPos; inside(); }
  {Timestamp} / {NotWord}                { time(PartKind.TIMESTAMP); }
  {KanjiTimestamp}                       { time(PartKind.TIMESTAMP); }
  {KanjiDate}                            { time(PartKind.DATE); }
  {KanjiTime}                            { time(PartKind.TIME); }
  {KanjiDuration}                        { part(PartKind.DURATION); }
  {Uuid} / {NotWord}                     { part(PartKind.UUID); }
  {Date} / {NotWord}                     { time(PartKind.DATE); }
  {Time} / {NotWord}                     { time(PartKind.TIME); }
  {Address} / {NotWord}                  { part(PartKind.ADDRESS); }
  {Hash} / {NotWord}                     { if (isHash()) { part(PartKind.HASH); } else { plain(); } }
  {NamedHash} / {NotWord}                { part(PartKind.HASH); }
  {Duration} / {NotWord}                 { part(PartKind.DURATION); }
  {CyrillicDuration} / {NotCyrillic}     { part(PartKind.DURATION); }
  {ProcessCount} / {NotWord}             { plain(); }
  {Process} / {NotWord}                  { part(PartKind.PROCESS); }
  {ForeignProcess} / {NotWord}           { partFrom(yylength() - trailingDigits(), PartKind.PROCESS); }
  {ProcessMark}                          { part(PartKind.PROCESS); }
  {ClientPort} / {NotWord}               { partFrom(yylength() - trailingDigits(), PartKind.CLIENT_PORT); }
  {MaybeId} / [^A-Za-z0-9_-]             { if (isPrefixedId()) { return 'w'; } plain(); }
  {Digit}+ [.,] {Digit}+ / {NotWord}     { if (isDuration()) { part(PartKind.DURATION); } else { plain(); } }
  {TemporaryPath}                        { part(PartKind.TEMPORARY_PATH); }
  {Line} / {NumberEnd}                   { line(zzStartRead, letters(0)); return tag('w'); }
}

{LineOfFile} / {NumberEnd}               { line(zzStartRead + 1 + letters(1), 1); return tag('.'); }
{LineBracket}                            { line(zzStartRead + 1 + letters(1), 1); return tag('.'); }

/* words that facts and counts of tests are made of */
{e}{x}{i}{t}({e}{d})? | {s}{t}{a}{t}{e} | {p}{h}{a}{s}{e} | {p}{r}{o}{g}{r}{e}{s}{s} | {e}{r}{r}{n}{o}  { return tag('K'); }
{c}{o}{d}{e} | {s}{t}{a}{t}{u}{s}        { return tag('C'); }
{h}{t}{t}{p}                             { return tag('H'); }
{v}{a}{l}{u}{e} | {t}{o}                 { return tag('V'); }
{i}{s} | {w}{a}{s}                       { return tag('I'); }
{w}{i}{t}{h}                             { return tag('W'); }
{a}{n}{d}                                { return tag('A'); }
{b}{u}{t}                                { return tag('B'); }
{o}{f}                                   { return tag('O'); }
{o}{u}{t}                                { return tag('U'); }
{i}{n}                                   { return tag('Q'); }
{n}{o}{t} | {i}{f} | {w}{h}{e}{n} | {u}{n}{t}{i}{l} | {u}{n}{l}{e}{s}{s} | {o}{n}{c}{e} | {t}{h}{a}{t}  { return tag('o'); }
{h}{a}{v}{e} | {h}{a}{s} | {a}{r}{e} | {w}{e}{r}{e} | {s}{t}{i}{l}{l}  { return tag('h'); }
{f}{a}{i}{l}{e}{d}                       { return tag('F'); }
{f}{a}{i}{l}{i}{n}{g}                    { return tag('G'); }
{f}{a}{i}{l}{s}?                         { return tag('J'); }
{f}{a}{i}{l}{u}{r}{e}{s}                 { return tag('f'); }
{f}{a}{i}{l}{u}{r}{e}                    { return tag('g'); }
{p}{a}{s}{s}{e}{d}                       { return tag('P'); }
{p}{a}{s}{s}{i}{n}{g}                    { return tag('p'); }
{p}{a}{s}{s}                             { return tag('q'); }
{e}{r}{r}{o}{r}{s}                       { return tag('E'); }
{e}{r}{r}{o}{r}                          { return tag('e'); }
{e}{r}{r}{o}{r}{e}{d}                    { return tag('j'); }
{t}{e}{s}{t}{s}                          { return tag('T'); }
{t}{e}{s}{t}                             { return tag('t'); }
({s}{p}{e}{c} | {e}{x}{a}{m}{p}{l}{e} | {s}{c}{e}{n}{a}{r}{i}{o}) {s}?  { return tag('S'); }
{u}{n}{i}{t} | {i}{n}{t}{e}{g}{r}{a}{t}{i}{o}{n}  { return tag('D'); }
{t}{o}{t}{a}{l}                          { return tag('M'); }
{c}{o}{m}{p}{l}{e}{t}{e}{d}              { return tag('m'); }
{r}{u}{n}                                { return tag('R'); }
{r}{a}{n}                                { return tag('r'); }
{a}{l}{l}                                { return tag('a'); }
{o}{k}                                   { return tag('k'); }
{s}{k}{i}{p}{p}{e}{d} | {a}{s}{s}{e}{r}{t}{i}{o}{n}{s}  { return tag('X'); }
{s}{k}{i}{p}{s}? | {p}{e}{n}{d}{i}{n}{g} | {i}{g}{n}{o}{r}{e}{d} | {t}{o}{d}{o} | {x}{f}{a}{i}{l}{e}{d} | {x}{p}{a}{s}{s}{e}{d} | {d}{e}{s}{e}{l}{e}{c}{t}{e}{d} | {w}{a}{r}{n}{i}{n}{g}{s}? | {r}{e}{r}{u}{n} | {m}{e}{a}{s}{u}{r}{e}{d} | {f}{i}{l}{t}{e}{r}{e}{d} | {r}{u}{n}{s}  { return tag('x'); }

{Digit}{1,9}   { if (!isDuration()) { return tag('n'); } part(PartKind.DURATION); }
{Digit}{10}{Digit}*  { if (!isDuration()) { return tag('N'); } part(PartKind.DURATION); }
{Digit}[A-Za-z0-9]+   { return tag('d'); }
[A-Za-z0-9]+   { return tag('w'); }
{Word}         { return tag('_'); }
{Letters}      { return tag('l'); }
{Unspaced}     { return tag('u'); }
{Blank}        { return tag(' '); }
{Space}        { return tag('\n'); }
[\x00-\x7F]    { return tag(zzBuffer[zzStartRead]); }
[^]            { return tag('?'); }
