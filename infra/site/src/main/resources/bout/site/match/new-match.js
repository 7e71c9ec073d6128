/** The page that starts a match. The choices of its form come from the API's description of the game. */

import * as api from "../shared/api.js";
import { byId, element, limited, show } from "../shared/dom.js";
import { chosenOptions, fillOption, optionField } from "../shared/option-fields.js";
import { PlayerField, playerOf } from "./player-field.js";
import { preview } from "./preview.js";
import { showFailure } from "../shared/join-first.js";
import { joinedPlayer, keepToken, keptToken } from "../shared/token.js";
import { untilDone } from "../shared/poll.js";

/** As in the API. */
const MAX_SEED_LENGTH = 64;

/** The parameters an address may have besides the game's options. */
const PARAMETERS = /^(game|seats|seed|timeLimit|(p|name)[1-8])$/;

/** The first choice for a game that leaves it open how many play. */
const USUAL_SEATS = 4;

/** @param {Api.Game & {seats?: {fewest: number, most: number}}} game */
const seatsOf = ({ seats = { fewest: 2, most: 2 } }) => seats;

/** @typedef {Api.Bot & {own?: boolean}} OfferedBot whether it is the visitor's own */

class NewMatch {
  #form = byId("start");
  #game = byId("game");
  #go = byId("go");
  #problem = byId("start-problem");
  #token = byId("token");
  #filled = byId("filled");
  /** @type {Api.Option[]} */
  #options = [];
  /** What was described of the game that is chosen. @type {{game: Api.Game, bots: OfferedBot[]} | null} */
  #offered = null;
  /** @type {PlayerField[]} */
  #players = [];

  constructor() {
    this.#token.value = keptToken();
    limited(byId("seed"), MAX_SEED_LENGTH);
    // Whoever joined has a token without having seen it.
    byId("token-field").hidden = this.#token.value === "" || this.#token.value === joinedPlayer()?.token;
    this.#game.addEventListener("change", () => this.#changeGame());
    byId("seats").addEventListener("change", () => this.#seat(Number(byId("seats").value)));
    this.#form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Offers the games, and fills the form from the address. @param {URLSearchParams} address */
  async load(address) {
    const { games } = await this.#persistently(() => api.games());
    this.#game.replaceChildren(...games.map(({ id, name }) => element("option", { value: id }, name)));
    const wanted = address.get("game");
    const known = games.some(({ id }) => id === wanted);
    if (known) {
      this.#game.value = wanted;
    }
    const game = await this.#describe();
    this.#tellUnfilled(
      wanted !== null && !known ? [`There is no game with the id ${wanted}. Choose one of these.`] : this.#fill(address, game),
    );
    this.#go.disabled = false;
  }

  async #changeGame() {
    this.#go.disabled = true;
    const before = this.#players.map(({ player }) => player);
    await this.#describe();
    // A bot belongs to one game, but a URL may work for several.
    before.forEach((player, index) => {
      if ("url" in player) {
        this.#players[index]?.choose(player);
      }
    });
    this.#tellUnfilled([]);
    this.#go.disabled = false;
  }

