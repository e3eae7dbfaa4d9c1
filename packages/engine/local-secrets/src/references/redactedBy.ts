/** A function that takes the secrets of a server out of what the server says. */
export interface Redaction {
  readonly text: (text: string) => string
  /** Returns plain data whose texts, names among them, hold no secret. */
  readonly value: <A>(value: A) => A
}

/**
 * Returns the redaction of these secrets. Those of a few characters are left alone: they are no secrets, and stand in every other
 * word. `later` returns the secrets that came to be known since: another list whenever there is another one.
 */
export const redactedBy = (given: ReadonlyArray<string>, later?: () => ReadonlyArray<string>): Redaction => {
  let known = later?.() ?? []
  let secrets = inOrder([...given, ...known])
  if (secrets.length === 0 && later === undefined) return { text: (text) => text, value: (value) => value }
  const text = (text: string) => {
    const now = later?.() ?? known
    if (now !== known) secrets = inOrder([...given, ...now])
    known = now
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), text)
  }
  const redacted = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((one: unknown) => redacted(one))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), redacted(member)]))
  }
  return { text, value: redacted as Redaction["value"] }
}

// The longer ones first, so that none is cut by another one within it.
const inOrder = (secrets: ReadonlyArray<string>): ReadonlyArray<RegExp> =>
  [...new Set(secrets.filter(({ length }) => length >= leastLength))]
    .sort((a, b) => b.length - a.length)
    .flatMap(formsOf)

const leastLength = 6

const mark = "[REDACTED]"

/**
 * Returns expressions for the forms in which a program repeats a secret without meaning to: as it is, in a URL, in JSON and in base64,
 * such as that of an `Authorization: Basic`. Programs differ in which characters they escape, and in how. A program that wants to can
 * always find another form.
 */
const formsOf = (secret: string): ReadonlyArray<RegExp> =>
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
