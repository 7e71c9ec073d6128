// Always the first column that is not full. Type "request." to see what a bot is sent, or open Fields above.
function bot(request) {
  return { column: request.columns.findIndex((column) => column.includes(0)) };
}
