/**
 * Returns a list of numbers as a typed array, with NaN for null; `undefined` if the list holds anything else. The lists of a call are
 * frozen, and those reach a worker slowly: the gate would stand still meanwhile. A loop reads them sooner than `Float64Array.from`.
 */
export const typedNumbers = (list: ReadonlyArray<unknown>): Float64Array | undefined => {
  const typed = new Float64Array(list.length)
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at]
    if (item !== null && typeof item !== "number") return undefined
    typed[at] = item ?? Number.NaN
  }
  return typed
}
