// Trains one unit and sends it to the enemy's HQ. Look at what the request holds in the console beside the board.
function bot(request) {
  const { gold, income, units, buildings } = request;
  console.log(`gold ${gold}, income ${income}, units`, units);

  const goal = buildings.find(({ owner, type }) => owner === 1 && type === "HQ");
  const mine = units.filter(({ owner }) => owner === 0);
  if (mine.length === 0) {
    const home = buildings.find(({ owner, type }) => owner === 0 && type === "HQ");
    return { commands: `TRAIN 1 ${home.x} ${home.y === 0 ? 1 : 10}; TRAIN 1 ${home.x === 0 ? 1 : 10} ${home.y}` };
  }
  return { commands: mine.map(({ id }) => `MOVE ${id} ${goal.x} ${goal.y}`).join("; ") };
}
