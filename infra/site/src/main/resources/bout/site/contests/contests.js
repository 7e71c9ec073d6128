/** The contests: open ones first. */

import { byId, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication } from "../shared/publication.js";
import { keptToken } from "../shared/token.js";
import { whenOpened } from "../shared/when-opened.js";
import { age, date } from "../shared/words.js";
import * as requests from "./contest-api.js";
import { contestAddress, isOver, stateMark, tick, timeLeft } from "./contest-words.js";
import { isOrganiser } from "./organiser.js";

/** @typedef {Api.ContestList["contests"][0]} Heading */

/** Each answer is read from the table, not from a published file. */
const REFRESH_MILLISECONDS = 5_000;

const UNITS_IN_LIST = 2;

const WHAT = "In a contest, people enter bots until a deadline; then the bots play one or more tournaments.";

/** @type {Heading[]} */
let shown = [];

/** Open ones by deadline, then those that are played, then those that are over, the newest first. @param {Heading[]} contests */
function sorted(contests) {
  /** @param {Heading} contest */
  const rank = ({ state }) => (state === "open" ? 0 : isOver(state) ? 2 : 1);
  return [...contests].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.state === "open" ? one.deadline.localeCompare(other.deadline) : other.id.localeCompare(one.id)),
  );
}

/** @param {Heading[]} contests */
function draw(contests) {
  shown = contests;
  show(byId("note"), contests.length === 0 ? `There is no contest yet. ${WHAT}` : null);
  byId("contests").replaceChildren(...sorted(contests).map(row));
}

/** @param {Heading} contest */
function row({ id, name, game, state, deadline, createdAt, podium, public: isPublic }) {
  return element(
    "li",
    {},
    element(
      "a",
      { href: contestAddress(id), "data-same": id },
      element("span.tournament-name", {}, element("bdi", {}, name)),
      " ",
      element(
        "span.about",
        {},
        stateMark(state),
        " ",
        ...(state === "open" ? [element("span", {}, "closes in ", timeLeft(deadline, UNITS_IN_LIST)), " "] : []),
        ...(podium.length > 0 ? [element("span", {}, "won by ", element("bdi", {}, podium[0].name)), " "] : []),
        element("span", {}, gameName(game)),
        " ",
        ...(isPublic ? [] : [element("span", {}, "not public"), " "]),
        element(
          "span",
          {},
          "created ",
          element("time", { datetime: createdAt, title: date(createdAt), "data-ages": true }, age(createdAt)),
        ),
      ),
    ),
  );
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  if (shown.length > 0) {
    draw(shown);
  }
}

/** The form is loaded when an organiser wants it. */
async function offerToOrganise() {
  const organises = await isOrganiser();
  byId("make").hidden = !organises;
  byId("no-organiser").hidden = organises;
  if (organises) {
    whenOpened(byId("make"), async () => {
      const { offerForm } = await import("./contest-form.js");
      await offerForm();
    });
  }
}

const load = async () => (await requests.contests(keptToken())).contests;

tick();
await Promise.all([
  followPublication(
    load,
    (contests) => /** @type {Heading[]} */ (contests),
    (contests) => draw(contests ?? []),
    "the list of contests",
    REFRESH_MILLISECONDS,
  ),
  nameGames(),
  offerToOrganise(),
]);
