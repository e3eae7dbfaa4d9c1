import { keepsNumber } from "@toolgate/toolbox-base/json"

/** Whether a text is a number that loses nothing as one: no leading zeros, no sign of zero, and no more digits than a number holds. */
export const isNumeric = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && keepsNumber(text) && !Object.is(Number(text), -0)

/** Returns what a cell means: a number, true, false, or null for an empty cell; otherwise its text. */
export const typed = (cell: string): string | number | boolean | null => {
  if (cell === "") return null
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true"
  return isNumeric(cell) ? Number(cell) : cell
}
