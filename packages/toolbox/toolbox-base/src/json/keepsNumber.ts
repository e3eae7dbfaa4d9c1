/**
 * Whether a number is kept as one: what JavaScript makes of it has the same digits when it is written again. A number of 15 digits has
 * them, and so has the shortest text of any number. An integer beyond 2^53 mostly has not, nor has one that becomes 0 or infinite.
 */
export const keepsNumber = (text: string): boolean => {
  const [given, kept] = [partsOf(text), partsOf(String(Number(text)))]
  return given !== undefined && given.digits === kept?.digits && given.exponent === kept.exponent
}

/** Returns the digits of a number without the zeros around them, and the power of ten of the last one. */
const partsOf = (text: string): { readonly digits: string; readonly exponent: number } | undefined => {
  const [, whole, fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const all = whole + fraction
  let [start, end] = [0, all.length]
  while (all[start] === "0") start += 1
  if (start === end) return { digits: "", exponent: 0 }
  while (all[end - 1] === "0") end -= 1
  return { digits: all.slice(start, end), exponent: Number(exponent) - fraction.length + all.length - end }
}
