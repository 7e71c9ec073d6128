import { featured, listed } from "../../../main/resources/bout/site/match/featured.js";
import { equal } from "../check.js";

const HOUSE = [
  { name: "a", house: "a" },
  { name: "b", house: "b" },
];
const PEOPLE = [
  { name: "a", bot: "bot_1" },
  { name: "b", house: "b" },
];
const finished = (id, players, one, other, worthShowing = true) => ({
  id,
  status: "finished",
  replay: "/r",
  players,
  result: { places: [1, 2], scores: [one, other] },
  worthShowing,
});
const running = (id, players) => ({ id, status: "running", replay: null, players, result: null });

export default {
  "the closest match of people is featured"() {
    equal(featured([finished("1", PEOPLE, 20, 1), finished("2", PEOPLE, 1008.2, 1001), finished("3", HOUSE, 5, 5)]).id, "2");
  },

  "a running match comes first, but not one of house bots before one of people"() {
    equal(featured([finished("1", PEOPLE, 5, 5), running("2", PEOPLE)]).id, "2");
    equal(featured([finished("1", PEOPLE, 5, 5), running("2", HOUSE)]).id, "1");
    equal(featured([finished("1", HOUSE, 5, 5), running("2", HOUSE)]).id, "2");
  },

  "a match that is not worth showing is never featured, whoever played it"() {
    equal(featured([finished("1", PEOPLE, 0, 0, false), finished("2", HOUSE, 5, 9)]).id, "2");
    equal(featured([finished("1", PEOPLE, 0, 0, false)]), null);
  },

  "a match without a replay cannot be featured"() {
    equal(
      featured([
        { ...finished("1", PEOPLE, 5, 5), replay: null },
        { id: "2", status: "queued", players: PEOPLE, replay: null },
      ]),
      null,
    );
    equal(featured([]), null);
  },

  "ladder matches of house bots are listed only if there are no others"() {
    const ladder = { ...finished("1", HOUSE, 1, 0), ladder: true };
    const own = finished("2", HOUSE, 1, 0);
    const ranked = { ...finished("3", PEOPLE, 1, 0), ladder: true };
    equal(
      listed([ladder, own, ranked], 10).map(({ id }) => id),
      ["2", "3"],
    );
    equal(listed([ladder, ladder, ladder], 2).length, 2);
  },
};
