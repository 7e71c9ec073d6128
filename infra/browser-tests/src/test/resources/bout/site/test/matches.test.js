/** The page with lists of matches. */

import {
  LONG_NAMES,
  accessible,
  all,
  answer,
  arrive,
  attribute,
  click,
  enabled,
  equal,
  finished,
  focus,
  focused,
  has,
  hidden,
  java,
  list,
  offline,
  ofTournament,
  onEach,
  one,
  open,
  page,
  press,
  reach,
  refuse,
  reload,
  replay,
  saved,
  says,
  see,
  select,
  unfinished,
  until,
  use,
  value,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

const pageOf = (query, next, ...matches) => answer(`GET /api/matches${query}`, { matches, next });

const tournamentPage = (query, next, ...matches) =>
  answer(`GET /api/tournaments/trn_1/matches?limit=100${query}`, { matches, next });

const publishTournament = async () =>
  answer("GET /standings/tournaments/trn_1.json", {
    ...(await java("tournament", "ROUND_ROBIN", 2, 2, 0, -1, ["<b>Gary</b>", "The House"], 2)),
    id: "trn_1",
    name: "Spring <i>Cup</i>",
  });

/** In the file of a list of one match. */
async function winnerInFile(seat) {
  await until(() => (saved.length === 1 ? null : "nothing"), "the file");
  const [head, line] = (await saved[0].text()).split("\r\n").map((each) => each.split(","));
  equal(line[head.indexOf("Winner")], seat);
}

const row = (number) => `#latest li:nth-child(${number})`;

const EIGHT = ["Ann", "Bob", LONG_NAMES[0], "Dan", "Eve", "Fay", "Gil", "Hal"].map((name) => ({ name }));

export default {
  async "of many players the best are named, with their places"() {
    const played = await replay();
    const result = { places: [3, 1, 2, 8, 7, 6, 5, 4], scores: [5, 9, 7, 0, 1, 2, 3, 4], reason: "last" };
    list(
      finished("5", played, { players: EIGHT, result }),
      finished("4", played, { players: EIGHT.slice(0, 4), result: { ...result, places: [1, 1, 3, 4], scores: [9, 9, 3, 1] } }),
      finished("3", played, {
        players: EIGHT.slice(0, 3),
        result: { ...result, places: [1, 2, 3], scores: [9, 8, 3] },
        failedSeat: 1,
      }),
      finished("2", played, { players: EIGHT.slice(0, 1), result: { ...result, places: [1], scores: [9] } }),
      unfinished("1", "running", played, { players: EIGHT }),
    );
    await onEach(["", "phone", "dark"], async () => {
      await open("/matches.html");
      await see(`${row(1)} .ranked`, `1st Bob 2nd ${LONG_NAMES[0]} 3rd Ann and 5 more`);
      await see(`${row(1)} .winner`, "Bob");
      await see(`${row(2)} .ranked`, `1st Ann 1st Bob 3rd ${LONG_NAMES[0]} 4th Dan`);
      await says(row(2), "first place shared");
      await see(`${row(3)} .ranked`, `1st Bob 2nd ${LONG_NAMES[0]} 3rd Ann`);
      await says(row(4), "alone");
      await see(`${row(5)} .ranked`, `Ann Bob ${LONG_NAMES[0]} and 5 more`);
    });
  },

  async "older matches load on demand, and new ones appear above them"() {
    const played = await replay();
    pageOf("", "after 9", finished("9", played));
    pageOf("?cursor=after+9", null, finished("8", played));
    await open("/matches.html");
    await click("button=Older matches");
    await see("#latest li", 2);
    await attribute(`${row(2)} a`, "href", "match.html?id=8");
    await hidden("#more");
    pageOf("", "after 9", finished("91", played), finished("9", played));
    await see("#latest li", 3);
    await attribute(`${row(1)} a`, "href", "match.html?id=91");
    await attribute(`${row(3)} a`, "href", "match.html?id=8");
  },

  async "filters are in the address and change the list without a reload"() {
    const played = await replay();
    list(unfinished("3", "running", played), finished("2", played), finished("1", played));
    pageOf("?status=finished", null, finished("2", played), finished("1", played));
    pageOf("?game=tokens&status=finished", null);
    await open("/matches.html");
    await see("#latest li", 3);
    await hidden("#all");
    page().sameDocument = true;
    await select("field=State", "Finished");
    await see("#latest li", 2);
    await arrive("/matches.html?status=finished");
    await select("field=Game", "Everybody Loves Tokens");
    await see("#latest li", 0);
    await see("#latest-note", "There is no such match.");
    await arrive("/matches.html?game=tokens&status=finished");
    await accessible();
    page().history.back();
    await see("#latest li", 2);
    await value("#game", "");
    await value("#status", "finished");
    equal(page().sameDocument, true);
    await reload();
    await see("#latest li", 2);
    await value("#status", "finished");
    await click("#all");
    await see("#latest li", 3);
  },

  async "the matches of a bot are filtered further, and older ones are looked through on demand"() {
    const played = await replay();
    list(finished("3", played), finished("2", played), finished("1", played));
    pageOf("?bot=bot_1", "after 2");
    pageOf("?bot=bot_1&cursor=after+2", null, finished("1", played));
    pageOf("?bot=bot_1&opponent=house%3Arandom&result=lost", null, finished("2", played));
    await onEach(["", "phone"], async () => {
      await open("/matches.html?bot=bot_1");
      await see("#latest-note", "There is no such match among the latest ones.");
      await click("button=Older matches");
      await see("#latest li", 1);
      await hidden("#more");
      await open("/matches.html?bot=bot_1&opponent=house:random&result=lost");
      await see("#latest li", 1);
      await value("#result", "lost");
      await attribute(`${row(1)} a`, "href", "match.html?id=2");
    });
    await open("/matches.html?result=lost");
    await see("#latest li", 3);
    await hidden("#result");
  },

  async "a rated match is listed without names until it has ended"() {
    const played = await replay();
    list(unfinished("2", "running", played, { players: null, ladder: true }), finished("1", played));
    await open("/matches.html");
    await says(row(1), "Player 1 vs Player 2", "rated, names at the end");
    await says(row(2), "one");
    await accessible();
  },

  async "a row says how a match was lost and shows who won where the rules name no winner"() {
    list(
      finished("1", await replay(), {
        result: { places: [1, 1], scores: [0, 0], reason: "p1 error" },
        failedSeat: 1,
        failureKind: "time-out",
      }),
    );
    await open("/matches.html");
    await see("#latest .failed", "one lost: too late");
    await attribute("#latest .seat-2", "class", /winner/);
    await click("text=Download as CSV");
    await winnerInFile("2");
  },

  async "the file of a tournament's matches says who won because the other failed"() {
    await publishTournament();
    const result = { places: [1, 1], scores: [0, 0], reason: "p1 error" };
    tournamentPage("", null, { ...ofTournament("m1", 0, 0, 1, 1), result, failedSeat: 1, failureKind: "time-out" });
    await open("/matches.html?tournament=trn_1");
    await click("text=Download as CSV");
    await winnerInFile("2");
  },

  async "filtering and opening a match work by keyboard"() {
    const played = await replay();
    has(ID, played);
    list(unfinished("9", "queued", played), finished(ID, played));
    pageOf("?status=finished", null, finished(ID, played));
    await open("/matches.html");
    await see("#latest li", 2);
    await reach("#status");
    await press(..."Fin");
    await see("#latest li", 1);
    await use("#latest a");
    await arrive(`/match.html?id=${ID}`);
  },

  async "a refused filter shows the message of the API"() {
    refuse("GET /api/matches?game=%3Cb%3Echess", 400, "unknown-game", "There is no game with the id <b>chess.");
    await open("/matches.html?game=%3Cb%3Echess");
    await see("#latest-problem", "There is no game with the id <b>chess.");
    await value("#game", "<b>chess");
    await accessible();
  },

  async "a match that no longer matches the filter leaves the list"() {
    const played = await replay();
    const [one, two] = ["1", "2"].map((id) => unfinished(id, "running", played));
    pageOf("?status=running", null, two, one);
    await open("/matches.html?status=running");
    await see("#latest li", 2);
    pageOf("?status=running", null, one);
    await see("#latest li", 1);
    await attribute("#latest li a", "href", "match.html?id=1");
    pageOf("?status=running", null);
    await see("#latest li", 0);
    await see("#latest-note", "There is no such match.");
  },

  async "a failure to load older matches is reported"() {
    pageOf("", "x", finished("9", await replay()));
    refuse("GET /api/matches?cursor=x", 400, "bad-cursor", "This cursor is not one of this API.");
    await open("/matches.html");
    await click("#more");
    await see("#latest-problem", "This cursor is not one of this API.");
    await see("#latest li", 1);
    await enabled("#more");
  },

  async "a list without the API says so and recovers"() {
    offline(true);
    await open("/matches.html");
    await see("#latest-problem", "The API cannot be reached. Check your connection and try again.");
    await accessible();
    list(finished("1", await replay()));
    offline(false);
    await says("#latest li", "Ajax Tiles");
    await see("#game option", (await (await fetch("/api/games")).json()).games.length + 1);
  },

  async "the matches of a tournament are listed and followed"() {
    await publishTournament();
    tournamentPage("", "1", ofTournament("m1", 0, 0, 1, 1));
    tournamentPage("&cursor=1", null, ofTournament("m2", 0, 1, 0, null));
    await open("/matches.html?tournament=trn_1");
    await see("h1", "Matches of Spring <i>Cup</i>");
    await hidden("#filter");
    await attribute("link=Table of the tournament", "href", "tournament.html?id=trn_1");
    await see("#latest li", [/<b>Gary<\/b> 7 : 5 The House.*<b>Gary<\/b> won board 1/]);
    await click("button=More matches");
    await see("#latest li", 2);
    await hidden("#more");
    await attribute(`${row(2)} a`, "href", "match.html?id=m2");
    await says(row(2), "The House vs <b>Gary</b> Playing board 1");
    await accessible();
    await focus(`${row(2)} a`);
    tournamentPage("&cursor=1", null, ofTournament("m2", 0, 1, 0, 2), ofTournament("m3", 1, 0, 1, null));
    await see("#latest li", 3);
    await says(row(2), "<b>Gary</b> won");
    await focused(`${row(2)} a`);
  },

  async "an empty or unknown tournament is reported"() {
    refuse("GET /api/tournaments/trn_0", 404, "unknown-tournament", "There is no tournament with this id.");
    await open("/matches.html?tournament=trn_0");
    await see("#latest-problem", "There is no tournament with this id.");
    await hidden("#latest-note");
    await accessible();
    await open("/matches.html?tournament=../x");
    await see("#latest-problem", "“../x” is not the id of a tournament.");
    await publishTournament();
    tournamentPage("", null);
    await open("/matches.html?tournament=trn_1");
    await see("#latest-note", "No match of this tournament has begun.");
  },

  async "on a phone, the names of a match are two lines, however long they are"() {
    const short = await replay();
    const long = await replay("ajax-tiles", "expand", "fearful", LONG_NAMES);
    list(finished(ID, long), finished("0", short));
    await onEach(["phone"], async () => {
      await open("/matches.html");
      await one(".pairing");
      const [high, low] = all(".pairing").map(({ offsetHeight }) => offsetHeight);
      equal(high, low);
      const [first, score, second] = all(`${row(1)} .pairing > *`).map((each) => each.getBoundingClientRect());
      equal([first.bottom <= second.top, first.right <= score.left, second.right <= score.left], [true, true, true]);
    });
  },

  async "the list works on a phone and in dark mode"() {
    const played = await replay("ajax-tiles", "expand", "fearful", LONG_NAMES);
    list(finished(ID, played), unfinished("0", "queued", played));
    await onEach(["phone", "dark", ""], async () => {
      await open("/matches.html");
      await see("#latest li", 2);
    });
  },
};
