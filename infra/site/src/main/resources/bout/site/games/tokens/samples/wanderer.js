// Walks at random and eats what it stands on. A new object is made for each match; keep in `this` what it shall remember.
function (player1) {
  this.moves = 0;

  this.yourMove = function (board) {
    const me = player1 ? board.player1 : board.player2;
    this.moves += 1;
    console.log("move", this.moves, "at", me.pos);
    if (board.tokens[me.pos[0]][me.pos[1]]) {
      return "EAT";
    }
    const ways = ["UP", "RIGHT", "DOWN", "LEFT"];
    return ways[Math.floor(Math.random() * ways.length)];
  };
}
