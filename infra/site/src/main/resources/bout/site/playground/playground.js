/** The playground: visitors write bots in the page and let them play each other and house bots. */

import * as api from "../shared/api.js";
import { keptToken } from "../shared/token.js";
import { Answers } from "../viewer/answers.js";
import { Board } from "../viewer/board.js";
import { Chart } from "../viewer/chart.js";
import { botName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { engineModule, fieldsOf, playgroundOf, rendererOf } from "../shared/game-modules.js";
import { chosenOptions, fillOption, optionField } from "../shared/option-fields.js";
import { fromAddress, NoReplay } from "../match/replays.js";
import { showSides, showStanding, standingIn } from "../match/sides.js";
import { Player } from "../viewer/player.js";
import { Bench, HAND } from "./bench.js";
import { Bots } from "./bots.js";
import { Completion } from "./completion.js";
import { FieldsView } from "./fields-view.js";
import { Layers } from "./layers.js";
import { Hand } from "./hand.js";
import { folder, keep, kept } from "./storage.js";
import { MAX_LINK_LENGTH, packed, unpacked } from "./link.js";
import { LogView } from "./log-view.js";
import { Requests } from "./requests.js";
import { RunView } from "./run-view.js";
import { Samples } from "./samples.js";
import { MatchProblem, rotated, Session, Stopped } from "./session.js";
import { Tally } from "./statistics.js";
import { Tabs } from "../shared/tabs.js";
import { all, duration, pairing, verdict, winnerOf } from "../shared/words.js";

/** @import { PlaygroundGame } from "../shared/game-modules.js" */
/** @import { Renderer } from "../viewer/board.js" */
/** @import { Ask } from "./hand.js" */
/** @import { OfferedBot } from "./publish.js" */
/** @import { Played, PlayingBot } from "./session.js" */

const MAX_SEED = 1_000_000;

/** The first visit to a game has so many players, or what it takes. */
const USUAL_SEATS = 4;

/** The default time limits in milliseconds: nobody waits half a minute for an endless loop. */
const TIME_LIMITS = { first: 2000, later: 1000 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {import("./session.js").Start & {title: string}} From
 * @typedef {Played & {names: string[], replay: Engine.OpenedReplay, bots: PlayingBot[]}} Shown a match, with the bots that played it
 */

class Playground {
  #engine;
  #game;
  #renderer;
  #usual;
  #bots;
  #samples;
  #form = byId("set-up");
  /** Of all seats that there have been; see `#benches`. @type {Bench[]} */
  #allBenches = [];
  /** How many players there are. */
  #seats = 0;
  /** @type {Completion | null} */
  #completion = null;
  /** @type {Session | null} */
  #session = null;
  /** @type {Player | null} */
  #player = null;
  /** @type {Chart | null} */
  #chart = null;
  #layers;
  /** @type {Shown | null} */
  #shown = null;
  /** Matches are played on the board of this seed until the visitor asks for a new one, so that a mistake can be repeated. */
  #seed;
  /** The board before the first match, or `null`. @type {Board | null} */
  #preview = null;
  /** The turn of another match that matches go on from, or `null`. @type {From | null} */
  #from = null;
  /** Whether seed and options are still those of the match that is shown. */
  #current = false;
  #tabs;
  /** @type {import("./publish.js").Publish | null} */
  #publication = null;
  #hand;
  /** @type {import("./online.js").Online | null} */
  #online = null;

  /**
   * @param {Engine.BrowserEngine} engine
   * @param {Engine.Game} game as described by the engine
   * @param {Renderer} renderer the module `games/<game>/renderer.js`
   * @param {PlaygroundGame} own the module `games/<game>/playground.js`
   */
  constructor(engine, game, renderer, own) {
    this.#engine = engine;
    this.#game = game;
    this.#renderer = renderer;
    const samples = new Samples(game, own.samples);
    const houseBots = game.houseBots.map(({ name }) => name);
    const opponent = Math.max(0, houseBots.indexOf(own.opponent ?? ""));
    this.#usual = Array.from({ length: game.seats.most }, (_, index) =>
      index === 0 ? `sample:${samples.all[0].id}` : `house:${houseBots[(opponent + index - 1) % houseBots.length]}`,
    );
    this.#bots = new Bots(folder("bots", game.id), api.randomId);
    this.#samples = samples;
    addEventListener("storage", () => this.#bots.read());
    byId("seats").replaceChildren(
      ...Array.from({ length: game.seats.most - game.seats.fewest + 1 }, (_, index) =>
        element("option", {}, String(game.seats.fewest + index)),
      ),
    );
    byId("seats-field").hidden = game.seats.most === game.seats.fewest;
    byId("seats").addEventListener("change", () => this.#telling(() => this.#changeSeats()));
    byId("options").replaceChildren(...game.options.map(optionField));
    const { first, later } = this.#usualLimits();
    byId("time-limit-hint").textContent =
      "A bot that takes longer is restarted, and its variables are reset. " +
      `Empty: ${first === later ? first : `${first} for the first move, then ${later}`}.`;
    const before = kept(game.id, "seed");
    this.#seed = typeof before === "string" ? before : drawnSeed();
    this.#tabs = new Tabs(byId("tabs"), ["log-section", "answers-section", "chart-section"].map(byId));
    for (const pane of panes()) {
      pane.addEventListener("click", () => this.#showPane(pane.dataset.pane ?? ""));
    }
    // In the capture phase, because the editor keeps keys for itself.
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
    byId("start").addEventListener("change", () => {
      this.#current = false;
      this.#goOnFrom(null);
    });
    this.#form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#play(this.#chosenSeed() ?? this.#seed);
    });
    byId("step").addEventListener("click", () => this.#form.reportValidity() && this.#step());
    byId("on-from").addEventListener("click", () => this.#playOn());
    byId("from-start").addEventListener("click", () => this.#goOnFrom(null));
    byId("rematch").addEventListener("click", () => this.#rematch());
    byId("swap").addEventListener("click", () => this.#swap());
    byId("run").addEventListener("click", () => this.#form.reportValidity() && this.#run());
    byId("stop").addEventListener("click", () => this.#session?.end());
    byId("link").addEventListener("click", () => this.#telling(() => this.#copyLink()));
    byId("publish").addEventListener("click", () => this.#telling(() => this.#publish()));
    byId("go-online").addEventListener("click", () => this.#telling(() => this.#goOnline()));
    this.#learnFields(own);
    this.#hand = new Hand(byId("hand-section"), game, renderer, own);
    this.#layers = new Layers(byId("drawn"), game.id, renderer, own, () => this.#drawAgain());
  }

  /** The benches of the players. */
  get #benches() {
    return this.#allBenches.slice(0, this.#seats);
  }

  /** Has so many players, who find what they had at the last visit. @param {number} seats */
  async #seat(seats) {
    const before = this.#allBenches.length;
    for (let seat = before + 1; seat <= seats; seat++) {
      const bench = new Bench(this.#game, this.#samples, this.#bots, seat);
      bench.completion = this.#completion;
      bench.lineWrap = byId("line-wrap").checked;
      this.#telling(() => bench.setVim(byId("vim").checked));
      this.#allBenches.push(bench);
      byId("benches").append(bench.element);
    }
    this.#seats = seats;
    this.#allBenches.forEach((bench, index) => {
      bench.element.hidden = index >= seats;
    });
    byId("seats").value = String(seats);
    byId("swap").hidden = seats === 1;
    byId("swap").textContent = seats === 2 ? "Swap seats" : "Move all up a seat";
    await Promise.all(this.#allBenches.slice(before).map((bench, index) => bench.restore(this.#usual[before + index])));
  }

  /** The visitor wants another number of players. */
  async #changeSeats() {
    await this.#seat(Number(byId("seats").value));
    keep(this.#seats, this.#game.id, "seats");
    this.#current = false;
    this.#goOnFrom(null);
  }

  /** @param {unknown} seats */
  #takes(seats) {
    return typeof seats === "number" && seats >= this.#game.seats.fewest && seats <= this.#game.seats.most;
  }

  /** The selected bots, by seat, when all are here. */
  async #chosenBots() {
    await Promise.all(this.#benches.map(({ settled }) => settled));
    return this.#benches.map(({ bot }) => bot);
  }

  /** Most visits do without this, so it is loaded on demand. */
  async #publish() {
    await this.#chosenBots();
    /** @returns {OfferedBot[]} */
    const offered = () =>
      this.#benches.flatMap((bench) => {
        const { code, name = "" } = bench.bot;
        return code === undefined ? [] : [{ code, name, tell: (problem) => bench.tell(problem) }];
      });
    if (offered().length === 0) {
      show(byId("notice"), "House bots are online already. Choose or write a bot of your own.");
      return;
    }
    const { Publish } = await import("./publish.js");
    this.#publication ??= new Publish(this.#game, offered, new URLSearchParams(location.search).get("bot"));
    await this.#publication.open();
  }

  /** Fills the page from a link, or from the visitor's last visit. @param {string} fragment */
  async open(fragment) {
    this.#toggle("line-wrap", true, (on) =>
      this.#allBenches.forEach((bench) => {
        bench.lineWrap = on;
      }),
    );
    this.#toggle("vim", false, (on) => this.#allBenches.forEach((bench) => this.#telling(() => bench.setVim(on))));
    const setUp = await unpacked(fragment);
    if (setUp !== null) {
      // Later changes are stored under the plain address; the link would restore its own content.
      history.replaceState(null, "", location.pathname + location.search);
    }
    if (setUp?.game === this.#game.id && this.#takes(setUp.bots.length)) {
      await this.#seat(setUp.bots.length);
      for (const [index, bench] of this.#benches.entries()) {
        await bench.seat(setUp.bots[index]);
      }
      byId("seed").value = setUp.seed;
      for (const option of this.#game.options) {
        if (Object.hasOwn(setUp.options, option.name)) {
          fillOption(option, String(setUp.options[option.name]));
        }
      }
    } else {
      const seats = kept(this.#game.id, "seats");
      await this.#seat(
        this.#takes(seats) ? seats : Math.min(this.#game.seats.most, Math.max(this.#game.seats.fewest, USUAL_SEATS)),
      );
      if (setUp !== null) {
        show(byId("problem"), "The link is broken: it was cut short, or it is for another game. Here is what you had before.");
      }
    }
    const parameters = new URLSearchParams(location.search);
    await this.#openBot(parameters.get("bot"));
    await this.#openAgainst(parameters.get("against"));
    await this.#openFrom(parameters);
    this.#form.hidden = false;
    this.#benches.forEach((bench) => bench.refresh());
    this.#showPreview();
    if (parameters.has("start")) {
      await this.#play(this.#seed);
    }
  }

  /** The address may name a published bot, to look at its code or to go on with it. @param {string | null} id */
  async #openBot(id) {
    if (id === null) {
      return;
    }
    try {
      await this.#benches[0].seat(await publishedBot(id));
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(byId("problem"), `The code of this bot cannot be shown. ${failed.message}`);
    }
  }

  /**
   * The address may name a bot to play against by hand: in the page a house bot or one whose code everyone may read, any other on the
   * server.
   *
   * @param {string | null} against
   */
  async #openAgainst(against) {
    if (against === null) {
      return;
    }
    try {
      const house = /^house:(.+)$/.exec(against)?.[1];
      await this.#seat(Math.max(2, this.#seats));
      await this.#benches[1].seat(house === undefined ? await publishedBot(against) : { house });
      await this.#benches[0].choose(HAND);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (failed.status === 404 && against.startsWith("bot_")) {
        await this.#telling(() => this.#offerHandMatch(against));
        return;
      }
      show(byId("problem"), `This bot cannot play here: its code cannot be read. ${failed.message}`);
    }
  }

  /** @param {string} id */
  async #offerHandMatch(id) {
    const opponent = await answered(() => api.bot(id, keptToken()));
    const { HandMatch } = await import("./hand-match.js");
    new HandMatch(byId("hand-match"), this.#engine, this.#game, opponent, {
      asker: () => this.#asker(),
      clear: () => {
        this.#hand.end();
        this.#showPreview();
      },
    }).offer();
    this.#showPane("board");
  }

  /**
   * The address may name a turn of a replay, and the seat from which the visitor wants to go on.
   *
   * @param {URLSearchParams} parameters
   */
  async #openFrom(parameters) {
    const address = parameters.get("from");
    if (address === null) {
      return;
    }
    let document;
    try {
      document = await fromAddress(address, (problem) => show(byId("problem"), problem));
    } catch (problem) {
      if (!(problem instanceof NoReplay)) {
        throw problem;
      }
      show(byId("problem"), problem.message);
      return;
    }
    const { replay, problem } = this.#engine.openReplay(document);
    if (replay === null || document.game !== this.#game.id) {
      show(byId("problem"), problem ?? `This is a replay of another game: ${document.game}.`);
      return;
    }
    const { players } = document;
    const seat = Number(parameters.get("seat"));
    const mine = players[seat - 1] === undefined ? 0 : seat - 1;
    const [sample, opponent] = this.#usual;
    const own = this.#benches.map(({ choice }) => choice).find((choice) => !choice.startsWith("house:"));
    await this.#seat(players.length);
    for (const [index, bench] of this.#benches.entries()) {
      if (index === mine) {
        await bench.choose(own ?? sample);
      } else {
        await bench.choose(opponent ?? sample);
        await bench.choose(`house:${players[index].house}`);
      }
    }
    const asked = Number(parameters.get("turn") ?? 0);
    const last = Math.max(0, replay.over ? replay.turns - 1 : replay.turns);
    this.#goOnFrom({
      document,
      turn: Number.isInteger(asked) ? Math.min(Math.max(0, asked), last) : 0,
      title: pairing(document.players.map(({ name }) => name)),
    });
  }

  /** Later matches go on from this turn, or start from the beginning. @param {From | null} from */
  #goOnFrom(from) {
    this.#from = from;
    byId("from-note").hidden = from === null;
    if (from !== null) {
      byId("from-text").textContent =
        `Matches continue from turn ${from.turn} of ${from.title}, with the bots below. ` +
        "A bot with memory gets the requests of earlier turns, too. ";
    }
    this.#showPreview();
  }

  /** The match that is shown, at the turn that is shown. @returns {From | null} */
  get #here() {
    if (this.#shown === null || this.#player === null) {
      return null;
    }
    const { document } = this.#shown;
    return { document, turn: this.#player.turn, title: pairing(document.players.map(({ name }) => name)) };
  }

  /** Goes on from the turn that is shown, with the code as it is now. */
  async #playOn() {
    this.#goOnFrom(this.#here);
    if (this.#form.reportValidity()) {
      await this.#play(this.#seed);
    }
  }

  /** Plays one turn behind the one that is shown, and shows what was sent and answered. */
  async #step() {
    const from = this.#current ? this.#here : this.#from;
    const player = this.#player;
    if (this.#current && player !== null && player.turn === player.turns && player.replay.over) {
      show(byId("notice"), "The match is over. Go back a few turns to step on from there.");
      return;
    }
    await this.#during(0, async (session) => {
      const seed = this.#chosenSeed() ?? this.#seed;
      const played = await session.play(
        { seed: from?.document.seed ?? seed, options: this.#options(), limits: this.#limits(), from, turns: 1 },
        this.#asker(),
      );
      show(byId("notice"), null);
      this.#present(played, session.bots, Infinity);
      this.#tabs.show(byId("answers-section"));
    });
  }

  /** The editors do without completion until this is loaded, or if it cannot be. @param {PlaygroundGame} own */
  async #learnFields(own) {
    const fields = await fieldsOf(this.#game.id);
    if (fields !== null) {
      const completion = new Completion(fields, own.ownCall ?? false);
      this.#completion = completion;
      new FieldsView(byId("fields"), byId("fields-button"), fields, own.signature ?? "bot(request)");
      for (const bench of this.#allBenches) {
        bench.completion = completion;
      }
    }
  }

  /** @param {string} id @param {boolean} usual @param {(on: boolean) => void} set */
  #toggle(id, usual, set) {
    const box = byId(id);
    box.checked = kept(id) ?? usual;
    box.addEventListener("change", () => {
      keep(box.checked, id);
      set(box.checked);
    });
    set(box.checked);
  }

  #usualLimits() {
    const { first, later } = this.#game.timeLimits;
    return { first: Math.min(first, TIME_LIMITS.first), later: Math.min(later, TIME_LIMITS.later) };
  }

  #limits() {
    const own = byId("time-limit").value;
    return own === "" ? this.#usualLimits() : { first: Number(own), later: Number(own) };
  }

  #chosenSeed() {
    const seed = byId("seed").value.trim();
    return seed === "" ? null : seed;
  }

  #options() {
    return chosenOptions(this.#game.options);
  }

  /** Ctrl+Enter plays, wherever the cursor is. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      event.stopPropagation();
      /** @type {HTMLButtonElement} */
      const play = byId("play");
      play.click();
    }
  }

  /** Narrow screens show one pane at a time. @param {string} name */
  #showPane(name) {
    document.body.dataset.pane = name;
    for (const pane of panes()) {
      pane.setAttribute("aria-pressed", String(pane.dataset.pane === name));
    }
    this.#benches.forEach((bench) => bench.refresh());
  }

  /** Shows the board that the next match begins with. */
  #showPreview() {
    if (this.#player !== null) {
      return;
    }
    const seed = this.#chosenSeed() ?? this.#seed;
    // Without valid options there is no board.
    const picture = this.#form.checkValidity() ? this.#firstPicture(seed) : undefined;
    byId("preview-section").hidden = picture === undefined;
    if (picture === undefined) {
      return;
    }
    this.#preview ??= new Board(byId("preview"), this.#renderer, picture);
    this.#preview.show(picture);
    this.#preview.describe();
    byId("preview-note").textContent =
      `${this.#from === null ? `The board of seed ${seed}` : `Turn ${this.#from.turn}`}. ` +
      "Press Play, or Ctrl+Enter in the editor.";
  }

  /** The board that the next match begins with, if there is one. @param {string} seed */
  #firstPicture(seed) {
    return this.#from === null
      ? this.#engine.beginMatch(this.#game.id, seed, this.#options(), this.#seats).match?.picture()
      : this.#engine.openReplay(this.#from.document).replay?.picture(this.#from.turn);
  }

  /** A new board: the visitor's seed stays only until they ask for another. */
  async #rematch() {
    byId("seed").value = "";
    this.#goOnFrom(null);
    if (this.#form.reportValidity()) {
      await this.#play(drawnSeed());
    }
  }

  async #swap() {
    const choices = this.#benches.map(({ choice }) => choice);
    for (const [index, choice] of rotated(choices, 1).entries()) {
      await this.#benches[index].choose(choice);
    }
    if (this.#form.reportValidity()) {
      await this.#play(this.#seed);
    }
  }

  /** @param {string} seed @param {number} shift by how many seats the bots move up, for this match only */
  async #play(seed, shift = 0) {
    await this.#during(shift, async (session) => {
      const from = this.#from;
      if (from === null) {
        this.#seed = seed;
        keep(seed, this.#game.id, "seed");
      }
      show(byId("notice"), "Playing …");
      const began = performance.now();
      const played = await session.play(
        { seed: from?.document.seed ?? seed, options: this.#options(), limits: this.#limits(), from },
        this.#asker(),
      );
      show(
        byId("notice"),
        `Played in ${duration(Math.round(performance.now() - began))} ` +
          `${from === null ? `on the seed ${seed}` : `from turn ${from.turn} on`}.`,
      );
      this.#present(played, session.bots, from?.turn ?? 0);
      this.#lead(byId("match-title"));
      if (!calm.matches) {
        this.#player?.play();
      }
    });
  }

  async #run() {
    await this.#during(0, async (session) => {
      const total = Number(byId("count").value);
      const tally = new Tally();
      const view = new RunView(byId("run-view"), this.#names(), this.#game.scoreUnit, total, ({ seed, shift }) => {
        this.#goOnFrom(null);
        this.#play(seed, shift);
      });
      byId("run-section").hidden = false;
      show(byId("notice"), null);
      view.show(tally);
      this.#lead(byId("run-title"));
      let drawing = false;
      const seed = this.#chosenSeed() ?? drawnSeed();
      /** @type {string | null} */
      let end = null;
      try {
        await session.run({ seed, options: this.#options(), limits: this.#limits(), count: total }, (match) => {
          tally.add(match);
          view.keep(match);
          if (!drawing) {
            drawing = true;
            requestAnimationFrame(() => {
              drawing = false;
              view.show(tally, end);
            });
          }
        });
        end = `All ${total} matches are played, on boards of the seed ${seed}.`;
      } catch (problem) {
        end = `The run ended after ${tally.count} of ${total} matches.`;
        throw problem;
      } finally {
        view.show(tally, end);
      }
    });
  }

  /** Most visits do without this, so it is loaded on demand. */
  async #goOnline() {
    const bot = (await this.#chosenBots()).find(({ code }) => code !== undefined);
    if (bot === undefined) {
      show(byId("notice"), "House bots are online already. Choose or write a bot of your own.");
      return;
    }
    const { Online } = await import("./online.js");
    this.#online ??= new Online(byId("online"), this.#game);
    this.#online.open(bot);
  }

  /** Asks the visitor for moves, and leads to the board before the first. @returns {Ask} */
  #asker() {
    let first = true;
    // In some games several seats are asked at once, and several may be the visitor's.
    /** @type {Promise<unknown>} */
    let before = Promise.resolve();
    return (asked) => {
      const until = performance.now() + asked.left;
      const answer = before.then(() => {
        byId("preview-section").hidden = byId("match-section").hidden = true;
        const moved = this.#hand.ask({ ...asked, until });
        if (first) {
          first = false;
          this.#lead(this.#hand.title);
        }
        return moved;
      });
      before = answer;
      return answer;
    };
  }

  /**
   * Runs an action; until it ends or is stopped, nothing else can start.
   *
   * @param {number} shift by how many seats the bots move up
   * @param {(session: Session) => Promise<void>} action
   */
  async #during(shift, action) {
    const benches = rotated(this.#benches, shift);
    show(byId("problem"), null);
    this.#markEarlier(false);
    this.#busy(true);
    try {
      const bots = await this.#chosenBots();
      this.#benches.forEach((bench) => bench.tell(null));
      const session = new Session(this.#game.id, rotated(bots, shift));
      this.#session = session;
      await action(session);
    } catch (problem) {
      if (problem instanceof Stopped) {
        show(byId("notice"), "Stopped.");
        return;
      }
      if (!(problem instanceof MatchProblem)) {
        throw problem;
      }
      show(byId("notice"), null);
      this.#markEarlier(true);
      if (problem.bot === null) {
        show(byId("problem"), problem.message);
      } else {
        this.#showPane("code");
        benches[problem.bot].tell(problem);
        benches[problem.bot].element.scrollIntoView({ block: "nearest" });
      }
    } finally {
      this.#session?.end();
      this.#hand.end();
      byId("match-section").hidden = this.#shown === null;
      this.#showPreview();
      this.#busy(false);
    }
  }

  /**
   * Says of the match that is shown, if any, that it is not the one just asked for, which could not be played.
   *
   * @param {boolean} earlier
   */
  #markEarlier(earlier) {
    byId("match-section").classList.toggle("earlier", earlier);
    show(byId("earlier"), earlier ? "This is the previous match. The new one could not be played." : null);
  }

  /** @param {() => unknown} action */
  async #telling(action) {
    try {
      await action();
    } catch (failed) {
      show(byId("problem"), api.messageOf(failed));
    }
  }

  /** @param {boolean} busy */
  #busy(busy) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = document.querySelectorAll("#play, #step, #on-from, #rematch, #swap, #run, #run-view button");
    for (const button of buttons) {
      button.disabled = busy;
    }
    byId("stop").hidden = !busy;
  }

  #names() {
    return this.#benches.map(({ name }) => name);
  }

  /**
   * Shows a match that was played here like any replay.
   *
   * @param {Played} played `{document, logs}`
   * @param {PlayingBot[]} bots that played, by seat
   * @param {number} turn to begin with
   */
  #present({ document, logs }, bots, turn) {
    const names = document.players.map(botName);
    const { replay, problem } = this.#engine.openReplay(document);
    if (replay === null) {
      show(byId("problem"), `The match cannot be shown. ${problem}`);
      return;
    }
    const doubt = replay.over && !replay.confirmed ? replay.difference : null;
    show(byId("doubt"), doubt === null ? null : `The match cannot be verified. ${doubt}`);
    show(
      byId("verified"),
      doubt !== null || !replay.over
        ? null
        : `Verified: ${all(replay.turns, "turn")}, played again from the moves, gave the same states (hash ` +
            `${replay.hash(replay.turns)}).`,
    );
    byId("outcome").textContent = replay.over
      ? this.#outcome(document.result, replay.failedSeat, names)
      : "Not over yet: step on, or play on from here to the end.";
    byId("match-title").replaceChildren(
      ...names.flatMap((name, index) => [
        ...(index === 0 ? [] : [element("span.versus", {}, names.length === 2 ? " vs " : " ")]),
        element(`bdi.seat.seat-${index + 1}`, {}, name),
      ]),
    );
    byId("match-section").hidden = false;
    byId("preview-section").hidden = true;
    this.#preview?.remove();
    this.#preview = null;
    this.#shown = { document, logs, names, replay, bots };
    this.#current = true;
    this.#draw(this.#shown, Math.min(turn, replay.turns));
  }

  /** @param {Api.Result} result @param {number} failedSeat @param {string[]} names */
  #outcome(result, failedSeat, names) {
    const end =
      this.#renderer.ending({ winner: winnerOf(result), reason: result.reason }, names) ??
      `It ended for the reason “${result.reason}”.`;
    // Both may be of the same bot.
    const seated = names.map((name, index) => `${name} (player ${index + 1})`);
    return `${verdict(result, seated, failedSeat === 0 ? null : failedSeat)} ${end}`;
  }

  /** @param {Shown} shown @param {number} turn */
  #draw({ document, logs, names, replay, bots }, turn) {
    this.#player?.remove();
    this.#chart?.remove();
    const renderer = this.#layers.rendererFor(replay);
    // Of two, the title above the board says enough.
    const strip = names.length === 2 ? null : element("div.strip");
    if (strip !== null) {
      showSides(strip, document.players, (index) => [
        element("span.who", {}, element(`bdi.seat.seat-${index + 1}`, {}, names[index])),
      ]);
    }
    const player = new Player(byId("player"), {
      renderer,
      replay,
      game: this.#game.id,
      names,
      turn,
      strip,
      file: { name: `bout-${this.#game.id}-${document.seed}`, document },
      keys: byId("match-section"),
    });
    this.#player = player;
    new LogView(byId("log"), player, names, logs, ({ seat, line, text }, asked) => {
      const { code } = bots[seat - 1];
      const isHere = code !== undefined && this.#benches.some((bench) => bench.markPlayed(code, line, text));
      if (asked && isHere) {
        this.#showPane("code");
      }
    });
    new Answers(byId("answers"), byId("answers-title"), player, renderer, document.players);
    new Requests(byId("requests"), player, replay, names);
    this.#chart = new Chart(byId("chart"), player, names, this.#game.scoreUnit);
    const offer = () => {
      const over = replay.over && player.turn === replay.turns;
      byId("on").hidden = over;
      byId("on-from").textContent = `Play on from turn ${player.turn}`;
      if (strip !== null) {
        const standing = standingIn({ renderer, ...player.moment }, names, over ? document.result : null);
        showStanding(strip, standing, this.#game.scoreUnit);
      }
    };
    player.addEventListener("turn", offer);
    offer();
  }

  #drawAgain() {
    if (this.#shown !== null && this.#player !== null) {
      this.#draw(this.#shown, this.#player.turn);
    }
  }

  /** Moves the view and the focus to the new content. @param {HTMLElement} title */
  #lead(title) {
    this.#showPane("board");
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  async #copyLink() {
    const fragment = await packed({
      game: this.#game.id,
      bots: await this.#chosenBots(),
      seed: this.#chosenSeed() ?? this.#seed,
      options: this.#options(),
    });
    const address = new URL(`?${new URLSearchParams({ game: this.#game.id })}#${fragment}`, location.href).href;
    const notice = byId("notice");
    if (address.length > MAX_LINK_LENGTH) {
      show(
        notice,
        `The code is too long for a link: it would have ${address.length} characters, and no more than ${MAX_LINK_LENGTH} ` +
          "get through everywhere. Send the code as a file.",
      );
      return;
    }
    const { copied } = await import("../shared/copy.js");
    const done = await copied(address);
    byId("link-field").hidden = done;
    byId("link-text").value = address;
    show(notice, done ? "The link is copied. It holds the code of all bots, the seed and the options." : null);
    if (!done) {
      byId("link-text").select();
    }
  }
}

