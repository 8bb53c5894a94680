/** Small charts: bars by minute, shares, sparklines. Each also has its figures as text. */

import { el, svg } from "./dom.js";
import { clock, counted, whole } from "./format.js";

const BAR_HEIGHT = 64;
const HOUR_MS = 3_600_000;

/** Bars of one figure by minute, with its peak and its sum. */
export function minutes(title, tone, entries, valueOf) {
  const values = entries.map(valueOf);
  const peak = Math.max(0, ...values);
  const sum = values.reduce((total, value) => total + value, 0);
  const now = Date.now();
  return el(
    "figure",
    { class: `minutes ${tone}` },
    el("figcaption", {}, el("span", { class: "strong" }, title), el("span", { class: "muted" }, `${whole(sum)} in ${entries.length} min, peak ${whole(peak)}`)),
    svg(
      "svg",
      { viewBox: `0 0 ${entries.length * 4} ${BAR_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      values.map((value, index) => bar(value, peak, index, `${clock(entries[index].at, now)}: ${whole(value)}`)),
    ),
  );
}

function bar(value, peak, index, text) {
  const height = value === 0 ? 1 : Math.max(3, (value / peak) * (BAR_HEIGHT - 2));
  return svg(
    "g",
    { class: value === 0 ? "none" : null },
    svg("title", {}, text),
    svg("rect", { class: "touch", x: index * 4, y: 0, width: 4, height: BAR_HEIGHT }),
    svg("rect", { x: index * 4 + 0.5, y: BAR_HEIGHT - height, width: 3, height }),
  );
}

/** Bars of loops by hour, the current one last. */
export function hours(title, tone, counts) {
  const now = Date.now();
  const start = Math.floor(now / HOUR_MS) * HOUR_MS;
  const peak = Math.max(0, ...counts);
  const sum = counts.reduce((total, count) => total + count, 0);
  const hour = (index) => clock(start - (counts.length - 1 - index) * HOUR_MS, now);
  return el(
    "figure",
    { class: `minutes ${tone}` },
    el("figcaption", {}, el("span", { class: "strong" }, title), el("span", { class: "muted" }, `${whole(sum)} in ${counts.length} h, peak ${whole(peak)}`)),
    svg(
      "svg",
      { viewBox: `0 0 ${counts.length * 4} ${BAR_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      counts.map((count, index) => bar(count, peak, index, `${hour(index)}: ${whole(count)}`)),
    ),
  );
}

/** The minutes as a table, those without anything left out. */
export function minuteTable(entries) {
  const busy = entries.filter((entry) => entry.loops || entry.gates).reverse();
  const now = Date.now();
  return el(
    "details",
    {},
    el("summary", {}, "Minutes as a table"),
    busy.length === 0
      ? el("p", { class: "muted" }, "Nothing in this time.")
      : el(
          "div",
          { class: "scroll short", tabindex: "0", role: "region", "aria-label": "Loops and gates by minute" },
          el(
            "table",
            {},
            el("thead", {}, el("tr", {}, ["Minute", "Loops", "Gates"].map((name) => el("th", { scope: "col" }, name)))),
            el("tbody", {}, busy.map((entry) => el("tr", {}, el("td", {}, clock(entry.at, now)), el("td", { class: "number" }, whole(entry.loops)), el("td", { class: "number" }, whole(entry.gates))))),
          ),
        ),
  );
}

/** Counts side by side as horizontal bars: `{label, count}` each. */
export function shares(entries) {
  const most = Math.max(1, ...entries.map((entry) => entry.count));
  return el(
    "dl",
    { class: "shares" },
    entries.map((entry) => {
      const fill = el("span", { class: "fill", "aria-hidden": "true" });
      fill.style.width = `${(100 * entry.count) / most}%`;
      return el(
        "div",
        {},
        el("dt", {}, entry.label),
        el("dd", {}, el("span", { class: "track" }, fill), el("span", { class: "number" }, whole(entry.count))),
      );
    }),
  );
}

/** A line of few numbers, as high as it is wide in a row of text. */
export function sparkline(values, time = "the last hour") {
  const peak = Math.max(1, ...values);
  const step = 72 / Math.max(1, values.length);
  return svg(
    "svg",
    {
      class: "spark", viewBox: "0 0 72 18", width: 72, height: 18, role: "img",
      "aria-label": `${counted(values.reduce((sum, value) => sum + value, 0), "loop")} in ${time}`,
    },
    values.map((value, index) => {
      const height = value === 0 ? 1 : Math.max(3, (value / peak) * 17);
      return svg("rect", { class: value === 0 ? "none" : null, x: index * step, y: 18 - height, width: step - 1.5, height });
    }),
  );
}
