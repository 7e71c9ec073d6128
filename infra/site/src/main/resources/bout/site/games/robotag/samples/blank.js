// Stands still. Type "my." or "map." to see what a bot is sent, or open Fields above.
function move(my, enemy, map) {
  console.log("fuel:", my.fuel);
  return { dx: 0, dy: 0 };
}
