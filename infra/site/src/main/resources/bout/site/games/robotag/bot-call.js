// Calls RoboTag's bots by `move(my, enemy, map)`, as in the original. Runs in the bot's sandbox before its code.
{
  const FUEL_AND_MINES = [50, 100, 150, 200, 250, 300];
  const { parse, stringify } = JSON;
  boutSandbox.callBy({
    begin: (move, { my, enemy, map }, seat) => {
      const starts = [my, enemy].map(({ x, y }) => [x, y]);
      // Fields of the original's map that are not sent; the quantities are those at the start.
      const more = {
        startPositions: seat === 1 ? starts : starts.reverse(),
        fuelQty: map.fuelTanks.length,
        mineQty: map.mines.length,
        fuelValues: FUEL_AND_MINES,
        mineValues: FUEL_AND_MINES,
        fuelSpread: 10,
        mineSpread: 5,
      };
      return { object: { move }, more: stringify(more) };
    },
    ask: ({ object, more }, { my, enemy, map }) => {
      const { dx, dy } = object.move(my, enemy, { ...map, ...parse(more) }) ?? {};
      return { dx, dy };
    },
  });
}
