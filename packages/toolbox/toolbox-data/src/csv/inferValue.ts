import { isNumberExact } from "@toolgate/toolbox-base/json"

/** Whether a text can become a number without loss: no leading zeros, no negative zero, and no excess digits. */
export const isNumeric = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && isNumberExact(text) && !Object.is(Number(text), -0)

/** Infers a cell's value: a number, true, false, null for an empty cell, or else its text. */
export const inferValue = (cell: string): string | number | boolean | null => {
  if (cell === "") return null
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true"
  return isNumeric(cell) ? Number(cell) : cell
}
