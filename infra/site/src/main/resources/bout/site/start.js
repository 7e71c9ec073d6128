/** The start page: the latest matches, and the form that starts one. */

import * as api from "./api.js";
import { byId, element, show } from "./dom.js";
import { age, date, score, statusWord } from "./words.js";

const REFRESH_MILLISECONDS = 4_000;
const AT_A_URL = "";

const gameNames = new Map();

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The list of matches, which follows the API while the page is looked at. */
class Latest {
  #list = byId("latest");
  #note = byId("latest-note");
  #problem = byId("latest-problem");
  #more = byId("more");
  #matches = new Map();
  #rows = new Map();
  #next = null;

  constructor() {
    this.#more.addEventListener("click", () => this.#older());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) {
        this.refresh();
      }
    });
  }

  /** Follows the API for as long as the page lives. */
  async follow() {
    for (;;) {
      if (!document.hidden) {
        await this.refresh();
      }
      await wait(REFRESH_MILLISECONDS);
    }
  }

  async refresh() {
    let page;
    try {
      page = await api.matches();
    } catch (failed) {
      this.#tell(failed);
      return;
    }
    const knownBefore = page.matches.some(({ id }) => this.#matches.has(id));
    if (!knownBefore) {
      // More matches than one page are new, so what is shown would have a gap: begin afresh.
      this.#matches.clear();
      this.#next = page.next;
    }
    this.#keep(page.matches);
  }

  async #older() {
    this.#more.disabled = true;
    try {
      const page = await api.matches(this.#next);
      this.#next = page.next;
      this.#keep(page.matches);
    } catch (failed) {
      this.#tell(failed);
    } finally {
      this.#more.disabled = false;
    }
  }

  #tell(failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    show(this.#note, null);
    show(this.#problem, failed.message);
  }

  #keep(matches) {
    for (const match of matches) {
      this.#matches.set(match.id, match);
    }
    this.show();
    show(this.#problem, null);
    show(this.#note, this.#matches.size === 0 ? "No match has been played yet. Start the first one." : null);
    this.#more.hidden = this.#next === null;
  }

  /** Shows the matches that are known, under the names of the games that are known. */
  show() {
    const rows = [...this.#matches.values()]
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .map((match) => this.#row(match));
    place(this.#list, rows);
    for (const time of this.#list.querySelectorAll("time")) {
      time.textContent = age(time.dateTime);
    }
  }

  /** The row of a match; the same one as before where nothing has changed, so that it keeps the focus. */
  #row(match) {
    const content = JSON.stringify([match, gameNames.get(match.game)]);
    const before = this.#rows.get(match.id);
    if (before?.content === content) {
      return before.row;
    }
    const made = row(match);
    if (before?.row.contains(document.activeElement)) {
      before.row.replaceWith(made);
      made.querySelector("a").focus();
    }
    this.#rows.set(match.id, { content, row: made });
    return made;
  }
}

/** Makes these the element's children without moving those that are in place. */
function place(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(child, next);
    }
  }
  while (next !== null) {
    const extra = next;
    next = next.nextElementSibling;
    extra.remove();
  }
}

function row(match) {
  const { result, status } = match;
  const seats = match.players.map((player, index) => element(
    `bdi.seat.seat-${index + 1}${result?.winner === index + 1 ? ".winner" : ""}`, {}, player.name));
  return element("li", {}, element(
    "a",
    { href: `match.html?${new URLSearchParams({ id: match.id })}` },
    element(
      "span.pairing",
      {},
      seats[0],
      " ",
      element("span.score", {}, result === null ? "vs" : score(result)),
      " ",
      seats[1],
    ),
    " ",
    element(
      "span.about",
      {},
      element(`span.status.${status}`, {}, statusWord(status)),
      " ",
      ...ending(match),
      element("span", {}, gameNames.get(match.game) ?? match.game),
      " ",
      element("time", { datetime: match.createdAt, title: date(match.createdAt) }, age(match.createdAt)),
    ),
  ));
}

function ending({ result, players, status, turn }) {
  if (status === "running") {
    return [element("span", {}, `turn ${turn}`), " "];
  }
  if (result === null) {
    return [];
  }
  return [
    result.winner === null
      ? element("span", {}, "draw")
      : element("span", {}, element("bdi", {}, players[result.winner - 1].name), " won"),
    " ",
  ];
}

/** The form. What can be chosen in it comes from the API's description of the game. */
class StartForm {
  #form = byId("start");
  #game = byId("game");
  #go = byId("go");
  #problem = byId("start-problem");
  #token = byId("token");
  #described = null;
  #request = { body: null, key: null };

  constructor() {
    this.#token.value = keptToken();
    byId("token-field").hidden = this.#token.value === "";
    this.#game.addEventListener("change", () => this.#telling(() => this.#describe()));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Offers the games; tries until the API says which there are. */
  async load() {
    const offer = async () => {
      const { games } = await api.games();
      for (const { id, name } of games) {
        gameNames.set(id, name);
      }
      byId("guide-links").replaceChildren(
        ...games.map(({ name, page }) => element("li", {}, element("a", { href: page }, name))));
      byId("guides").hidden = false;
      this.#game.replaceChildren(...games.map(({ id, name }) => element("option", { value: id }, name)));
      await this.#describe();
    };
    while (!await this.#telling(offer)) {
      await wait(REFRESH_MILLISECONDS);
    }
  }

  /** Offers what the chosen game has: house bots, options, time limits. */
  async #describe() {
    this.#go.disabled = true;
    const game = await api.game(this.#game.value);
    if (game.id !== this.#game.value) {
      return; // another game was chosen meanwhile
    }
    this.#described = game;
    show(byId("game-summary"), game.summary);
    byId("game-page").href = game.page;
    byId("game-guide").hidden = false;
    const limit = byId("time-limit");
    limit.min = game.timeLimits.min;
    limit.max = game.timeLimits.max;
    show(byId("time-limit-hint"), `${game.timeLimits.min} to ${game.timeLimits.max}. Empty: ${usual(game.timeLimits)}.`);
    byId("players").replaceChildren(playerFields(game, 1), playerFields(game, 2));
    byId("options").replaceChildren(...game.options.map(optionField));
    this.#go.disabled = false;
  }

  async #submit() {
    const body = this.#body();
    const text = JSON.stringify(body);
    if (text !== this.#request.body) {
      // The key stays the same when a request is sent again because its answer was lost.
      this.#request = { body: text, key: crypto.randomUUID() };
    }
    this.#go.disabled = true;
    await this.#telling(async () => {
      const token = this.#token.value.trim();
      const match = await api.start(body, this.#request.key, token);
      keepToken(token);
      location.assign(`match.html?${new URLSearchParams({ id: match.id })}`);
    });
    this.#go.disabled = false;
  }

  #body() {
    const fields = new FormData(this.#form);
    const body = { game: fields.get("game"), players: [player(fields, 1), player(fields, 2)] };
    const seed = fields.get("seed").trim();
    if (seed !== "") {
      body.seed = seed;
    }
    const options = {};
    for (const option of this.#described.options) {
      const value = optionValue(option, fields.get(`option-${option.name}`));
      if (value !== option.default) {
        options[option.name] = value;
      }
    }
    if (Object.keys(options).length > 0) {
      body.options = options;
    }
    const timeLimit = fields.get("timeLimit");
    if (timeLimit !== "") {
      body.timeLimit = Number(timeLimit);
    }
    return body;
  }

  /** Does something with the API; when it cannot be done, shows why and gives `false`. */
  async #telling(action) {
    try {
      await action();
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(this.#problem, failed.message);
      if (failed.needsToken) {
        // Where everyone may start matches, nobody is asked for a token.
        byId("token-field").hidden = false;
        this.#token.focus();
      }
      return false;
    }
    show(this.#problem, null);
    return true;
  }
}

const TOKEN = "bout-token";

/** The token that worked last in this tab, or "". */
function keptToken() {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return ""; // the visitor lets no page keep anything; then each page asks
  }
}

