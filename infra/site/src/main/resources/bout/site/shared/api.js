/** Client for the API and the replays, as far as pages use them. */

const TIMEOUT_MS = 15_000;

/** A failed request. The message is a sentence to show. */
export class RequestFailed extends Error {
  /**
   * @param {string} message
   * @param {number | null} status of the answer; `null` if there was none
   */
  constructor(message, status) {
    super(message);
    this.name = "RequestFailed";
    this.status = status;
  }

  /** Whether the same request may succeed a little later. */
  get passing() {
    return this.status === null || this.status === 429 || this.status >= 500;
  }

  /** Whether the request needs a token, or another token. */
  get needsToken() {
    return this.status === 401 || this.status === 403;
  }
}

export const games = () => json("/api/games");

export const game = (id) => json(`/api/games/${encodeURIComponent(id)}`);

/** @param {Record<string, string | number>} parameters as named in the OpenAPI document */
export const matches = (parameters = {}) => json(withQuery("/api/matches", parameters));

/** @param {boolean} watched whether somebody follows the match; its runner then publishes a live replay */
export const match = (id, watched = false) => json(`/api/matches/${encodeURIComponent(id)}${watched ? "?watch=true" : ""}`);

/**
 * Registered bots.
 *
 * @param {Record<string, string | number | boolean>} parameters as named in the OpenAPI document
 * @param {string} token or "" for none
 */
export const bots = (parameters, token = "") => json(withQuery("/api/bots", parameters), { headers: authorization(token) });

/**
 * Starts a match.
 *
 * @param request the body, as described in the OpenAPI document
 * @param {string} key ensures that a repeated request does not start a second match
 * @param {string} token or "" for none
 */
export const start = (request, key, token) =>
  json("/api/matches", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      ...authorization(token),
    },
    body: JSON.stringify(request),
  });

/** The live replay of a running match, without a result; `null` if there is none. */
export async function movesSoFar(id) {
  try {
    return await replay(`/live/${encodeURIComponent(id)}.json`);
  } catch (failed) {
    if (failed instanceof RequestFailed && failed.status === 404) {
      return null;
    }
    throw failed;
  }
}

/** The replay at the path in a match's record. */
export async function replay(path) {
  const response = await answer(path, {}, "The replay");
  try {
    return await response.json();
  } catch (cause) {
    throw new RequestFailed(`The replay is not JSON, or it broke off: ${cause.message}.`, response.status);
  }
}

/**
 * The current version of a standings file, or `null` if nothing has been published. The browser revalidates its copy,
 * and downloads the file only if it has changed.
 *
 * @param {string} name such as "tournaments"
 */
export async function standings(name) {
  let response;
  try {
    response = await answer(`/standings/${name}.json`, { cache: "no-cache" }, "The file of standings");
  } catch (failed) {
    if (failed instanceof RequestFailed && failed.status === 404) {
      return null;
    }
    throw failed;
  }
  try {
    return await response.json();
  } catch (cause) {
    throw new RequestFailed(`The file of standings is not JSON, or it broke off: ${cause.message}.`, response.status);
  }
}

/** @param {string} token or "" for none; a private tournament needs its owner's token */
export const tournament = (id, token) =>
  json(`/api/tournaments/${encodeURIComponent(id)}`, { headers: authorization(token) });

/**
 * The matches of a tournament.
 *
 * @param {Record<string, string | number>} parameters as named in the OpenAPI document
 * @param {string} token as for the tournament
 */
export const tournamentMatches = (id, parameters, token) =>
  json(
    withQuery(`/api/tournaments/${encodeURIComponent(id)}/matches`, parameters),
    { headers: authorization(token) });

const authorization = (token) => (token === "" ? {} : { Authorization: `Bearer ${token}` });

const withQuery = (path, parameters) =>
  (Object.keys(parameters).length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`);

async function json(path, init = {}) {
  const response = await answer(path, init, "The API");
  try {
    return await response.json();
  } catch (cause) {
    throw new RequestFailed(`The API's answer is not JSON, or it broke off: ${cause.message}.`, response.status);
  }
}

async function answer(path, init, who) {
  let response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    const why = cause.name === "TimeoutError"
      ? `gave no answer within ${TIMEOUT_MS / 1000} seconds`
      : "cannot be reached";
    throw new RequestFailed(`${who} ${why}. Is the network there, and is Bout running?`, null);
  }
  if (!response.ok) {
    throw new RequestFailed(await problem(response, who), response.status);
  }
  return response;
}

/** The text of a problem document (RFC 9457); without one, the status. */
async function problem(response, who) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/problem+json")) {
    try {
      const { title, detail } = await response.json();
      const text = detail ?? title;
      if (typeof text === "string") {
        return text;
      }
    } catch {
      // A problem document that cannot be read adds nothing to the status.
    }
  }
  return response.status === 404
    ? `${who} is not there (status 404).`
    : `${who} answered with the status ${response.status} and no explanation.`;
}
