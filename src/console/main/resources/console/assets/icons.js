/** Icons; each is shown next to words, never alone. */

import { svg } from "./dom.js";

const PATHS = {
  loop: "M13 5.500A5.2 5.2 0 1 0 13.2 10M13.5 2.500v3.300h-3.3",
  gate: "M3 13V4.500M13 13V4.500M3 6.500h10M3 10h10",
  reset: "M3.5 8.500l3 3 6-7",
  action: "M8 6.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3",
  cross: "M4 4l8 8M12 4l-8 8",
  warn: "M8 2.500l6 11H2zM8 6.500v3.200M8 11.400v.4",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.500v1.300M8 13.200v1.300M1.5 8h1.300M13.2 8h1.300M3.4 3.400l.9.9M11.7 11.700l.9.9M12.6 3.400l-.9.9M4.3 11.700l-.9.9",
  moon: "M13 9.800A5.6 5.6 0 0 1 6.2 3a5.6 5.6 0 1 0 6.8 6.8",
  half: "M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 2.500v11M10 3.800v8.400M12 5.500v5",
  pause: "M5.5 3.500v9M10.5 3.500v9",
  play: "M5 3.500l7 4.5-7 4.500z",
  copy: "M5.5 5.500h7.500v8H5.500zM3 10.500v-8h7.5",
  quiet: "M3 8h10",
};

/** An icon by name, hidden from screen readers. */
export function icon(name) {
  return svg(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
}
