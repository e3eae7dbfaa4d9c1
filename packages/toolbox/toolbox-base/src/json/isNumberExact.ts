/**
 * Whether JavaScript preserves a number: written again, it has the same digits. This holds for up to 15 digits and for
 * the shortest form of any number, but rarely for an integer beyond 2^53, and never for a number that becomes 0 or
 * infinite.
 */
export const isNumberExact = (text: string): boolean => {
  const [given, kept] = [partsOf(text), partsOf(String(Number(text)))]
  return given !== undefined && given.digits === kept?.digits && given.exponent === kept.exponent
}

/** Returns a number's significant digits, and the exponent of the last digit. */
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
