/** The page that plays one match after another. */

import { all, asked, equal, hidden, list, open, refuse, see, until } from "./page.js";

const askedAgain = () => {
  const before = asked.length;
  return until(() => (asked.length > before ? null : "no request"), "another request");
};

export default {
  async "a problem is shown only as long as there is one"() {
    refuse("GET /api/matches?limit=50", 503, "unavailable", "Try again later.");
    await open("/tv.html");
    await see("#problem", "Try again later.");
    await see("#board[data-drawn]");
    const [board] = all("#board");
    await askedAgain();
    await askedAgain();
    await see("#problem", "Try again later.");
    list();
    await hidden("#problem");
    equal(all("#board")[0] === board, true, "the same match of house bots");
  },
};
