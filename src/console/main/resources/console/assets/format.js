/** Figures, times and symbols as people read them. Pure functions. */

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;
const YEAR_MS = 365 * DAY_MS;

/** Control, invisible and bidi characters, as in text.Printable; line breaks and tabs only separate words. */
const HIDDEN =
  /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])(?!(?<=[^\u0000-\u02ff\p{Cc}\p{Cf}\p{Cs}])[\u200c\u200d](?=[^\u0000-\u02ff\p{Cc}\p{Cf}\p{Cs}]))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A dash for an unknown value. */
export const UNKNOWN = "–";

/** A whole number with separators; a dash for null. */
export function whole(number) {
  return known(number) ? WHOLE.format(number) : UNKNOWN;
}

/** A number in few characters, from 10,000 on shortened: 12.3K. */
export function short(number) {
  return known(number) && Math.abs(number) >= 10_000 ? SHORT.format(number) : whole(number);
}

/** Dollars: cents from one dollar on, two significant digits below. */
export function usd(amount) {
  if (!known(amount)) {
    return UNKNOWN;
  }
  if (amount === 0 || Math.abs(amount) >= 0.995) {
    return `$${amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  }
  const digits = Math.min(6, 1 - Math.floor(Math.log10(Math.abs(amount))));
  return `$${amount.toFixed(Math.max(2, digits))}`;
}

/** A length of time in its two largest units: 2 h 5 min. */
export function duration(millis) {
  if (!known(millis)) {
    return UNKNOWN;
  }
  const time = Math.max(0, millis);
  if (time < SECOND) {
    return `${Math.round(time)} ms`;
  }
  if (time < MINUTE) {
    return `${Math.floor(time / SECOND)} s`;
  }
  if (time < HOUR) {
    return two(time, MINUTE, "min", SECOND, "s");
  }
  if (time < DAY_MS) {
    return two(time, HOUR, "h", MINUTE, "min");
  }
  return time < YEAR_MS ? two(time, DAY_MS, "d", HOUR, "h") : two(time, YEAR_MS, "y", DAY_MS, "d");
}

function two(time, large, largeName, small, smallName) {
  const rest = Math.floor((time % large) / small);
  return `${Math.floor(time / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ""}`;
}

/** How long ago a time is, in one unit. */
export function ago(at, now) {
  const passed = now - at;
  if (passed < 5 * SECOND) {
    return "just now";
  }
  const units = [[YEAR_MS, "y"], [DAY_MS, "d"], [HOUR, "h"], [MINUTE, "min"], [SECOND, "s"]];
  const [unit, name] = units.find(([length]) => passed >= length);
  return `${Math.floor(passed / unit)} ${name} ago`;
}

/** Time of day; the day before it where that is not today's, with its year where that is not this one. */
export function clock(at, now) {
  const time = new Date(at);
  const today = new Date(now);
  if (time.toDateString() === today.toDateString()) {
    return CLOCK.format(time);
  }
  const day = time.getFullYear() === today.getFullYear() ? DAY : DAY_OF_YEAR;
  return `${day.format(time)} ${CLOCK.format(time)}`;
}

/** Date and time with zone. */
export function full(at) {
  return FULL.format(new Date(at));
}

/** A symbol as words: retry_with_hint → retry with hint. */
export function words(symbol) {
  return symbol ? String(symbol).replaceAll("_", " ") : UNKNOWN;
}

/** An action with its target: escalate to planner. */
export function actionText(action, target) {
  return target ? `${words(action)} → ${words(target)}` : words(action);
}

/** A cost in its main unit, dollars if known or else tokens; and in the other unit. */
export function spent({ tokens, usd: dollars }) {
  const inTokens = `${short(tokens)} tokens`;
  return dollars ? [usd(dollars), inTokens] : [inTokens, "no cost in dollars"];
}

/** The cost of a task likewise; a dash where no cost was reported. */
export function reported(cost) {
  return cost.tokens || cost.usd ? spent(cost) : [UNKNOWN, "none reported"];
}

/** A sentence with a capital. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A cost in one line; empty if unknown. */
export function cost(spent) {
  if (!spent) {
    return "";
  }
  const parts = [];
  if (spent.tokens) {
    parts.push(`${short(spent.tokens)} tokens`);
  }
  if (spent.usd) {
    parts.push(usd(spent.usd));
  }
  if (spent.millis) {
    parts.push(duration(spent.millis));
  }
  return parts.join(" · ");
}

/** A count with its noun: 1 loop, 2 loops. */
export function counted(number, noun, nouns = `${noun}s`) {
  return `${whole(number)} ${number === 1 ? noun : nouns}`;
}

/** A text with visible special characters: a bidi control is shown as \u202e. */
export function visible(text) {
  const code = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return String(text).replace(HIDDEN, (hidden) => hidden.split("").map(code).join(""));
}

function known(number) {
  return typeof number === "number" && Number.isFinite(number);
}
