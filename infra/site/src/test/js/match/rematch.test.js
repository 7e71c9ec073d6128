import "../browser.js";
import { equal } from "../check.js";

const { formAddress, rematchRequest } = await import("../../../main/resources/bout/site/match/rematch.js");

const match = {
  game: "tokens",
  players: [
    { name: "Lazy & co", house: "lazy" },
    { name: "Mine", bot: "bot_7" },
  ],
  seed: "12",
  options: { size: 9 },
};

export default {
  "a rematch has the same players and options on a new board"() {
    equal(rematchRequest(match, false), {
      game: "tokens",
      players: [{ house: "lazy", name: "Lazy & co" }, { bot: "bot_7" }],
      options: { size: 9 },
    });
  },

  "swapped seats play on the same board"() {
    equal(rematchRequest({ ...match, timeLimit: 500 }, true), {
      game: "tokens",
      players: [{ bot: "bot_7" }, { house: "lazy", name: "Lazy & co" }],
      seed: "12",
      options: { size: 9 },
      timeLimit: 500,
    });
  },

  "the form's address names all that is known, and of a bot at a URL only its name"() {
    const players = [{ name: "A b" }, { name: "Lazy", house: "lazy" }];
    equal(formAddress({ ...match, players }, false), "new.html?game=tokens&name1=A+b&p2=house%3Alazy&size=9");
    equal(
      formAddress({ ...match, players, timeLimit: 50 }, true),
      "new.html?game=tokens&p1=house%3Alazy&name2=A+b&seed=12&timeLimit=50&size=9",
    );
  },
};
