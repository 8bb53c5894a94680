/** Keeps data on a page fresh: loads it now, on request and periodically, and retries after errors. */

const PAUSES_S = [1, 2, 4, 8, 15, 30];

/** Data that `load()` loads, `show(data)` shows, and `fail(error, seconds)` reports errors of. */
export class Live {
  #options;
  #timer = null;
  #failures = 0;
  #running = false;
  #again = false;
  #ended = false;
  #newest = 0;

  /**
   * `every`: milliseconds between loads; `least`: between two requested loads; `isNeeded()`: whether a
   * hidden page loads.
   */
  constructor({ load, show, fail, every = 15_000, least = 1000, isNeeded = () => false }) {
    this.#options = { load, show, fail, every, least, isNeeded };
  }

  /** Loads now. */
  now() {
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#load();
  }

  /** Loads soon, at once where nothing was loaded recently. */
  soon() {
    if (this.#failures === 0) {
      this.#plan(Math.max(0, this.#newest + this.#options.least - Date.now()));
    }
  }

  /** Stops loading and showing. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #load() {
    this.#running = true;
    this.#newest = Date.now();
    let data;
    try {
      data = await this.#options.load();
    } catch (error) {
      this.#running = false;
      this.#failed(error);
      return;
    }
    this.#running = false;
    if (this.#ended) {
      return;
    }
    this.#failures = 0;
    this.#options.show(data);
    if (this.#again) {
      this.#again = false;
      this.soon();
    } else {
      this.#plan(this.#options.every);
    }
  }

  #failed(error) {
    if (this.#ended) {
      return;
    }
    const pause = error.retryAfter ?? PAUSES_S[Math.min(this.#failures, PAUSES_S.length - 1)];
    this.#failures++;
    this.#again = false;
    this.#options.fail(error, pause);
    this.#plan(pause * 1000);
  }

  #plan(millis) {
    if (this.#ended) {
      return;
    }
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (document.hidden && !this.#options.isNeeded() ? this.#plan(1000) : this.#load()), millis);
  }
}
