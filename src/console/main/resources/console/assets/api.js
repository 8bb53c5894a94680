/** Requests to the JSON API. */

import { sentence } from "./format.js";
import { csrf, demandSignIn, loadSession } from "./session.js";

const TIMEOUT_MS = 20_000;
const MOST_OF_ANSWER = 500;

/** An error of the API: its status (0: no answer) and message. */
export class ApiError extends Error {
  constructor(status, body, retryAfter) {
    super(sentence(body?.error ?? (status === 0 ? "Eddyline does not answer" : `Eddyline answers ${status}`)));
    this.status = status;
    this.field = body?.field ?? null;
    this.body = body ?? {};
    this.retryAfter = body?.retryAfterSeconds ?? retryAfter;
  }
}

/** The answer to a GET under /api/v1. */
export function get(path, parameters = {}, timeoutMs = TIMEOUT_MS) {
  return request("GET", path, parameters, undefined, timeoutMs);
}

/** The first items of a list and their total, in several requests: an answer has 500 at most. */
export async function list(path, parameters, most) {
  const items = [];
  let answer = { next: null };
  do {
    answer = await get(path, { ...parameters, limit: Math.min(MOST_OF_ANSWER, most - items.length), cursor: answer.next });
    items.push(...answer.items);
  } while (answer.next && items.length < most);
  return { ...answer, items };
}

/** The answer to a POST of a JSON body. */
export async function post(path, parameters, body, timeoutMs = TIMEOUT_MS) {
  try {
    return await request("POST", path, parameters, body, timeoutMs);
  } catch (refused) {
    const isLink = path.startsWith("linked-gate");
    if (!(refused instanceof ApiError) || refused.status !== 403 || isLink) {
      throw refused;
    }
    // the session and its CSRF token may have been renewed meanwhile
    await loadSession();
    return request("POST", path, parameters, body, timeoutMs);
  }
}

/** Address of an API resource; null and empty parameters are omitted. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return `/api/v1/${path}${text ? `?${text}` : ""}`;
}

async function request(method, path, parameters, body, timeoutMs = TIMEOUT_MS) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    if (csrf()) {
      headers["X-Csrf-Token"] = csrf();
    }
  }
  let answer;
  try {
    answer = await fetch(address(path, parameters), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new ApiError(0);
  }
  if (answer.status === 401) {
    demandSignIn();
  }
  const json = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new ApiError(answer.status, json, Number(answer.headers.get("Retry-After")) || null);
  }
  return json;
}
