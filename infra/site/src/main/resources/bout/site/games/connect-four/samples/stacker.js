// Drops its discs into the first column that is not full.
function bot({ columns }) {
  return { column: columns.findIndex((cells) => cells.includes(0)) };
}
