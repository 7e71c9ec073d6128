import { tournament } from "../../../main/resources/bout/site/rankings/standings-forms.js";
import { equal, refused } from "../check.js";

const at = "2026-03-01T12:00:00Z";

const knockout = (bracket) => ({
  id: "t",
  name: "Cup",
  game: "tokens",
  format: "knockout",
  ranking: "points",
  boards: 1,
  seed: "1",
  options: {},
  state: "running",
  played: 0,
  matches: 3,
  open: 0,
  failed: 0,
  createdAt: at,
  columns: [],
  table: [],
  players: ["a", "b", "c", "d"].map((name) => ({ name })),
  bracket,
});

const place = (upper, lower) => ({ upper, lower, wins: [0, 0], draws: 0 });

export default {
  "a tournament of which nothing was played has null for all that is to come"() {
    const { cross, pairings, startedAt, rounds, players } = tournament(knockout([[place(0, 1), place(2, 3)]]), "it");
    equal([cross, pairings, startedAt, rounds, players[0]], [null, null, null, null, { name: "a", key: null, author: null }]);
  },

  "a place without an opponent yet has null there"() {
    const { bracket } = tournament(knockout([[place(0, 1), { upper: 2, wins: [0, 0], draws: 0 }]]), "it");
    equal(bracket[0][1], { upper: 2, wins: [0, 0], draws: 0, lower: null, winner: null, by: null });
  },

  "each round of a bracket has half as many places as the one before"() {
    const message =
      "The published file is invalid: “bracket” of it is not a bracket, in which each round has half as " +
      "many places as the one before.";
    refused(() => tournament(knockout([[place(0, 1), place(2, 3), place(0, 3)]]), "it"), message);
    refused(
      () =>
        tournament(
          knockout([
            [place(0, 1), place(2, 3)],
            [place(0, 2), place(1, 3)],
          ]),
          "it",
        ),
      message,
    );
  },

  "of those who have lost once, every second round halves the places"() {
    const doubled = (losers) => ({ ...knockout([[place(0, 1), place(2, 3)], [place(0, 2)], [place(0, 1)]]), losers });
    const nobody = { upper: null, lower: null, wins: [0, 0], draws: 0, by: "bye" };
    equal(tournament(doubled([[nobody], [place(1, null)]]), "it").losers[0][0], { ...nobody, winner: null });
    refused(
      () => tournament(doubled([[place(1, 3), place(1, 2)], [place(1, 2)]]), "it"),
      "The published file is invalid: “losers” of it is not a bracket, in which every second round halves the places.",
    );
  },

  "a player that there is not is refused"() {
    refused(
      () => tournament(knockout([[place(0, 4), place(2, 3)]]), "it"),
      "The published file is invalid: “lower” of entry 1 of entry 1 of “bracket” of it is not a whole number from 0 to 3.",
    );
  },
};
