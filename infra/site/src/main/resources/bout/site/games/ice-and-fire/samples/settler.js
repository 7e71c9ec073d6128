// Spreads cheap units over the land, and goes for the enemy's HQ with what is in reach. Change a number and press Play.
const LEVEL = 1;   // of the units that are trained
const RESERVE = 0; // gold that is never spent

function bot(request) {
  const { rows, units, buildings } = request;
  const goal = buildings.find(({ owner, type }) => owner === 1 && type === "HQ");
  const cell = (x, y) => rows[y]?.[x] ?? "#";
  const around = ({ x, y }) => [{ x, y: y - 1 }, { x: x + 1, y }, { x, y: y + 1 }, { x: x - 1, y }];
  const taken = new Set([...units, ...buildings].filter(({ owner }) => owner === 0).map(({ x, y }) => `${x},${y}`));
  const free = ({ x, y }) => cell(x, y) !== "#" && !taken.has(`${x},${y}`);
  const steps = distances(goal);
  const far = ({ x, y }) => steps[`${x},${y}`] ?? 1000;

  // How many steps it is from each land cell to one.
  function distances(from) {
    const found = { [`${from.x},${from.y}`]: 0 };
    const waiting = [from];
    while (waiting.length > 0) {
      const here = waiting.shift();
      for (const next of around(here)) {
        const name = `${next.x},${next.y}`;
        if (cell(next.x, next.y) !== "#" && found[name] === undefined) {
          found[name] = found[`${here.x},${here.y}`] + 1;
          waiting.push(next);
        }
      }
    }
    return found;
  }

  const orders = [];
  for (const unit of units.filter(({ owner }) => owner === 0)) {
    // A cell that is not mine first; among equals the one nearest to the enemy.
    const choice = around(unit).filter(free)
      .sort((one, other) => mine(one) - mine(other) || far(one) - far(other))[0];
    if (choice) {
      orders.push(`MOVE ${unit.id} ${choice.x} ${choice.y}`);
      taken.delete(`${unit.x},${unit.y}`);
      taken.add(`${choice.x},${choice.y}`);
    }
  }

  function mine({ x, y }) {
    return cell(x, y) === "O" ? 1 : 0;
  }

  // New units on the border, as long as there is gold and the land pays for them.
  let gold = request.gold - RESERVE;
  let income = request.income;
  const border = [];
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    if (letter !== "#" && letter !== "O" && around({ x, y }).some((next) => cell(next.x, next.y) === "O")) {
      border.push({ x, y });
    }
  }));
  for (const place of border.filter(free).sort((one, other) => far(one) - far(other))) {
    if (gold >= 10 * LEVEL && income >= 0) {
      orders.push(`TRAIN ${LEVEL} ${place.x} ${place.y}`);
      taken.add(`${place.x},${place.y}`);
      gold -= 10 * LEVEL;
      income -= LEVEL === 1 ? 0 : LEVEL === 2 ? 3 : 19; // its upkeep, less what its cell brings
    }
  }
  return { commands: orders.join("; ") || "WAIT" };
}
