/** The playground: visitors write bots in the page and let them play each other and house bots. */

import { Answers } from "../viewer/answers.js";
import { Chart } from "../viewer/chart.js";
import { byId, element, show } from "../shared/dom.js";
import { engineModule, playgroundOf, rendererOf } from "../shared/game-modules.js";
import { chosenOptions, fillOption, optionField } from "../shared/option-fields.js";
import { Player } from "../viewer/player.js";
import { Bench } from "./bench.js";
import { Layers } from "./layers.js";
import { keep, kept } from "./storage.js";
import { MAX_LINK_LENGTH, packed, unpacked } from "./link.js";
import { LogView } from "./log-view.js";
import { RunView } from "./run-view.js";
import { Samples } from "./samples.js";
import { MatchProblem, Session, Stopped } from "./session.js";
import { Tally } from "./statistics.js";
import { copied } from "../viewer/share.js";
import { count, score } from "../shared/words.js";

const MAX_SEED = 1_000_000;

/** The default time limits in milliseconds: nobody waits half a minute for an endless loop. */
const TIME_LIMITS = { first: 2000, later: 1000 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Playground {
  #engine;
  #game;
  #renderer;
  #usual;
  #form = byId("set-up");
  #benches;
  #session = null;
  #player = null;
  #chart = null;
  #layers = null;
  #shown = null;
  /** The seed of the last match, so that the same board can be played with swapped seats. */
  #seed = null;

  /**
   * @param game as described by the engine
   * @param renderer the module `games/<game>/renderer.js`
   * @param folder the module `games/<game>/playground.js`
   */
  constructor(engine, game, renderer, folder) {
    this.#engine = engine;
    this.#game = game;
    this.#renderer = renderer;
    const samples = new Samples(game, folder.samples);
    this.#usual = [`sample:${samples.all[0].id}`, `house:${folder.opponent ?? game.houseBots[0].name}`];
    this.#benches = [1, 2].map((seat) => new Bench(game, samples, seat));
    byId("benches").replaceChildren(...this.#benches.map((bench) => bench.element));
    byId("options").replaceChildren(...game.options.map(optionField));
    const { first, later } = this.#usualLimits();
    byId("time-limit-hint").textContent = "A bot that takes longer is ended and started anew. "
      + `Empty: ${first === later ? first : `${first} for the first move, then ${later}`}.`;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play(this.#chosenSeed() ?? drawnSeed());
    });
    byId("rematch").addEventListener("click", () => this.#rematch());
    byId("swap").addEventListener("click", () => this.#swap());
    byId("run").addEventListener("click", () => this.#form.reportValidity() && this.#run());
    byId("stop").addEventListener("click", () => this.#session?.end());
    byId("link").addEventListener("click", () => this.#copyLink());
    this.#layers = new Layers(byId("drawn"), game.id, renderer, folder, () => this.#drawAgain());
  }

  /** Fills the page from a link, or from the visitor's last visit. */
  async open(fragment) {
    this.#toggle("line-wrap", true, (on) => this.#benches.forEach((bench) => {
      bench.lineWrap = on;
    }));
    this.#toggle("vim", false, (on) => this.#benches.forEach((bench) => this.#telling(() => bench.setVim(on))));
    const setUp = await unpacked(fragment);
    if (setUp !== null) {
      // Later changes are stored under the plain address; the link would restore its own content.
      history.replaceState(null, "", location.pathname + location.search);
    }
    if (setUp !== null && setUp !== undefined && setUp.game === this.#game.id) {
      for (const [index, bench] of this.#benches.entries()) {
        await bench.restore(this.#usual[index]);
        await bench.seat(setUp.bots[index], true);
      }
      byId("seed").value = setUp.seed;
      for (const option of this.#game.options) {
        if (Object.hasOwn(setUp.options, option.name)) {
          fillOption(option, String(setUp.options[option.name]), this.#form);
        }
      }
    } else {
      await Promise.all(this.#benches.map((bench, index) => bench.restore(this.#usual[index])));
      if (setUp !== null) {
        show(byId("problem"), "The link is broken: it was cut short, or it is for another game. Here is what you had before.");
      }
    }
    this.#form.hidden = false;
    this.#benches.forEach((bench) => bench.refresh());
  }

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
    return chosenOptions(this.#game.options, this.#form);
  }

  /** A new board: the visitor's seed stays only until they ask for another. */
  async #rematch() {
    byId("seed").value = "";
    if (this.#form.reportValidity()) {
      await this.#play(drawnSeed());
    }
  }

  async #swap() {
    const [first, second] = this.#benches.map(({ bot }) => bot);
    await this.#benches[0].seat(second);
    await this.#benches[1].seat(first);
    if (this.#seed !== null && this.#form.reportValidity()) {
      await this.#play(this.#seed);
    }
  }

  /** @param {boolean} swapped the bots swap seats, for this match only */
  async #play(seed, swapped = false) {
    await this.#during(swapped, async (session) => {
      this.#seed = seed;
      show(byId("notice"), "Playing …");
      const began = performance.now();
      const { document, logs } = await session.play({ seed, options: this.#options(), limits: this.#limits() });
      show(byId("notice"), `Played in ${((performance.now() - began) / 1000).toFixed(1)} s on the seed ${seed}.`);
      this.#present(document, logs);
    });
  }

  async #run() {
    await this.#during(false, async (session) => {
      const total = Number(byId("count").value);
      const tally = new Tally();
      const view = new RunView(
        byId("run-view"), this.#names(), this.#game.scoreUnit, total, ({ seed, swapped }) => this.#play(seed, swapped));
      byId("run-section").hidden = false;
      show(byId("notice"), null);
      view.show(tally);
      this.#lead(byId("run-title"));
      let drawing = false;
      const seed = this.#chosenSeed() ?? drawnSeed();
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

  /** Runs an action; until it ends or is stopped, nothing else can start. */
  async #during(swapped, action) {
    const benches = swapped ? this.#benches.toReversed() : this.#benches;
    const session = new Session(this.#game.id, benches.map(({ bot }) => bot));
    this.#session = session;
    this.#benches.forEach((bench) => bench.tell(null));
    show(byId("problem"), null);
    this.#busy(true);
    try {
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
      if (problem.bot === null) {
        show(byId("problem"), problem.message);
      } else {
        benches[problem.bot].tell(problem);
        benches[problem.bot].element.scrollIntoView({ block: "nearest" });
      }
    } finally {
      session.end();
      this.#busy(false);
    }
  }

  async #telling(action) {
    try {
      await action();
    } catch (failed) {
      show(byId("problem"), failed.message);
    }
  }

  #busy(busy) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = document.querySelectorAll("#play, #rematch, #swap, #run, #run-view button");
    for (const button of buttons) {
      button.disabled = busy;
    }
    byId("stop").hidden = !busy;
  }

  #names() {
    return this.#benches.map(({ name }) => name);
  }

  /** Shows a match that was played here like any replay. */
  #present(document, logs) {
    const names = document.players.map(({ name }) => name);
    const { replay, problem } = this.#engine.openReplay(document);
    const confirmed = replay?.confirmed ?? false;
    show(byId("doubt"), confirmed ? null : `The match cannot be verified. ${problem ?? replay.difference}`);
    show(byId("verified"), !confirmed ? null
      : `Verified: played again from its moves, all ${count(replay.turns, "turn")} come out the same (hash `
        + `${replay.hash(replay.turns)}).`);
    const { result } = document;
    const end = this.#renderer.ending(result, names) ?? `It ended for the reason “${result.reason}”.`;
    byId("outcome").textContent = result.winner === null
      ? `A draw, ${rounded(result)}. ${end}`
      : `${names[result.winner - 1]} (player ${result.winner}) wins, ${rounded(result)}. ${end}`;
    byId("match-title").replaceChildren(
      element("bdi.seat.seat-1", {}, names[0]), element("span.versus", {}, " vs "), element("bdi.seat.seat-2", {}, names[1]));
    byId("match-section").hidden = false;
    this.#shown = { document, logs, names, replay };
    this.#draw(0);
    this.#lead(byId("match-title"));
    if (!calm.matches) {
      this.#player.play();
    }
  }

  #draw(turn) {
    const { document, logs, names, replay } = this.#shown;
    this.#player?.remove();
    this.#chart?.remove();
    const renderer = this.#layers.rendererFor(replay);
    this.#player = new Player(byId("player"), {
      renderer,
      replay,
      names,
      turn,
      file: { name: `bout-${this.#game.id}-${document.seed}`, document },
      keys: byId("match-section"),
    });
    new LogView(byId("log"), this.#player, names, logs);
    new Answers(byId("answers"), byId("answers-title"), this.#player, renderer, document.players);
    this.#chart = new Chart(byId("chart"), this.#player, names, this.#game.scoreUnit);
  }

  #drawAgain() {
    if (this.#player !== null) {
      this.#draw(this.#player.turn);
    }
  }

  /** Moves the view and the focus to the new content. */
  #lead(title) {
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
  }

  async #copyLink() {
    const fragment = await packed({
      game: this.#game.id,
      bots: this.#benches.map(({ bot }) => bot),
      seed: this.#chosenSeed() ?? this.#seed ?? "",
      options: this.#options(),
    });
    const address = new URL(`?${new URLSearchParams({ game: this.#game.id })}#${fragment}`, location.href).href;
    const notice = byId("notice");
    if (address.length > MAX_LINK_LENGTH) {
      show(notice, `The code is too long for a link: it would have ${address.length} characters, and no more than ${MAX_LINK_LENGTH} `
        + "get through everywhere. Send the code as a file.");
      return;
    }
    const done = await copied(address);
    byId("link-field").hidden = done;
    byId("link-text").value = address;
    show(notice, done ? "The link is copied. It holds the code of both bots, the seed and the options." : null);
    if (!done) {
      byId("link-text").select();
    }
  }
}

