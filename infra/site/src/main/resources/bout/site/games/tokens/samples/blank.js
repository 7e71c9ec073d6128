// Passes. Type "board." to see what a bot is sent, or open Fields above.
function Bot(player1) {
  this.yourMove = function (board) {
    const me = player1 ? board.player1 : board.player2;
    console.log("I am at", me.pos);
    return "PASS";
  };
}
