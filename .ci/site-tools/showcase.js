// Loaded first by every page of a showcase (.ci/showcase): answers what its scripts ask of the API and of the standings from
// answers.json, which a page loads once, so that polling asks nobody.
{
  const home = new URL(".", document.currentScript.src);
  const advice = `Get one in a minute: ${new URL("docs/start.html", home)}`;
  const site = window.fetch.bind(window);
  const recorded = site(new URL("answers.json", home)).then((answer) => answer.json());

  const problem = (status, detail) =>
    Response.json({ title: "Showcase", detail }, { status, headers: { "Content-Type": "application/problem+json" } });

  const seatOf = ({ players }, key) => players.findIndex((player) => player.bot === key || `house:${player.house}` === key);

  /** How a match ended for a bot, as the list of matches names it. */
  function outcome(match, bot) {
    const place = match.result.places[seatOf(match, bot)];
    const shared = match.result.places.filter((each) => each === place).length > 1;
    return place > 1 ? "lost" : shared ? "drawn" : "won";
  }

  /** What the parameters of lists select. Nothing is one's own, as nobody has a token. */
  const FILTERS = {
    mine: () => false,
    game: (each, game) => each.game === game,
    status: (each, status) => each.status === status,
    bot: (match, bot) => seatOf(match, bot) >= 0,
    opponent: (match, bot) => seatOf(match, bot) >= 0,
    result: (match, result, bot) =>
      result === "failed" ? match.failedSeat === seatOf(match, bot) + 1 : outcome(match, bot) === result,
    first: ({ players }, first) => players[0] === Number(first),
    second: ({ players }, second) => players[1] === Number(second),
  };

  function selected(answer, query) {
    const list = ["matches", "bots", "tournaments"].find((name) => Array.isArray(answer[name])) ?? "";
    const some = answer[list]?.filter((each) =>
      [...query].every(([name, value]) => FILTERS[name]?.(each, value, query.get("bot")) ?? true),
    );
    return some === undefined ? answer : { ...answer, [list]: some.slice(0, Number(query.get("limit") ?? some.length)) };
  }

  window.fetch = async (address, init = {}) => {
    const { origin, pathname, searchParams } = new URL(address, location.href);
    if (origin !== location.origin || !/^\/(api|standings|replays)\//.test(pathname)) {
      return site(address, init);
    }
    if ((init.method ?? "GET") !== "GET") {
      return problem(405, `This is a showcase without a server, so nothing can be started or changed. ${advice}`);
    }
    if (pathname.startsWith("/replays/")) {
      return site(new URL(pathname.slice(1), home), init);
    }
    const answer = (await recorded)[decodeURIComponent(pathname)];
    if (answer === undefined) {
      // Pages then show what a stranger sees.
      return problem(
        pathname === "/api/me" ? 401 : 404,
        `This is a showcase without a server, and has no recording of that. ${advice}`,
      );
    }
    return typeof answer === "string" ? new Response(answer) : Response.json(selected(answer, searchParams));
  };

  /** Links from the root lead into the showcase's folder, and those for chats, which need a server, to the match itself. */
  function lead({ target }) {
    const link = target.closest?.("a[href^='/']");
    const path = link?.getAttribute("href").replace("/api/share/matches/", "/match.html?id=");
    link?.setAttribute("href", new URL(path.slice(1), home).href);
  }
  addEventListener("pointerdown", lead, true);
  addEventListener("click", lead, true);
}