const rounded = (result) => score({ scores: result.scores.map((points) => Math.round(points * 10) / 10) });

const drawnSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % MAX_SEED);

async function open() {
  const engine = await engineModule();
  if (engine === null) {
    show(byId("problem"), "The engine, which plays the matches, could not be loaded. Is the network there? Load the page again.");
    return;
  }
  const all = engine.games();
  const asked = new URLSearchParams(location.search).get("game");
  const game = asked === null ? all[0] : all.find(({ id }) => id === asked);
  byId("games").replaceChildren(...all.map(({ id, name }) => element(
    "li",
    {},
    element("a", { href: `play.html?${new URLSearchParams({ game: id })}`, ...(id === game?.id ? { "aria-current": "page" } : {}) }, name),
  )));
  if (game === undefined) {
    show(byId("problem"), `There is no game with the id ${asked}. Choose one above.`);
    return;
  }
  document.title = `${game.name}: playground · Bout`;
  byId("title").textContent = `${game.name} playground`;
  byId("guide").href = `games/${game.id}.html#request`;
  byId("guide").hidden = false;
  byId("wrap").href = `games/${game.id}.html#start`;
  const [renderer, folder] = await Promise.all([rendererOf(game.id), playgroundOf(game.id)]);
  if (renderer === null || folder === null) {
    show(byId("problem"), `This site cannot draw the game ${game.name}. Load the page again.`);
    return;
  }
  await new Playground(engine, game, renderer, folder).open(location.hash);
}

// The visitor pasted a link to another set-up into the address bar.
addEventListener("hashchange", () => location.reload());
await open();
