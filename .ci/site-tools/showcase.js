// In a showcase (.ci/showcase), answers what its pages ask of the API and of the published files from the recorded answers. Loaded
// by every page before its own scripts; answers.json is loaded once for a page, so that pages which poll ask nobody.
{
  const home = new URL(".", document.currentScript.src);
  const start = new URL("docs/start.html", home).href;
  const site = window.fetch.bind(window);
  const recorded = site(new URL("answers.json", home)).then((answer) => answer.json());

  const problem = (status, detail) =>
    new Response(JSON.stringify({ title: "Showcase", detail }), { status, headers: { "Content-Type": "application/problem+json" } });

  const is = (player, key) => player.bot === key || `house:${player.house}` === key;

  /** Whether a bot won, drew or lost a match, or lost it by failing; a parameter of the list of matches. */
  function ended({ players, result, failedSeat }, bot, how) {
    const seat = players.findIndex((player) => is(player, bot));
    if (how === "failed") {
      return failedSeat === seat + 1;
    }
    const place = result.places[seat];
    const shared = result.places.filter((each) => each === place).length > 1;
    return how === (place > 1 ? "lost" : shared ? "drawn" : "won");
  }

  /** What the parameters of lists mean. Nothing is one's own, as nobody has a token. */
  const FILTERS = {
    mine: () => false,
    game: (each, game) => each.game === game,
    status: (each, status) => each.status === status,
    bot: ({ players }, bot) => players.some((player) => is(player, bot)),
    opponent: ({ players }, bot) => players.some((player) => is(player, bot)),
    result: (each, how, query) => ended(each, query.get("bot"), how),
    first: ({ players }, first) => players[0] === Number(first),
    second: ({ players }, second) => players[1] === Number(second),
  };

  /** A recorded list with those that the parameters select; anything else as it is. */
  function selected(answer, query) {
    const list = Object.keys(answer).find((name) => name !== "players" && Array.isArray(answer[name]));
    if (query.size === 0 || list === undefined) {
      return answer;
    }
    const some = answer[list].filter((each) => [...query].every(([name, value]) => FILTERS[name]?.(each, value, query) ?? true));
    return { ...answer, [list]: some.slice(0, Number(query.get("limit") ?? some.length)) };
  }

  window.fetch = async (address, init = {}) => {
    const { origin, pathname, searchParams } = new URL(address, location.href);
    if (origin !== location.origin || !/^\/(api|standings|replays)\//.test(pathname)) {
      return site(address, init);
    }
    if ((init.method ?? "GET") !== "GET") {
      return problem(405, `This is a showcase without a server, so nothing can be started or changed. Get one in a minute: ${start}`);
    }
    if (pathname.startsWith("/replays/")) {
      return site(new URL(pathname.slice(1), home), init);
    }
    const answer = (await recorded)[decodeURIComponent(pathname)];
    if (answer === undefined) {
      return problem(404, `This showcase has no recording of that. Get a Bout with everything in a minute: ${start}`);
    }
    return typeof answer === "string" ? new Response(answer) : Response.json(selected(answer, searchParams));
  };

  // Links from the root, so that a showcase may be in a folder of its host. Previews for chats are made by a server.
  for (const event of ["pointerdown", "click"]) {
    addEventListener(
      event,
      ({ target }) => {
        const link = target.closest?.("a[href^='/']");
        const shared = /^\/api\/share\/matches\/(.*)/.exec(link?.getAttribute("href"));
        link?.setAttribute("href", new URL(shared ? `match.html?id=${shared[1]}` : link.getAttribute("href").slice(1), home).href);
      },
      true,
    );
  }
}
