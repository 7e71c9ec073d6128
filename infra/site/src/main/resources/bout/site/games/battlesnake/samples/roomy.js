// Goes where there is most room, and to food when it is hungry.
const WAYS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };
const HUNGRY = 40;

function bot({ board, you }) {
  // Tails move on, so their cells will be free.
  const taken = new Set(board.snakes.flatMap(({ body }) => body.slice(0, -1).map(({ x, y }) => `${x} ${y}`)));
  const isFree = ({ x, y }) => x >= 0 && x < board.width && y >= 0 && y < board.height && !taken.has(`${x} ${y}`);
  const next = ({ x, y }) => Object.entries(WAYS).map(([move, [right, up]]) => ({ move, x: x + right, y: y + up }));

  // How many cells can be reached from a cell.
  const room = (from) => {
    const seen = new Set([`${from.x} ${from.y}`]);
    const open = [from];
    for (const cell of open) {
      for (const beside of next(cell)) {
        const name = `${beside.x} ${beside.y}`;
        if (isFree(beside) && !seen.has(name)) {
          seen.add(name);
          open.push(beside);
        }
      }
    }
    return seen.size;
  };
  const steps = (from) => Math.min(...board.food.map(({ x, y }) => Math.abs(x - from.x) + Math.abs(y - from.y)), 1000);
  // Where a head that is not shorter may go, too.
  const isRisky = ({ x, y }) =>
    board.snakes.some(
      ({ id, head, length }) =>
        id !== you.id && length >= you.length && Math.abs(head.x - x) + Math.abs(head.y - y) === 1,
    );

  const value = (cell) =>
    Math.min(room(cell), you.length + 2) * 10 - (isRisky(cell) ? 50 : 0) - (you.health < HUNGRY ? steps(cell) : steps(cell) / 20);
  const best = next(you.head)
    .filter(isFree)
    .sort((one, other) => value(other) - value(one))[0];
  return { move: best?.move ?? "up" };
}
