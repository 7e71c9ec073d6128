/** The field for one player of a match: a house bot, a registered bot, or a bot with a URL. */

import { houseName } from "../shared/bot-names.js";
import { element, limited, show } from "../shared/dom.js";

/** As in the API. */
const MAX_NAME_LENGTH = 40;

const HOUSE = "house:";
const AT_A_URL = "url";
const BY_ID = "bot";
const BOT_ID = /^bot_[0-9a-f-]+$/i;

/**
 * Parses a player in an address: `house:NAME`, the id of a registered bot, or a URL.
 *
 * @param {string} text
 * @returns {Api.PlayerRequest | null} `null` if the text is invalid
 */
export function playerOf(text) {
  if (text.startsWith(HOUSE)) {
    return { house: text.slice(HOUSE.length) };
  }
  if (BOT_ID.test(text)) {
    return { bot: text };
  }
  return /^https?:\/\//i.test(text) ? { url: text } : null;
}

/**
 * A player as written in an address; "" for a bot whose URL is unknown.
 *
 * @param {{house?: string, bot?: string, url?: string}} player
 */
export function playerText({ house, bot, url = "" }) {
  return house !== undefined ? `${HOUSE}${house}` : (bot ?? url);
}

export class PlayerField {
  #game;
  #bots;
  #choice;
  #hint;
  #id;
  #url;
  #name;

  /** The element to insert into the page. */
  element;

  /**
   * @param {number} seat from 1
   * @param {Api.Game} game
   * @param {Api.Bot[]} bots the registered bots to offer
   */
  constructor(seat, game, bots) {
    this.#game = game;
    this.#bots = bots;
    const hintId = `bot-hint-${seat}`;
    this.#hint = element("p.hint", { id: hintId });
    this.#choice = element(
      "select",
      { id: `bot-${seat}`, "aria-describedby": hintId },
      element(
        "optgroup",
        { label: "House bots" },
        ...game.houseBots.map(({ name }) => element("option", { value: HOUSE + name }, houseName(name))),
      ),
      bots.length === 0
        ? null
        : element(
            "optgroup",
            { label: "Registered bots" },
            ...bots.map((bot) =>
              element("option", { value: bot.id }, callable(bot) ? bot.name : `${bot.name} (only for its owner)`),
            ),
          ),
      element(
        "optgroup",
        { label: "Others" },
        element("option", { value: AT_A_URL }, "A bot at a URL"),
        element("option", { value: BY_ID }, "A registered bot, by its id"),
      ),
    );
    // By default, the strongest house bot plays the weakest, then the next.
    const { length } = game.houseBots;
    this.#choice.selectedIndex = seat === 1 ? Math.max(0, length - 1) : (seat - 2) % Math.max(1, length);
    // Without the pattern, browsers take "localhost:9000" for the URL of a scheme called localhost.
    this.#url = input(`url-${seat}`, {
      type: "url",
      maxlength: 2048,
      placeholder: "https://",
      pattern: "[hH][tT][tT][pP][sS]?://.+",
      title: "The whole URL, such as https://bot.example/ or http://127.0.0.1:9000/",
    });
    this.#name = limited(input(`name-${seat}`, {}), MAX_NAME_LENGTH);
    this.#id = input(`id-${seat}`, {
      maxlength: 100,
      pattern: "bot_[\\-0-9a-fA-F]+",
      placeholder: "bot_",
      title: "bot_ and what follows",
    });
    this.element = element(
      "fieldset.player",
      {},
      element("legend", {}, element(`span.seat.seat-${seat}`, {}, `Player ${seat}`)),
      element("p.field", {}, element("label", { for: `bot-${seat}` }, "Bot"), this.#choice),
      this.#hint,
      field("URL", this.#url),
      field("Name (optional)", this.#name),
      field("Id", this.#id),
    );
    this.#choice.addEventListener("change", () => this.#follow());
    this.#follow();
  }

  /** The player as in an API request. @returns {Api.PlayerRequest} */
  get player() {
    const chosen = this.#choice.value;
    if (chosen === AT_A_URL) {
      const name = this.#name.value.trim();
      return { url: this.#url.value.trim(), ...(name === "" ? {} : { name }) };
    }
    return playerOf(chosen) ?? { bot: this.#id.value.trim() };
  }

  /**
   * Selects a player.
   *
   * @param {Api.PlayerRequest} player if its URL is "", the visitor must enter it
   * @returns {boolean} whether the game has such a player
   */
  choose(player) {
    if ("house" in player && !this.#game.houseBots.some(({ name }) => name === player.house)) {
      return false;
    }
    if ("url" in player) {
      this.#choice.value = AT_A_URL;
      this.#url.value = player.url;
      this.#name.value = player.name ?? "";
    } else if ("house" in player || this.#bots.some(({ id }) => id === player.bot)) {
      this.#choice.value = playerText(player);
    } else {
      this.#choice.value = BY_ID;
      this.#id.value = player.bot;
    }
    this.#follow();
    return true;
  }

  #follow() {
    const chosen = this.#choice.value;
    offer(this.#url, chosen === AT_A_URL, true);
    offer(this.#name, chosen === AT_A_URL, false);
    offer(this.#id, chosen === BY_ID, true);
    show(this.#hint, this.#about(chosen));
  }

  /** @param {string} chosen */
  #about(chosen) {
    if (chosen === AT_A_URL) {
      return "Bout sends it a POST for every move. Only you see the URL.";
    }
    if (chosen === BY_ID) {
      return "For example a private bot of yours. Needs its owner’s token.";
    }
    const bot = this.#bots.find(({ id }) => id === chosen);
    if (bot === undefined) {
      return this.#game.houseBots.find(({ name }) => HOUSE + name === chosen)?.sentence ?? null;
    }
    if (bot.health.suspended) {
      return "It failed in matches or checks. Only its owner can start matches until a check passes.";
    }
    return bot.proven ? "A registered bot." : "Its URL is not verified yet. Only its owner can start matches.";
  }
}

/** Whether others than its owner may start matches of a registered bot. @param {Api.Bot} bot */
const callable = ({ proven, health }) => proven && !health.suspended;

/** @param {string} id @param {Record<string, string | number>} attributes */
function input(id, attributes) {
  return element("input", { id, autocomplete: "off", spellcheck: "false", ...attributes });
}

/** @param {string} label @param {HTMLInputElement} control */
const field = (label, control) => element("p.field", {}, element("label", { for: control.id }, label), control);

/** @param {HTMLInputElement} control @param {boolean} offered @param {boolean} required */
function offer(control, offered, required) {
  control.closest("p")?.toggleAttribute("hidden", !offered);
  control.disabled = !offered;
  control.required = offered && required;
}
