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
%state INSIDE, UNCOMPARED

%{
  private Parts parts;
  private int insideEnd;

  /** The state outside parts; the search for operands of comparisons costs most of the time. */
  private int outside;

  /**
   * Reads a text from its characters, which are followed by {@link #END}.
   *
   * @param compares whether the text has a comparison, == or !=
   */
  TextLexer(char[] chars, Parts parts, boolean compares) {
    this(java.io.Reader.nullReader());
    this.parts = parts;
    outside = compares ? YYINITIAL : UNCOMPARED;
    yybegin(outside);
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
    parts.add(kind, zzStartRead, zzMarkedPos);
    insideEnd = zzMarkedPos;
    yypushback(yylength());
    yybegin(INSIDE);
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
      yybegin(outside);
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
Unspaced = [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF70\uFF9E\uFF9F\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+
Letters  = [[\p{L}\p{N}\p{M}]--[\x00-\x7F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF70\uFF9E\uFF9F\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+

Hex      = [0-9a-f]
AnyHex   = [0-9a-fA-F]
Value    = [A-Za-z0-9_.+:-]
Day      = {Digit}{4} "-" {Digit}{2} "-" {Digit}{2}
Fraction = [.,] {Digit}{1,9}
Zone     = "Z" | [+-] {Digit}{2} ":"? {Digit}{2}

/* timestamp: a date and a time of day. `2026-03-01T10:00:00.5+02:00` `2026-03-01 10:00` */
Timestamp = {Day} ("T" | {Space}) {Digit}{2} ":" {Digit}{2} (":" {Digit}{2} {Fraction}?)? {Zone}?

/* uuid: a UUID. `123e4567-e89b-12d3-a456-426614174000` */
Uuid = {AnyHex}{8} "-" ({AnyHex}{4} "-"){3} {AnyHex}{12}

/* date: a date in digits, or with names of day and month. `2026-03-01` `3/1/2026` `Sunday, 1 March 2026` */
Date      = {Digit}{4} [-/] {Digit}{2} [-/] {Digit}{2} | {Digit}{1,2} "/" {Digit}{1,2} "/" {Digit}{4} | {NamedDate}
NamedDate = {DayName} ","? {Space} ({Digit}{1,2} {Space})? {Month} ({Space} {Digit}{1,2})? ({Space} {Digit}{4})?
DayName   = ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun") [a-z]{0,6}
Month     = ("Jan" | "Feb" | "Mar" | "Apr" | "May" | "Jun" | "Jul" | "Aug" | "Sep" | "Oct" | "Nov" | "Dec") [a-z]{0,6}

/* time: a time of day with seconds. `10:00:00` `9:05:00.123` */
Time = {Digit}{1,2} ":" {Digit}{2} ":" {Digit}{2} {Fraction}?

/* address: an address in memory. `0x7ffe12ab` */
Address = "0x" {AnyHex}{4,16}

/* hash: 7 to 64 hexadecimal digits with a letter and a digit, or any after its algorithm. `3f2a9bc` `sha256:3f2a9bc1` */
Hash      = {Hex}{7}{Hex}*
NamedHash = "sha" {Digit}+ ":" {Hex}+

/* duration: a number with a unit of time, or several. `12ms` `1h2m30.5s` `2 minutes 3 s` */
Duration  = ({Digit}+ "h" {Space}?)? ({Digit}+ "m" {Space}?)? {Measured} {Unit} ({Space} {Measured} {ShortUnit})?
Measured  = {Digit}+ ("." {Digit}+)? {Space}?
ShortUnit = "ms" | "s" | "sec" | "secs" | "second" | "seconds"
ClockUnit = "ns" | "us" | "µs" | {ShortUnit}
Unit      = {ClockUnit} | "min" | "mins" | "minute" | "minutes" | "hour" | "hours"

/* process: the number of a process or thread. `pid=4711` `Thread-7` `==4711==` */
Process      = {ProcessId} [\p{White_Space}:=#-]+ {Digit}+ | {ProcessWord} ([:=#-] {Space}? | {Space}) {Digit}+
ProcessId    = ({p}{i}{d} | {t}{i}{d} | {ProcessWord} {Space} {i}{d})
ProcessWord  = {p}{r}{o}{c}{e}{s}{s} | {t}{h}{r}{e}{a}{d}
ProcessCount = {ProcessWord} {Space} {Digit}+ {Space} [a-z]{4} [a-z]* "s"
ProcessMark  = "==" {Digit}+ "=="

/* temporary path: a path below a folder for temporary files. `/tmp/pytest-3/x.py` `C:\Users\me\AppData\Local\Temp\a1.txt` */
TemporaryPath = {TemporaryRoot} [^\p{White_Space}'\":,)\uFFFF]+
TemporaryRoot = "/private"? ("/tmp/" | "/var/tmp/" | "/var/folders/") | [A-Za-z] ":\\" [^\p{White_Space}'\":\uFFFF]* "\\Temp\\"

/* line: a line or column of source code; masked only where a policy says so. `line 42` `auth.ts:42:7` `auth.ts(42,7)` */
Line        = {LineWord} [\p{White_Space}:#]+ {Digit}+
LineWord    = {l}{i}{n}{e}{s}? | {l}{n} | {c}{o}{l}({u}{m}{n})? | {c}{h}{a}{r}({a}{c}{t}{e}{r})? | {p}{o}{s}{i}{t}{i}{o}{n}
Ending      = "." [A-Za-z]{1,4}
LineOfFile  = {Ending} ":" {Digit}+ (":" {Digit}+)?
LineBracket = {Ending} "(" {Digit}+ ("," {Digit}+)? ")"

/* fixed: a value after a word such as expected, got, exit, status or code; a comparison; an assertion. `expected 5s, got 7s` `exit code 137` `took == 5ms` `assertEquals(5ms, x)` */
Fixed      = {Naming} ({Between} {Named} | [.+:-] {Value}*)
Naming     = {e}{x}{p}{e}{c}{t}{e}{d} | {a}{c}{t}{u}{a}{l}({l}{y})? | {r}{e}{c}{e}{i}{v}{e}{d} | {g}{o}{t} | {w}{a}{n}{t}({e}{d})? | {b}{u}{t} {Space} {w}{a}{s} | {t}{o} {Space} ({b}{e} | {e}{q}{u}{a}{l}) | {e}{x}{i}{t}({e}{d})? | {r}{e}{t}{u}{r}{n}{e}{d} | {s}{t}{a}{t}{u}{s} | {c}{o}{d}{e} | {h}{t}{t}{p} | {e}{r}{r}{n}{o} | {h}{r}{e}{s}{u}{l}{t}
Between    = ({Space} {Link}){1,4} [\p{White_Space}:=]* [<\[\"'(]? | [\p{White_Space}:=]+ [<\[\"'(]? | [<\[\"'(]
Link       = {w}{i}{t}{h} | {c}{o}{d}{e} | {s}{t}{a}{t}{u}{s} | {v}{a}{l}{u}{e} | {t}{o} | {b}{e} | {w}{a}{s} | {i}{s}
Named      = {Value}+ | {Day} {Space} [0-9:.,]+
Operand    = ['\"]? {Hex} [A-Za-z0-9_.+-]{0,30} ['\"]? ({Space}? {ClockUnit})? {Space}?
Compared   = {Equals} {Value}+
Comparison = {Operand} {Equals} {Value}*
Equals     = [=!] "=" "="? {Space}? ['\"]?
Assertion  = "assert" [A-Za-z0-9_]{0,40} "(" [^)\uFFFF]{0,200} ")"

%%

<YYINITIAL> {
  {Comparison}                           { part(PartKind.FIXED); }
  /* the mark of a process is not a comparison */
  {Operand} {ProcessMark}                { yypushback(yylength()); yybegin(UNCOMPARED); }
}

<YYINITIAL, UNCOMPARED> {
  {Fixed} | {Compared} | {Assertion}     { part(PartKind.FIXED); }
  {Timestamp} / {NotWord}                { part(PartKind.TIMESTAMP); }
  {Uuid} / {NotWord}                     { part(PartKind.UUID); }
  {Date} / {NotWord}                     { part(PartKind.DATE); }
  {Time} / {NotWord}                     { part(PartKind.TIME); }
  {Address} / {NotWord}                  { part(PartKind.ADDRESS); }
  {Hash} / {NotWord}                     { if (isHash()) { part(PartKind.HASH); } else { plain(); } }
  {NamedHash} / {NotWord}                { part(PartKind.HASH); }
  {Duration} / {NotWord}                 { part(PartKind.DURATION); }
  {ProcessCount} / {NotWord}             { plain(); }
  {Process} / {NotWord}                  { part(PartKind.PROCESS); }
  {ProcessMark}                          { part(PartKind.PROCESS); }
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

{Digit}{1,9}   { return tag('n'); }
{Digit}{10}{Digit}*  { return tag('N'); }
{Digit}[A-Za-z0-9]+   { return tag('d'); }
[A-Za-z0-9]+   { return tag('w'); }
{Word}         { return tag('_'); }
{Letters}      { return tag('l'); }
{Unspaced}     { return tag('u'); }
{Blank}        { return tag(' '); }
{Space}        { return tag('\n'); }
[\x00-\x7F]    { return tag(zzBuffer[zzStartRead]); }
[^]            { return tag('?'); }
