/** The facts on a match's page; player.test.js is about its player. */

import {
  LONG_NAMES,
  accessible,
  all,
  answer,
  answerOnly,
  arrive,
  asked,
  at,
  attribute,
  bot,
  call,
  check,
  click,
  differ,
  drawn,
  empty,
  enabled,
  equal,
  fill,
  finished,
  fitsTheScreen,
  focus,
  focused,
  has,
  hidden,
  java,
  ladder,
  joined,
  lacks,
  offline,
  onEach,
  one,
  open,
  page,
  posted,
  press,
  refuse,
  reload,
  replay,
  resize,
  says,
  see,
  until,
  unfinished,
  value,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const HOSTILE = "<img src=x onerror=alert(1)>&amp;";
/** The last turn, whatever its number. */
const PATH = `/match.html?id=${ID}&turn=100000`;
const HOUSE = { name: "fearful", house: "fearful" };
const REGISTERED = { name: "Greedy Gary", bot: "bot_01" };
const CHANGED = { options: { nukes: 4, maxTurns: 300 }, timeLimit: 2000 };
const CONSOLE = `GET /api/matches/${ID}/console`;
const OWN = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
const LIVE = ["robotag", "hungry", "bouncy", ["Greedy Gary", "The House"]];
const UNREACHABLE = "The API cannot be reached. Check your connection and try again.";

const LAPTOPS = [
  [1366, 768],
  [1440, 900],
];

const onScreen = (place) =>
  until(() => {
    const { left, top, right, bottom } = all(place)[0].getBoundingClientRect();
    const { clientWidth, clientHeight } = page().document.documentElement;
    return left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight
      ? null
      : `${left}, ${top} to ${right}, ${bottom}`;
  }, `${place} on the screen`);

const gary = () => replay("ajax-tiles", "expand", "fearful", ["Greedy Gary", "The House"]);

/** A finished match of these players, opened at its last turn. */
async function opened(replay, more = {}, document = replay.document) {
  has(ID, replay, more, document);
  await open(PATH);
}

const tokens = () => replay("tokens", "naive", "gourmet", ["Gary", "The House"]);

/** Asks the first bot again about turn 3. */
async function askable(players) {
  has(ID, await tokens(), { players });
  await open(`/match.html?id=${ID}&turn=3`);
  await see("#verified");
}

const is = (check) => answer(`GET /api/bots/${OWN}`, bot(OWN, "tokens", "Gary", { check }));

const printed = (...seats) => ({ seats });

const PRINTED = printed({ player: 1, turns: [{ turn: 2, text: "<b>open</b>\nmy choice: 3" }] });

const published = () => [
  { name: "Gary", bot: OWN, code: "0".repeat(64) },
  { name: "The House", house: "gourmet" },
];

/** A running match of which so many turns have been played, and as many or other ones published. */
async function running(replay, played, shown = played, more = {}) {
  if (shown > 0) {
    answer(`GET /live/${ID}.json`, await java("live", replay.document, shown));
  }
  answer(`GET /api/matches/${ID}`, unfinished(ID, "running", replay, { turn: played, ...more }));
}

const soFar = (turn) => see(".controls .turn", `Turn ${turn} of ${turn} so far`);

const seat = (number) => `.side.seat-${number}`;

export default {
  async "a match of a ladder shows the ratings of its players"() {
    answer("GET /standings/ladders/tokens.json", (await ladder()).leaderboard);
    await opened(await replay("tokens", "naive", "hungry", ["Pathfinder", "hungry"]), {
      ladder: true,
      players: [
        { name: "Pathfinder", bot: "bot_04" },
        { name: "hungry", house: "hungry" },
      ],
    });
    await see("#scoreboard .kind", [/registered bot · rating \d+( ± \d+)?$/, /house bot · rating \d+( ± \d+)?$/]);
    // A house bot's name is written like a name everywhere.
    await see("#title", "Pathfinder vs Hungry");
    await accessible();
  },

  async "a match that only its owner may see is shown to who joined"() {
    const played = await gary();
    has(ID, played);
    refuse(`GET /api/matches/${ID}`, 404, "unknown-match", "No match has this id.");
    answerOnly("f00d", `GET /api/matches/${ID}`, finished(ID, played));
    for (const token of [null, "other"]) {
      if (token !== null) {
        joined(token, "Ben");
      }
      await open(PATH);
      await see("#problem", `There is no match with the id ${ID}.`);
    }
    joined("f00d");
    await reload();
    await says("#verified", "Verified");
    equal(page().document.title, "Greedy Gary vs The House · Bout");
    await hidden("#problem");
  },

  async "a finished match shows players, result, final board and that it is verified"() {
    const played = await gary();
    const {
      scores: [red, blue],
    } = played.document.result;
    await opened(played);
    await see(
      "#verified",
      `Verified: your browser has played all ${played.turns} turns again, with the same result and the same ` +
        `states (hash ${played.document.hash}).`,
    );
    equal(page().document.title, "Greedy Gary vs The House · Bout");
    await says("#outcome", `Greedy Gary wins, ${red} : ${blue}.`);
    await says(seat(1), `Greedy Garyhouse bot Expand${red}tiles · won`);
    await says(seat(2), `The Househouse bot Fearful${blue}tiles`);
    await says("#facts", "Ajax Tiles");
    await hidden("#failures-section");
    await attribute(".board", "aria-label", new RegExp(`Greedy Gary owns ${red} tiles? and The House ${blue} tiles?`));
    await accessible();
  },

  async "every tile of the final board has its colour, and the board is available as text"() {
    const played = await replay();
    await opened(played);
    await see("#verified");
    const { board } = await java("picture", played.document, played.turns);
    const canvas = all(".board")[0];
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const unit = canvas.width / 24;
    const style = page().getComputedStyle(page().document.documentElement);
    const names = { "": "ground", r: "seat-1", b: "seat-2", d: "ajax-tiles-contaminated", n: "ajax-tiles-nuked" };
    for (const [x, column] of board.entries()) {
      for (const [y, tile] of column.entries()) {
        // A fifth of the tile from its left edge, where there is no mark.
        const pixel = 4 * (Math.floor((x + 0.2) * unit) + Math.floor((y + 0.5) * unit) * canvas.width);
        const colour = `#${[...data.slice(pixel, pixel + 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
        equal(colour, style.getPropertyValue(`--${names[tile]}`).trim(), `${x}, ${y}`);
      }
    }
    await click("text=The board as text");
    const rows = Array.from({ length: 12 }, (_, y) => board.map((column) => column[y] || "·").join(" "));
    await until(() => (all("#board-text")[0].textContent === rows.join("\n") ? null : all("#board-text")[0].textContent), "text");
    await accessible();
  },

  async "every game is shown and verified in both colour schemes, on the first screen of a laptop"() {
    for (const { id, name } of drawn((await (await fetch("/api/games")).json()).games)) {
      // The two weakest bots play: they leave something on the board.
      const [first, second] = (await (await fetch(`/api/games/${id}`)).json()).houseBots;
      const played = await replay(id, first.name, second.name, ["A bot with a name of 40 characters, long", "The House"]);
      has(ID, played);
      const middle = Math.floor(played.turns / 2);
      const calls = played.document.moves.reduce((sum, moves) => sum + moves.length, 0);
      await onEach(["", "dark"], async () => {
        await open(`/match.html?id=${ID}&turn=${middle}`);
        await says("#verified", `has played all ${played.turns} turns again`);
        await says("#facts", name);
        await hidden("#replay-problem");
        await see("#answers-title", `Turn ${middle}`);
        await see(".answer", Math.ceil(calls / played.turns));
        await see(".answer .time", "house bot");
        await attribute("canvas.marks", "aria-label", new RegExp(`At turn ${middle}`));
        await attribute(".board", "aria-label", /\w+/);
        const canvas = await one(".board");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set(new Uint32Array(data.buffer));
        equal(colours.size > 4, true, `${id}: the board has several colours`);
        for (const [width, height] of LAPTOPS) {
          resize(width, height);
          for (const place of ["#scoreboard", "canvas.board", ".tool.play", "input.slider"]) {
            await onScreen(place);
          }
          const [slider, room] = ["input.slider", "#board-section"].map((place) => all(place)[0].getBoundingClientRect().width);
          equal(slider > 0.9 * room, true, `the slider has ${slider} of ${room} pixels`);
          fitsTheScreen();
        }
      });
    }
  },

  async "a phone shows everything without scrolling sideways"() {
    has(ID, await replay("ajax-tiles", "expand", "fearful", LONG_NAMES));
    await onEach(["phone"], async () => {
      await open(PATH);
      await see("#verified");
      await click("text=The board as text");
    });
  },

  async "hostile names and texts are shown as text"() {
    await opened(
      await replay("ajax-tiles", "expand", "fearful", [HOSTILE, `\u202e${HOSTILE}`]),
      {
        failures: [{ seat: 2, turn: 3, kind: HOSTILE, text: HOSTILE }],
        seed: HOSTILE,
        options: { [HOSTILE]: HOSTILE },
      },
      "no replay",
    );
    await says("#title", HOSTILE);
    await says("#failures", HOSTILE);
    await says("#facts", HOSTILE);
    await see("#replay-problem");
    equal(all("main img").length, 0);
  },

  async "failures are explained"() {
    answer(
      `GET /api/matches/${ID}`,
      finished(ID, await gary(), {
        result: { places: [2, 1], scores: [8, 9], reason: "forfeit" },
        failures: [{ seat: 1, turn: 16, kind: "time-out", text: "No answer within 2000 ms; no header of the answer had come." }],
      }),
    );
    await open(PATH);
    await see("#outcome", "The House wins, 8 : 9. Greedy Gary gave no move that could be read, and so lost at once.");
    await says("#failures li", "Greedy Gary on turn 17: time-out", "No answer within 2000 ms");
    // Without a replay there is no turn to show.
    await see("#replay-problem");
    await see("#failures button", 0);
  },

  async "a tournament match links to the tournament and to its bots"() {
    await opened(await gary(), {
      tournament: "trn_01991f3a",
      board: 2,
      players: [{ name: "Greedy Gary", bot: "bot_0a1b" }, HOUSE],
    });
    await says("#facts", "Played fora tournament, board 3");
    await attribute("#facts >> link=a tournament", "href", "tournament.html?id=trn_01991f3a");
    await says(seat(1), "Greedy Garyregistered bot");
    await attribute(`${seat(1)} a`, "href", "bot.html?key=bot_0a1b");
    await attribute(`${seat(2)} a`, "href", "bot.html?key=ajax-tiles.house.fearful");
    await see("#verified");
    await accessible();
  },

  async "a ladder match links to the leaderboard"() {
    await opened(await replay(), { ladder: true });
    await attribute("#facts >> link=the leaderboard of Ajax Tiles", "href", "ladder.html?game=ajax-tiles");
  },

  async "a match without competition and a bot with a URL have no links"() {
    await opened(await replay(), { players: [{ name: "one" }, { name: "two" }] });
    await says(seat(1), "onebot at a URL");
    await see(".side a", 0);
    await lacks("#facts", "Played for");
  },

  async "who wins because the other failed is marked so, where the rules name no winner"() {
    const result = { places: [1, 1], scores: [0, 0], reason: "p1 error" };
    await opened(await replay(), { result, failedSeat: 1 });
    await press("End");
    await says("#outcome", "two wins");
    await says(seat(2), "won");
  },

  async "the link of a player keeps the focus during a match"() {
    await opened(await replay());
    await see("#verified");
    await focus(`${seat(1)} a`);
    await press("Home");
    await lacks(`${seat(1)} .points`, "won");
    await focused(`${seat(1)} a`);
  },

  async "a match that could not be played says why"() {
    const reason = "The match was begun three times and never came to its end.";
    answer(`GET /api/matches/${ID}`, unfinished(ID, "failed", await replay(), { reason }));
    await open(PATH);
    await see("#status", "Not played");
    await see("#outcome", reason);
    await hidden("#board-section");
    await accessible();
  },

  async "a changed move is detected"() {
    const played = await replay();
    const [first, second] = played.document.moves;
    const moves = [first.with((first.length / 2) | 0, [-1, -1]), second];
    await opened(played, {}, { ...played.document, moves });
    await says("#replay-problem", "The replay does not prove its result.");
    await hidden("#verified");
  },

  async "a record that contradicts its replay is detected"() {
    await opened(await replay(), { result: { places: [2, 1], scores: [0, 200], reason: "full" } });
    await says("#replay-problem", "The replay proves another result than the match’s record states");
    await hidden("#verified");
  },

  async "a broken replay is reported and the result still shown"() {
    const played = await replay();
    await opened(played, {}, { ...played.document, setUp: [1, 2] });
    await see(
      "#replay-problem",
      "The replay is broken, so the board cannot be drawn. Not a replay. /setUp: expected a list of 24, " + "found a list of 2",
    );
    await says("#outcome", "one wins");
    answer(`GET /replays/${ID}.json`, '{"format":1,"ga');
    await reload();
    await says("#replay-problem", "The replay is not JSON, or it broke off");
    answer(`GET /replays/${ID}.json`, "", 404, "application/xml");
    await reload();
    await see("#replay-problem", "The board cannot be drawn. The replay is not there (status 404).");
    await accessible();
  },

  async "a game that the site cannot draw still shows its result"() {
    answer(`GET /api/matches/${ID}`, finished(ID, await replay(), { game: "../../evil" }));
    await open(PATH);
    await see("#replay-problem", "This site cannot draw the game ../../evil.");
    await says("#outcome", "one wins");
  },

  async "an unknown or missing id is reported"() {
    refuse("GET /api/matches/nope%3C%3E", 404, "unknown-match", "No match has this id.");
    await open("/match.html?id=nope%3C%3E");
    await see("#problem", "There is no match with the id nope<>.");
    await accessible();
    await open("/match.html");
    await says("#problem", "This address names no match.");
    await accessible();
  },

  async "a match page without the API says so and recovers"() {
    has(ID, await replay());
    offline(true);
    await open(PATH);
    await see("#problem", UNREACHABLE);
    await see("#note", "Trying again …");
    offline(false);
    await see("#verified");
    await hidden("#problem");
  },

  async "a match page of which only a part arrives says so and recovers"() {
    const played = await replay();
    answer(`GET /api/matches/${ID}`, JSON.stringify(finished(ID, played)).slice(0, 100));
    await open(PATH);
    await says("#problem", "The API's answer is not JSON, or it broke off");
    await see("#note", "Trying again …");
    has(ID, played);
    await see("#verified");
    await hidden("#problem");
  },

  // Its bots are asked again, and what they printed
  // -------------------------------------------------------------------------------------------------------------------

  async "the recorded answer and the new one stand side by side"() {
    const begun = { ...check(null), match: ID };
    answer(`POST /api/bots/${OWN}/again`, begun, 202);
    is(begun);
    await askable([
      { name: "Gary", bot: OWN },
      { name: "The House", house: "gourmet" },
    ]);
    await click("#ask-again summary");
    await fill("#ask-again >> field=Token", "a-token");
    await click("#ask-again button");
    await says("#ask-again", "Asking …");
    is({
      ...begun,
      finishedAt: "2026-03-01T12:00:01.120Z",
      calls: [call(false, '{"move":"<b>"}', "not-expected: no such move", { turn: 2 })],
    });
    await see("#ask-again dd.refused", '{"move":"<b>"} not-expected: no such move (12 ms)');
    await see("#ask-again dd", all("#answers .said code")[0].textContent);
    equal(posted[0].body, { match: ID, turn: 2, seat: 1 });
    equal(posted[0].authorization, "Bearer a-token");
    await accessible();
    // The other seat moves on the next turn.
    await press("ArrowRight");
    await hidden("#ask-again");
  },

  async "of many players each can be asked again while it plays"() {
    const again = { id: "check_2", match: ID, askedAt: "2026-03-01T12:00:00.120Z" };
    answer(`POST /api/bots/${OWN}/again`, { ...again, finishedAt: null, calls: [] }, 202);
    is({ ...again, finishedAt: "2026-03-01T12:00:01.120Z", calls: [call(true, '{"move":"up"}', "good")] });
    const played = await java("group", "battlesnake", ["Ann", "Bob", "Cem", "Dan"]);
    has(ID, played, { players: played.document.players.with(3, { name: "Gary", bot: OWN }) });
    await open(`/match.html?id=${ID}&turn=1`);
    await see("#verified");
    await click("#ask-again summary");
    await click("button=Ask Gary again");
    await see("#ask-again dd", all("#answers .said code")[3].textContent);
    equal(posted[0].body, { match: ID, turn: 0, seat: 4 });
    await press("Home");
    await hidden("#ask-again");
  },

  async "a refusal is shown, and only registered bots can be asked"() {
    refuse(`POST /api/bots/${OWN}/again`, 404, "unknown-bot", "You have no bot with this id.");
    await askable([
      { name: "Gary", bot: OWN },
      { name: "The House", house: "gourmet" },
    ]);
    await click("#ask-again summary");
    await click("#ask-again button");
    await see("#ask-again .problem", "You have no bot with this id.");
    await askable([
      { name: "Gary", house: "naive" },
      { name: "The House", house: "gourmet" },
    ]);
    await hidden("#ask-again");
  },

  async "the owner sees what a bot printed below the answer of its turn, as text"() {
    joined("f00d");
    answerOnly("f00d", CONSOLE, PRINTED);
    await askable(published());
    await see("#answers .answer .printed pre", PRINTED.seats[0].turns[0].text);
    await accessible();
    await press("ArrowRight");
    await see("#answers .printed", 0);
    await press("ArrowLeft");
    await see("#answers .printed", 1);
  },

  async "on an open Bout, what a bot printed is there without a token"() {
    is(null);
    answer(CONSOLE, PRINTED);
    await askable(published());
    await see("#answers .printed pre", PRINTED.seats[0].turns[0].text);
  },

  async "strangers see the match without what a bot printed"() {
    answer(`GET /api/bots/${OWN}`, bot(OWN, "tokens", "Gary"));
    await askable(published());
    await until(() => (asked.includes(`/api/bots/${OWN}`) ? null : asked.join()), "requests");
    await see("#answers .answer", 1);
    equal(asked.includes(`/api/matches/${ID}/console`), false, "it would be refused");
    await see("#answers .printed", 0);
    joined("other");
    answerOnly("other", CONSOLE, printed());
    await askable(published());
    await until(() => (asked.includes(`/api/matches/${ID}/console`) ? null : asked.join()), "requests");
    await see("#answers .printed", 0);
  },

  // Again, with the same players
  // -------------------------------------------------------------------------------------------------------------------

  async "a rematch has the same players and options on another board"() {
    const played = await replay("ajax-tiles", "expand", "fearful", ["The one", "fearful"]);
    has("1", played, { players: [REGISTERED, HOUSE], ...CHANGED });
    has("2", played, { players: [REGISTERED, HOUSE], ...CHANGED });
    answer("POST /api/matches", unfinished("2", "queued", played), 202);
    await open("/match.html?id=1");
    await says("#actions", "Rematch: the same players on a new board.");
    await accessible();
    await click("button=Rematch");
    await arrive("/match.html?id=2");
    equal(posted[0].body, { game: "ajax-tiles", players: [{ bot: "bot_01" }, HOUSE], ...CHANGED });
  },

  async "swapped seats have the same board"() {
    const played = await replay();
    has("1", played, { players: [REGISTERED, HOUSE] });
    has("2", played, { players: [HOUSE, REGISTERED] });
    answer("POST /api/matches", unfinished("2", "queued", played), 202);
    await at("phone");
    await open("/match.html?id=1");
    await focus("button=Swap seats");
    fitsTheScreen();
    await press("Enter");
    await arrive("/match.html?id=2");
    equal(posted[0].body.players, [HOUSE, { bot: "bot_01" }]);
    equal(posted[0].body.seed, "7");
  },

  async "a bot with a secret URL leads to the prefilled form"() {
    has("1", await replay(), { players: [{ name: "<i>Mine</i>" }, HOUSE], ...CHANGED });
    await open("/match.html?id=1");
    await says("#actions", "the URL of <i>Mine</i> is known to its owner only, and has to be typed in.");
    await accessible();
    await click("link=Swap seats");
    await arrive(/new\.html/);
    await says("#filled", "Only its owner knows the URL of <i>Mine</i>.");
    await fill("fieldset:nth-of-type(2) >> field=URL", "https://bots.example.org/");
    refuse("POST /api/matches", 500, "unexpected", "Try again in a while.");
    await click("button=Start the match");
    await see("#start-problem");
    equal(posted[0].body, {
      game: "ajax-tiles",
      players: [{ house: "fearful" }, { url: "https://bots.example.org/", name: "<i>Mine</i>" }],
      seed: "7",
      ...CHANGED,
    });
  },

  async "a refusal of a rematch is shown, a retry has the same key, and a token can be entered"() {
    has("1", await replay(), { players: [HOUSE, HOUSE], ...CHANGED });
    refuse("POST /api/matches", 500, "unexpected", "Try again in a while.");
    await open("/match.html?id=1");
    for (const name of ["Rematch", "Rematch", "Swap seats"]) {
      await click(`button=${name}`);
      await see("#actions .problem", "Try again in a while.");
      await enabled(`button=${name}`);
    }
    await until(() => (posted.length === 3 ? null : `${posted.length}`), "requests");
    const keys = posted.map(({ key }) => key);
    equal(keys[0], keys[1]);
    differ(keys[0], keys[2]);
    refuse("POST /api/matches", 401, "token-required", "This needs a token.");
    await click("button=Rematch");
    await see("#actions .problem", "This needs a token. Start it with a token");
    await click("#actions .problem a");
    await arrive(/new\.html/);
    await value("#bot-1", "house:fearful");
    await value("#option-nukes", "4");
    await value("#seed", "");
  },

  async "the offer of a rematch keeps the focus while the match is followed"() {
    const played = await replay();
    answer("GET /api/matches/1", unfinished("1", "queued", played));
    await open("/match.html?id=1");
    await focus("button=Rematch");
    has("1", played);
    await see("#status", "Finished");
    await focused("button=Rematch");
  },

  // While it is played
  // -------------------------------------------------------------------------------------------------------------------

  async "beside what happened the winner's name is whole"() {
    for (const width of [960, 1024, 1120, 1200]) {
      resize(width, 768);
      await opened(await replay("ice-and-fire", "builder", "wait", ["Builder", "Wait"]));
      await press("End");
      await says(seat(1), "military power · won");
      for (const name of all(".side .who")) {
        equal(name.scrollWidth <= name.clientWidth && name.firstElementChild.scrollWidth <= name.clientWidth, true, `${width}`);
      }
    }
  },

  async "a running match is followed to its verified end"() {
    const played = await replay(...LIVE);
    await running(played, 5, 0);
    await open(`/match.html?id=${ID}`);
    // Until the moves are published, the page at least shows how many there are.
    await says("#outcome", "5 turns played so far.");
    await hidden("#board-section");
    await running(played, 21, 20);
    await soFar(20);
    await hidden("#verified, #replay-problem");
    differ(all(".side .points")[0].textContent, "");
    await accessible();
    await running(played, 62, 60);
    await soFar(60);
    has(ID, played);
    await says("#verified", `has played all ${played.turns} turns again`);
    await press("End");
    await see(".controls .turn", `Turn ${played.turns} of ${played.turns}`);
    await says(seat(1), "won");
    await see("#status", "Finished");
  },

  async "a rated match has no names until it has ended"() {
    const played = await replay(...LIVE);
    const rated = { ladder: true, players: null, seed: null };
    await running(played, 21, 0, rated);
    await open(`/match.html?id=${ID}`);
    await says("#outcome", "Rated: shown with a delay, names at the end.");
    await see("#note", "A rated match is shown with a delay: the board appears a little later.");
    await see("#title", "Player 1 vs Player 2");
    await says(seat(1), "named after the match");
    await empty("#actions");
    await accessible();
    const players = [{ name: "Player 1" }, { name: "Player 2" }];
    answer(`GET /live/${ID}.json`, { ...(await java("live", played.document, 20)), players });
    await soFar(20);
    await see("#title", "Player 1 vs Player 2");
    has(ID, played, { ladder: true });
    await see("#title", "Greedy Gary vs The House");
    await says(seat(1), "Greedy Gary");
    await says("#actions", "Rematch");
  },

  async "a rated match whose set-up tells chance has no live view, and the page says why"() {
    const played = await java("group", "battlesnake", ["Player 1", "Player 2", "Player 3", "Player 4"]);
    await running(played, 21, 0, { ladder: true, players: null, seed: null, live: null });
    await onEach(["", "phone"], async () => {
      await open(`/match.html?id=${ID}`);
      await see(
        "#note",
        "There is no live view of a rated match of Snakes, because it tells what chance brings next: the board is shown when the match is over.",
      );
      await see("#board-section:not([hidden])", 0);
      await says("#outcome", "Rated: names at the end.");
      await see("#title", "Player 1, Player 2, Player 3, Player 4");
    });
    has(ID, played, { ladder: true });
    await says("#verified", "Verified");
    await see("#note:not([hidden])", 0);
  },

  async "a visitor stays at an earlier turn while the match continues"() {
    const played = await replay(...LIVE);
    await running(played, 20);
    await open(`/match.html?id=${ID}`);
    await soFar(20);
    await fill("input.slider", "7");
    await running(played, 40);
    await see(".controls .turn", "Turn 7 of 40 so far");
    await press("Space");
    await soFar(40);
  },

  async "a restarted match is shown from the start"() {
    await running(await replay(...LIVE), 40);
    await open(`/match.html?id=${ID}`);
    await soFar(40);
    await running(await replay("robotag", "random", "bouncy", ["Greedy Gary", "The House"]), 12);
    await soFar(12);
  },

  async "broken moves of a running match are reported, and its result is still shown"() {
    const played = await replay(...LIVE);
    answer(`GET /live/${ID}.json`, '{"finished":false}');
    await running(played, 12, 0);
    await open(`/match.html?id=${ID}`);
    await says("#replay-problem", "The replay is broken");
    await says("#outcome", "12 turns played so far.");
    has(ID, played);
    await see("#verified");
    await hidden("#replay-problem");
  },

  async "a running match can be followed in a frame"() {
    const played = await replay(...LIVE);
    await running(played, 20);
    await open(`/embed.html?id=${ID}`);
    await soFar(20);
    has(ID, played);
    await see("#outcome", /^Greedy Gary wins/);
    await see(".controls .turn", new RegExp(`^Turn \\d+ of ${played.turns}$`));
  },
};
