/** Shows a match in a player: from one replay, or from longer and longer ones of a running match. */

import { botName } from "../shared/bot-names.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { Player } from "./player.js";

/** @import { Renderer } from "./board.js" */
/** @import { ReplayFile } from "./player.js" */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const NOT_LOADED = "The script that draws the board could not be loaded. Load the page again.";

/** Events: `player`, when there is a new player or none any more. */
export class ReplayView extends EventTarget {
  #host;
  #start;
  #speed;
  #autoplay;
  #link;
  #strip;
  /** @type {Engine.BrowserEngine | null} */
  #engine = null;

  /** The module that draws the game, or `null`. @type {Renderer | null} */
  renderer = null;

  /** The engine's description of the game, or `null`. @type {Engine.Game | null} */
  game = null;

  /** The player, or `null`. @type {Player | null} */
  player = null;

  /**
   * @param {HTMLElement} host of the player
   * @param {object} options
   * @param {number | null} [options.start] the first turn to show; by default 0 for a finished match, otherwise the last
   *     turn
   * @param {number} [options.speed] one of `SPEEDS` of the player
   * @param {boolean} [options.autoplay] whether it plays automatically; never with reduced motion
   * @param {((turn: number) => string) | null} [options.link] makes the address of a turn
   * @param {HTMLElement | null} [options.strip] shown above the board
   */
  constructor(host, { start = null, speed = 1, autoplay = true, link = null, strip = null }) {
    super();
    this.#host = host;
    this.#start = start;
    this.#speed = speed;
    this.#autoplay = autoplay;
    this.#link = link;
    this.#strip = strip;
  }

  /** Loads what a game needs. Await it before calling anything else. @param {string} game */
  async load(game) {
    [this.#engine, this.renderer] = await Promise.all([engineModule(), rendererOf(game)]);
    this.game = this.#engine?.games().find(({ id }) => id === game) ?? null;
  }

  /** Why this game's board cannot be drawn, or `null`. @param {string} game */
  obstacle(game) {
    if (this.#engine !== null && this.game === null) {
      return `This site cannot draw the game ${game}.`;
    }
    return this.#engine === null || this.renderer === null ? NOT_LOADED : null;
  }

  /**
   * Shows a replay, or a longer version of the current one.
   *
   * @param {Replay.Document} document the replay document; that of a running match has no result and no hash
   * @param {boolean} live whether more turns will follow
   * @param {string} name of the file for download
   * @returns {{player: Player, problem: null} | {player: null, problem: string}} the player, or why it cannot be shown
   */
  show(document, live, name) {
    if (this.#engine === null || this.renderer === null) {
      return { player: null, problem: this.obstacle(document.game) ?? NOT_LOADED };
    }
    const { replay, problem } = this.#engine.openReplay(document);
    if (replay === null) {
      return { player: null, problem: `The replay is broken, so the board cannot be drawn. ${problem}` };
    }
    const file = live ? null : { name, document };
    if (this.player !== null && continues(this.player.replay, replay)) {
      this.player.extend(replay, live, file);
      return { player: this.player, problem: null };
    }
    const player = this.#play(this.renderer, replay, document.players.map(botName), live, file);
    return { player, problem: null };
  }

  /** The opened replay, or `null`. */
  get replay() {
    return this.player?.replay ?? null;
  }

  /** Removes the player. */
  remove() {
    if (this.player !== null) {
      this.player.remove();
      this.player = null;
      this.dispatchEvent(new Event("player"));
    }
  }

  /**
   * @param {Renderer} renderer
   * @param {Engine.OpenedReplay} replay
   * @param {string[]} names
   * @param {boolean} live
   * @param {ReplayFile | null} file
   */
  #play(renderer, replay, names, live, file) {
    this.player?.remove();
    const player = new Player(this.#host, {
      renderer,
      replay,
      game: this.game?.id ?? null,
      names,
      turn: this.#start ?? (live ? replay.turns : 0),
      speed: this.#speed,
      live,
      link: this.#link,
      strip: this.#strip,
      file,
      keys: window,
    });
    this.player = player;
    this.dispatchEvent(new Event("player"));
    // A live match always moves; that is the point of following it.
    if (live || (this.#autoplay && !calm.matches)) {
      player.play();
    }
    return player;
  }
}

/**
 * Whether a replay goes on from another. After a crash, a match may continue from an earlier turn, and turns already shown did not
 * happen.
 *
 * @param {Engine.OpenedReplay} before
 * @param {Engine.OpenedReplay} replay
 */
function continues(before, replay) {
  const { turns } = before;
  return replay.turns >= turns && replay.hash(turns) === before.hash(turns);
}
