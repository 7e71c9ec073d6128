// Walks to the token that gives the most for its way, and eats it. Change a number and press Play.
const ROW = 2;  // how much a token of the same colour as the last one is worth beside its points
const STEP = 1; // what a step costs

function Bot(player1) {
  this.yourMove = function (board) {
    const me = player1 ? board.player1 : board.player2;
    const [x, y] = me.pos;

    let best = null;
    board.tokens.forEach((column, atX) => column.forEach((token, atY) => {
      if (token) {
        const steps = Math.abs(atX - x) + Math.abs(atY - y);
        const row = token.color === me.lastColor ? ROW * (me.colorBonus + 1) : 0;
        const worth = token.points + row - STEP * steps;
        if (best === null || worth > best.worth) {
          best = { worth, atX, atY };
        }
      }
    }));

    if (best.atX > x) return "RIGHT";
    if (best.atX < x) return "LEFT";
    if (best.atY > y) return "DOWN";
    if (best.atY < y) return "UP";
    return "EAT";
  };
}
