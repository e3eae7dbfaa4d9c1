/** Whether a text is a number that loses nothing as one: no leading zeros, and no more digits than a number holds. */
export const isNumeric = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) &&
  Number.isFinite(Number(text)) &&
  (Number.isSafeInteger(Number(text)) || text.replace(/[eE].*$|[-.]/g, "").replace(/^0+/, "").length <= 15)

/** Returns what a cell means: a number, true, false, or null for an empty cell; otherwise its text. */
export const typed = (cell: string): string | number | boolean | null => {
  if (cell === "") return null
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true"
  return isNumeric(cell) ? Number(cell) : cell
}
