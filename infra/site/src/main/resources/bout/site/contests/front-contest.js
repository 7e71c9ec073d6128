/** The next contest on the start page, or else the last one, in one line. */

import * as api from "../shared/api.js";
import { byId, element } from "../shared/dom.js";
import { gameName } from "../shared/games.js";
import * as requests from "./contest-api.js";
import { contestAddress, tick, timeLeft } from "./contest-words.js";

const UNITS = 2;

/** The open contest that closes next, else one that is being played, else the last winner. The page is complete without it. */
export async function showNextContest() {
  let contests;
  try {
    ({ contests } = await requests.contests());
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      return;
    }
    throw failed;
  }
  const open = contests.filter(({ state }) => state === "open");
  const next =
    open.sort((one, other) => one.deadline.localeCompare(other.deadline))[0] ??
    contests.find(({ state }) => state === "running") ??
    contests.find(({ podium }) => podium.length > 0);
  if (next !== undefined) {
    byId("contest").replaceChildren(
      "Contest: ",
      element("a", { href: contestAddress(next.id) }, element("bdi", {}, next.name)),
      `, ${gameName(next.game)}, `,
      ...said(next),
      ".",
    );
    tick();
  }
}

/** @param {Api.ContestHeading} contest */
function said({ state, deadline, podium }) {
  if (state === "open") {
    return ["closes in ", timeLeft(deadline, UNITS)];
  }
  return podium.length > 0 ? ["won by ", element("bdi", {}, podium[0].name)] : ["being played"];
}
