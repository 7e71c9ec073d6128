import {
  age,
  all,
  count,
  duration,
  failureWords,
  ordinal,
  pairing,
  placesOf,
  score,
  scoreBehind,
  statusWord,
  verdict,
  winnerOf,
} from "../../../main/resources/bout/site/shared/words.js";
import { equal } from "../check.js";

const ago = (seconds) => age("2026-03-01T12:00:00Z", Date.parse("2026-03-01T12:00:00Z") + 1000 * seconds);

const NAMES = ["A", "B", "C", "D", "E", "F", "G", "H"];

const result = (...places) => ({ places, scores: places.map((place) => 9 - place) });

export default {
  "many players are named in short"() {
    equal(
      [1, 2, 3, 4, 5, 8].map((count) => pairing(NAMES.slice(0, count))),
      ["A", "A vs B", "A, B and C", "A, B, C and D", "A, B, C and 2 more", "A, B, C and 5 more"],
    );
    equal([1, 2, 3, 4, 8].map(ordinal), ["1st", "2nd", "3rd", "4th", "8th"]);
  },

  "who failed is last, and those behind move up"() {
    equal(placesOf(result(1, 2), 1), [2, 1]);
    equal(placesOf(result(1, 1), 2), [1, 2]);
    equal(placesOf(result(2, 1, 3, 4), 2), [1, 4, 2, 3]);
    equal(placesOf(result(2, 1, 3, 4)), [2, 1, 3, 4]);
    equal(
      [winnerOf(result(1, 1), 2), winnerOf(result(2, 1, 3), 2), winnerOf(result(1, 1, 3)), winnerOf(null)],
      [1, 1, null, null],
    );
  },

  "the verdict names who won, and the scores of two"() {
    equal(
      [result(2, 1), result(1, 1), result(2, 1, 3), result(1, 1, 3), result(1, 1, 1), result(1)].map((each) =>
        verdict(each, NAMES.slice(0, each.places.length)),
      ),
      ["B wins, 7 : 8.", "A draw, 8 : 8.", "B wins.", "A and B share the first place.", "A draw.", "A played alone, 8."],
    );
    equal(verdict(result(1, 2), ["A", "B"], 1), "B wins, 8 : 7.");
  },

  "an age is told in the largest unit that it fills"() {
    equal([0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 400 * 86_400].map(ago), [
      "now",
      "1 second ago",
      "59 seconds ago",
      "1 minute ago",
      "59 minutes ago",
      "1 hour ago",
      "23 hours ago",
      "yesterday",
      "400 days ago",
    ]);
  },

  "what a clock that is ahead calls the future is now"() {
    equal(ago(-30), "now");
  },

  "a duration is told in the unit in which it can be read"() {
    equal([0, 999, 1000, 12_340, 59_940, 60_000, 245_000].map(duration), [
      "0 ms",
      "999 ms",
      "1.0 s",
      "12.3 s",
      "59.9 s",
      "1 min 0 s",
      "4 min 5 s",
    ]);
  },

  "only one of something is singular"() {
    equal(
      [0, 1, 2, 1234].map((number) => count(number, "turn")),
      ["0 turns", "1 turn", "2 turns", "1,234 turns"],
    );
  },

  "all of one thing is the only one"() {
    equal(
      [1, 2].map((number) => all(number, "turn")),
      ["the only turn", "all 2 turns"],
    );
  },

  "a score of nothing is not told"() {
    equal(
      [
        [0, 0],
        [0, 3],
        [-1, 0],
      ].map((scores) => scoreBehind({ scores })),
      ["", ", 0 : 3", ""],
    );
  },

  "scores stand in the order of the seats"() {
    equal(score({ scores: [12, 7] }), "12 : 7");
  },

  "a word that is not known stays as it is"() {
    equal(
      [statusWord("queued"), statusWord("new"), failureWords("tls"), failureWords("new")],
      ["Waiting", "new", "no secure connection", "new"],
    );
  },
};
