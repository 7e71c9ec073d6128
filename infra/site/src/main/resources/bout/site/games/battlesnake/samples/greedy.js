// Goes to the nearest food, but into nothing that is in its way.
const WAYS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

function bot({ board, you }) {
  const taken = new Set(board.snakes.flatMap(({ body }) => body.map(({ x, y }) => `${x} ${y}`)));
  const isFree = ({ x, y }) => x >= 0 && x < board.width && y >= 0 && y < board.height && !taken.has(`${x} ${y}`);
  const steps = (from) => Math.min(...board.food.map(({ x, y }) => Math.abs(x - from.x) + Math.abs(y - from.y)), 1000);

  const open = Object.entries(WAYS)
    .map(([move, [right, up]]) => ({ move, x: you.head.x + right, y: you.head.y + up }))
    .filter(isFree)
    .sort((one, other) => steps(one) - steps(other));
  return { move: open[0]?.move ?? "up" };
}
