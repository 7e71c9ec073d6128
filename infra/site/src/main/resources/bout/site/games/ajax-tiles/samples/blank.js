// Passes: a position off the board. Type "request." to see what a bot is sent, or open Fields above.
function bot(request) {
  console.log("my colour:", request.color);
  return { x: -1, y: -1 };
}
