/** The API's requests for contests. In a module of their own, since most pages need none of them. */

import { create as created, sent, text } from "../shared/api.js";

/** The newest; an admin also gets those that are not public. @type {(token?: string) => Promise<Api.ContestList>} */
export const contests = (token = "") => sent("GET", "/api/contests", token);

/** One that is not public needs its organiser's token. @type {(id: string, token: string) => Promise<Api.Contest>} */
export const contest = (id, token) => sent("GET", path(id), token);

/** The contest's own ladder; the token is as for the contest. @type {(id: string, token: string) => Promise<Api.Ladder>} */
export const ladder = (id, token) => sent("GET", `${path(id)}/ladder`, token);

/** The token is an admin's. @type {(request: Api.ContestRequest, token: string) => Promise<Api.Contest>} */
export const create = (request, token) => created("/api/contests", request, token);

/** Postpones, cancels or reveals; the token is an admin's. @type {(id: string, change: Api.ContestChange, token: string) => Promise<Api.Contest>} */
export const change = (id, change, token) => sent("PATCH", path(id), token, change);

/** Enters a bot of the caller's own. @type {(id: string, entry: Api.EntryRequest, token: string) => Promise<Api.Contest>} */
export const enter = (id, entry, token) => sent("POST", `${path(id)}/entries`, token, entry);

/** Withdraws a bot of the caller's own. @type {(id: string, bot: string, token: string) => Promise<Api.Contest>} */
export const withdraw = (id, bot, token) => sent("DELETE", entryPath(id, bot), token);

/** The token is an admin's. @type {(id: string, bot: string, reason: string, token: string) => Promise<Api.Contest>} */
export const disqualify = (id, bot, reason, token) =>
  sent("DELETE", `${entryPath(id, bot)}?${new URLSearchParams({ reason })}`, token);

/** The organiser's. @type {(id: string, token: string) => Promise<Api.ContestGrades>} */
export const grades = (id, token) => sent("GET", `${path(id)}/grades`, token);

/** The same for a spreadsheet. @type {(id: string, token: string) => Promise<string>} */
export const gradesFile = (id, token) => text(`${path(id)}/grades?format=csv`, token);

/** @type {(id: string) => string} */
const path = (id) => `/api/contests/${encodeURIComponent(id)}`;

/** @type {(id: string, bot: string) => string} */
const entryPath = (id, bot) => `${path(id)}/entries/${encodeURIComponent(bot)}`;
