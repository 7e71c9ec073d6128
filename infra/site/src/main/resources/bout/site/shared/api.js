/** Client for the API and the replays, as far as pages use them. A token may be "" for none. */

/** @typedef {Record<string, string | number | boolean>} Query parameters as named in the OpenAPI document */

const TIMEOUT_MS = 15_000;
const ID_BYTES = 16;

/** What may have broken off, as {@link whole} says it. */
const REPLAY = "The replay is not JSON, or it";

/** A new id of 32 hexadecimal digits. `crypto.randomUUID` exists only on secure addresses, so not on a Bout in a local network. */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What went wrong, in the words of whoever threw it. @param {unknown} cause */
export const messageOf = (cause) => (cause instanceof Error ? cause.message : String(cause));

/**
 * What is published under a name.
 *
 * @template {string} N
 * @typedef {N extends `ladders/${string}` ? Api.Ladder : N extends `bots/${string}` ? BotFile.Document :
 *   N extends `tournaments/${string}` ? TournamentFile.Document : N extends "front" ? FrontFile.Document : unknown} StandingsFile
 */

/** A failed request. The message is a sentence to show. */
export class RequestFailed extends Error {
  /**
   * @param {string} message
   * @param {number | null} status of the answer; `null` if there was none, or only a part of one
   * @param {{detail: string, pointer?: string}[]} parts what was wrong with each field
   */
  constructor(message, status, parts = []) {
    super(message);
    this.name = "RequestFailed";
    this.status = status;
    this.parts = parts;
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

/** @type {() => Promise<Api.GameList>} */
export const games = () => json("/api/games");

/** @type {(id: string) => Promise<Api.Game>} */
export const game = (id) => json(`/api/games/${encodeURIComponent(id)}`);

/** @type {(parameters?: Query, token?: string) => Promise<Api.MatchPage>} */
export const matches = (parameters = {}, token = "") =>
  json(withQuery("/api/matches", parameters), { headers: authorization(token) });

/** A match; one of a private tournament needs its owner's token. @type {(id: string, token?: string) => Promise<Api.Match>} */
export const match = (id, token = "") => json(`/api/matches/${encodeURIComponent(id)}`, { headers: authorization(token) });

/**
 * Says that somebody follows the match; its runner then publishes a live replay for half a minute.
 *
 * @type {(id: string, token?: string) => Promise<Api.Match>}
 */
export const watch = (id, token = "") =>
  json(`/api/matches/${encodeURIComponent(id)}?watch=true`, { headers: authorization(token) });

/**
 * What the caller's own published bots printed in a finished match.
 *
 * @type {(id: string, token: string) => Promise<Api.Console>}
 */
export const printed = (id, token) => json(`/api/matches/${encodeURIComponent(id)}/console`, { headers: authorization(token) });

/** Registered bots. @type {(parameters: Query, token?: string) => Promise<Api.BotPage>} */
export const bots = (parameters, token = "") => json(withQuery("/api/bots", parameters), { headers: authorization(token) });

/** A registered bot; a private one needs its owner's token. @type {(id: string, token?: string) => Promise<Api.Bot>} */
export const bot = (id, token = "") => json(`/api/bots/${encodeURIComponent(id)}`, { headers: authorization(token) });

/** Who the token belongs to, with their limits; an open Bout accepts none. @type {(token: string) => Promise<Api.Me>} */
export const me = (token) => json("/api/me", { headers: authorization(token) });

/** Whether everyone may join, and whether one can sign in. @type {() => Promise<Api.JoinPolicy>} */
export const joining = () => json("/api/join");

/** Joins; without a secret only where everyone may join. @type {(request: Api.JoinRequest) => Promise<Api.IssuedKey>} */
export const join = (request) => sent("POST", "/api/join", "", request);

/** @type {(request: Api.BotRequest, token: string) => Promise<Api.BotWithSecret>} */
export const registerBot = (request, token) => create("/api/bots", request, token);

/** @type {(id: string, change: Api.BotChange, token: string) => Promise<Api.Bot>} */
export const changeBot = (id, change, token) => sent("PATCH", botPath(id), token, change);

/** @type {(id: string, token: string) => Promise<Api.Bot>} */
export const deleteBot = (id, token) => sent("DELETE", botPath(id), token);

/** Has a bot checked; the outcome appears in its `check`. @type {(id: string, token: string) => Promise<Api.BotCheck>} */
export const checkBot = (id, token) => sent("POST", `${botPath(id)}/check`, token);

/** Says that another program runs at a bot's URL. @type {(id: string, token: string) => Promise<Api.Bot>} */
export const renewBot = (id, token) => sent("POST", `${botPath(id)}/version`, token);

/**
 * Replaces a bot's secret. The answer has the new one as `secret`.
 *
 * @type {(id: string, token: string) => Promise<Api.BotWithSecret>}
 */
export const replaceSecret = (id, token) => sent("POST", `${botPath(id)}/secret`, token);

/** @param {string} path @param {string} token */
export async function text(path, token) {
  const response = await answer(path, { headers: authorization(token) }, "The API");
  return whole(response.text(), "The API's answer");
}

/** The code of a published bot. @param {string} id @param {string} token */
export const codeOfBot = (id, token) => text(`${botPath(id)}/code`, token);

/** @type {(id: string) => string} */
const botPath = (id) => `/api/bots/${encodeURIComponent(id)}`;

/**
 * Sends a request with a token; most change something.
 *
 * @param {string} method
 * @param {string} path
 * @param {string} token
 * @param {object | null} body
 */
export const sent = (method, path, token, body = null) =>
  json(path, {
    method,
    headers: { ...(body === null ? {} : { "Content-Type": "application/json" }), ...authorization(token) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });

/**
 * An address and a ticket with which a connected bot opens a connection.
 *
 * @type {(id: string, token: string) => Promise<Api.LineTicket>}
 */
export const connectBot = (id, token) => sent("POST", `${botPath(id)}/connect`, token, {});

/**
 * Sends a bot of the caller's one request of a match again. The answer appears in the bot's `check`.
 *
 * @type {(id: string, request: Api.AgainRequest, token: string) => Promise<Api.BotCheck>}
 */
export const askAgain = (id, request, token) => sent("POST", `${botPath(id)}/again`, token, request);

/** Starts a match. @type {(request: Api.MatchRequest, token: string) => Promise<Api.Match>} */
export const start = (request, token) => create("/api/matches", request, token);

/** @type {(request: Api.TournamentRequest, token: string) => Promise<Api.Tournament>} */
export const createTournament = (request, token) => create("/api/tournaments", request, token);

/** The last request that has no answer yet. */
let unanswered = { path: "", body: "", key: "" };

/**
 * Creates something once: a request that is repeated because its answer was lost has the same key.
 *
 * @param {string} path @param {object} request @param {string} token
 */
export async function create(path, request, token) {
  const body = JSON.stringify(request);
  if (path !== unanswered.path || body !== unanswered.body) {
    unanswered = { path, body, key: randomId() };
  }
  const own = unanswered;
  const made = await json(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": own.key, ...authorization(token) },
    body,
  });
  if (unanswered === own) {
    unanswered = { path: "", body: "", key: "" };
  }
  return made;
}

/**
 * Cancels a match of the caller's that has not ended; the request goes out even if the page is being closed.
 *
 * @type {(id: string, token: string) => Promise<Api.Match>}
 */
export const cancelMatch = (id, token) =>
  json(`/api/matches/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true, headers: authorization(token) });

/**
 * The live replay of a running match, without a result: its text and its document.
 *
 * @param {string | null} path from the match's record; `null` while another match on the same board is played
 * @param {string | null} known a text that was loaded before
 * @returns {Promise<{text: string, document: Replay.Document} | null>} `null` if there is none, or only the known one
 */
export async function movesSoFar(path, known) {
  if (path === null) {
    return null;
  }
  let response;
  try {
    response = await answer(path, {}, "The live replay");
  } catch (failed) {
    if (failed instanceof RequestFailed && failed.status === 404) {
      return null;
    }
    throw failed;
  }
  const text = await whole(response.text(), REPLAY);
  return text === known ? null : { text, document: await whole(parsed(text), REPLAY) };
}

/** @type {(text: string) => Promise<Replay.Document>} */
const parsed = async (text) => JSON.parse(text);

/** The replay at the path in a match's record. @param {string} path @returns {Promise<Replay.Document>} */
export async function replay(path) {
  const response = await answer(path, {}, "The replay");
  return whole(response.json(), REPLAY);
}

/**
 * The current version of a standings file, or `null` if nothing has been published. The browser revalidates its copy,
 * and downloads the file only if it has changed.
 *
 * @template {string} N
 * @param {N} name such as "tournaments"
 * @returns {Promise<StandingsFile<N> | null>}
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
  return whole(response.json(), "The file of standings is not JSON, or it");
}

/** A game's leaderboard, as published; without players before its first match. @type {(game: string) => Promise<Api.Ladder>} */
export const ladder = (game) => json(`/api/ladders/${encodeURIComponent(game)}`);

/** @type {(parameters?: Query) => Promise<Api.TournamentPage>} */
export const tournaments = (parameters = {}) => json(withQuery("/api/tournaments", parameters));

/**
 * A tournament; a private one needs its owner's token.
 *
 * @type {(id: string, token: string) => Promise<Api.TournamentWithTable>}
 */
export const tournament = (id, token) => json(`/api/tournaments/${encodeURIComponent(id)}`, { headers: authorization(token) });

/**
 * The matches of a tournament; the token is as for that.
 *
 * @type {(id: string, parameters: Query, token: string) => Promise<Api.TournamentMatchPage>}
 */
export const tournamentMatches = (id, parameters, token) =>
  json(withQuery(`/api/tournaments/${encodeURIComponent(id)}/matches`, parameters), { headers: authorization(token) });

/**
 * No token has other characters, and no browser sends them in a header: the API says that it is none.
 *
 * @param {string} token
 * @returns {Record<string, string>}
 */
const authorization = (token) => (token === "" ? {} : { Authorization: `Bearer ${token.replace(/[^!-~]/g, "?")}` });

/** @type {(path: string, parameters: Query) => string} */
const withQuery = (path, parameters) =>
  Object.keys(parameters).length === 0
    ? path
    : `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`;

/** @param {string} path @param {RequestInit} init */
async function json(path, init = {}) {
  const response = await answer(path, init, "The API");
  return whole(response.json(), "The API's answer is not JSON, or it");
}

/** All of an answer. @template T @param {Promise<T>} content @param {string} what may have broken off */
async function whole(content, what) {
  try {
    return await content;
  } catch (cause) {
    throw new RequestFailed(`${what} broke off: ${messageOf(cause)}.`, null);
  }
}

/** @param {string} path @param {RequestInit} init @param {string} who */
async function answer(path, init, who) {
  let response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    const why =
      cause instanceof DOMException && cause.name === "TimeoutError"
        ? `gave no answer within ${TIMEOUT_MS / 1000} seconds`
        : "cannot be reached";
    throw new RequestFailed(`${who} ${why}. Check your connection and try again.`, null);
  }
  if (!response.ok) {
    throw await problem(response, who);
  }
  return response;
}

/**
 * What is wrong with each field: `/players/1/url` is "players 2 url".
 *
 * @param {{detail: string, pointer: string}[]} parts
 */
const inWords = (parts) =>
  parts
    .map(({ detail, pointer }) => {
      const names = pointer.slice(1).split("/");
      return `${names.map((name) => (/^\d+$/.test(name) ? Number(name) + 1 : name)).join(" ")}: ${detail}`;
    })
    .join("; ");

/** What a problem document (RFC 9457) says; without one, the status. @param {Response} response @param {string} who */
async function problem(response, who) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/problem+json")) {
    try {
      const { title, detail, errors } = await response.json();
      const text = detail ?? title;
      if (typeof text === "string") {
        const parts = Array.isArray(errors) ? errors : [];
        const inFields = parts.length > 0 && parts.every(({ pointer }) => pointer);
        return new RequestFailed(inFields ? inWords(parts) : text, response.status, parts);
      }
    } catch {
      // A problem document that cannot be read adds nothing to the status.
    }
  }
  return new RequestFailed(
    response.status === 404
      ? `${who} is not there (status 404).`
      : `${who} answered with the status ${response.status} and no explanation.`,
    response.status,
  );
}
