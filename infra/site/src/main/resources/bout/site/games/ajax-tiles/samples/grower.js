// Grows one blob around its first tile, and stays away from larger ones. Change a number and press Play.
const COURAGE = 1; // fight where the own blob is larger by this much

function bot({ color, board }) {
  const at = (x, y) => board[x]?.[y];
  const around = (x, y) => [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];

  // The tiles of one colour that hang together are a blob. Each is counted once, and known at all of its tiles.
  const blobs = board.map((column) => column.map(() => null));
  function blobAt([x, y]) {
    if (blobs[x][y] === null) {
      const blob = { size: 0 };
      const waiting = [[x, y]];
      blobs[x][y] = blob;
      while (waiting.length > 0) {
        blob.size++;
        for (const [nextX, nextY] of around(...waiting.pop())) {
          if (at(nextX, nextY) === at(x, y) && blobs[nextX][nextY] === null) {
            blobs[nextX][nextY] = blob;
            waiting.push([nextX, nextY]);
          }
        }
      }
    }
    return blobs[x][y];
  }

  const enemy = color === "r" ? "b" : "r";
  let best = { x: -1, y: -1, worth: -Infinity }; // off the board: a pass
  for (let x = 0; x < 24; x++) {
    for (let y = 0; y < 12; y++) {
      if (at(x, y) !== "") {
        continue;
      }
      const next = around(x, y);
      const mine = next.filter(([i, j]) => at(i, j) === color);
      const free = next.filter(([i, j]) => at(i, j) === "").length;
      const enemies = next.filter(([i, j]) => at(i, j) === enemy);
      let worth = 3 * Math.min(mine.length, 1) + free - 0.1 * Math.hypot(x - 12, y - 6);
      if (enemies.length > 0) {
        // A click here joins the blobs around it.
        const joined = new Set(mine.map(blobAt));
        const own = [...joined].reduce((sum, { size }) => sum + size, 1);
        const wins = enemies.every((tile) => own >= blobAt(tile).size + COURAGE);
        worth = wins ? worth + 5 * enemies.length : -100;
      }
      if (worth > best.worth) {
        best = { x, y, worth };
      }
    }
  }
  return best.worth > -100 ? { x: best.x, y: best.y } : { x: -1, y: -1 };
}
