// Paints an empty tile next to an own one, or else any empty tile.
function bot({ color, board }) {
  const empty = [];
  for (let x = 0; x < 24; x++) {
    for (let y = 0; y < 12; y++) {
      if (board[x][y] === "") {
        empty.push({ x, y });
      }
    }
  }
  const mine = ({ x, y }) => [board[x - 1]?.[y], board[x + 1]?.[y], board[x][y - 1], board[x][y + 1]].includes(color);
  const choice = empty.filter(mine);
  console.log(`${empty.length} tiles are empty, ${choice.length} of them beside mine`);
  const from = choice.length > 0 ? choice : empty;
  return from[Math.floor(Math.random() * from.length)];
}
