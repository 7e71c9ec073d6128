/** The API and the replays, as far as pages use them. */

const PATIENCE_MILLISECONDS = 15_000;

/** A request that did not give what was asked for. The message is a sentence to show. */
export class RequestFailed extends Error {
  /**
   * @param {string} message
   * @param {number | null} status of the answer; `null` when none came
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

  /** Whether it takes a token, or another one. */
  get needsToken() {
    return this.status === 401 || this.status === 403;
  }
}

export const games = () => json("/api/games");

export const game = (id) => json(`/api/games/${encodeURIComponent(id)}`);

/** @param {Record<string, string | number>} parameters as the OpenAPI document names them */
export const matches = (parameters = {}) => json(withQuery("/api/matches", parameters));

/** @param {boolean} watched whether somebody follows the match: then its runner tells of the moves so far */
export const match = (id, watched = false) => json(`/api/matches/${encodeURIComponent(id)}${watched ? "?watch=true" : ""}`);

/**
 * Registered bots.
 *
 * @param {Record<string, string | number | boolean>} parameters as the OpenAPI document names them
 * @param {string} token or "" for none
 */
export const bots = (parameters, token = "") => json(withQuery("/api/bots", parameters), { headers: authorization(token) });

/**
 * Asks for a match.
 *
 * @param request the body, as the OpenAPI document describes it
 * @param {string} key makes sure that a request that is sent again asks for no second match
 * @param {string} token what to show, or "" for none
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

/** The moves so far of a match under way, as a replay without its end; `null` while there are none. */
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

/** The replay at the path that a match names. */
export async function replay(path) {
  const response = await answer(path, {}, "The replay");
  try {
    return await response.json();
  } catch (cause) {
    throw new RequestFailed(`The replay is not JSON, or it broke off: ${cause.message}.`, response.status);
  }
}

/**
 * A file of standings as it is now, or `null` where nothing has been published yet. The browser asks whether it has
 * changed, and fetches it only then.
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

/** @param {string} token or "" for none; who asks for a tournament that is not public needs its owner's */
export const tournament = (id, token) =>
  json(`/api/tournaments/${encodeURIComponent(id)}`, { headers: authorization(token) });

/**
 * The matches of a tournament.
 *
 * @param {Record<string, string | number>} parameters as the OpenAPI document names them
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
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
  } catch (cause) {
    const why = cause.name === "TimeoutError"
      ? `gave no answer within ${PATIENCE_MILLISECONDS / 1000} seconds`
      : "cannot be reached";
    throw new RequestFailed(`${who} ${why}. Is the network there, and is Bout running?`, null);
  }
  if (!response.ok) {
    throw new RequestFailed(await problem(response, who), response.status);
  }
  return response;
}

/** What a problem document (RFC 9457) says; without one, the status. */
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
      // A problem document that cannot be read says no more than its status does.
    }
  }
  return response.status === 404
    ? `${who} is not there (status 404).`
    : `${who} answered with the status ${response.status} and no explanation.`;
}
