/** Matches between house bots that a page plays. */

/**
 * @param {Engine.BrowserEngine} engine
 * @param {string} game
 * @param {string} seed
 * @param {Api.GivenOptions} options that differ from their defaults
 * @param {string[]} names a house bot for each seat
 * @returns {Replay.Document}
 */
export function playHouseBots(engine, game, seed, options, names) {
  const { match, problem } = engine.beginMatch(game, seed, options, names.length);
  if (match === null) {
    throw new Error(problem);
  }
  names.forEach((name, index) => match.seatHouseBot(index + 1, name));
  while (!match.over) {
    for (let seat = 1; seat <= names.length; seat++) {
      if (match.isToMove(seat)) {
        match.answerByHouseBot(seat);
      }
    }
    match.playTurn();
  }
  return match.replay(names);
}
