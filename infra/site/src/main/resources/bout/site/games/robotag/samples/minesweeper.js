// Looks for the tank that is worth its way, and goes round mines.
const KEEP_OFF = 4;  // units from a mine
const SPEED = 2.2;

function move(my, enemy, map) {
  const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

  let target = null;
  let best = -Infinity;
  for (const tank of map.fuelTanks) {
    const worth = tank.value - 4 * distance(my, tank);
    if (worth > best) {
      best = worth;
      target = tank;
    }
  }
  if (target === null || my.fuel > enemy.fuel + 400) {
    target = enemy;
  }

  // Of 16 directions the one that comes nearest to the target and hits nothing.
  let step = { dx: 0, dy: 0 };
  let nearest = Infinity;
  for (let i = 0; i < 16; i++) {
    const dx = SPEED * Math.cos((i * Math.PI) / 8);
    const dy = SPEED * Math.sin((i * Math.PI) / 8);
    const there = { x: my.x + dx, y: my.y + dy };
    const danger = map.mines.some((mine) => distance(mine, there) < KEEP_OFF && distance(mine, there) < distance(mine, my));
    const far = distance(there, target) + (danger ? 50 : 0);
    if (far < nearest) {
      nearest = far;
      step = { dx, dy };
    }
  }
  console.log("going for", target === enemy ? "the enemy" : `a tank of ${target.value}`);
  return step;
}
