/**
 * Shows a match on a page: the board, a slider with events, and the controls. Used by every page that shows a match.
 *
 *     const player = new Player(element, { renderer, replay, names });
 *     player.addEventListener("turn", () => console.log(player.turn));
 *     player.play();
 *
 * It fills the given element. The page needs `style.css` and `player.css`. Turn k is the board after k turns; turn 0 is the
 * set-up.
 *
 * Events: `turn`, when another turn is shown (at most about ten times a second while playing); `change`, when it starts or
 * stops playing, or its speed or number of turns changes; `end`, when it has played the last turn.
 */

import { Board, PAST_TURNS, Pictures } from "./board.js";
import { Clock } from "./clock.js";
import { Controls, SPEEDS } from "./controls.js";
import { element, show } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { helpDialog, listenToKeys } from "./keys.js";
import { SoundSwitch } from "./sound-switch.js";
import { eventsOf, Story } from "./story.js";
import { Timeline } from "./timeline.js";

/** @import { GameEvent, Renderer } from "./board.js" */
/** @import { Extra } from "./controls.js" */
/** @import { SaveDialog } from "./save-match.js" */

export { SPEEDS };

/** @typedef {{name: string, document: Replay.Document}} ReplayFile to be downloaded */

/** Longer than any frame takes. A longer pause means that the page was suspended, which is no reason to jump. */
const MAX_FRAME_MILLISECONDS = 250;
const ANNOUNCE_MILLISECONDS = 100;
const PICTURE_PIXELS = 1600;

/** Deep in quiet turns, it plays so many times as fast. */
const MOST_HASTE = 16;

/** How many turns are heard at once when a frame passes several. */
const MOST_HEARD = 3;

