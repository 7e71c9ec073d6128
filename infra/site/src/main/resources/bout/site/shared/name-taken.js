/** Warns of a name that another bot of the game has already: names are free, but readers of a table would mix them up. */

import * as api from "./api.js";

/** @param {string} name */
const folded = (name) => name.normalize("NFKC").trim().toLowerCase();

/**
 * @param {{control: any, hint: (text: string) => void}} field for the name
 * @param {string} usual its hint otherwise
 * @param {() => string} game the id of the chosen game
 * @returns {() => Promise<void>} looks at the name; it is also looked at when a visitor has changed it
 */
export function warnOfTakenName(field, usual, game) {
  /** @type {Map<string, Promise<string[]>>} */
  const names = new Map();
  /** @param {string} id */
  const namesIn = (id) => {
    const found = names.get(id) ?? namesOf(id);
    names.set(id, found);
    return found;
  };
  const look = async () => {
    const name = folded(field.control.value);
    const taken = name !== "" && (await namesIn(game())).includes(name);
    if (name === folded(field.control.value)) {
      field.hint(taken ? "Another bot on the leaderboard has this name: only its author, its page and its face differ." : usual);
    }
  };
  field.control.addEventListener("change", look);
  return look;
}

/** @param {string} game */
async function namesOf(game) {
  try {
    return (await api.ladder(game)).players.map(({ name }) => folded(name));
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    // Whether a name is taken does not keep anyone from using it.
    return [];
  }
}
