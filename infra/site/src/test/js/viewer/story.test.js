import "../browser.js";
import { equal } from "../check.js";

const { eventsOf, Story } = await import("../../../main/resources/bout/site/viewer/story.js");

/** A game whose picture is a number, with an event on every third turn. */
const renderer = {
  scores: (picture) => [picture, -picture],
  text: (picture) => (picture > 10 && picture < 20 ? "still" : `at ${picture}`),
  events: (picture) => (picture % 3 === 0 ? [{ kind: "third", seat: 1, text: `came to ${picture}.` }] : []),
};

const replayOf = (turns, failing = []) => ({
  turns,
  walk: (from) => ({
    turn: from,
    get picture() {
      return this.turn;
    },
    get calls() {
      return failing.includes(this.turn) ? [{ seat: 2, failure: { text: "It was late." } }] : [{ seat: 2, failure: null }];
    },
    next() {
      if (this.turn === turns) {
        return false;
      }
      this.turn++;
      return true;
    },
  }),
});

async function told(...replays) {
  const story = new Story(renderer);
  for (const replay of replays) {
    await story.read(replay);
  }
  return story;
}

export default {
  async "the scores of every turn and the marks are told"() {
    const story = await told(replayOf(4));
    equal(story.scores, [
      [0, 1, 2, 3, 4],
      [0, -1, -2, -3, -4],
    ]);
    equal(story.marks, [{ turn: 3, kind: "third", seat: 1, text: "came to 3." }]);
    equal(story.turns, 4);
  },

  async "a match that goes on is read on from where it was"() {
    const story = await told(replayOf(2), replayOf(7));
    equal(story.scores[0], [0, 1, 2, 3, 4, 5, 6, 7]);
    equal(
      story.marks.map(({ turn }) => turn),
      [3, 6],
    );
  },

  async "the nearest mark is found on both sides, of a kind or of any"() {
    const story = await told(replayOf(10, [5]));
    equal(
      [story.nextMarked(3, 1), story.nextMarked(3, 1, "third"), story.nextMarked(6, -1), story.nextMarked(9, 1)],
      [5, 6, 5, null],
    );
  },

  async "turns are quiet without an event and with the same board, and lie deeper the farther they are from others"() {
    const story = await told(replayOf(12, [12]), replayOf(24));
    equal(
      story.quiet.flatMap((quiet, turn) => (quiet ? [turn] : [])),
      [13, 14, 16, 17, 19],
    );
    equal(
      [12, 13, 14, 15].map((turn) => story.depth(turn, 9)),
      [0, 1, 1, 0],
    );
    const still = new Story({ ...renderer, text: () => "still", events: () => [] });
    await still.read(replayOf(20));
    equal(
      [0, 1, 2, 10, 19, 20].map((turn) => still.depth(turn, 6)),
      [0, 1, 2, 6, 2, 1],
    );
  },

  "failed calls are told first, and the beginning has no events"() {
    const calls = [{ seat: 1, failure: { text: "Nobody answered." } }];
    equal(eventsOf(renderer, 3, 2, calls), [
      { kind: "failure", seat: 1, text: "gave no move. Nobody answered." },
      { kind: "third", seat: 1, text: "came to 3." },
    ]);
    equal(eventsOf(renderer, 0, null, []), []);
  },
};
