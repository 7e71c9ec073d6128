/** A tournament's page, with its published files. */

import {
  HOSTILE,
  LONG_NAMES,
  accessible,
  all,
  answer,
  answerOnly,
  asked,
  at,
  attribute,
  bot,
  click,
  equal,
  fitsTheScreen,
  focus,
  focused,
  has,
  harmless,
  hidden,
  java,
  ofTournament,
  offline,
  one,
  onEach,
  open,
  page,
  posted,
  press,
  refuse,
  replay,
  resize,
  says,
  see,
  unfinished,
  until,
} from "./page.js";

const ID = "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const PATH = `/tournament.html?id=${ID}`;
const EVERY = 1_000_000;
const NAMES = ["Straight ahead", "hungry-2", "The Quiet One", "brute force", "Zigzag", "mirror me", "Pathfinder"];

/** @param {number} broken the player that never answers */
export const tournament = (format, players, boards, matches, broken = -1, names = NAMES, seats = 2) =>
  java("tournament", format, players, boards, matches, broken, names, seats);

export const publish = (standings) => answer(`GET /standings/tournaments/${ID}.json`, standings);

/** @param {[string, number, number, number, number?, string[]?]} given */
const has_tournament = async (...given) => publish(await tournament(...given));

const pairMatches = (first, second, next, ...matches) =>
  answer(`GET /api/tournaments/${ID}/matches?first=${first}&second=${second}&limit=100`, { matches, next });

const onScreen = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < page().innerHeight;
};

const visible = (place) => all(place).some((each) => each.checkVisibility());

const whole = (place) => all(place).every((each) => each.scrollWidth <= each.clientWidth);

const isKnockout = (format) => ["KNOCKOUT", "DOUBLE_ELIMINATION"].includes(format);

const everyFormat =
  ([format, players, boards]) =>
  async () => {
    await has_tournament(format, players, boards, EVERY, 5);
    await onEach(["", "phone", "dark", "projector"], async (screen) => {
      await open(PATH + (screen === "projector" ? "&projector=" : ""));
      await see("h1", "Spring Cup");
      await see("#state", "Finished");
      await see("#rows tr", players);
      const everything = screen !== "projector";
      equal(visible("#bracket-section"), everything && isKnockout(format), "bracket");
      equal(visible("#rounds-section"), everything && format === "SWISS", "rounds");
      equal(visible("#cross-section"), everything && !isKnockout(format), "cross table");
    });
  };

const broken = (content) => async () => {
  answer(`GET /standings/tournaments/${ID}.json`, content);
  await open(PATH);
  await see("#problem");
  await hidden("#note, #tournament");
  await has_tournament("ROUND_ROBIN", 3, 1, 2);
  await see("#rows tr", 3);
  await hidden("#problem");
};

/** No two boxes of a bracket overlap. */
function apart() {
  const boxes = all("#bracket .place").map((place) => place.getBoundingClientRect());
  const beside = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  equal(
    boxes.every((one, index) => boxes.slice(index + 1).every((other) => beside(one, other))),
    true,
  );
}

const card = (players) => async () => {
  await has_tournament("KNOCKOUT", players, 1, EVERY);
  await open(PATH);
  equal((await one("#bracket .place")).offsetWidth, 224);
  const bracket = await one("#bracket");
  equal(bracket.clientWidth - bracket.firstElementChild.offsetWidth, 0);
};