  /** Offers the game's bots, options and time limits. @returns {Promise<Api.Game>} the game */
  async #describe() {
    for (;;) {
      const id = this.#game.value;
      const [game, bots] = await this.#persistently(() => Promise.all([api.game(id), registeredBots(id)]));
      if (id === this.#game.value) {
        this.#offer(game, bots);
        return game;
      } // otherwise another game was chosen meanwhile
    }
  }

  /** @param {Api.Game} game @param {OfferedBot[]} bots */
  #offer(game, bots) {
    this.#options = game.options;
    show(byId("game-summary"), game.summary);
    byId("game-page").href = game.page;
    byId("game-guide").hidden = false;
    byId("playground").href = `play.html?${new URLSearchParams({ game: game.id })}`;
    preview(game);
    const limit = byId("time-limit");
    limit.min = game.timeLimits.min;
    limit.max = game.timeLimits.max;
    show(byId("time-limit-hint"), `${game.timeLimits.min} to ${game.timeLimits.max}. Empty: ${usual(game.timeLimits)}.`);
    const { fewest, most } = seatsOf(game);
    byId("seats").replaceChildren(
      ...Array.from({ length: most - fewest + 1 }, (_, index) => element("option", {}, String(fewest + index))),
    );
    byId("seats-field").hidden = fewest === most;
    this.#offered = { game, bots };
    this.#players = [];
    this.#seat(Math.min(most, Math.max(fewest, USUAL_SEATS)));
    // Who has a bot usually challenges others with it.
    const own = bots.find((bot) => bot.own);
    if (own !== undefined) {
      this.#players[0].choose({ bot: own.id });
    }
    byId("options").replaceChildren(...game.options.map(optionField));
  }

  /** Has so many players; who was there stays. @param {number} seats */
  #seat(seats) {
    const { game, bots } = /** @type {{game: Api.Game, bots: OfferedBot[]}} */ (this.#offered);
    this.#players = Array.from({ length: seats }, (_, index) => this.#players[index] ?? new PlayerField(index + 1, game, bots));
    byId("seats").value = String(seats);
    byId("players").replaceChildren(...this.#players.map((field) => field.element));
  }

  /** Fills the form from the address; returns what did not fit. @param {URLSearchParams} address @param {Api.Game} game */
  #fill(address, game) {
    /** @type {(string | null)[]} */
    const problems = [];
    const { fewest, most } = seatsOf(game);
    const named = [...address.keys()].flatMap((name) => /^(?:p|name)([1-8])$/.exec(name)?.[1] ?? []).map(Number);
    const seats = Number(address.get("seats") ?? Math.max(0, ...named));
    if (seats >= fewest && seats <= most && Number.isInteger(seats)) {
      this.#seat(seats);
    } else if (seats > 0) {
      problems.push(`${game.name} takes ${fewest === most ? fewest : `${fewest} to ${most}`} players, not ${seats}.`);
    }
    for (let seat = 1; seat <= this.#players.length; seat++) {
      problems.push(this.#fillPlayer(game, seat, address.get(`p${seat}`) ?? "", address.get(`name${seat}`)));
    }
    const seed = address.get("seed");
    if (seed !== null) {
      byId("seed").value = seed;
    }
    const limit = address.get("timeLimit");
    if (limit !== null) {
      const field = byId("time-limit");
      field.value = limit;
      if (field.value !== limit || !field.validity.valid) {
        field.value = "";
        problems.push(`The time limit must be ${field.min} to ${field.max}, not ${limit}.`);
      }
    }
    for (const [name, text] of address) {
      if (PARAMETERS.test(name)) {
        continue;
      }
      const option = game.options.find((each) => each.name === name);
      if (option === undefined) {
        problems.push(`${game.name} has no option ${name}.`);
        continue;
      }
      const right = fillOption(option, text);
      problems.push(right === null ? null : `The option ${name} must be ${right}, not ${text}.`);
    }
    if ([...address.keys()].some((name) => !/^(game|seats|(p|name)[1-8])$/.test(name))) {
      byId("more-options").open = true;
    }
    return problems.filter((problem) => problem !== null);
  }

  /** @param {Api.Game} game @param {number} seat @param {string} text @param {string | null} name */
  #fillPlayer(game, seat, text, name) {
    const field = this.#players[seat - 1];
    if (text === "") {
      if (name === null) {
        return null;
      }
      field.choose({ url: "", name });
      return `Only its owner knows the URL of ${name}. Enter it, or choose another bot.`;
    }
    const player = playerOf(text);
    if (player === null) {
      return `Player ${seat} must be house:NAME, the id of a registered bot, or a URL, not ${text}.`;
    }
    return field.choose(name === null ? player : { ...player, name })
      ? null
      : `${game.name} has no house bot ${text.slice(text.indexOf(":") + 1)}.`;
  }

  /** @param {string[]} problems */
  #tellUnfilled(problems) {
    this.#filled.hidden = problems.length === 0;
    this.#filled.replaceChildren(...problems.map((problem) => element("p", {}, problem)));
  }

  async #submit() {
    const body = this.#body();
    this.#go.disabled = true;
    try {
      const token = this.#token.value.trim();
      const match = await api.start(body, token);
      keepToken(token);
      show(this.#problem, null);
      location.assign(`match.html?${new URLSearchParams({ id: match.id })}`);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      showFailure(
        this.#problem,
        failed,
        this.#token.value.trim(),
        "Without that, you can ",
        element("a", { href: byId("playground").href }, "play in your browser"),
        ".",
      );
      if (failed.needsToken) {
        // If everyone may start matches, the form does not ask for a token.
        byId("token-field").hidden = false;
        this.#token.focus();
      }
    } finally {
      this.#go.disabled = false;
    }
  }

  #body() {
    /** @type {Api.MatchRequest} */
    const body = { game: this.#game.value, players: this.#players.map(({ player }) => player) };
    const seed = byId("seed").value.trim();
    if (seed !== "") {
      body.seed = seed;
    }
    const options = chosenOptions(this.#options);
    if (Object.keys(options).length > 0) {
      body.options = options;
    }
    const timeLimit = byId("time-limit").value;
    if (timeLimit !== "") {
      body.timeLimit = Number(timeLimit);
    }
    return body;
  }

  /** Tries an action with the API until it succeeds, and shows the problem meanwhile. @template T @param {() => Promise<T>} action */
  #persistently(action) {
    return untilDone(action, (problem) => show(this.#problem, problem));
  }
}

/**
 * The public active bots of a game and the visitor's own, newest first, at most a hundred of each.
 *
 * @param {string} game
 * @returns {Promise<OfferedBot[]>}
 */
async function registeredBots(game) {
  const [{ bots }, own] = await Promise.all([api.bots({ game, limit: 100 }), ownBots(game)]);
  const byId = new Map([...bots, ...own].filter(({ active }) => active).map((bot) => [bot.id, bot]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** @param {string} game */
async function ownBots(game) {
  const token = keptToken();
  if (token === "") {
    return [];
  }
  try {
    return (await api.bots({ game, mine: true, limit: 100 }, token)).bots.map((bot) => ({ ...bot, own: true }));
  } catch (failed) {
    if (failed instanceof api.RequestFailed && failed.needsToken) {
      return []; // the stored token is no longer valid; starting a match will report that
    }
    throw failed;
  }
}

/** @param {Api.TimeLimits} limits */
const usual = ({ first, later }) => (first === later ? String(first) : `${first} for the first move, then ${later}`);

await new NewMatch().load(new URLSearchParams(location.search));
