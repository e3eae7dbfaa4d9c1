/**
 * Returns a list of numbers as a typed array, with NaN for null; `undefined` for other values. Cloning a call's frozen
 * list is slow and would block the gate. A loop is faster than `Float64Array.from`.
 */
export const toTypedNumbers = (list: ReadonlyArray<unknown>): Float64Array | undefined => {
  const typed = new Float64Array(list.length)
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at]
    if (item !== null && typeof item !== "number") return undefined
    typed[at] = item ?? Number.NaN
  }
  return typed
}
