/** The record of a match that is known by its replay alone. */

import { engineModule } from "../shared/game-modules.js";
import { NoReplay } from "./replays.js";

/**
 * A match as the API would describe it.
 *
 * @param document of a replay, perhaps of a match that was not over
 * @throws {NoReplay} when it is none
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
    players: document.players,
    seed: document.seed,
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
