// Called for every move. Return up, down, left or right; y grows upwards.
function bot({ board, you }) {
  console.log("turn of", you.name, "at", you.head, "on", board.width, "by", board.height);
  return { move: "up" };
}