/** Those of a transition, and the one before. */
const KEPT_PICTURES = 4;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Player extends EventTarget {
  #renderer;
  #replay;
  #names;
  #live;
  #link;
  #file;
  #strip;
  #board;
  #clock;
  #timeline;
  #controls;
  #parts;
  #pictures;
  /** @type {number | null} */
  #frame = null;
  #frameTime = 0;
  #drawn = -1;
  #furthest = 0;
  #secret = false;
  #hastens = true;
  #pastShown = 0;
  #told = { turn: -1, time: 0 };
  /** @type {SaveDialog | null} */
  #saveDialog = null;
  #sound;
  #heard = 0;
  #ended = new AbortController();

  /**
   * @param {HTMLElement} host is emptied and filled
   * @param {object} options
   * @param {Renderer} options.renderer
   * @param {Engine.OpenedReplay} options.replay
   * @param {string | null} [options.game] its id, for its sounds; none, no sound
   * @param {string[]} options.names of the players; shown as text
   * @param {number} [options.turn] to begin with
   * @param {number} [options.speed] one of `SPEEDS`
   * @param {boolean} [options.live] more turns will come by `extend`: at the last one it waits for them
   * @param {((turn: number) => string) | null} [options.link] the address of a turn, to be copied; none, no button
   * @param {ReplayFile | null} [options.file] the replay to be downloaded; none, no button
   * @param {HTMLElement | null} [options.strip] the names and scores, moved above the board, where full screen keeps them
   * @param {GlobalEventHandlers | null} [options.keys] where keys are listened to, usually `document`; none, no keys
   */
  constructor(
    host,
    {
      renderer,
      replay,
      game = null,
      names,
      turn = 0,
      speed = 1,
      live = false,
      link = null,
      file = null,
      strip = null,
      keys = null,
    },
  ) {
    super();
    this.#renderer = renderer;
    this.#replay = replay;
    this.#pictures = new Pictures(replay, KEPT_PICTURES);
    this.#names = names;
    this.#live = live;
    this.#link = link;
    this.#file = file;
    this.#clock = new Clock(replay.turns, renderer.pace);
    this.#clock.goTo(turn);
    this.#clock.speed = speed;
    this.story = new Story(renderer);
    this.#strip = strip;
    this.#sound = game === null ? null : new SoundSwitch(game);
    this.#parts = this.#build(host);
    this.#board = new Board(this.#parts.canvas, renderer, this.#picture(this.turn));
    this.#timeline = new Timeline(this.#parts.timeline, this.#parts.legend, this, renderer, names);
    this.#controls = new Controls(this.#parts.controls, this, this.#sound, this.#extras());
    if (keys !== null) {
      listenToKeys(
        keys,
        this,
        { fullScreen: () => this.fullScreen(), help: () => this.#parts.help.showModal() },
        this.#ended.signal,
      );
    }
    this.story.addEventListener("grown", () => this.#recall());
    this.#draw();
    this.#tell();
    this.story.read(replay);
  }

  /** The current turn; during a transition, the one before it. */
  get turn() {
    return this.#clock.turn;
  }

  /** The latest turn that has been shown. */
  get furthest() {
    return this.#furthest;
  }

  /** Whether nothing may be told of the turns after the latest one that has been shown. @param {boolean} on */
  set secret(on) {
    if (on !== this.#secret) {
      this.#secret = on;
      this.#changed();
    }
  }

  /** The last turn that may be told of. */
  get known() {
    return this.#secret ? this.#furthest : this.turns;
  }

  /** Whether it passes quickly over turns in which nothing happens. */
  get hastens() {
    return this.#hastens;
  }

  set hastens(on) {
    this.#hastens = on;
    this.#changed();
  }

  /** The last turn. */
  get turns() {
    return this.#clock.turns;
  }

  get playing() {
    return this.#frame !== null;
  }

  get speed() {
    return this.#clock.speed;
  }

  /** Where the board stands. */
  get stage() {
    return this.#parts.stage;
  }

  /** What draws the board. */
  get renderer() {
    return this.#renderer;
  }

  /** The replay that is shown. */
  get replay() {
    return this.#replay;
  }

  /** Whether more turns are expected. */
  get live() {
    return this.#live;
  }

  /** The picture, calls and events of the current turn; `before` is the previous picture, or `null`. */
  get moment() {
    const turn = this.turn;
    const picture = this.#picture(turn);
    const before = turn === 0 ? null : this.#picture(turn - 1);
    const calls = this.#replay.calls(turn);
    return { turn, picture, before, calls, events: this.#eventsOf(turn) };
  }

  /** Shows a turn, or the nearest existing one, and pauses there. @param {number} turn */
  show(turn) {
    this.#clock.goTo(turn);
    this.pause();
    this.#draw();
    this.#tell();
  }

  /** Moves this many turns forward, or back if negative. @param {number} turns */
  step(turns) {
    this.show(this.turn + turns);
  }

  /** Shows the nearest turn after (`way` 1) or before (`way` -1) this one with a marked event. @param {1 | -1} way */
  showMarked(way) {
    const turn = this.story.nextMarked(this.turn, way);
    if (turn !== null) {
      this.show(turn);
    }
  }

  /** Plays; restarts from turn 0 at the end of a finished match. */
  play() {
    if (this.playing) {
      return;
    }
    if (this.#clock.atEnd && !this.#live) {
      this.#clock.goTo(0);
    }
    this.#heard = this.turn;
    this.#frameTime = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
    this.#changed();
  }

  pause() {
    if (this.#frame === null) {
      return;
    }
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    // Never pause between two turns.
    this.#clock.goTo(this.turn);
    this.#draw();
    // Told once more: nothing was read aloud while it played.
    this.#told.turn = -1;
    this.#tell();
    this.#changed();
  }

  toggle() {
    if (this.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  /** @param {number} speed one of `SPEEDS` */
  setSpeed(speed) {
    this.#clock.speed = speed;
    this.#changed();
  }

  /** Moves this many steps in `SPEEDS`, back if negative. @param {number} places */
  changeSpeed(places) {
    const next = SPEEDS.indexOf(this.speed) + places;
    this.setSpeed(SPEEDS[Math.min(Math.max(0, next), SPEEDS.length - 1)]);
  }

  /**
   * Adds turns of a running match.
   *
   * @param {Engine.OpenedReplay} replay starts with the same turns as the one before
   * @param {boolean} live whether more turns are expected
   * @param file as in the constructor
   */
  extend(replay, live, file = this.#file) {
    this.#replay = replay;
    this.#pictures = new Pictures(replay, KEPT_PICTURES);
    this.#live = live;
    this.#file = file;
    this.#clock.turns = replay.turns;
    this.#parts.player.classList.toggle("live", live);
    this.#changed();
    this.story.read(replay);
  }

  /** Switches the sound on or off. */
  toggleSound() {
    this.#sound?.toggle();
  }

  /** Toggles full screen. */
  fullScreen() {
    // A browser may refuse; then nothing changes, as the visitor can see.
    (document.fullscreenElement === null ? this.#parts.player.requestFullscreen() : document.exitFullscreen()).catch(() => {});
  }

  /** Ends the player and empties its element. */
  remove() {
    cancelAnimationFrame(this.#frame ?? 0);
    this.#frame = null;
    this.#ended.abort();
    this.story.stop();
    this.#saveDialog?.stop();
    this.#board.remove();
    this.#timeline.remove();
    if (this.#strip !== null) {
      this.#parts.player.before(this.#strip);
    }
    this.#parts.player.remove();
  }

  /** @param {HTMLElement} host */
  #build(host) {
    const parts = {
      canvas: element("canvas.board", { role: "img" }),
      caption: element("p.happened", { role: "status" }),
      timeline: element("div.timeline"),
      controls: element("div.controls", { role: "group", "aria-label": "Player" }),
      legend: element("div.legend", {}, this.#renderer.signs === undefined ? null : element("p.hint", {}, this.#renderer.signs)),
      notice: element("p.hint", { role: "status", hidden: true }),
      help: helpDialog(),
    };
    const stage = element("div.stage", {}, parts.canvas);
    const player = element(
      `div.player${this.#live ? ".live" : ""}`,
      {},
      this.#strip,
      stage,
      element("div.deck", {}, parts.timeline, parts.controls),
      parts.caption,
      parts.legend,
      parts.notice,
      parts.help,
    );
    parts.canvas.addEventListener("click", () => this.toggle());
    host.replaceChildren(player);
    return { ...parts, stage, player };
  }

  /** @returns {Extra[]} */
  #extras() {
    const [link, file] = [this.#link, this.#file];
    /** @type {(Extra | null)[]} */
    const extras = [
      link === null ? null : { icon: "link", name: "Copy a link to this turn", act: () => this.#copyLink(link) },
      { icon: "picture", name: "Save a picture of this turn", act: () => this.#savePicture() },
      file === null ? null : { icon: "film", name: "Save a video or GIF", act: () => this.#saveMatch() },
      file === null ? null : { icon: "download", name: "Download the replay", act: () => this.#saveReplay(this.#file ?? file) },
      document.fullscreenEnabled ? { icon: "full", name: "Full screen", act: () => this.fullScreen() } : null,
      { icon: "help", name: "Keys", act: () => this.#parts.help.showModal() },
    ];
    return extras.filter((extra) => extra !== null);
  }

  /** @param {(turn: number) => string} link */
  async #copyLink(link) {
    const { copied } = await import("../shared/copy.js");
    const { turn } = this;
    const address = link(turn);
    const done = await copied(address);
    show(this.#parts.notice, done ? `The link to turn ${turn} is copied.` : `The link to turn ${turn}: ${address}`);
  }

  async #savePicture() {
    const { pngOf, save } = await import("./share.js");
    const { turn } = this;
    const scores = this.#renderer.scores(this.#picture(turn)).map((score) => number(score));
    const caption = `Turn ${turn}: ${this.#names.map((name, seat) => `${name} ${scores[seat]}`).join(", ")}`;
    const png = await pngOf(this.#board.copy(PICTURE_PIXELS), caption, (name) => this.#board.colour(name));
    save(png, `${this.#file?.name ?? "match"}-turn-${turn}.png`);
  }

  async #saveMatch() {
    if (this.#saveDialog === null) {
      const { SaveDialog } = await import("./save-match.js");
      if (this.#ended.signal.aborted) {
        return;
      }
      this.#saveDialog ??= new SaveDialog(
        this.#parts.player,
        () => ({
          renderer: this.#renderer,
          replay: this.#replay,
          names: this.#names,
          positions: this.story.positions,
          colour: (name) => this.#board.colour(name),
        }),
        () => this.#file?.name ?? "match",
      );
    }
    this.pause();
    this.#saveDialog.open();
  }

  /** @param {ReplayFile} file */
  async #saveReplay({ name, document }) {
    const { save } = await import("./share.js");
    save(new Blob([JSON.stringify(document)], { type: "application/json" }), `${name}.json`);
  }

  /** @param {number} now */
  #tick = (now) => {
    const elapsed = Math.min(Math.max(0, now - this.#frameTime), MAX_FRAME_MILLISECONDS);
    this.#frameTime = now;
    this.#frame = requestAnimationFrame(this.#tick);
    // Catches up with a running match within a second.
    this.#clock.advance(elapsed * this.#tempo(), this.#live ? this.#clock.left : 0);
    this.#draw();
    this.#listen();
    if (this.#clock.atEnd && !this.#live) {
      this.#sound?.end();
      this.pause();
      this.dispatchEvent(new Event("end"));
    } else if (now - this.#told.time >= ANNOUNCE_MILLISECONDS) {
      this.#tell(now);
    }
  };

  /** The sounds of a turn begin in the middle of the transition to it, as its effects do. */
  #listen() {
    const { turn, progress } = this.#clock;
    const reached = turn + (this.#renderer.moving && progress >= 0.5 ? 1 : 0);
    for (let heard = Math.max(this.#heard, reached - MOST_HEARD) + 1; this.#sound?.on && heard <= reached; heard++) {
      this.#sound.turn(this.#eventsOf(heard));
    }
    this.#heard = reached;
  }

  /** Draws a still board again once it is known where the players came from. */
  #recall() {
    if (!this.playing && this.#past().length > this.#pastShown) {
      this.#drawn = -1;
      this.#draw();
    }
  }

  /** Where the players were in the turns before. */
  #past() {
    const { turn } = this;
    return this.story.positions.slice(Math.max(0, turn - PAST_TURNS), turn);
  }

  /** Faster where nothing happens, and slow motion unless the visitor is in a hurry; never in a running match. */
  #tempo() {
    const { turn, turns, speed } = this.#clock;
    if (this.#live || turn >= turns) {
      return 1;
    }
    const haste = this.#hastens ? this.story.depth(turn + 1, Math.min(MOST_HASTE, MOST_HASTE / speed)) : 0;
    return haste > 1 || speed > 1 || calm.matches
      ? Math.max(1, haste)
      : (this.#renderer.tempo?.(this.#picture(turn), this.#picture(turn + 1)) ?? 1);
  }

  #draw() {
    const { turn, progress } = this.#clock;
    const moves = this.#renderer.moving && progress > 0 && !calm.matches;
    const what = moves ? turn + progress : turn;
    if (this.#drawn === what) {
      return;
    }
    this.#drawn = what;
    this.#furthest = Math.max(this.#furthest, turn);
    const past = this.#past();
    this.#pastShown = past.length;
    this.#board.show(this.#picture(turn), moves ? { picture: this.#picture(turn + 1), progress } : null, past);
    this.#timeline.show(turn);
    this.#controls.show(turn);
  }

  /** Announces the current turn, less often while playing: nobody could read each. */
  #tell(time = performance.now()) {
    if (this.#told.turn === this.turn) {
      return;
    }
    this.#told = { turn: this.turn, time };
    const description = this.#board.describe(this.#names);
    const { events } = this.moment;
    // Screen readers read the status aloud, which would never end while playing; the board has a description for the rest.
    this.#parts.caption.setAttribute("aria-live", this.playing || events.length === 0 ? "off" : "polite");
    this.#parts.caption.replaceChildren(
      ...(events.length === 0 ? [description] : events.flatMap((event) => this.#sentence(event))),
    );
    this.dispatchEvent(new Event("turn"));
  }

  /** @param {GameEvent} event */
  #sentence({ seat, text }) {
    return seat === null ? [`${text} `] : [element(`bdi.seat.seat-${seat}`, {}, this.#names[seat - 1]), ` ${text} `];
  }

  #changed() {
    this.#parts.player.classList.toggle("plays", this.playing);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} turn */
  #eventsOf(turn) {
    return eventsOf(this.#renderer, this.#picture(turn), turn === 0 ? null : this.#picture(turn - 1), this.#replay.calls(turn));
  }

  /** @param {number} turn */
  #picture(turn) {
    return this.#pictures.at(turn);
  }
}
