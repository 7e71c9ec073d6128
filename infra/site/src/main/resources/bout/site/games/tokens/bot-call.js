// Calls the bots of Everybody Loves Tokens as classes with `yourMove(board)`, as in the original. Runs in the bot's
// sandbox before its code.
boutSandbox.callBy({
  begin: (Bot, { player1 }) => new Bot(player1),
  ask: (object, { board }) => ({ move: object.yourMove(board) }),
});
