/** Plays a match again, on a new board or on the same board with other seats. */

import * as api from "../shared/api.js";
import { element, show } from "../shared/dom.js";
import { playerText } from "./player-field.js";
import { keptToken } from "../shared/token.js";

/** @import { PlayedMatch } from "./replay-record.js" */

const REMATCH = { name: "Rematch", about: "the same players on a new board", swap: false };
const SWAP = { name: "Swap seats", about: "the same board with the seats exchanged", swap: true };
const SHIFT = { name: "Move seats", about: "the same board, each player at the next one’s seat", swap: true };

/**
 * Offers a rematch.
 *
 * @param {PlayedMatch} match
 * @param {Element} place its content is replaced with the offer
 */
export function offerRematch(match, place) {
  const offered = match.players.length === 1 ? [REMATCH] : [REMATCH, match.players.length === 2 ? SWAP : SHIFT];
  const secret = match.players.filter(({ house, bot }) => house === undefined && bot === undefined);
  const problem = element("p.problem", { role: "alert", hidden: true });
  const offers = offered.map((offer) =>
    secret.length === 0
      ? startButton(match, offer, problem)
      : element("a.button.plain", { href: formAddress(match, offer.swap), title: offer.about }, offer.name),
  );
  place.replaceChildren(element("div.rematch", {}, ...offers, element("p.hint", {}, ...about(secret, offered))), problem);
}

/** @param {Api.Player[]} secret @param {typeof REMATCH[]} offered */
const about = (secret, offered) =>
  secret.length === 0
    ? [offered.map(({ name, about: what }) => `${name}: ${what}.`).join(" ")]
    : [
        offered.length === 1 ? "It leads to a form: the URL of " : "Either leads to a form: the URL of ",
        ...secret.flatMap(({ name }, index) => [...(index === 0 ? [] : [" and of "]), element("bdi", {}, name)]),
        " is known to its owner only, and has to be typed in.",
      ];

/** @param {PlayedMatch} match @param {typeof REMATCH} offer @param {HTMLElement} problem */
function startButton(match, { name, about: what, swap }, problem) {
  const button = element("button.plain", { type: "button", title: what }, name);
  const body = rematchRequest(match, swap);
  button.addEventListener("click", async () => {
    button.disabled = true;
    show(problem, null);
    try {
      const { id } = await api.start(body, keptToken());
      location.assign(`match.html?${new URLSearchParams({ id })}`);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(problem, failed.message);
      if (failed.needsToken) {
        problem.append(" ", element("a", { href: formAddress(match, swap) }, "Start it with a token"));
      }
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** @param {Api.Player[]} players @param {boolean} swap each takes the seat before its own, and the first the last */
const seated = (players, swap) => (swap ? [...players.slice(1), ...players.slice(0, 1)] : players);

/** The body of the API request. @param {PlayedMatch} match @param {boolean} swap */
export function rematchRequest({ game, players, seed, options, timeLimit }, swap) {
  return {
    game,
    players: seated(players, swap).map(({ name, house = "", bot }) => (bot === undefined ? { house, name } : { bot })),
    ...(swap && seed !== null ? { seed } : {}),
    options,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  };
}

/** The address of the form with everything filled in that is known. @param {PlayedMatch} match @param {boolean} swap */
export function formAddress({ game, players, seed, options, timeLimit }, swap) {
  const address = new URLSearchParams({ game });
  seated(players, swap).forEach((player, index) => {
    const text = playerText(player);
    if (text === "") {
      address.set(`name${index + 1}`, player.name);
    } else {
      address.set(`p${index + 1}`, text);
    }
  });
  if (swap && seed !== null) {
    address.set("seed", seed);
  }
  if (timeLimit !== undefined) {
    address.set("timeLimit", String(timeLimit));
  }
  for (const [name, value] of Object.entries(options)) {
    address.set(name, String(value));
  }
  return `new.html?${address}`;
}
