import { alive, byInterest, listed } from "../../../main/resources/bout/site/match/featured.js";
import { equal } from "../check.js";

const HOUSE = [
  { name: "a", house: "a" },
  { name: "b", house: "b" },
];
const PEOPLE = [
  { name: "a", bot: "bot_1" },
  { name: "b", house: "b" },
];
const NOW = Date.parse("2026-03-02T12:00:00Z");

const finished = (id, players, one, other, worthShowing = true) => ({
  id,
  status: "finished",
  replay: "/r",
  finishedAt: "2026-03-02T11:00:00Z",
  failures: [],
  players,
  result: { places: [1, 2], scores: [one, other] },
  worthShowing,
});
const running = (id, players) => ({ id, status: "running", replay: null, players, result: null });

const ids = (matches, expected) => equal(matches.map(({ id }) => id).join(""), expected);

export default {
  "the closest matches of people come first"() {
    ids(alive([finished("1", PEOPLE, 20, 1), finished("2", PEOPLE, 1008.2, 1001), finished("3", HOUSE, 5, 5)], NOW), "213");
  },

  "a running match comes first, but not one of house bots before one of people"() {
    ids(byInterest([finished("1", PEOPLE, 5, 5), running("2", PEOPLE)]), "21");
    ids(byInterest([finished("1", PEOPLE, 5, 5), running("2", HOUSE)]), "12");
    ids(byInterest([finished("1", HOUSE, 5, 5), running("2", HOUSE)]), "21");
  },

  "a match that is not worth showing is never on the large board, whoever played it"() {
    ids(alive([finished("1", PEOPLE, 0, 0, false), finished("2", HOUSE, 5, 9)], NOW), "2");
  },

  "neither is one without a replay, with a call that failed, or of the day before"() {
    const match = finished("1", PEOPLE, 5, 5);
    ids(
      alive(
        [
          { ...match, replay: null },
          { ...match, failures: [{ turn: 3 }] },
          { ...match, finishedAt: "2026-03-01T11:59:59Z" },
          { ...match, finishedAt: null },
          { id: "2", status: "queued", players: PEOPLE, replay: null },
        ],
        NOW,
      ),
      "",
    );
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
