// Completes its own four, keeps the other player from one, and else plays as near to the middle as it can.
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

function bot({ you, columns }) {
  const open = [3, 2, 4, 1, 5, 0, 6].filter((column) => columns[column].includes(0));

  // Would a disc of this player in this column make four in a row?
  const makesFour = (player, column) => {
    const row = columns[column].indexOf(0);
    return DIRECTIONS.some(([across, up]) => {
      const reach = (sign) => {
        let length = 0;
        while (columns[column + sign * across * (length + 1)]?.[row + sign * up * (length + 1)] === player) {
          length++;
        }
        return length;
      };
      return reach(1) + reach(-1) >= 3;
    });
  };

  const column = open.find((each) => makesFour(you, each)) ?? open.find((each) => makesFour(3 - you, each)) ?? open[0];
  console.log("open columns:", open.length, "my choice:", column);
  return { column };
}