export default {
  "a round robin is shown on every screen": everyFormat(["ROUND_ROBIN", 12, 3]),
  "a gauntlet is shown on every screen": everyFormat(["GAUNTLET", 8, 3]),
  "a Swiss tournament is shown on every screen": everyFormat(["SWISS", 9, 1]),
  "a knockout is shown on every screen": everyFormat(["KNOCKOUT", 9, 3]),
  "a double elimination is shown on every screen": everyFormat(["DOUBLE_ELIMINATION", 9, 3]),

  async "a tournament of many is no wider than the screen"() {
    for (const format of ["SWISS", "KNOCKOUT"]) {
      await has_tournament(format, 33, 1, EVERY, 5);
      for (const screen of ["", "phone", "projector"]) {
        await at(screen);
        await open(PATH + (screen === "projector" ? "&projector=" : ""));
        await see("#rows tr", 33);
        fitsTheScreen();
      }
    }
  },

  async "a table shows and explains ranks, tie-breaks and Elo"() {
    await has_tournament("ROUND_ROBIN", 5, 2, EVERY);
    await open(PATH);
    await see("#head th", ["Rank", "Player", "Points", "Won, drawn, lost"]);
    await hidden("#all-rows");
    await click("#all-figures summary");
    await see("#all-rows");
    await see("#all-head th", [
      "Rank",
      "Player",
      "Points",
      "Head to head",
      "Sonneborn-Berger",
      "Wins",
      "Won, drawn, lost",
      "Scored : conceded",
      "Elo",
      "Ahead",
      "Failed calls",
    ]);
    await see("#rows tr:first-child .rank", "1");
    await attribute("#rows tr:first-child th a", "href", "bot.html?key=tokens.house.lazy");
    await says("#said", "Straight ahead has won: ");
    await says("#explained", "beating strong players counts more", "is at 1,000");
    await hidden("#progress");
    await says("#facts", "Everybody Loves Tokens");
    await attribute("#matches", "href", `matches.html?tournament=${ID}`);
    await see("#feed");
    await attribute("#feed", "href", `standings/tournaments/${ID}.atom`);
  },

  async "on a phone, a face is beside its name, however long that is"() {
    publish(await tournament("ROUND_ROBIN", 3, 1, EVERY, -1, LONG_NAMES));
    await at("phone");
    await open(PATH);
    await see("#rows tr", 3);
    const beside = all("#rows th").map((name) => {
      const [face, words] = [name.querySelector(".avatar"), name.querySelector("bdi")].map((each) =>
        each.getBoundingClientRect(),
      );
      return face.right <= words.left && face.bottom > words.top;
    });
    equal(beside, [true, true, true]);
  },

  async "a withdrawn player is listed last with the reason"() {
    await has_tournament("ROUND_ROBIN", 4, 1, EVERY, 1);
    await open(PATH);
    await see("#rows tr:last-child .rank", "–");
    await says("#rows tr:last-child th", "hungry-2");
    await see("#rows tr:last-child .fate", "All its 40 calls failed. Its matches do not count.");
    await see("#all-rows tr:last-child td:last-child", "40 of 40");
  },

  async "a running tournament is followed without reload and keeps the focus, and nothing is redrawn without a change"() {
    await has_tournament("SWISS", 8, 1, 3);
    await open(PATH);
    await see("#state", "Playing");
    await see("#progress-words", "3 of 12 matches");
    equal((await one("#progress")).value, 3);
    page().sameDocument = true;
    await focus("#rows a");
    const focusedName = page().document.activeElement.dataset.same;
    (await one("#rows tr")).dataset.drawnBefore = "";
    const before = asked.length;
    await until(() => (asked.length >= before + 3 ? null : "too few"), "requests");
    await see("#rows tr[data-drawn-before]", 1);
    await has_tournament("SWISS", 8, 1, 7);
    await see("#progress-words", "7 of 12 matches");
    await see("#rounds details", 2);
    await see("#rounds details[open] summary", "Round 2");
    equal(page().document.activeElement.dataset.same, focusedName);
    await has_tournament("SWISS", 8, 1, EVERY);
    await see("#state", "Finished");
    equal(page().sameDocument, true);
  },

  async "the matches of a pair can be listed by keyboard"() {
    await has_tournament("ROUND_ROBIN", 4, 2, EVERY);
    await open(PATH);
    await see("#cross td.met", 12);
    await focus("#cross td[tabindex='0']");
    await press("Home", "ArrowRight", "ArrowRight");
    const chosen = "#cross tbody tr:first-child td:nth-of-type(3)";
    await focused(chosen);
    const [one, other] = [all(chosen)[0].dataset.one, all(chosen)[0].dataset.other].map(Number);
    pairMatches(one, other, null, ofTournament("m1", 0, one, other, 1), ofTournament("m3", 1, one, other, null));
    pairMatches(other, one, null, ofTournament("m2", 0, other, one, 2));
    await press("Enter");
    await see("dialog h2", `${NAMES[one]} vs ${NAMES[other]}`);
    await see("dialog li", 3);
    await attribute("dialog li a", "href", "match.html?id=m1");
    await says("dialog li:last-child", "Board 2");
    await accessible();
    await press("Escape");
    await hidden("dialog");
    await focused(chosen);
    await see("#cross td[tabindex='0']", 1);
  },

  async "a pair without a result has a dash and nothing to open in the cross table"() {
    await has_tournament("SWISS", 8, 1, 1);
    await open(PATH);
    await see("#cross td.met", 2);
    await see("#cross td.unmet", 8 * 7 - 2);
    await see("#cross td.unmet", /^–not met$/);
    all("#cross td.unmet")[0].click();
    await hidden("dialog");
    equal(all("#rounds button").filter(({ textContent }) => textContent.includes("–")).length, 3);
    equal(all("#rounds button").filter(({ textContent }) => textContent.includes("0 : 0")).length, 0);
    await accessible();
  },

  async "more boards of a pair load on demand, and a failure is reported"() {
    await has_tournament("KNOCKOUT", 2, 1, EVERY);
    pairMatches(0, 1, "later", ofTournament("m1", 0, 0, 1, 1));
    pairMatches(1, 0, null);
    refuse(
      `GET /api/tournaments/${ID}/matches?first=0&second=1&limit=100&cursor=later`,
      400,
      "bad-cursor",
      "This cursor is not one of this API.",
    );
    await open(PATH);
    await click("#bracket button");
    await see("dialog li", 1);
    await click("button=More boards");
    await see("dialog .problem", "This cursor is not one of this API.");
    await click("button=Close");
    await hidden("dialog");
  },

  async "a bracket of 33 has one first-round match and byes, and no two boxes overlap"() {
    await has_tournament("KNOCKOUT", 33, 1, EVERY);
    await open(PATH);
    await see("#bracket h3", ["Round 1", "Round 2", "Round 3", "Quarter-finals", "Semi-finals", "Final"]);
    equal(
      all("#bracket ol").map(({ children }) => children.length),
      [1, 16, 8, 4, 2, 1],
    );
    equal(all("#bracket .unseen").filter(({ textContent }) => textContent.includes("after a bye")).length, 31);
    apart();
  },

  async "a double elimination shows both brackets, without the places to which nobody comes"() {
    await has_tournament("DOUBLE_ELIMINATION", 11, 1, EVERY);
    await open(PATH);
    await see("#bracket h3", [
      ...["Winners’ round 1", "Winners’ round 2", "Winners’ round 3", "Winners’ final", "Final", "Second final"],
      ...[1, 2, 3, 4].map((round) => `Losers’ round ${round}`),
      "Losers’ final",
    ]);
    equal(
      all("#bracket ol").map(({ children }) => children.length),
      [3, 4, 2, 1, 1, 1, 3, 2, 2, 1, 1],
    );
    apart();
    fitsTheScreen();
  },

  async "a running double elimination says how many are left, and does not know whom the losers will meet"() {
    await has_tournament("DOUBLE_ELIMINATION", 4, 1, 2);
    await open(PATH);
    await see("#bracket h3", ["Winners’ round 1", "Winners’ final", "Final", "Losers’ round 1", "Losers’ final"]);
    await says("#said", "4 of 4 players are still in.");
    equal(all("#bracket .place").at(-1).textContent, "not decided yetnot decided yet");
    await has_tournament("DOUBLE_ELIMINATION", 4, 1, 6);
    await says("#said", /[23] of 4 players are still in\./);
  },

  async "a running bracket already shows later rounds and says how many are left"() {
    await has_tournament("KNOCKOUT", 6, 1, 1);
    await open(PATH);
    await see("#bracket h3", ["Quarter-finals", "Semi-finals", "Final"]);
    equal(all("#bracket .place").at(-1).textContent, "not decided yetnot decided yet");
    await says("#progress-words", "1 of at most");
    await has_tournament("KNOCKOUT", 8, 1, 3);
    await says("#said", /[5-8] of 8 players are still in\./);
  },

  async "of a cancelled tournament, the page tells in the past who was ahead"() {
    for (const [given, words] of [
      [["KNOCKOUT", 8, 1, 3], /^[5-8] of 8 players were still in\.$/],
      [["ROUND_ROBIN", 3, 2, 2], / led(:| together\.)/],
      [["ROUND_ROBIN", 3, 2, 0], /^No match was played\.$/],
    ]) {
      publish({ ...(await tournament(...given)), state: "cancelled" });
      await open(PATH);
      await see("#state", "Cancelled");
      await see("#said", words);
    }
  },

  async "a bracket follows the width of the window and keeps the focus"() {
    await has_tournament("KNOCKOUT", 8, 1, EVERY);
    await open(PATH);
    const wide = (width) =>
      until(
        () => (all("#bracket .place")[0]?.offsetWidth === width ? null : `${all("#bracket .place")[0]?.offsetWidth}`),
        `${width}`,
      );
    await wide(224);
    await focus("#bracket button");
    resize(500, 800);
    await wide(192);
    equal(page().document.activeElement === all("#bracket button")[0], true);
    resize(1280, 800);
    await wide(224);
  },

  async "groups of four show who was ahead, and nobody is led to matches of two"() {
    publish(await tournament("SWISS", 10, 1, EVERY, -1, NAMES, 4));
    await onEach(["", "phone", "dark"], async () => {
      await open(PATH);
      await see("#state", "Finished");
      await click("#rounds details:last-of-type summary");
      await see("#rounds details:last-of-type .group", 3);
      for (const group of all("#rounds .group")) {
        const points = [...group.querySelectorAll(".figure")].map(({ textContent }) => Number(textContent));
        equal(
          points,
          points.toSorted((one, other) => other - one),
        );
      }
      await says("#facts", "Players of a match4");
      await says("#cross-hint", "a point in each match in which it had the better place");
      equal(all("#cross td[data-one]").length, 0);
      await says("#head", "Ahead, level, behind");
    });
  },

  async "in a knockout of groups the better half goes on, and the page says how many are left"() {
    publish(await tournament("KNOCKOUT", 8, 1, 2, -1, NAMES, 4));
    await open(PATH);
    await says("#said", /[4-8] of 8 players are still in\./);
    publish(await tournament("KNOCKOUT", 8, 1, EVERY, -1, NAMES, 4));
    await open(PATH);
    await see("#state", "Finished");
    const first = [...all("#rounds details").at(-1).querySelectorAll(".group")];
    equal(
      first.map((group) => [...group.querySelectorAll("li")].map(({ className }) => className)),
      [0, 1].map(() => ["winner", "winner", "out", "out"]),
    );
    await hidden("#bracket-section");
  },

  async "an open match of a group names few of its players"() {
    const running = await tournament("ROUND_ROBIN", 8, 1, 1, -1, NAMES, 8);
    publish({ ...running, now: [{ match: "m0", board: 0, players: [0, 1, 2, 3, 4, 5, 6, 7] }] });
    await open(PATH);
    await see("#playing a", "Straight ahead, hungry-2, The Quiet One and 5 more");
  },

  "the card of a bracket of 2 is no wider than the bracket": card(2),
  "the card of a bracket of 3 is no wider than the bracket": card(3),
  "the card of a bracket of 4 is no wider than the bracket": card(4),
  "the card of a bracket of 8 is no wider than the bracket": card(8),

  async "the owner of a bot takes it out"() {
    const running = await tournament("ROUND_ROBIN", 3, 2, 2, 9);
    answer(`GET /api/tournaments/${ID}`, { ...running, public: true, updatedAt: null });
    const own = bot("bot_01", "tokens", "hungry-2", { left: [] });
    answer("GET /api/bots?mine=true&limit=100", { bots: [own], next: null });
    answer("PATCH /api/bots/bot_01", { ...own, left: [ID] });
    sessionStorage.setItem("bout-token", "mine");
    await open(PATH);
    await see("#own", "hungry-2 is yours. Leave the tournament");
    await accessible();
    await click("button=Leave the tournament");
    await click("button=Cancel");
    equal(posted, []);
    await focused("button=Leave the tournament");
    await press("Enter");
    refuse("PATCH /api/bots/bot_01", 503, "unavailable", "Try again later.");
    await press("Enter");
    await see("#own .problem", "Try again later.");
    await focused("button=Leave the tournament");
    answer("PATCH /api/bots/bot_01", { ...own, left: [ID] });
    await press("Enter");
    await press("Enter");
    await see("#own", "hungry-2 has left: it loses its remaining matches here.");
    await focused("#own li");
    equal(posted[0].body, { leaves: ID });
    equal(
      asked.filter((path) => path.startsWith("/standings/tournaments/")),
      [],
      "before it is published, nobody asks for its file",
    );
  },

  async "a private tournament is shown with a token"() {
    const nothingYet = {
      ...(await tournament("ROUND_ROBIN", 3, 1, 0)),
      table: [],
      columns: [],
      valueTitle: null,
      updatedAt: null,
      cross: null,
      state: "planned",
    };
    refuse(`GET /api/tournaments/${ID}`, 404, "unknown-tournament", "There is no tournament with this id.");
    answerOnly("mine", `GET /api/tournaments/${ID}`, nothingYet);
    await open(PATH);
    await see("#problem", "There is no tournament with this id.");
    await accessible();
    sessionStorage.setItem("bout-token", "mine");
    await see("#state", "Not started");
    await see("#said", "No match has been played yet.");
    await hidden("#problem, #table-section");
  },

  async "a name is always shown as text"() {
    for (const format of ["ROUND_ROBIN", "GAUNTLET", "SWISS", "KNOCKOUT"]) {
      publish({ ...(await tournament(format, 4, 1, EVERY, -1, HOSTILE)), name: HOSTILE[0] });
      await at("phone");
      await open(PATH);
      await see("#rows tr", 4);
      await see("h1", HOSTILE[0]);
      harmless();
    }
  },

  "a file that is half an object is reported and replaced without reload": broken("{"),
  "a file with a number of players is reported and replaced without reload": broken('{"players":7}'),
  "a file without the players of its table is reported and replaced without reload": broken(
    '{"players":[{"name":"a"}],"table":[{"player":5}]}',
  ),

  async "a contradiction in a file is located"() {
    const standings = await tournament("KNOCKOUT", 4, 1, EVERY);
    const [, ...rounds] = standings.bracket;
    publish({ ...standings, bracket: [...rounds, rounds[0]] });
    await open(PATH);
    await see(
      "#problem",
      "The published file is invalid: “bracket” of the tournament is not a bracket, in which each round " +
        "has half as many places as the one before.",
    );
  },

  async "an address without a tournament is reported"() {
    await open("/tournament.html");
    await says("#problem", "The address names no tournament");
    await open("/tournament.html?id=../../secret");
    await says("#problem", "“../../secret” is not the id of a tournament.");
  },

  async "a lost network is reported and the content stays"() {
    await has_tournament("ROUND_ROBIN", 3, 1, 2);
    await open(PATH);
    await see("#rows tr", 3);
    offline(true);
    await says("#problem", "cannot be reached");
    await see("#rows tr", 3);
  },

  async "before the start the players are shown instead of a table"() {
    await has_tournament("ROUND_ROBIN", 12, 1, 0);
    await onEach(["", "phone", "projector"], async (screen) => {
      await open(PATH + (screen === "projector" ? "&projector=" : ""));
      await see("#entrants li", 12);
      await hidden("#table-section");
    });
  },

  async "a running match plays beside the table with the names of its players"() {
    const played = await replay("tokens", "hungry", "naive", ["Player 1", "Player 2"]);
    answer("GET /api/matches/m0", unfinished("m0", "queued", played));
    answer("GET /api/matches/m1", unfinished("m1", "running", played, { players: null, turn: 9 }));
    answer("GET /live/m1.json", await java("live", played.document, 9));
    publish({
      ...(await tournament("ROUND_ROBIN", 12, 1, 20)),
      now: [
        { match: "m0", board: 0, players: [1, 2] },
        { match: "m1", board: 0, players: [3, 4] },
      ],
    });
    const shown = async (screen) => {
      await open(PATH + (screen === "projector" ? "&projector=" : ""));
      await see("#board[data-drawn]", 1);
      await see("#scoreboard .who", [NAMES[3], NAMES[4]]);
      await see("#scoreboard .now", "LIVE · turn 9");
      await see("#playing li", 2);
    };
    await onEach(["", "phone"], shown);
    await onEach(["projector"], shown);
    // On the projector: ten rows at the left, the board at the right, without scrolling.
    equal(onScreen(all("#rows tr")[9]), true);
    equal(all("#rows tr")[10].checkVisibility(), false);
    equal(onScreen(all("#board")[0]), true);
    // On a busy machine the page may not have its last height yet.
    const { documentElement } = page().document;
    const below = () => documentElement.scrollHeight - page().innerHeight;
    await until(() => (below() <= 0 ? null : `${below()} px`), "what is below the window");
    equal(whole("#rows td.record"), true);
    equal(all("#scoreboard :is(.who, .points)").length, 4);
    equal(
      all("#scoreboard :is(.who, .points)").every((part) => part.scrollHeight <= part.clientHeight + 2) &&
        whole("#scoreboard :is(.who, .points)"),
      true,
      "names and scores are whole",
    );
    equal(page().getComputedStyle(all("#rows th")[0]).fontSize, "40px");
  },

  async "the owner of a private tournament sees a running match of it"() {
    const played = await replay("tokens", "hungry", "naive", ["one", "two"]);
    const now = [{ match: "m1", board: 0, players: [0, 1] }];
    refuse(`GET /api/tournaments/${ID}`, 404, "unknown-tournament", "There is no tournament with this id.");
    answerOnly("mine", `GET /api/tournaments/${ID}`, { ...(await tournament("ROUND_ROBIN", 3, 1, 1)), public: false, now });
    refuse("GET /api/matches/m1", 404, "unknown-match", "There is no match with this id.");
    answerOnly("mine", "GET /api/matches/m1", unfinished("m1", "running", played, { turn: 9 }));
    answer("GET /live/m1.json", await java("live", played.document, 9));
    sessionStorage.setItem("bout-token", "mine");
    await open(PATH);
    await see("#playing-title", "Now playing");
    await see("#scoreboard .now", "LIVE · turn 9");
  },

  async "after the end a match of the best is shown, whoever had the first seat"() {
    const standings = await tournament("KNOCKOUT", 4, 1, EVERY);
    publish(standings);
    const [best, second] = standings.table.map(({ player }) => player);
    has("m9", await replay("tokens", "hungry", "naive", ["Second", "Best"]));
    pairMatches(best, second, null);
    pairMatches(second, best, null, { id: "m9", status: "finished", worthShowing: true, players: [second, best] });
    await open(PATH);
    await see("#playing-title", "Match between the best");
    await see("#board[data-drawn]");
    await attribute("#watch", "href", "match.html?id=m9");
  },

  async "a Swiss tournament is won by points, some of which come without an opponent"() {
    await has_tournament("SWISS", 5, 1, EVERY);
    await open(PATH);
    await says("#said", /has won: [0-9.]+ points?\./);
  },

  async "a tournament that is ranked by score is won by it"() {
    const standings = await tournament("ROUND_ROBIN", 3, 1, EVERY);
    standings.table.forEach((row, index) => Object.assign(row, { value: 1507.5 - index }));
    publish({ ...standings, ranking: "score", valueTitle: "score" });
    await open(PATH);
    await says("#said", "has won: score 1,507.5.");
  },

  async "the hall sees who has won"() {
    await has_tournament("ROUND_ROBIN", 12, 1, EVERY);
    await at("projector");
    await open(`${PATH}&projector=`);
    await says("#winner", "wins Spring Cup");
    equal(onScreen(all("#rows tr")[3]), true);
    equal(all("#rows tr")[4].checkVisibility(), false);
    fitsTheScreen();
    await accessible();
    await open(PATH);
    await see("#said");
    await hidden("#winner");
  },
};
