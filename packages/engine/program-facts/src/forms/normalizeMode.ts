/** Returns permissions as digits, if they say what each class of users may do: `0777`, `a+rwx` and `u=rwx,go=rwx` are `777`. */
export const normalizeMode = (mode: string): string => {
  if (/^0+[0-7]{3,4}$/.test(mode)) return mode.replace(/^0+(?=[0-7]{3})/, "")
  return digitsOf(mode) ?? mode.replace(/^(?:a|ugo)(?=[-+=])/, "")
}

const digitsOf = (mode: string): string | undefined => {
  const digits = new Map<string, number>()
  for (const clause of mode.split(",")) {
    const [, classes = "", sign, letters = ""] = /^([ugoa]+)([=+])([rwx]*)$/.exec(clause) ?? []
    const digit = [...new Set(letters)].reduce((sum, letter) => sum + (bits.get(letter) ?? 0), 0)
    // Adding to unknown permissions has a known result only if everything is added.
    if (sign === undefined || (sign === "+" && digit !== 7)) return undefined
    for (const one of classes.replaceAll("a", "ugo")) digits.set(one, digit)
  }
  return digits.size === 3 ? ["u", "g", "o"].map((one) => digits.get(one)).join("") : undefined
}

const bits = new Map([
  ["r", 4],
  ["w", 2],
  ["x", 1]
])
