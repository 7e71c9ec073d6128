// How the bots of Everybody Loves Tokens are called: each is a class with `yourMove(board)`, as in the original. It runs in the
// bot's sandbox, before its code.
boutSandbox.callBy({
  begin: (Bot, { player1 }) => new Bot(player1),
  ask: (object, { board }) => ({ move: object.yourMove(board) }),
});