function keepToken(token) {
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // As above.
  }
}

const usual = ({ first, later }) => (first === later ? String(first) : `${first} for the first move, then ${later}`);

function player(fields, seat) {
  const house = fields.get(`bot-${seat}`);
  if (house !== AT_A_URL) {
    return { house };
  }
  const url = { url: fields.get(`url-${seat}`).trim() };
  const name = fields.get(`name-${seat}`).trim();
  return name === "" ? url : { ...url, name };
}

function playerFields(game, seat) {
  const choice = element("select", { id: `bot-${seat}`, name: `bot-${seat}`, "aria-describedby": `bot-hint-${seat}` });
  for (const { name } of game.houseBots) {
    choice.append(element("option", { value: name }, `House bot: ${name}`));
  }
  choice.append(element("option", { value: AT_A_URL }, "A bot at a URL"));
  // The strongest against the weakest, unless someone chooses.
  choice.selectedIndex = seat === 1 ? Math.max(0, game.houseBots.length - 1) : 0;
  const hint = element("p.hint", { id: `bot-hint-${seat}` });
  const url = element("input", {
    id: `url-${seat}`,
    name: `url-${seat}`,
    type: "url",
    maxlength: 2048,
    placeholder: "https://",
    autocomplete: "off",
    spellcheck: "false",
  });
  const name = element("input", { id: `name-${seat}`, name: `name-${seat}`, maxlength: 40, autocomplete: "off" });
  const atUrl = element(
    "div",
    {},
    element("p.field", {}, element("label", { for: `url-${seat}` }, "URL"), url),
    element("p.field", {}, element("label", { for: `name-${seat}` }, "Name, if you like"), name),
  );
  const follow = () => {
    const house = game.houseBots.find((bot) => bot.name === choice.value);
    atUrl.hidden = house !== undefined;
    url.required = house === undefined;
    url.disabled = name.disabled = house !== undefined;
    show(hint, house?.sentence ?? "It is sent a POST for every move. Its URL is shown to nobody.");
  };
  choice.addEventListener("change", follow);
  follow();
  return element(
    "fieldset",
    {},
    element("legend", {}, element(`span.seat.seat-${seat}`, {}, `Player ${seat}`)),
    element("p.field", {}, element("label", { for: `bot-${seat}` }, "Bot"), choice),
    hint,
    atUrl,
  );
}

function optionField(option) {
  const id = `option-${option.name}`;
  const hint = `${id}-hint`;
  const common = { id, name: id, "aria-describedby": hint };
  return element(
    "p.field",
    {},
    element("label", { for: id }, option.name),
    optionInput(option, common),
    element("span.hint", { id: hint }, option.description),
  );
}

function optionInput(option, common) {
  if (option.type === "integer") {
    const { min, max } = option;
    return element(
      "input", { ...common, type: "number", inputmode: "numeric", step: 1, min, max, value: option.default, required: true });
  }
  const values = option.type === "boolean" ? [false, true] : option.choices;
  return element("select", common, ...values.map((value) => element(
    "option", { value, selected: value === option.default }, option.type === "boolean" ? (value ? "on" : "off") : value)));
}

function optionValue(option, text) {
  return option.type === "integer" ? Number(text) : option.type === "boolean" ? text === "true" : text;
}

const latest = new Latest();
await Promise.all([latest.follow(), new StartForm().load().then(() => latest.show())]);
