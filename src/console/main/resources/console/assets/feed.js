/**
 * The live feed: server-sent events, read with fetch. A lost connection is reopened after a growing
 * pause, at the last event. A hidden page closes its connection, as browsers have only a few per
 * host, unless it notifies.
 */

import { demandSignIn } from "./session.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Three missed pings. */
const SILENCE_MS = 45_000;

/** One connection, which reconnects until the page is closed. */
export class Feed {
  #lastId = null;
  #heardAt = null;
  #pause = FIRST_PAUSE_MS;
  #aborting = null;
  #timer = null;
  #onEvent;
  #onState;
  #isPaused;

  /**
   * Events go to `onEvent(name, data)`, states (live, waiting, hidden) to
   * `onState(state, seconds, heardAt)`, with the time when the feed last received something;
   * `isNeeded()` says whether a hidden page needs events.
   */
  constructor(onEvent, onState, isNeeded) {
    this.#isPaused = () => document.hidden && !isNeeded();
    this.#onEvent = onEvent;
    this.#onState = onState;
  }

  /** Connects, and follows the page's visibility. */
  start() {
    document.addEventListener("visibilitychange", () => this.#seen());
    this.#seen();
  }

  /** Reconnects now, without waiting for the pause. */
  again() {
    if (this.#aborting === null && !this.#isPaused()) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  }

  #seen() {
    clearTimeout(this.#timer);
    if (this.#isPaused()) {
      this.#aborting?.abort();
      this.#onState("hidden");
    } else if (this.#aborting === null || this.#aborting.signal.aborted) {
      this.#pause = FIRST_PAUSE_MS;
      this.#connect();
    }
  }

  async #connect() {
    const aborting = new AbortController();
    this.#aborting = aborting;
    this.#onState("connecting");
    try {
      const headers = { Accept: "text/event-stream" };
      if (this.#lastId !== null) {
        headers["Last-Event-ID"] = this.#lastId;
      }
      const answer = await fetch("/api/v1/feed", { headers, signal: aborting.signal, cache: "no-store" });
      if (answer.status === 401) {
        demandSignIn();
      }
      if (!answer.ok) {
        throw new Error(`the feed answers ${answer.status}`);
      }
      this.#pause = FIRST_PAUSE_MS;
      this.#heardAt = Date.now();
      this.#onState("live", 0, this.#heardAt);
      await this.#read(answer.body.getReader(), aborting);
    } catch {
      // reconnect after any error
    }
    if (this.#aborting === aborting) {
      this.#aborting = null;
      this.#later();
    }
  }

  async #read(reader, aborting) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const watch = setTimeout(() => aborting.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(watch));
      if (done) {
        return;
      }
      this.#heardAt = Date.now();
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = parts.pop();
      parts.map(parseEvent).forEach((event) => this.#take(event));
    }
  }

  #take(event) {
    if (event.id !== null) {
      this.#lastId = event.id;
    }
    if (event.data !== "") {
      this.#onEvent(event.name, JSON.parse(event.data));
    }
  }

  #later() {
    if (this.#isPaused()) {
      return;
    }
    // jitter: after a restart not all consoles may reconnect at once
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
    this.#onState("waiting", Math.ceil(pause / 1000), this.#heardAt);
    this.#timer = setTimeout(() => this.#connect(), pause);
  }
}

/** The fields of one event of a stream. */
export function parseEvent(block) {
  const event = { id: null, name: "message", data: "" };
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") {
      event.id = value;
    } else if (field === "event") {
      event.name = value;
    } else if (field === "data") {
      data.push(value);
    }
  }
  event.data = data.join("\n");
  return event;
}
