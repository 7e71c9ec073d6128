// Fills up at the nearest tanks, then chases the enemy. Change a number and press Play.
const ENOUGH = 300; // chase with this much more fuel than the enemy
const SPEED = 2;    // at most 3; a move costs its length squared, and 2 more

function move(my, enemy, map) {
  const distance = (thing) => Math.hypot(thing.x - my.x, thing.y - my.y);

  let target = enemy;
  if (my.fuel < enemy.fuel + ENOUGH && map.fuelTanks.length > 0) {
    // Each further tank is compared with the nearest one so far.
    target = map.fuelTanks.reduce((near, tank) => (distance(tank) < distance(near) ? tank : near));
  } else if (my.fuel <= enemy.fuel) {
    return { dx: 0, dy: 0 }; // no tank is left, and the enemy is stronger
  }

  const scale = Math.min(1, SPEED / Math.max(distance(target), 0.001));
  return { dx: (target.x - my.x) * scale, dy: (target.y - my.y) * scale };
}
