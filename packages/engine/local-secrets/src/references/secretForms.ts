/**
 * Returns expressions for the forms in which a program repeats a secret without meaning to: as it is, in a URL, in JSON and in base64,
 * such as that of an `Authorization: Basic`. Programs differ in which characters they escape, and in how. A program that wants to can
 * always find another form.
 */
export const formsOf = (secret: string): ReadonlyArray<RegExp> =>
  [
    literally(secret),
    [...secret].map(inUrl).join(""),
    [...secret].map(inJson).join(""),
    ...[0, 1, 2].flatMap((before) => inBase64(secret, before)).map(literally)
  ].map((source) => new RegExp(source, "g"))

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

const either = (forms: ReadonlyArray<string>): string => `(?:${forms.join("|")})`

// No character has two forms of which one begins the other, so that looking takes time in proportion to the text.
const inUrl = (character: string): string => {
  const bytes = [...Buffer.from(character)].map((byte) => `%${inHex(byte, 2)}`).join("")
  if (character === "%") return bytes
  return either([literally(character), bytes, ...(character === " " ? ["\\+"] : [])])
}

const inJson = (character: string): string => {
  const units = Array.from({ length: character.length }, (_, at) => inHex(character.charCodeAt(at), 4))
  const escaped = units.map((unit) => `\\\\u${unit}`).join("")
  if (character === "/") return either(["\\\\?\\/", escaped])
  const quoted = literally(JSON.stringify(character).slice(1, -1))
  return either([quoted, escaped])
}

/** Returns the digits of a number, in small or in large letters. */
const inHex = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** Returns the characters of base64 that are the same whatever stands around the secret, `before` bytes behind a full group. */
const inBase64 = (secret: string, before: number): ReadonlyArray<string> => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
  const from = before === 0 ? 0 : 4
  const forms = (["base64", "base64url"] as const).map((encoding) => whole.toString(encoding).slice(from))
  return forms.filter(({ length }) => length >= leastEncoded)
}

/** The characters that another text has hardly ever by chance. */
const leastEncoded = 8
