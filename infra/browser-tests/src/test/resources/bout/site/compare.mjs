/** Replays a match of the JVM with the compiled engine; returns "same", or the difference. */
export function compare(engine, { replay, playedBy, hashes, looks }) {
  const opened = engine.openReplay(replay);
  if (opened.problem !== null) {
    return opened.problem;
  }
  if (opened.replay.over === (replay.finished === false)) {
    return `over is ${opened.replay.over}`;
  }
  if (!opened.replay.over) {
    const difference = opened.replay.difference ?? firstDifference(opened.replay, hashes);
    if (difference !== null || opened.replay.turns !== hashes.length - 1 || opened.replay.confirmed) {
      return difference ?? `${opened.replay.turns} turns, confirmed: ${opened.replay.confirmed}`;
    }
  } else if (!opened.replay.confirmed) {
    return firstDifference(opened.replay, hashes) ?? opened.replay.difference;
  }
  if (playedBy !== null) {
    const again = playedAgain(engine, replay, playedBy);
    if (JSON.stringify(again) !== JSON.stringify(replay)) {
      const seat = replay.moves.findIndex((moves, index) => JSON.stringify(moves) !== JSON.stringify(again.moves[index]));
      return seat < 0
        ? `the replays differ: ${JSON.stringify(again)}`
        : `seat ${seat + 1} moves ${JSON.stringify(again.moves[seat])}, not ${JSON.stringify(replay.moves[seat])}`;
    }
  }
  for (const { turn, ...look } of looks) {
    const { replay: seen } = opened;
    const found = { picture: seen.picture(turn), calls: seen.calls(turn), hash: seen.hash(turn) };
    if (JSON.stringify(found) !== JSON.stringify(look)) {
      return `turn ${turn} is ${JSON.stringify(found)}, not ${JSON.stringify(look)}`;
    }
  }
  return "same";
}

function firstDifference(replay, hashes) {
  for (let turn = 0; turn < hashes.length; turn++) {
    if (turn > replay.turns) {
      return `the moves end after turn ${replay.turns}`;
    }
    if (replay.hash(turn) !== hashes[turn]) {
      return `after ${turn} turns the hash is ${replay.hash(turn)}, not ${hashes[turn]}`;
    }
  }
  return null;
}

/** A match of the same start between these house bots. */
function playedAgain(engine, { game, seed, options }, names) {
  const { match } = engine.beginMatch(game, seed, options, names.length);
  names.forEach((name, index) => match.seatHouseBot(index + 1, name));
  while (!match.over) {
    names.forEach((_, index) => match.isToMove(index + 1) && match.answerByHouseBot(index + 1));
    match.playTurn();
  }
  return match.replay(names);
}
