/** Whether a text is a number that loses nothing as one: no leading zeros, no sign of zero, and no more digits than a number holds. */
export const isNumeric = (text: string): boolean => {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return false
  const value = Number(text)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value) && !Object.is(value, -0)
  const digits = text.replace(/[eE].*$|[-.]/g, "").replace(/^0+/, "")
  // A number without digits is zero, and so would be one that is too small.
  return digits === "" ? !text.startsWith("-") : digits.length <= 15 && Number.isFinite(value) && !isLost(value)
}

/** Whether a number that is not zero is so small that it has lost digits. */
const isLost = (value: number): boolean => Math.abs(value) < 2 ** -1022

/** Returns what a cell means: a number, true, false, or null for an empty cell; otherwise its text. */
export const typed = (cell: string): string | number | boolean | null => {
  if (cell === "") return null
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true"
  return isNumeric(cell) ? Number(cell) : cell
}
