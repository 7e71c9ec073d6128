import { Chances, chancesByLead, turnsToPlayFrom, winsOf } from "../../../main/resources/bout/site/match/chances.js";
import { equal, near } from "../check.js";

/** A match of 100 turns. */
const replay = {
  turns: 100,
  picture: () => ({}),
  walk: (turn) => ({
    turn,
    picture: {},
    next() {
      this.turn++;
    },
  }),
};
const renderer = { scores: () => [0, 0] };
const numbers = { bots: ["any"], lead: 1, weight: 2 };

/** Chances after some rounds, with these places in playouts from each turn. */
const played = (places, placesFrom = (turn) => (turn < 41 ? [2, 1] : [1, 2]), rounds = 6) => {
  const walk = (turn) => ({ ...replay.walk(turn), playOut: () => placesFrom(turn) });
  const chances = new Chances({ ...replay, walk }, { places }, renderer, numbers);
  for (let round = 0; round < rounds; round++) {
    chances.playRound();
  }
  return chances;
};

export default {
  "the turns are spread evenly up to the one before the end"() {
    equal(turnsToPlayFrom(1), [0]);
    equal(turnsToPlayFrom(3), [0, 1, 2]);
    equal(turnsToPlayFrom(24).length, 24);
    const turns = turnsToPlayFrom(470);
    equal([turns.length, turns[0], turns[1], turns.at(-1)], [24, 0, 20, 469]);
  },

  "those who share the first place share the win"() {
    equal(winsOf([1, 2]), [1, 0]);
    equal(winsOf([1, 1, 3, 1]), [1 / 3, 1 / 3, 0, 1 / 3]);
  },

  "a lead gives better odds, and who is out has none"() {
    equal(chancesByLead([5, 5], 3), [0.5, 0.5]);
    const [ahead, behind] = chancesByLead([8, 5], 3);
    near(ahead / behind, Math.E, 1e-9);
    equal(chancesByLead([0, 9, 0], 3, [false, true, false]), [0.5, 0, 0.5]);
  },

  "playouts move the chances away from what the lead says"() {
    equal(new Chances(replay, { places: [1, 2] }, renderer, numbers).at(0), [0.5, 0.5]);
    equal(played([1, 2]).at(0), [1 / 8, 7 / 8]);
    equal(played([1, 2]).at(23), [7 / 8, 1 / 8]);
  },

  "the match turned where the winner's chances rose most, after a closer look at one turn"() {
    const chances = played([1, 2]);
    while (chances.lookCloser());
    const { turning, turns, chances: curve, rounds } = chances.curve();
    equal(turning, { seat: 1, turn: 41, since: 40, before: 1 / 8, after: 7 / 8 });
    equal(rounds, 6);
    equal([turns.at(-1), curve[0].at(-1), curve[1].at(-1)], [100, 1, 0]);
  },

  "a rise that is undone decides nothing"() {
    const chances = played([1, 2], (turn) => (turn === 22 || turn > 60 ? [1, 2] : [2, 1]));
    equal(chances.at(5), [7 / 8, 1 / 8]);
    const { since, turn } = chances.curve().turning;
    equal(since <= 60 && turn > 60, true);
  },

  "after a draw it turned where a seat lost most of its chances"() {
    const { seat, before, after } = played([1, 1], (turn) => (turn < 41 ? [2, 1] : [1, 1]), 30).curve().turning;
    equal([seat, before, after], [2, 31 / 32, 1 / 2]);
  },

  "a small change may be chance"() {
    equal(played([1, 1], () => [1, 1]).curve().turning, null);
  },
};
