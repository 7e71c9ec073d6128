// How RoboTag's bots are called: by `move(my, enemy, map)`, as in the original. It runs in the bot's sandbox, before its code.
{
  const FUEL_AND_MINES = [50, 100, 150, 200, 250, 300];
  const { parse, stringify } = JSON;
  boutSandbox.callBy({
    begin: (move, { my, enemy, map }, seat) => {
      const starts = [my, enemy].map(({ x, y }) => [x, y]);
      // What the original's map carries beside what is sent; the quantities are those of the start.
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
