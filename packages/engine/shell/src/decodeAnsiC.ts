const simple: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?"
}

const escapes =
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([\s\S]?))/g

/**
 * Decodes the inside of `$'…'` like bash. Returns `undefined` when that depends on the locale (anything written as a
 * number above 127), when bash cuts the text off (a NUL), and for rare forms (`\c`, `\x{…}`).
 *
 * Source: bash(1), "QUOTING".
 */
export const decodeAnsiC = (inside: string): string | undefined => {
  let known = true
  const text = inside.replace(escapes, (whole, letter, octal, hex, four, eight, other) => {
    if (letter !== undefined) return simple[letter] ?? ""
    if (other !== undefined) {
      if (other === "" || "cxuU01234567".includes(other)) known = false
      return whole
    }
    const code = octal === undefined ? Number.parseInt(hex ?? four ?? eight, 16) : Number.parseInt(octal, 8)
    if (code === 0 || code > 127) known = false
    return known ? String.fromCharCode(code) : whole
  })
  return known ? text : undefined
}
