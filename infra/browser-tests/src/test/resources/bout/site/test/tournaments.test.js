/** The list of tournaments, the form that creates one, and the page of a class. */

import {
  accessible,
  all,
  answer,
  arrive,
  asked,
  at,
  attribute,
  bot,
  bots,
  click,
  equal,
  fill,
  focused,
  hidden,
  lacks,
  onEach,
  open,
  page,
  posted,
  refuse,
  refuseAt,
  see,
  select,
  says,
  until,
} from "./page.js";
import { publish, tournament } from "./tournament.test.js";

const ID = "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const NOON = "2026-03-01T12:00:00Z";

/** In the format of bout.standings.update.PublicTournaments. */
const listed = (id, name, state, played, leader, more = {}) => ({
  id,
  name,
  game: "tokens",
  format: "round-robin",
  state,
  players: 10,
  played,
  matches: 90,
  createdAt: NOON,
  leader,
  ...more,
});

function list(...tournaments) {
  answer("GET /standings/tournaments.json", { tournaments });
  answer("GET /api/tournaments?limit=1", { tournaments: [{ id: "trn_1" }], next: null });
}

const joinedBy = (...names) => {
  answer("GET /api/invitations", { invitations: [{ id: "inv_1", used: names.length, revokedAt: null }] });
  answer("GET /api/invitations/inv_1", {
    joined: names.map((name) => ({ id: `t${name}`, name, joinedAt: NOON, blocked: false })),
  });
};

const inTheHall = (place) => {
  const { top, bottom } = all(place).at(-1).getBoundingClientRect();
  return top >= 0 && bottom <= page().innerHeight + 1;
};

