/** Makes the record of a match from its replay alone. */

import { engineModule } from "../shared/game-modules.js";
import { NoReplay } from "./replays.js";

/**
 * A match as the API describes it, or one of which there is only a replay.
 *
 * @typedef {Omit<Api.Match, "id" | "status" | "createdAt"> & {
 *   id: string | null, status: Api.Status | "broken-off", createdAt: string | null,
 * }} MatchRecord
 * @typedef {MatchRecord & {players: Api.Player[]}} PlayedMatch whose players are known
 */

/**
 * A match as the API would describe it.
 *
 * @param {Replay.Document} document possibly of a running match
 * @returns {Promise<MatchRecord>}
 * @throws {NoReplay} if it is not a replay
 */
export async function recordOf(document) {
  const engine = await engineModule();
  if (engine === null) {
    throw new NoReplay("The engine could not be loaded, so the replay cannot be read. Load the page again.");
  }
  const { replay, problem } = engine.openReplay(document);
  if (replay === null) {
    throw new NoReplay(`The replay is broken, so it cannot be shown. ${problem}`);
  }
  return {
    id: null,
    game: document.game,
    status: replay.over ? "finished" : "broken-off",
    seats: document.players.length,
    players: document.players,
    // A live replay has none.
    seed: document.seed ?? null,
    options: document.options,
    turn: replay.turns,
    result: document.result ?? null,
    replay: null,
    createdAt: null,
    startedAt: null,
    finishedAt: null,
    failures: document.failures,
  };
}
