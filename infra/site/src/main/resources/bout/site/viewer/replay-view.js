/** A match that is shown by a player: from one replay, or from more and more of one while the match is played. */

import { engineModule, rendererOf } from "../shared/game-modules.js";
import { Player } from "./player.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Events: `player`, there is another player, or none any more. */
export class ReplayView extends EventTarget {
  #host;
  #start;
  #speed;
  #autoplay;
  #link;
  #engine = null;

  /** The module that draws the game, or `null`. */
  renderer = null;

  /** What the engine says of the game, or `null`. */
  game = null;

  /** The replay that is shown, as the engine opened it, or `null`. */
  replay = null;

  /** What shows it, or `null`. */
  player = null;

  /**
   * @param {HTMLElement} host of the player
   * @param {object} options
   * @param {number | null} [options.start] the turn to begin with; without one a match that is over begins at 0, another at
   *     its last turn
   * @param {number} [options.speed] one of `SPEEDS` of the player
   * @param {boolean} [options.autoplay] whether it plays by itself; where less motion is wished for it never does
   * @param {((turn: number) => string) | null} [options.link] the address of a turn
   */
  constructor(host, { start = null, speed = 1, autoplay = true, link = null }) {
    super();
    this.#host = host;
    this.#start = start;
    this.#speed = speed;
    this.#autoplay = autoplay;
    this.#link = link;
  }

  /** Loads what a game needs. To be kept before anything else is asked for. */
  async load(game) {
    this.#engine = await engineModule();
    this.renderer = await rendererOf(game);
    this.game = this.#engine?.games().find(({ id }) => id === game) ?? null;
  }

  /** Why no board of that game can be drawn, or `null`. */
  obstacle(game) {
    if (this.#engine === null) {
      return "The engine could not be loaded, so the board cannot be drawn. Load the page again.";
    }
    return this.renderer === null ? `This site cannot draw the game ${game}.` : null;
  }

  /**
   * Shows a replay, or more of the one that is shown.
   *
   * @param document the replay's; that of a match under way has no result and no hash
   * @param {boolean} live whether more will come
   * @param {string} name of the file, when it is downloaded
   * @returns {string | null} why it cannot be shown
   */
  show(document, live, name) {
    const { replay, problem } = this.#engine.openReplay(document);
    if (replay === null) {
      return `The replay is broken, so the board cannot be drawn. ${problem}`;
    }
    const file = live ? null : { name, document };
    const continues = this.player !== null && this.#continues(replay);
    this.replay = replay;
    if (continues) {
      this.player.extend(replay, live, file);
    } else {
      this.#play(document.players.map((player) => player.name), live, file);
    }
    return null;
  }

  /** Shows nothing any more. */
  remove() {
    if (this.player !== null) {
      this.player.remove();
      this.player = null;
      this.replay = null;
      this.dispatchEvent(new Event("player"));
    }
  }

  /** After a crash a match may go on from an earlier turn; then what was shown has not happened. */
  #continues(replay) {
    const { turns } = this.replay;
    return replay.turns >= turns && replay.hash(turns) === this.replay.hash(turns);
  }

  #play(names, live, file) {
    this.player?.remove();
    this.player = new Player(this.#host, {
      renderer: this.renderer,
      replay: this.replay,
      names,
      turn: this.#start ?? (live ? this.replay.turns : 0),
      speed: this.#speed,
      live,
      link: this.#link,
      file,
      keys: window,
    });
    this.dispatchEvent(new Event("player"));
    // What is followed moves as the match does, which is the point of it.
    if (live || (this.#autoplay && !calm.matches)) {
      this.player.play();
    }
  }
}