export default {
  async "a page without tournaments asks for no missing file"() {
    await open("/tournaments.html");
    await see("#note", "There is no public tournament yet. Create the first one below.");
    equal(
      asked.filter((path) => path.startsWith("/standings/")),
      [],
    );
    await see("link[rel=alternate]", 0);
    await hidden("#feed");
  },

  async "the list of tournaments links to each and shows progress"() {
    await open("/tournaments.html");
    await see("#note", "There is no public tournament yet. Create the first one below.");
    list(
      listed("trn_2", "Autumn Cup", "running", 30, "best-per-step", { leaderKey: "house:best-per-step" }),
      listed("trn_1", "<b>Cup</b>", "finished", 90, "<i>x</i>"),
    );
    await see("#tournaments li", 2);
    await says("#tournaments li", "led by Best per step", "30 of 90 matches, 33 %");
    await says("#tournaments li:last-child", "won by <i>x</i>");
    await attribute("#tournaments li:last-child a", "href", "tournament.html?id=trn_1");
    await attribute("link[rel=alternate]", "href", "standings/tournaments.atom");
    await see("link=Feed of the tournaments");
    await onEach(["phone", "dark", ""], async () => {
      await open("/tournaments.html");
      await see("#tournaments li", 2);
      await says("#tournaments li", "Everybody Loves Tokens");
    });
  },

  async "the page of a class tells of a knockout's matches only those that were played, once it is over"() {
    list(listed(ID, "Spring Cup", "running", 3, null, { format: "knockout" }));
    publish(await tournament("KNOCKOUT", 8, 1, 3));
    await open("/class.html?projector=");
    await says("#progress-words", /^3 of at most \d+ matches$/);
    publish(await tournament("KNOCKOUT", 8, 1, 1_000_000));
    await see("#state", "Finished");
    await says("#progress-words", /^\d+ matches$/);
  },

  async "a tournament is created with the form"() {
    bots("ajax-tiles", bot("bot_1", "ajax-tiles", "Gary"), bot("bot_2", "ajax-tiles", "Unproven", { proven: false }));
    refuse("POST /api/tournaments", 401, "unauthorized", "This needs a token with the scope play.");
    await open("/tournaments.html");
    await click("#make summary");
    await fill("field=Name", "Cup");
    await select("field=Format", "Knockout");
    await fill("field=Boards", "3");
    await click("field=Gary");
    await lacks("#choices", "Unproven");
    await click("button=Create the tournament");
    await see("#form-problem", "A tournament needs at least two players.");
    await fill("field=Other bots, one URL on each line", "https://bots.example.org/mine\n\n");
    await click("button=Create the tournament");
    await see("#form-problem", "Join first. It takes a name and, at most places, a link from the organiser.");
    await focused("#token");
    await accessible();
    refuseAt("POST /api/tournaments", "/players/1/url", "expected a public address");
    await click("button=Create the tournament");
    await see("#form-problem", "players 2 url: expected a public address");
    publish(await tournament("KNOCKOUT", 2, 3, 1));
    answer("POST /api/tournaments", { id: ID }, 201);
    await fill("#token", "tok");
    await click("button=Create the tournament");
    await arrive(`/tournament.html?id=${ID}`);
    const last = posted.at(-1);
    equal(last.authorization, "Bearer tok");
    equal(last.key, posted[0].key, "the same tournament, so that it is not created twice");
    equal(last.body, {
      game: "ajax-tiles",
      name: "Cup",
      format: "knockout",
      boards: 3,
      players: [{ bot: "bot_1" }, { url: "https://bots.example.org/mine" }],
    });
  },

  async "the page of a class shows who joined and the current tournament"() {
    list(listed("trn_1", "Old Cup", "finished", 90, "x"), listed(ID, "Spring Cup", "running", 30, null));
    publish(await tournament("ROUND_ROBIN", 12, 1, 30, 5));
    refuse("GET /api/invitations", 401, "unauthorized", "The token is not valid.");
    await onEach(["projector"], async () => {
      await open("/class.html?projector=");
      await see("#tournament-link", "Spring Cup");
      await see("#rows tr", 12);
      // Nobody types a token in front of a class.
      await hidden("#token-form");
      await open("/class.html");
      await fill("field=Admin token", "wrong");
      await click("text=Show who joined");
      await says("#joined-problem", "The token is not valid.");
      answer("GET /api/invitations", {
        invitations: [
          { id: "inv_1", used: 2, revokedAt: null },
          { id: "inv_2", used: 0, revokedAt: null },
          { id: "inv_3", used: 1, revokedAt: NOON },
        ],
      });
      answer("GET /api/invitations/inv_1", {
        joined: [
          { id: "t1", name: "Ada", joinedAt: NOON, blocked: false },
          { id: "t2", name: "<b>Bob</b>", joinedAt: "2026-03-01T12:00:05Z", blocked: false },
          { id: "t3", name: "Eve", joinedAt: NOON, blocked: true },
        ],
      });
      await fill("field=Admin token", "right");
      await click("text=Show who joined");
      await see("#joined-title", "2 joined");
      await see("#joined li", 2);
      await see("#joined li", /^<b>Bob<\/b>$/);
      await hidden("#token-form");
      await click("text=For a projector");
      await arrive(/projector/);
      await see("#joined li", 2);
    });
  },

  async "a class of forty fits its page, and the hall sees the tournament first"() {
    joinedBy(...Array.from({ length: 40 }, (_, each) => each + "W".repeat(38)));
    sessionStorage.setItem("bout-token", "right");
    await onEach(["phone", "dark", "projector"], async () => {
      for (const query of ["?projector=", ""]) {
        await open(`/class.html${query}`);
        await see("#joined li", 40);
      }
    });
    await at("projector");
    await open("/class.html?projector=");
    await see("#joined li", 40);
    // Names are made smaller once all are there.
    await until(() => (inTheHall("#joined li") ? null : "it goes beyond the wall"), "the list of names");
    list(listed(ID, "Spring Cup", "running", 30, null));
    publish(await tournament("ROUND_ROBIN", 12, 1, 30, 5));
    const shown = async () => {
      await open("/class.html?projector=");
      await see("#joined li", 40);
      await see("#rows tr", 12);
    };
    await onEach(["phone"], shown);
    await onEach(["projector"], shown);
    equal(all("#rows tr")[9].getBoundingClientRect().bottom <= page().innerHeight, true);
  },
};
