// Grows one blob around its first tile, and stays away from larger ones. Change a number and press Play.
const COURAGE = 1; // fight where the own blob is larger by this much

function bot({ color, board }) {
  const at = (x, y) => board[x]?.[y];
  const around = (x, y) => [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];

  // The tiles of one colour that hang together, this one included.
  function blob(x, y, owner) {
    const seen = new Set([`${x},${y}`]);
    const waiting = [[x, y]];
    while (waiting.length > 0) {
      for (const [nextX, nextY] of around(...waiting.pop())) {
        const name = `${nextX},${nextY}`;
        if (at(nextX, nextY) === owner && !seen.has(name)) {
          seen.add(name);
          waiting.push([nextX, nextY]);
        }
      }
    }
    return seen.size;
  }

  const enemy = color === "r" ? "b" : "r";
  let best = { x: -1, y: -1, worth: -Infinity }; // off the board: a pass
  for (let x = 0; x < 24; x++) {
    for (let y = 0; y < 12; y++) {
      if (at(x, y) !== "") {
        continue;
      }
      const next = around(x, y);
      const mine = next.filter(([i, j]) => at(i, j) === color).length;
      const free = next.filter(([i, j]) => at(i, j) === "").length;
      const enemies = next.filter(([i, j]) => at(i, j) === enemy);
      let worth = 3 * Math.min(mine, 1) + free - 0.1 * Math.hypot(x - 12, y - 6);
      if (enemies.length > 0) {
        const own = blob(x, y, color);
        const wins = enemies.every(([i, j]) => own >= blob(i, j, enemy) + COURAGE);
        worth = wins ? worth + 5 * enemies.length : -100;
      }
      if (worth > best.worth) {
        best = { x, y, worth };
      }
    }
  }
  return best.worth > -100 ? { x: best.x, y: best.y } : { x: -1, y: -1 };
}