/** @returns {NodeListOf<HTMLButtonElement>} the buttons for the panes */
const panes = () => document.querySelectorAll("#panes button");

/** What the API answers, even if that takes several attempts. @template T @param {() => Promise<T>} action */
async function answered(action) {
  const { untilDone } = await import("../shared/poll.js");
  return untilDone(action, (problem) => show(byId("problem"), problem), false);
}

/** @param {string} id */
async function publishedBot(id) {
  const token = keptToken();
  const [{ name }, code] = await answered(() => Promise.all([api.bot(id, token), api.codeOfBot(id, token)]));
  return { name, code };
}

const drawnSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % MAX_SEED);

async function open() {
  const engine = await engineModule();
  if (engine === null) {
    show(
      byId("problem"),
      "The engine, which plays the matches, could not be loaded. Check your connection and load the page again.",
    );
    return;
  }
  const all = engine.games();
  const asked = new URLSearchParams(location.search).get("game");
  const game = asked === null ? all[0] : all.find(({ id }) => id === asked);
  byId("games").replaceChildren(
    ...all.map(({ id, name }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: `play.html?${new URLSearchParams({ game: id })}`, ...(id === game?.id ? { "aria-current": "page" } : {}) },
          name,
        ),
      ),
    ),
  );
  if (game === undefined) {
    show(byId("problem"), `There is no game with the id ${asked}. Choose one above.`);
    return;
  }
  document.title = `${game.name}: playground · Bout`;
  byId("guide").href = `games/${game.id}.html#request`;
  byId("wrap").href = `games/${game.id}.html#start`;
  const [renderer, folder] = await Promise.all([rendererOf(game.id), playgroundOf(game.id)]);
  if (renderer === null || folder === null) {
    show(byId("problem"), `${game.name} could not be loaded. Load the page again.`);
    return;
  }
  await new Playground(engine, game, renderer, folder).open(location.hash);
}

// The visitor pasted a link to another set-up into the address bar.
addEventListener("hashchange", () => location.reload());
await open();
