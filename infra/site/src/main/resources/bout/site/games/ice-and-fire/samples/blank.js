// Does nothing. Type "request." to see what a bot is sent, or open Fields above.
function bot(request) {
  console.log("gold:", request.gold);
  return { commands: "WAIT" };
}
