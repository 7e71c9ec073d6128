/** Matches of one, four and eight players: the page of a match, what screen readers hear, and the list of seats. */

import { all, attribute, equal, fitsTheScreen, has, java, onEach, one, open, says, see } from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const NAMES = ["Ann", "Bob", "A bot with a name of 40 characters, long", "<b>Dan</b>", "Eve", "Fay", "Gil", "Hal"];

/** A match of house bots with so many of these names. */
const group = (seats) => java("group", "battlesnake", NAMES.slice(0, seats));

async function opened(played, turn) {
  has(ID, played);
  await open(`/match.html?id=${ID}&turn=${turn}`);
  await says("#verified", "Verified");
}

export default {
  async "eight players are a list beside the board, with their state and at the end their places"() {
    const played = await group(8);
    await onEach(["", "phone", "dark", "projector"], async () => {
      await opened(played, 0);
      await see("#scoreboard .side", 8);
      await see(
        "#scoreboard .state",
        Array.from({ length: 8 }, () => "length 3 · health 100"),
      );
      equal(all("#scoreboard .points").length, 0);
      fitsTheScreen();
      await opened(played, played.turns);
      const { places } = played.document.result;
      await see("#scoreboard .points", 8);
      equal(
        all("#scoreboard .points").map(({ textContent }) => Number.parseInt(textContent, 10)),
        places,
      );
      equal(
        all("#scoreboard .side").map(({ classList }) => classList.contains("out")),
        places.map((place) => place > 1),
      );
      await says("#outcome", `${NAMES[places.indexOf(1)]} wins.`);
    });
  },

  async "screen readers hear of every player"() {
    const played = await group(4);
    await opened(played, 3);
    const { ariaLabel } = await one("canvas.board");
    for (const name of NAMES.slice(0, 4)) {
      equal(ariaLabel.includes(`${name} has length`), true, name);
    }
    await attribute("canvas.marks", "aria-label", /^Score in cells over time\. At turn 3: Ann \d, Bob \d/);
  },

  async "one player plays alone"() {
    const played = await group(1);
    await opened(played, played.turns);
    await see("#scoreboard .side", 1);
    await says("#outcome", "Ann played alone");
    await see("#actions a, #actions button", 1);
  },
};
