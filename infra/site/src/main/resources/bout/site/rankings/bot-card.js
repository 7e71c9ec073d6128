/** The card of a bot in a list, with its standing. */

import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { by } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { botAddress, challengeAddress } from "../shared/participants.js";
import { ratingText } from "../shared/rating.js";
import { NotAsExpected } from "../shared/shape.js";
import * as forms from "./standings-forms.js";

/** @import { Author } from "../shared/bot-names.js" */

/**
 * The rank and rating of each bot on the ladder, by its key; nothing if the ladder cannot be read, which its own page tells.
 *
 * @param {string} game
 */
export async function standing(game) {
  try {
    const file = await api.standings(`ladders/${game}`);
    const players = file === null ? [] : forms.ladder(file, "the leaderboard").players;
    return new Map(players.map((player) => [player.key, `rank ${player.rank}, rating ${ratingText(player)}`]));
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
      throw failed;
    }
    return new Map();
  }
}

/**
 * @param {string} game
 * @param {{id: string, name: string, author?: Author | null}} bot
 * @param {string} about
 * @param {boolean} challenge
 * @param {string | undefined} rated
 */
export function card(game, { id, name, author }, about, challenge, rated) {
  return element(
    "li.card",
    {},
    avatar(id),
    element("span.bot-name", {}, element("a", { href: botAddress(game, id) }, element("bdi", {}, name)), ...by(author, id)),
    rated === undefined ? null : element("span.fine", {}, rated),
    element("span.hint", {}, about),
    challenge
      ? element("a.button.plain", { href: challengeAddress(game, id) }, "Challenge", element("span.unseen", {}, ` ${name}`))
      : null,
  );
}

/** What answers for a bot that is not at a URL, as most are. @type {Record<string, string>} */
const KINDS = { published: ", its code runs on Bout", connected: ", connected from its owner's machine" };

/** @param {Api.Bot} bot */
export function stateOf({ active, proven, health, version, kind, online }) {
  if (!active) {
    return "does not play now";
  }
  if (health?.suspended === true) {
    return "suspended: it failed in matches or checks";
  }
  if (online === false) {
    return "not connected now";
  }
  return proven ? `version ${version}${KINDS[kind] ?? ""}` : "its URL is not verified yet";
}

/** Only bots that others may call can be challenged by them, and one that is not connected would not answer. @param {Api.Bot} bot */
export const canBeChallenged = ({ active, proven, health, online }) =>
  active && proven && health?.suspended !== true && online !== false;
